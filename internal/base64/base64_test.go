package base64

import (
	"bytes"
	stdbase64 "encoding/base64"
	"strings"
	"testing"
)

func TestCanonical(t *testing.T) {
	tests := []struct {
		text string
		n    int
		why  string
	}{
		{"", 0, ""},
		{"AAAA", 3, ""},
		{"AAA=", 2, ""},
		{"YQ==", 1, ""},
		{"iVBORw0KGgo=", 8, ""},
		{"+/+/", 3, ""},
		{"A", 0, "length"},
		{"AAAAA", 0, "length"},
		{"A===", 0, "length"},
		{"AAA", 0, "padding"},
		{"IA", 0, "padding"},
		{"IA=", 0, "padding"},
		{"IA===", 0, "padding"},
		{"AAAA=", 0, "padding"},
		{"AAAA====", 0, "padding"},
		{"=", 0, "padding"},
		{"====", 0, "padding"},
		{"YQ==YQ==", 0, "padding"},
		{"IB==", 0, "trailing bits"},
		{"AAB=", 0, "trailing bits"},
		{"AA-_", 0, "alphabet"},
		{"data:image/png;base64,AAAA", 0, "alphabet"},
		{"AAA\u00e9", 0, "alphabet"},
		{"AA\x00A", 0, "alphabet"},
		{"AAAA\n", 0, "white space"},
		{"AAAA\r\nAAAA", 0, "white space"},
		{"AA AA", 0, "white space"},
		{"\tAAAA", 0, "white space"},
		{"AAA=\n", 0, "padding"},
	}
	for _, tt := range tests {
		if n, why := Canonical(tt.text); n != tt.n || why != tt.why {
			t.Errorf("Canonical(%q) = %d, %q; want %d, %q", tt.text, n, why, tt.n, tt.why)
		}
	}
}

// The definition: decode, encode again, compare bytes.
func roundTrips(s string) (int, bool) {
	if strings.ContainsAny(s, "\r\n") {
		return 0, false // the standard decoder skips them
	}
	b, err := stdbase64.StdEncoding.DecodeString(s)
	if err != nil || stdbase64.StdEncoding.EncodeToString(b) != s {
		return 0, false
	}
	return len(b), true
}

func TestCanonicalIsRoundTripOfShortTexts(t *testing.T) {
	const letters = "AB/=-\n"
	var try func(s string)
	try = func(s string) {
		want, canonical := roundTrips(s)
		if n, why := Canonical(s); n != want || (why == "") != canonical {
			t.Errorf("Canonical(%q) = %d, %q; want %d, canonical %t", s, n, why, want, canonical)
		}
		if len(s) < 5 {
			for _, c := range letters {
				try(s + string(c))
			}
		}
	}
	try("")
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"", "AAAA", "IB==", "IA", "AA-_", "AAAA\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, canonical := roundTrips(s)
		if n, why := Canonical(s); n != want || (why == "") != canonical {
			t.Errorf("Canonical(%q) = %d, %q; want %d, canonical %t", s, n, why, want, canonical)
		}
	})
}

func TestPrefix(t *testing.T) {
	whole := []byte("\x89PNG\r\n\x1a\n and more")
	for n := range len(whole) + 1 {
		text := stdbase64.StdEncoding.EncodeToString(whole[:n])
		var room [12]byte
		if got, want := Prefix(room[:], text), whole[:min(n, 12)]; !bytes.Equal(got, want) {
			t.Errorf("Prefix of %d bytes = %q, want %q", n, got, want)
		}
	}
}
