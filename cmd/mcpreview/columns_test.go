package main

import "testing"

func TestFramed(t *testing.T) {
	got := framed([][]string{{"Row", "Is", "Length"}, {"1", "\u4e2d\u6587", "four"}, {"22222", "", "\u00e9"}})
	want := "" +
		"┌───────┬──────┬────────┐\n" +
		"│  Row  │  Is  │ Length │\n" +
		"├───────┼──────┼────────┤\n" +
		"│ 1     │ \u4e2d\u6587 │ four   │\n" +
		"│ 22222 │      │ \u00e9      │\n" +
		"└───────┴──────┴────────┘\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestListed(t *testing.T) {
	got := listed([][]string{{"A-01", "\u4e2d\u6587", "x"}, {"A-1", "b", "xyz"}})
	if want := " A-01  \u4e2d\u6587  x   \n A-1   b     xyz \n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
