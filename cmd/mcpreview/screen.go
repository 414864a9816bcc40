package main

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"mcpreview/report/text"
)

// A screen is what is known of where output goes.
type screen struct {
	terminal bool
	columns  int  // of a terminal, 0 where unknown
	dumb     bool // it understands no escape sequences
}

// screenOf looks at a writer and at the environment. What is no terminal is
// written the same whatever the environment says.
func screenOf(w io.Writer, env func(string) string) screen {
	if s, ok := w.(*sink); ok {
		w = s.w
	}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return screen{}
	}
	s := screen{terminal: true, dumb: env("TERM") == "dumb"}
	if n, err := strconv.Atoi(env("COLUMNS")); err == nil && n > 0 {
		s.columns = n
	} else if n, _, err := term.GetSize(int(f.Fd())); err == nil {
		s.columns = n
	}
	return s
}

// width is the width of a text report that no flag states.
func (s screen) width() int {
	if s.columns == 0 {
		return text.DefaultWidth
	}
	return min(max(s.columns, text.MinWidth), text.MaxWidth)
}

// What --color takes.
const (
	colorAuto   = "auto" // on terminals that know them
	colorAlways = "always"
	colorNever  = "never"
)

var colors = []string{colorAuto, colorAlways, colorNever}

// colourful decides on colours: never where NO_COLOR is set, else as the flag
// says.
func (s screen) colourful(flag string, env func(string) string) bool {
	return env("NO_COLOR") == "" && (flag == colorAlways || flag == colorAuto && s.terminal && !s.dumb)
}
