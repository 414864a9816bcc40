package jsonform

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcpreview/docs"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
	"mcpreview/report"
)

// MaxBytes is the most that a saved review may hold: several times what the
// largest evidence leads to.
const MaxBytes = 256 << 20

// bounds are wide for what Write writes: reviews nest six deep and count in
// decimals of at most 19 digits.
var bounds = strictjson.Bounds{Bytes: MaxBytes, Nesting: 16, NumberBytes: 20, Exponent: 1}

// Read reads a review that Write wrote. It is strict: what the published schema
// does not have, of whatever version, is an error, and so is a review that
// contradicts itself. file is what errors call the document; they have the line
// and column, and Strings of the review stand in them only as rule.Quote and
// rule.EscapePointer show them.
func Read(data []byte, file string) (*report.Review, error) {
	doc, err := strictjson.Parse(data, file, 1, bounds.Written(len(data)))
	if err != nil {
		return nil, err
	}
	// A review holds no data: whatever is in it was fit to be shown.
	r := reader{strictjson.Lens{Document: doc, Declared: func(string) bool { return true }}}
	for _, f := range doc.Faults {
		return nil, r.fault(r.doc.LocateOffset(f.Offset), f.Text(bounds))
	}
	if err := r.version(); err != nil {
		return nil, err
	}
	if err := r.validate(); err != nil {
		return nil, err
	}
	review := &report.Review{}
	if err := json.Unmarshal(data, review, json.RejectUnknownMembers(true)); err != nil {
		return nil, r.semantic(err)
	}
	if pointer, contradiction := review.Restore(); contradiction != "" {
		return nil, r.at(pointer, contradiction)
	}
	return review, nil
}

// A reader makes the errors on one document.
type reader struct{ doc strictjson.Lens }

func (r reader) fault(at rule.Location, text string) error {
	where := fmt.Sprintf("%s:%d:%d: ", r.doc.File, at.Line, at.Column)
	if at.Pointer != "" {
		where += rule.EscapePointer(at.Pointer) + ": "
	}
	return errors.New(where + text)
}

// at is the error of a place by its pointer.
func (r reader) at(pointer, text string) error {
	return r.fault(r.doc.Locate(r.doc.Root.Resolve(pointer)), text)
}

// version looks first at what says whether the rest can be understood.
func (r reader) version() error {
	root := r.doc.Root
	v := root.Get("schemaVersion")
	if !root.Is(strictjson.Object) || v == nil {
		return r.fault(r.doc.Locate(nil), "not a review of mcpreview: it has no schemaVersion")
	}
	n, ok := v.Int()
	switch {
	case !ok:
		return r.fault(r.doc.Locate(v), "not a whole number")
	case n > report.SchemaVersion:
		return r.fault(r.doc.Locate(v), fmt.Sprintf("%d is newer than %d, the newest that this version of mcpreview reads: use the one that wrote it%s",
			n, report.SchemaVersion, r.writer()))
	case n < report.SchemaVersion:
		return r.fault(r.doc.Locate(v), fmt.Sprintf("there was never a version %d", n))
	}
	return nil
}

// writer names the version that a document says it was written by; "" where it
// does not.
func (r reader) writer() string {
	version, ok := r.doc.Root.Path("tool", "version").Str()
	if !ok {
		return ""
	}
	return ", " + rule.Quote(version)
}

// schema is compiled once, and only by commands that read a review.
var schema = sync.OnceValue(func() *jsonschema.Schema {
	const name = "review.schema.json"
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(docs.ReviewSchema))
	if err != nil {
		panic(err) // its own tests read it
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, value); err != nil {
		panic(err)
	}
	return c.MustCompile(name)
})

func (r reader) validate() error { return r.conforms(schema(), r.doc.Root) }

// conforms holds a value against a part of the schema, a large one piece by
// piece: of the library's own form of it, and of what it finds, there is never
// more than a piece's. The error is of what stands first in the document.
func (r reader) conforms(s *jsonschema.Schema, v *strictjson.Value) error {
	for s.Ref != nil { // which stands alone in this schema
		s = s.Ref
	}
	isContainer := v.Is(strictjson.Object) || v.Is(strictjson.Array)
	if v.End()-v.Start() <= pieceBytes || !isContainer {
		return r.holds(s, v, v.Any())
	}
	if len(s.OneOf)+len(s.AnyOf) > 0 {
		return r.fault(r.doc.Locate(v), fmt.Sprintf("larger than %d bytes", pieceBytes))
	}
	if err := r.shell(s, v); err != nil {
		return err
	}
	for name, member := range v.Members() {
		sub := s.Properties[name]
		if more, open := s.AdditionalProperties.(*jsonschema.Schema); sub == nil && open {
			sub = more
		}
		if err := r.conforms(sub, member); err != nil {
			return err
		}
	}
	for _, element := range v.Elements() {
		if err := r.conforms(s.Items2020, element); err != nil {
			return err
		}
	}
	return nil
}

// pieceBytes is up to which length a value is handed to the library whole.
const pieceBytes = 1 << 20

// shell holds a container against what a schema says of it alone: its type, and
// the names of its members.
func (r reader) shell(s *jsonschema.Schema, v *strictjson.Value) error {
	only := *s
	only.Items2020, only.Properties = nil, make(map[string]*jsonschema.Schema, len(s.Properties))
	anything := true
	for name := range s.Properties {
		only.Properties[name] = &jsonschema.Schema{DraftVersion: s.DraftVersion, Bool: &anything}
	}
	if _, open := s.AdditionalProperties.(*jsonschema.Schema); open {
		only.AdditionalProperties = nil
	}
	if v.Is(strictjson.Array) {
		return r.holds(&only, v, []any{})
	}
	empty := make(map[string]any, v.Len())
	for name := range v.Members() {
		empty[name] = nil
	}
	return r.holds(&only, v, empty)
}

// holds is conforms by the library, for a value in its own form.
func (r reader) holds(s *jsonschema.Schema, v *strictjson.Value, instance any) error {
	err := s.Validate(instance)
	var broken *jsonschema.ValidationError
	if !errors.As(err, &broken) {
		return err
	}
	first := r.first(v, broken)
	at := first.InstanceLocation
	unknown, isUnknown := first.ErrorKind.(*kind.AdditionalProperties)
	if isUnknown {
		at = append(at, least(unknown.Properties))
	}
	value := v.Resolve(pointerOf(at))
	if isUnknown {
		return r.fault(r.doc.Locate(value), "unknown member")
	}
	return r.fault(r.doc.Locate(value), text(first.ErrorKind, value))
}

// first is the leaf of a tree of errors about a value that stands first in the
// document: the schema library goes through members in no order.
func (r reader) first(v *strictjson.Value, e *jsonschema.ValidationError) *jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return e
	}
	var best *jsonschema.ValidationError
	place := func(e *jsonschema.ValidationError) (int, string) {
		return v.Resolve(pointerOf(e.InstanceLocation)).Start(), strings.Join(e.ErrorKind.KeywordPath(), "/")
	}
	for _, c := range e.Causes {
		leaf := r.first(v, c)
		if best == nil {
			best = leaf
			continue
		}
		at, keyword := place(leaf)
		bestAt, bestKeyword := place(best)
		if at < bestAt || at == bestAt && keyword > bestKeyword {
			best = leaf
		}
	}
	return best
}

func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString("/" + strictjson.EscapeToken(t))
	}
	return b.String()
}

// text says what is wrong with a value.
func text(k jsonschema.ErrorKind, v *strictjson.Value) string {
	switch k := k.(type) {
	case *kind.Required:
		return "member " + rule.Quote(least(k.Missing)) + " is missing"
	case *kind.Type:
		return fmt.Sprintf("%s, want %s", v.Kind(), strings.Join(k.Want, " or "))
	case *kind.Enum:
		return fmt.Sprintf("%s is none of %s", shown(v), listed(k.Want))
	case *kind.Const:
		return fmt.Sprintf("%s is not %s", shown(v), listed([]any{k.Want}))
	case *kind.Pattern:
		return shown(v) + " does not have the form " + k.Want
	}
	return shown(v) + " is not in range"
}

func least(names []string) string {
	least := names[0]
	for _, n := range names {
		least = min(least, n)
	}
	return least
}

// shown is a value as an error shows it: never a whole one of an open form.
func shown(v *strictjson.Value) string {
	if s, ok := v.Str(); ok {
		return rule.Quote(s)
	}
	if v.Is(strictjson.Number) {
		return v.Text()
	}
	return v.Kind().String()
}

func listed(values []any) string {
	var words []string
	for _, v := range values {
		words = append(words, fmt.Sprintf("%q", v))
	}
	return strings.Join(words, ", ")
}

// semantic is an error of the decoder on what has the schema's form, such as a
// number that is out of an int's range.
func (r reader) semantic(err error) error {
	var e *json.SemanticError
	if !errors.As(err, &e) {
		return r.fault(r.doc.Locate(nil), "cannot be read as a review")
	}
	return r.at(string(e.JSONPointer), "cannot be read as "+e.GoType.String())
}
