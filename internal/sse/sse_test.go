package sse

import (
	"strings"
	"testing"
)

// Every byte of an event's data is found in the stream, whatever ends its lines
// and whatever stands between them.
func TestOffsets(t *testing.T) {
	for stream, want := range map[string][]string{
		"data: abc\n\n": {"abc"},
		"data:abc":      {"abc"},
		"\ufeffdata: a\ndata:b\n\ndata:  c\r\n\r\n":     {"a\nb", " c"},
		"event: message\rid: 1\rdata: a\r\r: x\n":       {"a"},
		"event: ping\ndata: x\n\ndata: é\n: y\ndata: z": {"é\nz"},
		"data\n\ndata:\n\n":                             nil,
		"data: \ndata: x\n\n":                           {"\nx"},
		"":                                              nil,
	} {
		var got []string
		for e := range Events(stream) {
			if e.Number != len(got)+1 {
				t.Errorf("%q: event %d is number %d", stream, len(got)+1, e.Number)
			}
			got = append(got, e.Data)
			for i := range len(e.Data) {
				if e.Data[i] == '\n' {
					continue // joins two lines
				}
				if at := e.Offset(i); at >= len(stream) || stream[at] != e.Data[i] {
					t.Errorf("%q: byte %d of %q is found at %d", stream, i, e.Data, at)
				}
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") || len(got) != len(want) {
			t.Errorf("%q: %q, want %q", stream, got, want)
		}
	}
}

func TestOthers(t *testing.T) {
	got := ""
	for e := range Others("data: a\n\nevent: ping\ndata: b\n\nevent: message\ndata: c\n\nevent: x\n\nevent: Message\ndata: d") {
		got += e.Data
	}
	if got != "bd" {
		t.Error(got)
	}
}

func TestEventsStop(t *testing.T) {
	n := 0
	for range Events("data: a\n\ndata: b\n\ndata: c") {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Error(n)
	}
}
