package rule

import (
	"strings"
	"testing"
)

// Long names stay apart however long they are the same.
func TestShortName(t *testing.T) {
	long := strings.Repeat("é", ShortNameBytes/2)
	seen := map[string]string{}
	for _, name := range []string{"", "a", long, long + "a", long + "b", long + long, "x" + long + long, "x" + long + long + "y"} {
		got := ShortName(name)
		if len(got) > ShortNameBytes || ShortName(got) != got || len(name) <= ShortNameBytes && got != name {
			t.Errorf("%.20q: label of %d bytes: %q", name, len(got), got)
		}
		if other, taken := seen[got]; taken {
			t.Errorf("%q is also the label of a name of %d bytes", got, len(other))
		}
		seen[got] = name
	}
}
