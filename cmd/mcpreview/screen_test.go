package main

import (
	"bytes"
	"testing"

	"mcpreview/report/text"
)

func TestColours(t *testing.T) {
	terminal, file := screen{terminal: true}, screen{}
	for _, tt := range []struct {
		on      screen
		flag    string
		noColor string
		want    bool
	}{
		{terminal, colorAuto, "", true},
		{terminal, colorAuto, "1", false},
		{terminal, colorNever, "", false},
		{screen{terminal: true, dumb: true}, colorAuto, "", false},
		{file, colorAuto, "", false},
		{file, colorAlways, "", true},
		{file, colorAlways, "1", false},
		{terminal, colorAlways, "0", false}, // any word but none
	} {
		env := func(name string) string {
			if name == "NO_COLOR" {
				return tt.noColor
			}
			return ""
		}
		if got := tt.on.colourful(tt.flag, env); got != tt.want {
			t.Errorf("%+v: %t", tt, got)
		}
	}
}

func TestScreenWidth(t *testing.T) {
	for columns, want := range map[int]int{0: text.DefaultWidth, 1: text.MinWidth, 79: text.MinWidth, 100: 100, 5000: text.MaxWidth} {
		if got := (screen{terminal: true, columns: columns}).width(); got != want {
			t.Errorf("%d columns: %d, want %d", columns, got, want)
		}
	}
	// What is no terminal is not asked for its size, whatever the environment says.
	if got := screenOf(&sink{w: &bytes.Buffer{}}, func(string) string { return "90" }); got != (screen{}) {
		t.Errorf("a buffer is %+v", got)
	}
}
