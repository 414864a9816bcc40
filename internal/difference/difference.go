// Package difference tells how one tool descriptor differs from another in
// words that a reviewer can act on: where, what kind of change, and, for a
// schema, whether it allows more or less than before.
//
// A direction is told only where it follows from the keyword and its place: a
// change is said to widen a schema where every value that was valid still is,
// and to narrow it where every value that is valid was so before. Whatever
// that cannot be told of is undecided. The texts of names, descriptions and
// choices are quoted in part; defaults, constants, examples and members that no
// schema knows are described by type and length alone.
package difference

import (
	"fmt"
	"slices"

	"mcpreview/internal/protocol"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// Kind is what sort of thing changed. The zero value is invalid.
type Kind uint8

// The kinds.
const (
	Name      Kind = iota + 1 // the tool's name
	Text                      // titles, descriptions, comments
	Hint                      // annotations of the tool; readOnly, writeOnly, deprecated
	Header                    // x-mcp-header
	Type                      // type
	Required                  // required and what depends on it
	Enum                      // enum and const
	Bound                     // numeric and length limits
	Format                    // pattern, format, content encoding
	Property                  // a property that came or went
	Structure                 // anything else that schemas are built of
	Default                   // default and examples
	Dialect                   // $schema
	Icon                      // icons
	Meta                      // _meta
	Other                     // members that no schema or descriptor defines
)

var kindNames = [...]string{
	Name: "name", Text: "text", Hint: "hint", Header: "header", Type: "type", Required: "required", Enum: "enum", Bound: "bound", Format: "format",
	Property: "property", Structure: "structure", Default: "default", Dialect: "dialect", Icon: "icon", Meta: "meta", Other: "other",
}

// String is the kind's name in reports.
func (k Kind) String() string { return kindNames[k] }

// Side is which of a tool's schemas a change is in.
type Side uint8

// The sides.
const (
	Neither Side = iota
	Input        // what the tool accepts
	Output       // what the tool may return
)

// Direction is what a change does to the set of values that a schema allows.
// The zero value is invalid.
type Direction uint8

// The directions.
const (
	Unaffected Direction = iota + 1 // the same values are valid
	Widens                          // all that was valid still is
	Narrows                         // all that is valid was so before
	Undecided
)

var directionNames = [...]string{Unaffected: "unaffected", Widens: "widens", Narrows: "narrows", Undecided: "undecided"}

// String is the direction's name in reports.
func (d Direction) String() string { return directionNames[d] }

// and is the direction of two changes together; the zero value is no change.
func (d Direction) and(e Direction) Direction {
	switch {
	case d == 0 || d == Unaffected || d == e:
		return e
	case e == Unaffected:
		return d
	}
	return Undecided
}

// A Change is one difference.
type Change struct {
	Pointer   string // from the descriptor; where something was removed, the place it stood at
	Kind      Kind
	Side      Side
	Direction Direction // of this change alone, were it the only one
	Text      string    // one clause; what a server wrote is in it only quoted
}

// A Difference is all that differs between two descriptors.
type Difference struct {
	// First is the pointer of the first difference, members taken in the order
	// of their names; "" where the descriptors themselves are of two types.
	First   string
	Changes []Change // in the order of their places, up to the limit
	Further int      // changes beyond it
	// Input and Output are the directions of all changes of a schema together,
	// those beyond the limit included.
	Input, Output Direction
}

// mostBytes is how long two descriptors together may be to be compared member
// by member. A longer one is no descriptor that a person wrote.
const mostBytes = 4 << 20

// Between compares two descriptors without JSON faults and keeps up to limit
// changes. The descriptors have to differ.
func Between(old, now *strictjson.Value, limit int) Difference {
	first, _ := strictjson.Diff(old, now)
	c := &comparer{limit: limit, out: Difference{First: first, Input: Unaffected, Output: Unaffected}}
	switch {
	case !old.Is(strictjson.Object) || !now.Is(strictjson.Object):
		c.add("", Structure, Undecided, "changed from "+old.Kind().String()+" to "+now.Kind().String())
	case old.End()-old.Start()+now.End()-now.Start() > mostBytes:
		c.out.Input, c.out.Output = Undecided, Undecided
		c.add(first, Other, Undecided, "first difference; the descriptors are too long to be compared further")
	default:
		c.descriptor(old, now)
	}
	return c.out
}

// A comparer collects changes.
type comparer struct {
	limit int
	out   Difference
	side  Side

	// Of the pair of schemas that is being compared:
	untold bool // no direction can be told of any change
	defs   bool // nor of changes in what it defines for use by reference
	alone  bool // a $ref hides the keywords beside it
	apart  bool // they are of two dialects
}

// add takes in a change with its text.
func (c *comparer) add(pointer string, k Kind, d Direction, text string) {
	c.note(pointer, k, d, func() string { return text })
}

// note takes in a change whose text is made only where it is kept.
func (c *comparer) note(pointer string, k Kind, d Direction, text func() string) {
	switch c.side {
	case Input:
		c.out.Input = c.out.Input.and(d)
	case Output:
		c.out.Output = c.out.Output.and(d)
	}
	if len(c.out.Changes) >= c.limit {
		c.out.Further++
		return
	}
	c.out.Changes = append(c.out.Changes, Change{Pointer: pointer, Kind: k, Side: c.side, Direction: d, Text: text()})
}

// count is how many changes were told, those beyond the limit included.
func (c *comparer) count() int { return len(c.out.Changes) + c.out.Further }

func below(pointer, name string) string { return pointer + "/" + strictjson.EscapeToken(name) }

// pairs calls do for every member name of two objects, in order, with the
// member's value on both sides, nil where it is absent. Values that are no
// objects have no members.
func pairs(old, now *strictjson.Value, do func(name string, old, now *strictjson.Value)) {
	a, b := strictjson.SortedMembers(old), strictjson.SortedMembers(now)
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Name < b[0].Name:
			do(a[0].Name, a[0].Value, nil)
			a = a[1:]
		case len(a) == 0 || b[0].Name < a[0].Name:
			do(b[0].Name, nil, b[0].Value)
			b = b[1:]
		default:
			do(a[0].Name, a[0].Value, b[0].Value)
			a, b = a[1:], b[1:]
		}
	}
}

// descriptor compares two tool objects.
func (c *comparer) descriptor(old, now *strictjson.Value) {
	pairs(old, now, func(name string, a, b *strictjson.Value) {
		at := below("", name)
		switch name {
		case "name":
			c.text(at, Name, a, b)
		case "title", "description":
			c.text(at, Text, a, b)
		case "inputSchema":
			c.root(at, Input, a, b)
		case "outputSchema":
			c.root(at, Output, a, b)
		case "annotations":
			c.hints(at, a, b)
		case "icons":
			c.data(at, Icon, a, b)
		case "_meta":
			c.data(at, Meta, a, b)
		default:
			c.data(at, Other, a, b)
		}
	})
}

func (c *comparer) hints(at string, old, now *strictjson.Value) {
	if !isObject(old) || !isObject(now) || old.Len()+now.Len() == 0 {
		c.data(at, Hint, old, now)
		return
	}
	pairs(old, now, func(name string, a, b *strictjson.Value) {
		switch at := below(at, name); {
		case name == "title":
			c.text(at, Text, a, b)
		case isWord(a) && isWord(b):
			if a.Text() != b.Text() {
				c.add(at, Hint, Unaffected, "changed from "+word(a)+" to "+word(b))
			}
		default:
			c.data(at, Hint, a, b)
		}
	})
}

// isWord reports whether a value can be shown as it is: a boolean, or absent.
func isWord(v *strictjson.Value) bool { return v == nil || v.Is(strictjson.Bool) }

func word(v *strictjson.Value) string {
	if v == nil {
		return "absent"
	}
	return v.Text()
}

// root compares the two schemas of one side, of which one may be absent.
func (c *comparer) root(at string, s Side, old, now *strictjson.Value) {
	c.side = s
	defer func() { c.side = Neither }()
	switch {
	case old == nil:
		c.add(at, Structure, Narrows, "schema added")
	case now == nil:
		c.add(at, Structure, Widens, "schema removed")
	case old.Is(strictjson.Object) && now.Is(strictjson.Object):
		c.examine(old, now)
		c.schema(at, old, now, positive)
	default:
		c.data(at, Structure, old, now)
	}
}

// examine settles what can be told of the directions of changes of a pair of
// schemas at all.
func (c *comparer) examine(old, now *strictjson.Value) {
	a, known := schema.DialectOf(old)
	b, too := schema.DialectOf(now)
	c.untold = !known || !too
	c.defs, c.apart = false, a != b
	c.alone = a == "draft-06" || a == "draft-07"
	for _, root := range []*strictjson.Value{old, now} {
		pairs(root, nil, func(name string, v, _ *strictjson.Value) {
			if name == "$id" || name == "$schema" {
				return // of the root, they change nothing within it
			}
			c.scan(name, v, false)
		})
	}
}

// scan looks for what makes the place of a change say nothing of its effect:
// keywords that depend on what others looked at, references to other places
// than definitions, and references from where a wider schema is no wider one.
// It goes by names alone, wherever they stand.
func (c *comparer) scan(name string, v *strictjson.Value, turned bool) {
	if c.apart && (slices.Contains(dialectal, name) || name == "items" && v.Is(strictjson.Array)) {
		c.untold = true
	}
	switch name {
	case "unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef", "$id", "$schema":
		c.untold = true
	case "not", "if", "oneOf", "contains":
		turned = true
	case "$ref":
		switch target, isText := v.Str(); {
		case !isText:
		case isDefinition(target):
			c.defs = c.defs || turned
		case target == "#":
			c.untold = c.untold || turned
		default:
			c.untold = true
		}
	}
	for n, m := range v.Members() {
		c.scan(n, m, turned)
	}
	for _, e := range v.Elements() {
		c.scan("", e, turned)
	}
}

// dialectal are the keywords that some dialects do not know or read otherwise;
// items is one where it is a list.
var dialectal = []string{
	"$ref", "if", "then", "else", "contains", "minContains", "maxContains", "prefixItems", "additionalItems",
	"dependencies", "dependentRequired", "dependentSchemas",
}

// text compares two values that should be texts for people.
func (c *comparer) text(at string, k Kind, old, now *strictjson.Value) {
	a, isText := old.Str()
	b, isToo := now.Str()
	switch {
	case isText && isToo:
		if a != b {
			c.note(at, k, Unaffected, func() string { return changedText(a, b) })
		}
	case isText && now == nil:
		c.note(at, k, Unaffected, func() string { return "removed, was " + quoteStart(a) })
	case old == nil && isToo:
		c.note(at, k, Unaffected, func() string { return "added: " + quoteStart(b) })
	default:
		c.data(at, k, old, now)
	}
}

// data compares values of which nothing but types and lengths is shown.
func (c *comparer) data(at string, k Kind, old, now *strictjson.Value) {
	c.value(at, k, Unaffected, old, now)
}

func (c *comparer) value(at string, k Kind, d Direction, old, now *strictjson.Value) {
	switch {
	case old == nil:
		c.note(at, k, d, func() string { return "added: " + sort(now) })
	case now == nil:
		c.note(at, k, d, func() string { return "removed, was " + sort(old) })
	case old.Kind() != now.Kind():
		c.note(at, k, d, func() string { return "changed from " + sort(old) + " to " + sort(now) })
	case old.Is(strictjson.Object):
		pairs(old, now, func(name string, a, b *strictjson.Value) { c.value(below(at, name), k, d, a, b) })
	case old.Is(strictjson.Array):
		for i := range max(old.Len(), now.Len()) {
			c.value(fmt.Sprintf("%s/%d", at, i), k, d, old.At(i), now.At(i))
		}
	case !strictjson.Equal(old, now):
		c.note(at, k, d, func() string { return "changed from " + sort(old) + " to another of " + length(now) })
	}
}

// annotation is the member that mirrors a parameter into a header.
const annotation = protocol.HeaderAnnotation
