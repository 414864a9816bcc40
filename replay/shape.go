package replay

import (
	"slices"
	"strconv"
)

// keys are the members that an object may have: all of must, some of may, and
// no others.
type keys struct{ must, may []string }

func exactly(must ...string) keys { return keys{must: must} }

func (k keys) maybe(may ...string) keys { return keys{k.must, may} }

// object checks that n is an object of those keys. Where the profile leaves
// objects open, another member is worth a warning only.
func (j *judge) object(n node, number int, what string, k keys) *Violation {
	v := j.closed(n, number, what, k)
	if v == nil || !j.conduct.openObjects || !n.isObject() {
		return v
	}
	for _, name := range k.must {
		if !n.has(name) {
			return v
		}
	}
	j.warn(v)
	return nil
}

// closed checks that n is an object of exactly those keys.
func (j *judge) closed(n node, number int, what string, k keys) *Violation {
	if !n.isObject() {
		return n.breaks(number, what+" must be an object")
	}
	for _, name := range k.must {
		if !n.has(name) {
			return n.breaks(number, what+" lacks "+name)
		}
	}
	for name := range n.members() {
		if !slices.Contains(k.must, name) && !slices.Contains(k.may, name) {
			return n.breaks(number, what+" has unknown keys")
		}
	}
	return nil
}

// meta checks an optional _meta member of n.
func (j *judge) meta(n node, number int) *Violation {
	if m := n.get("_meta"); m.present() && !m.isObject() {
		return m.breaks(number, "_meta must be an object")
	}
	return nil
}

// cursor checks an optional cursor or nextCursor member of n.
func (j *judge) cursor(n node, number int, name string) *Violation {
	c := n.get(name)
	if !c.present() {
		return nil
	}
	if s, ok := j.label(c); !ok || length(s) > j.limits.cursor {
		return c.breaks(number, name+" must be "+j.labelText(j.limits.cursor))
	}
	return nil
}

// label is the text of a string that a profile may let be empty.
func (j *judge) label(n node) (string, bool) {
	if j.conduct.emptyTexts {
		return n.str()
	}
	return n.text()
}

// labelText says what a label of at most max characters must be.
func (j *judge) labelText(max int) string {
	switch {
	case max < unlimited:
		return "a string of 1 to " + strconv.Itoa(max) + " characters"
	case j.conduct.emptyTexts:
		return "a string"
	}
	return "a non-empty string"
}

// labels checks optional members that are labels.
func (j *judge) labels(n node, number int, names ...string) *Violation {
	for _, name := range names {
		if m := n.get(name); m.present() {
			if _, ok := j.label(m); !ok {
				return m.breaks(number, name+" must be "+j.labelText(unlimited))
			}
		}
	}
	return nil
}

// uri checks a member that must be a URI and returns it.
func (j *judge) uri(n node, number int, what string) (string, *Violation) {
	s, ok := n.str()
	if !ok {
		return "", n.breaks(number, what+" must be a URI string")
	}
	if why := j.grammar.uri(s, j.limits.uri); why != "" {
		return "", n.breaks(number, what+" is no valid URI: "+why)
	}
	return s, nil
}

// distinctWords is an array of different non-empty strings; ok is false for
// anything else.
func distinctWords(n node) (words []string, ok bool) {
	words, ok = distinctStrings(n)
	return words, ok && !slices.Contains(words, "")
}

// member is the place of a member of n, or n where the member is absent.
func (n node) member(name string) node {
	if m := n.get(name); m.present() {
		return m
	}
	return n
}

// checks runs checks in order up to the first violation.
func checks(all ...func() *Violation) *Violation {
	for _, check := range all {
		if v := check(); v != nil {
			return v
		}
	}
	return nil
}

// distinctStrings is an array of different strings, empty ones included.
func distinctStrings(n node) (texts []string, ok bool) {
	if !n.isArray() {
		return nil, false
	}
	seen := make(map[string]bool, n.len())
	for _, e := range n.elements() {
		s, isText := e.str()
		if !isText || seen[s] {
			return nil, false
		}
		seen[s] = true
		texts = append(texts, s)
	}
	return texts, true
}
