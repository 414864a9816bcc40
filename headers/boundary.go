package headers

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
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

// The rules of the boundary.
var (
	ruleNameCase   = rule.Get("PAR-01")
	ruleMissing    = rule.Get("PAR-02")
	ruleDuplicate  = rule.Get("PAR-03")
	ruleStray      = rule.Get("PAR-04")
	ruleUndeclared = rule.Get("PAR-05")
	ruleMalformed  = rule.Get("PAR-06")
	ruleString     = rule.Get("PAR-07")
	ruleNumber     = rule.Get("PAR-08")
	ruleBoolean    = rule.Get("PAR-09")
	ruleUncopied   = rule.Get("PAR-10")
	ruleBody       = rule.Get("PAR-11")
	ruleAnswer     = rule.Get("PAR-12")
	ruleStandard   = rule.Get("PAR-13")
	ruleRetry      = rule.Get("PAR-14")
	ruleLeak       = rule.Get("PAR-15")
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
		name := lower(l.name)
		b.byName[name] = append(b.byName[name], i)
	}
	return b
}

// lower folds A to Z only: header names are ASCII, whatever else a record holds.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

var lowerPrefix = lower(Prefix)

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
	seen := make(map[strictjson.FaultKind]bool)
	for _, f := range b.doc.FaultsIn(b.request) {
		if seen[f.Kind] {
			continue // one of a kind tells it; a body can hold thousands
		}
		seen[f.Kind] = true
		pointer := b.doc.PointerFromOffset(b.request, f.Offset)
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

// copies judges the copy of every argument that has a binding, then the
// headers that the tool does not declare (PAR-02 to PAR-10).
func (b *boundary) copies(tool string, bindings []Binding) {
	bindings = slices.Clone(bindings)
	slices.SortFunc(bindings, func(x, y Binding) int { return strings.Compare(x.Header, y.Header) })
	declared := make(map[string]bool, len(bindings))
	for i := range bindings {
		name := lower(bindings[i].Header)
		declared[name] = true
		b.copyOf(&bindings[i], b.byName[name])
	}
	b.undeclared(declared, "tool "+rule.Quote(tool)+" declares no such header")
}

func (b *boundary) copyOf(bd *Binding, at []int) {
	value := bd.Argument(b.params().Get("arguments"))
	field, encodeErr := Encode(value)
	if len(at) != 1 {
		b.countedCopies(bd, value, at, encodeErr)
		return
	}
	sent := TrimField(b.lines[at[0]].value)
	received := Decode(sent)
	refuse := func(r *rule.Rule, p rule.Provenance, c Category, text string) {
		b.add(onLine(r, p, c, bd.Header, at[0], text))
	}
	pointer := rule.EscapePointer(argumentPointer(bd))
	switch {
	case received.Defect == Empty && value.Is(strictjson.String) && value.Text() == "" && b.profile == rule.Spec:
		b.open = true // the specification does not say how an empty string travels
	case received.Class == Malformed:
		p := rule.SpecMust
		if received.Defect == Ambiguous || received.Defect == Empty && value.Is(strictjson.String) && value.Text() == "" {
			p = rule.Policy
		}
		refuse(ruleMalformed, p, CategoryMalformed, "malformed value ("+received.Defect.String()+")")
	case errors.Is(encodeErr, ErrNoValue):
		b.add(b.housePolicy(onLine(ruleStray, rule.Policy, CategoryUnexpected, bd.Header, at[0],
			"unexpected copy, "+pointer+" is "+value.Kind().String())))
	case encodeErr != nil && !errors.Is(encodeErr, ErrRange):
		refuse(ruleUncopied, rule.SpecMust, CategoryMismatch, pointer+" is "+uncopied(value)+", which has no header form")
	default:
		if f := b.compare(value, received.Text, pointer); f.rule != nil {
			refuse(f.rule, f.provenance, CategoryMismatch, f.text)
			return
		}
		// What a receiver may read either way leaves either answer right.
		b.open = b.open || value.Is(strictjson.Number) && received.Text != field || otherType(bd.Type, value)
	}
}

// countedCopies judges a binding that has no header line, or more than one.
func (b *boundary) countedCopies(bd *Binding, value *strictjson.Value, at []int, encodeErr error) {
	pointer := rule.EscapePointer(argumentPointer(bd))
	f := fault{effect: rule.Reject, provenance: rule.SpecMust, category: CategoryMissing, header: bd.Header, line: -1, at: value, offset: -1}
	switch {
	case len(at) > 1:
		b.add(b.housePolicy(onLine(ruleDuplicate, rule.Policy, CategoryDuplicate, bd.Header, at[1], fmt.Sprintf("%d lines", len(at)))))
		return
	case encodeErr == nil:
		f.rule, f.text = ruleMissing, "missing copy of "+pointer
	case errors.Is(encodeErr, ErrRange):
		f.rule, f.text = ruleUncopied, pointer+" is "+uncopied(value)+", which has no header form"
	default:
		return // absent, or left to input validation
	}
	b.add(f)
}

// uncopied says what kind of value has no header form.
func uncopied(v *strictjson.Value) string {
	if !v.Is(strictjson.Number) {
		return v.Kind().String()
	}
	if v.Decimal().IsInteger() {
		return "an integer outside the safe range"
	}
	return "a fractional number"
}

// otherType reports whether a value is not of the type that its binding
// declares: input validation has that.
func otherType(t Type, v *strictjson.Value) bool {
	switch t {
	case String:
		return !v.Is(strictjson.String)
	case Integer:
		return !v.Is(strictjson.Number)
	case Boolean:
		return !v.Is(strictjson.Bool)
	}
	return false
}

// compare judges a decoded copy against the body's value, by the value's own
// type. The zero fault is agreement.
func (b *boundary) compare(value *strictjson.Value, text, pointer string) fault {
	switch value.Kind() {
	case strictjson.String:
		if text != value.Text() {
			return fault{rule: ruleString, provenance: rule.SpecMust, text: "decoded copy differs from " + pointer}
		}
	case strictjson.Bool:
		if text != value.Text() {
			return fault{rule: ruleBoolean, provenance: rule.SpecMust, text: "boolean copy is not the lower-case text of " + pointer}
		}
	case strictjson.Number:
		return b.compareNumber(value, text, pointer)
	case strictjson.Absent, strictjson.Null, strictjson.Array, strictjson.Object:
		panic("headers: compared a value without header form")
	}
	return fault{}
}

// compareNumber compares exact values, never doubles. The house policy reads
// the narrow grammar of integers, the specification any number that is one.
func (b *boundary) compareNumber(value *strictjson.Value, text, pointer string) fault {
	readable := isIntegerText(text)
	if b.profile == rule.Spec {
		readable = isNumber(text) && bounded(text)
	}
	if !readable {
		return fault{rule: ruleNumber, provenance: rule.Policy, text: "not an integer text"}
	}
	sent, own := strictjson.ParseDecimal(text), value.Decimal()
	switch {
	case !sent.IsSafeInteger(), !own.IsSafeInteger():
		return fault{rule: ruleNumber, provenance: rule.Policy, text: "outside the safe range"}
	case sent != own:
		return fault{rule: ruleNumber, provenance: rule.SpecShould, text: "differs from " + pointer}
	}
	return fault{}
}

// bounded reports whether a number's text can be taken as an exact decimal
// without being large itself: no header of an integer needs more.
func bounded(text string) bool {
	const longest, exponentDigits = 64, 3
	_, exponent, _ := strings.Cut(lower(text), "e")
	return len(text) <= longest && len(strings.TrimLeft(exponent, "+-0")) <= exponentDigits
}

// undeclaredShown is how many headers that nobody declared are told one by one.
const undeclaredShown = 20

// undeclared judges the headers of arguments that no binding declares (PAR-05).
func (b *boundary) undeclared(declared map[string]bool, why string) {
	seen, more := make(map[string]bool), 0
	for i, l := range b.lines {
		name := lower(l.name)
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
	return trimmed != name && judged(lower(trimmed))
}

func judged(lowered string) bool {
	return strings.HasPrefix(lowered, lowerPrefix) || standardNames[lowered]
}

// resembles reports whether a name is that of a copy but for underscores.
func resembles(name string) bool {
	name = lower(name)
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
