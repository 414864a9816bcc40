package samples

import (
	"bytes"
	_ "embed"
	"strconv"
	"strings"
)

// fixtures holds a fixture a line, as evidence: a process that judges them has
// nothing to decode or to put together. It is written from matrix.json:
// go test ./samples -update.
//
//go:embed fixtures.txt
var fixtures []byte

// A Fixture is one built-in example of a row of the validation matrix.
type Fixture struct {
	Row    int
	Accept bool
	Name   string // "row 4 reject 2"
	// Evidence is a JSON list of recorded exchanges, as a reviewer could have
	// recorded them. Callers must not change it.
	Evidence []byte
}

// Matrix returns the fixtures of every row that has some, in order.
func Matrix() []Fixture {
	all := make([]Fixture, 0, bytes.Count(fixtures, []byte("\n")))
	for line := range bytes.Lines(fixtures) {
		name, text, _ := bytes.Cut(line, []byte(": "))
		f := Fixture{Name: string(name), Evidence: bytes.TrimSpace(text)}
		words := strings.Fields(f.Name) // row N accept|reject I
		if len(words) != 4 {
			panic("samples: fixtures.txt: " + f.Name)
		}
		f.Accept = words[2] == "accept"
		var err error
		if f.Row, err = strconv.Atoi(words[1]); err != nil {
			panic("samples: fixtures.txt: " + err.Error())
		}
		all = append(all, f)
	}
	return all
}
