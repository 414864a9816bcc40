// Package lock holds the record of an approval: the descriptors of the admitted
// tools, each bound to its digest. It is written after one review and compared
// with the evidence of later ones.
//
// A lock is one JSON file for people and programs. It is ASCII alone: every
// other character of what a server wrote stands as a \u escape, so that nobody
// who reads a change of it is shown something else than what it says.
package lock

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// Version is the version of the file that this program writes, and the newest
// that it reads.
const Version = 1

// DefaultFile is where a lock is written when no file is named.
const DefaultFile = "mcpreview.lock.json"

// Form names the form that digests are computed over.
const Form = "RFC 8785 with numbers as exact decimals"

// A Lock is one approval.
type Lock struct {
	File File // where it was read from; zero for one that was made

	Server, ServerVersion string // as the evidence stated them; "" where it stated none or several
	ProtocolVersion       string
	Profile               string
	Policy                string // digest of the policy file; "" for the default policy

	Callers []string  // the contexts whose tools were reviewed, in the order of their names; never empty
	Tools   []Tool    // admitted, by name, then callers, then digest; never empty
	Omitted []Omitted // listed and not admitted: nobody approved them
}

// A File is where a lock was read from.
type File struct {
	Name   string // as reports print it
	SHA256 string // hexadecimal
	Bytes  int64
}

// A Tool is one approved descriptor.
type Tool struct {
	Name    string
	Callers []string // those of the lock's callers that it was listed for, in their order
	Digest  string   // "sha256:..." of the canonical descriptor
	// Descriptor is the descriptor itself: an object whose digest is Digest.
	Descriptor *strictjson.Value
	At         rule.Location // of the entry, where the lock was read
}

// An Omitted is a tool that was listed when the lock was written, and not
// admitted.
type Omitted struct {
	Name     string
	Callers  []string
	Decision string // "CONDITIONAL" or "REJECT"
	Digest   string // "" for a descriptor that is no canonical JSON
}

// Digest is the digest of a descriptor's canonical form, as a lock states it.
func Digest(descriptor *strictjson.Value) string {
	sum := sha256.Sum256(strictjson.AppendCanonical(nil, descriptor))
	return digestPrefix + hex.EncodeToString(sum[:])
}

const digestPrefix = "sha256:"

// isDigest reports whether a text is a digest as Digest makes them.
func isDigest(s string) bool {
	digits, ok := strings.CutPrefix(s, digestPrefix)
	return ok && len(digits) == hex.EncodedLen(sha256.Size) && strings.Trim(digits, "0123456789abcdef") == ""
}

// Sort puts callers and tools into the order that a lock is written in, and
// makes one entry of those that differ in their callers alone.
func (l *Lock) Sort() {
	l.Callers = sortedSet(l.Callers)
	l.Tools = merged(l.Tools, func(t *Tool) (string, *[]string) { return t.Name, &t.Callers }, func(t *Tool) []string { return []string{t.Digest} })
	l.Omitted = merged(l.Omitted, func(o *Omitted) (string, *[]string) { return o.Name, &o.Callers }, func(o *Omitted) []string { return []string{o.Decision, o.Digest} })
}

// merged makes one entry of those that agree in their name and in the rest, and
// sorts by name, callers and the rest.
func merged[E any](entries []E, head func(*E) (name string, callers *[]string), rest func(*E) []string) []E {
	places := make(map[string]int)
	var all []E
	for _, e := range entries {
		name, callers := head(&e)
		key := fmt.Sprintf("%q", append(rest(&e), name))
		if i, seen := places[key]; seen {
			_, first := head(&all[i])
			*first = append(*first, *callers...)
			continue
		}
		places[key] = len(all)
		*callers = slices.Clone(*callers)
		all = append(all, e)
	}
	for i := range all {
		_, callers := head(&all[i])
		*callers = sortedSet(*callers)
	}
	slices.SortFunc(all, func(a, b E) int {
		nameA, callersA := head(&a)
		nameB, callersB := head(&b)
		return cmp.Or(cmp.Compare(nameA, nameB), slices.Compare(*callersA, *callersB), slices.Compare(rest(&a), rest(&b)))
	})
	return all
}

func sortedSet(names []string) []string {
	set := slices.Clone(names)
	slices.Sort(set)
	return slices.Compact(set)
}

// Counts are tools by what became of them from one lock to another.
type Counts struct{ Added, Removed, Changed, Same int }

// Against counts the tools of a lock, by name, as they stand to those of an
// older one. A tool is the same where its entries have the same digests for the
// same callers.
func (l *Lock) Against(old *Lock) Counts {
	before, now := byName(old), byName(l)
	var c Counts
	for name, entries := range now {
		switch was, there := before[name]; {
		case !there:
			c.Added++
		case slices.Equal(was, entries):
			c.Same++
		default:
			c.Changed++
		}
	}
	for name := range before {
		if _, there := now[name]; !there {
			c.Removed++
		}
	}
	return c
}

// byName are the digests of each tool with their callers, in order.
func byName(l *Lock) map[string][]string {
	all := make(map[string][]string)
	for _, t := range l.Tools {
		all[t.Name] = append(all[t.Name], fmt.Sprintf("%s %q", t.Digest, t.Callers))
	}
	for _, entries := range all {
		slices.Sort(entries)
	}
	return all
}
