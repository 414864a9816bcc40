package headers

import (
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// Category is why a request is refused at the boundary: the one word, beside
// the header's name, that a log may hold. The zero value is none.
type Category string

// The categories of the house policy.
const (
	CategoryMissing    Category = "missing"
	CategoryDuplicate  Category = "duplicate"
	CategoryUnexpected Category = "unexpected"
	CategoryMalformed  Category = "malformed"
	CategoryMismatch   Category = "mismatch"
)

// A line is one header line: its name as received and the bytes of its value.
type line struct{ name, value string }

// A fault is why a request must be refused, or what is worth saying of it.
type fault struct {
	rule       *rule.Rule
	effect     rule.Effect // Reject or Note
	provenance rule.Provenance
	category   Category
	header     string // final name: as declared, else as received; "" for the body as a whole
	text       string // one clause without the header's name, never a value

	line    int               // index of the header line it concerns, or -1
	at      *strictjson.Value // value of the body it concerns where line is -1; nil is the body
	missing []string          // names below at that are absent
	offset  int               // place in the body of a fault of its JSON, or -1

	bare bool // any answer with status 400 is right: HTTP itself refuses the request
}

func (f *fault) refuses() bool { return f.effect == rule.Reject }

// A boundary judges one request as whoever receives it over HTTP must: body,
// standard headers and copies, in the order of the rules, so that the first
// fault that refuses is the recorded one.
type boundary struct {
	profile  rule.Profile
	doc      *strictjson.Document
	request  *strictjson.Value
	method   string
	lines    []line
	versions []string // that the server supports; nil where unknown
	byName   map[string][]int

	faults []fault
	// open reports that a refusal and any other answer are both right.
	open bool
}

func newBoundary(doc *strictjson.Document, request *strictjson.Value, lines []line, profile rule.Profile) *boundary {
	b := &boundary{
		profile: profile, doc: doc, request: request, method: request.Get("method").Text(),
		lines: lines, byName: make(map[string][]int, len(lines)),
	}
	for i, l := range lines {
		name := shape.LowerASCII(l.name)
		b.byName[name] = append(b.byName[name], i)
	}
	return b
}

var lowerPrefix = shape.LowerASCII(Prefix)

func (b *boundary) params() *strictjson.Value { return b.request.Get("params") }

// tool is the name that a tools/call request gives; false where it gives none.
func (b *boundary) tool() (string, bool) { return b.params().Get("name").Str() }

func (b *boundary) add(f fault) { b.faults = append(b.faults, f) }

// onLine is a fault of a header line that refuses the request.
func onLine(r *rule.Rule, p rule.Provenance, c Category, header string, at int, text string) fault {
	return fault{rule: r, effect: rule.Reject, provenance: p, category: c, header: header, text: text, line: at, offset: -1}
}

// housePolicy turns what only the house policy refuses into a note under the
// specification's profile, where either answer is right.
func (b *boundary) housePolicy(f fault) fault {
	if b.profile == rule.Spec {
		f.effect = rule.Note
		b.open = true
	}
	return f
}

// ambiguities are the faults of the body's JSON that keep it from being
// compared (PAR-11).
func (b *boundary) ambiguities(bindings []Binding) {
	whats := map[strictjson.FaultKind]string{
		strictjson.DuplicateName: "duplicate member", strictjson.LoneSurrogate: "unpaired surrogate",
		strictjson.NumberBound: "number bound", strictjson.NestingBound: "nesting bound",
	}
	shown := strictjson.Lens{Document: b.doc, Declared: declaredBy(bindings)}
	seen := make(map[strictjson.FaultKind]bool)
	for _, f := range b.doc.FaultsIn(b.request) {
		if seen[f.Kind] {
			continue // one of a kind tells it; a body can hold thousands
		}
		seen[f.Kind] = true
		pointer := shown.PointerFromOffset(b.request, f.Offset)
		p := rule.Policy
		if f.Kind == strictjson.DuplicateName {
			p = rule.SpecShould
		}
		b.add(fault{
			rule: ruleBody, effect: rule.Reject, provenance: p, category: CategoryMalformed, header: carrier(bindings, pointer),
			text: rule.EscapePointer(pointer) + " cannot be compared (" + whats[f.Kind] + ")", line: -1, offset: f.Offset,
		})
	}
}

// declaredBy tells the names of the arguments that are bound to headers.
func declaredBy(bindings []Binding) func(name string) bool {
	return func(name string) bool {
		return slices.ContainsFunc(bindings, func(b Binding) bool { return slices.Contains(b.Path, name) })
	}
}

// carrier is the header that copies what stands at or below a pointer into the
// request; "" where none does.
func carrier(bindings []Binding, pointer string) string {
	if pointer == "/params/name" {
		return protocol.HeaderName
	}
	if pointer == "/method" {
		return protocol.HeaderMethod
	}
	for i := range bindings {
		own := argumentPointer(&bindings[i])
		if pointer == own || strings.HasPrefix(own, pointer+"/") || strings.HasPrefix(pointer, own+"/") {
			return bindings[i].Header
		}
	}
	return ""
}

// argumentPointer is where a binding's argument stands in a request.
func argumentPointer(b *Binding) string {
	pointer := "/params/arguments"
	for _, name := range b.Path {
		pointer += "/" + strictjson.EscapeToken(name)
	}
	return pointer
}

// undeclaredShown is how many headers that nobody declared are told one by one.
const undeclaredShown = 20

// undeclared judges the headers of arguments that no binding declares (PAR-05).
func (b *boundary) undeclared(declared map[string]bool, why string) {
	seen, more := make(map[string]bool), 0
	for i, l := range b.lines {
		name := shape.LowerASCII(l.name)
		if !strings.HasPrefix(name, lowerPrefix) || declared[name] || seen[name] || misspelt(l.name) {
			continue
		}
		seen[name] = true
		if len(seen) > undeclaredShown {
			more++
			continue
		}
		b.add(b.housePolicy(onLine(ruleUndeclared, rule.Policy, CategoryUnexpected, l.name, i, "unexpected, "+why)))
	}
	if more > 0 {
		b.faults[len(b.faults)-1].text += fmt.Sprintf(" (and %d more such headers)", more)
	}
}

// names judges the spelling of header names (PAR-01): one with white space
// around it is no name, and one with underscores is another header.
func (b *boundary) names() {
	noted := false
	for i, l := range b.lines {
		switch {
		case misspelt(l.name):
			f := onLine(ruleNameCase, rule.SpecMust, CategoryMalformed, strings.TrimSpace(l.name), i, "white space around the header's name")
			f.bare = true
			b.add(f)
			return
		case !noted && strings.Contains(l.name, "_") && resembles(l.name):
			noted = true
			f := onLine(ruleNameCase, rule.Policy, CategoryUnexpected, l.name, i, "not recognised: with underscores it is another header")
			f.effect = rule.Note
			b.add(f)
		}
	}
}

// misspelt reports whether a name is one that this package judges, with white
// space around it.
func misspelt(name string) bool {
	trimmed := strings.TrimSpace(name)
	return trimmed != name && judged(shape.LowerASCII(trimmed))
}

func judged(lowered string) bool {
	return strings.HasPrefix(lowered, lowerPrefix) || standardNames[lowered]
}

// resembles reports whether a name is that of a copy but for underscores.
func resembles(name string) bool {
	name = shape.LowerASCII(name)
	return !strings.HasPrefix(name, lowerPrefix) && strings.HasPrefix(strings.ReplaceAll(name, "_", "-"), lowerPrefix)
}

// refusal is the first fault that refuses the request, or nil.
func (b *boundary) refusal() *fault {
	for i := range b.faults {
		if b.faults[i].refuses() {
			return &b.faults[i]
		}
	}
	return nil
}

// malformed says what makes a request one that input validation refuses, so
// that its copies cannot be told apart from absent ones; "" where nothing does.
func (b *boundary) malformed() string {
	params := b.params()
	_, named := b.tool()
	switch arguments := params.Get("arguments"); {
	case !named:
		return "the request names no tool"
	case arguments != nil && !arguments.Is(strictjson.Object):
		return "arguments is " + arguments.Kind().String()
	}
	return ""
}

// notification reports whether the request is a notification of the protocol.
func (b *boundary) notification() bool {
	return b.request.Get("id") == nil && strings.HasPrefix(b.method, "notifications/")
}
