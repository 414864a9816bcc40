package sarif

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"mcpreview/report"
)

// fingerprints counts the findings that are the same but for their place.
type fingerprints map[string]int

// of is what identifies a finding over time: its rule, its subject and the
// pointer within that subject, and how many of the same came before it. Lines
// and the position of a tool in its page do not matter.
func (p fingerprints) of(f report.Finding) map[string]string {
	sum := sha256.New()
	for _, part := range []string{f.Rule, f.Subject.Kind, f.Subject.Name, pointerIn(f)} {
		fmt.Fprintf(sum, "%d:%s", len(part), part) // no two lists of parts read the same
	}
	key := hex.EncodeToString(sum.Sum(nil)[:8])
	p[key]++
	print := fmt.Sprintf("%s:%d", key, p[key])
	// GitHub looks at the first name alone. It would otherwise take a hash of
	// the line, and all findings in a file of one line for the same.
	return map[string]string{"primaryLocationLineHash": print, "mcpreview/v1": print}
}

// pointerIn is the pointer within the finding's subject, which the reason
// begins with; "" where the finding is about the subject as a whole.
func pointerIn(f report.Finding) string {
	rest, ok := strings.CutPrefix(f.Reason, f.Rule+" ")
	if !ok {
		return ""
	}
	pointer, _, _ := strings.Cut(rest, ": ")
	return pointer
}
