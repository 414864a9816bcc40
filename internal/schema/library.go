package schema

import (
	"errors"
	"math"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/internal/pattern"
)

// refuse is the loader of every compiler: nothing is fetched, files included.
type refuse struct{}

var errRefused = errors.New("nothing is fetched")

// Load fetches nothing.
func (refuse) Load(string) (any, error) { return nil, errRefused }

func newCompiler() *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.UseLoader(refuse{})
	return c
}

var drafts = [dialects]*jsonschema.Draft{
	draft06: jsonschema.Draft6, draft07: jsonschema.Draft7, draft2019: jsonschema.Draft2019, draft2020: jsonschema.Draft2020,
}

// library answers questions about the meta-schemas that the library holds.
type library struct{ *jsonschema.Compiler }

// has reports whether a published meta-schema has a schema at a fragment.
func (l *library) has(uri, fragment string) bool {
	if l.Compiler == nil {
		l.Compiler = newCompiler()
	}
	_, err := l.Compile(uri + "#" + escapeFragment(fragment))
	return err == nil
}

func escapeFragment(fragment string) string { return strings.ReplaceAll(fragment, "%", "%25") }

// stop is thrown out of an evaluation by a pattern that gives no answer.
type stop struct{ reason string }

// String is the pattern as it was written.
func (r *regex) String() string { return r.text }

// MatchString reports a match, or throws a stop.
func (r *regex) MatchString(s string) bool {
	if r.Pattern == nil {
		panic(stop{"it needs a pattern that cannot be evaluated here"})
	}
	if r.untried(s) {
		panic(stop{errLong})
	}
	matched, err := r.Pattern.MatchString(s)
	switch {
	case errors.Is(err, pattern.ErrWork):
		panic(stop{errLong})
	case err != nil:
		panic(stop{"a pattern match was stopped"})
	}
	return matched
}

var errNoPattern = errors.New("not a regular expression of ECMA-262")

// engine serves the patterns that were judged.
func (j *judge) engine(text string) (jsonschema.Regexp, error) {
	r, known := j.patterns[text]
	if !known {
		r = compilePattern(text)
	}
	if r == nil {
		return nil, errNoPattern
	}
	return r, nil
}

// build has the library compile what was judged. It fails only where the
// library sees a fault that was not seen here.
func (j *judge) build(s *Schema) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	c := newCompiler()
	c.DefaultDraft(drafts[s.dialect])
	c.UseRegexpEngine(j.engine)
	if err := c.AddResource(base, j.root.Any()); err != nil {
		return false
	}
	compiled, err := c.Compile(base)
	if err != nil {
		return false
	}
	s.compiled = compiled
	t := trimmer{judge: j, schema: s, seen: make(map[*jsonschema.Schema]struct{}, len(j.nodes))}
	t.trim(compiled)
	if j.dynamic && len(j.resources) == 1 && !j.bundled {
		t.settle()
	}
	if !j.dynamic {
		// The else branch is reached where the schema does not hold: "if" asks
		// for no more than that, so the library stops at the first violation.
		never := false
		s.quick = &jsonschema.Schema{DraftVersion: compiled.DraftVersion, If: compiled, Else: &jsonschema.Schema{Bool: &never}}
	}
	return true
}

// trimmer goes over a compiled schema once: it takes out what the library would
// assert and a dialect does not, and what is of no use to a validation.
type trimmer struct {
	*judge
	schema *Schema
	seen   map[*jsonschema.Schema]struct{}
}

// settle makes dynamic references plain ones: with a single resource there is
// nothing that the path of evaluation could choose between. The library's own
// way works from the root of a schema only.
func (t *trimmer) settle() {
	for s := range t.seen {
		s.RecursiveAnchor = false
		if s.DynamicRef != nil {
			s.DynamicRef.Anchor = ""
		}
	}
	t.dynamic = false
}

func (t *trimmer) trim(s *jsonschema.Schema) {
	if s == nil || s.Bool != nil {
		return
	}
	if _, done := t.seen[s]; done {
		return
	}
	t.seen[s] = struct{}{}
	s.Format = nil // the library asserts it up to draft-07
	s.Title, s.Description, s.Comment, s.Default, s.Examples = "", "", "", nil, nil
	if s.DraftVersion < 2019 && s.Ref != nil {
		s.Const = nil // hidden by the $ref, but the library evaluates it
	}
	if t.largeCounts {
		t.clampCounts(s)
	}
	if s.RecursiveAnchor {
		t.schema.recursive = append(t.schema.recursive, s)
	}
	if s.DynamicAnchor != "" {
		if t.schema.dynamic == nil {
			t.schema.dynamic = make(map[string][]*jsonschema.Schema)
		}
		t.schema.dynamic[s.DynamicAnchor] = append(t.schema.dynamic[s.DynamicAnchor], s)
	}
	eachPart(s, t.trim)
}

// clampCounts mends counts beyond the range of an int, which the library takes
// modulo 2^64.
func (t *trimmer) clampCounts(s *jsonschema.Schema) {
	pointer, here := schemaPointer(s.Location)
	if !here {
		return
	}
	v := t.root.Resolve(pointer)
	for name, count := range map[string]*int{
		"maxLength": s.MaxLength, "minLength": s.MinLength, "maxItems": s.MaxItems, "minItems": s.MinItems,
		"maxContains": s.MaxContains, "minContains": s.MinContains,
		"maxProperties": s.MaxProperties, "minProperties": s.MinProperties,
	} {
		if count != nil && v.Get(name).Decimal().Exponent > 18 {
			*count = math.MaxInt
		}
	}
}

// eachPart calls do for the schemas that a compiled schema leads to.
func eachPart(s *jsonschema.Schema, do func(*jsonschema.Schema)) {
	for _, one := range []*jsonschema.Schema{
		s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties,
		s.Contains, s.Items2020, s.UnevaluatedItems, s.ContentSchema,
	} {
		do(one)
	}
	if s.DynamicRef != nil {
		do(s.DynamicRef.Ref)
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		for _, one := range list {
			do(one)
		}
	}
	for _, named := range []map[string]*jsonschema.Schema{s.Properties, s.DependentSchemas} {
		for _, one := range named {
			do(one)
		}
	}
	for _, one := range s.PatternProperties {
		do(one)
	}
	for _, one := range s.Dependencies {
		eachIn(one, do)
	}
	for _, one := range []any{s.AdditionalProperties, s.Items, s.AdditionalItems} {
		eachIn(one, do)
	}
}

// eachIn is eachPart for a field that holds a schema, several, or none.
func eachIn(field any, do func(*jsonschema.Schema)) {
	switch field := field.(type) {
	case *jsonschema.Schema:
		do(field)
	case []*jsonschema.Schema:
		for _, one := range field {
			do(one)
		}
	}
}

// schemaPointer is the pointer in a location of the library; false for one in
// another document.
func schemaPointer(location string) (pointer string, here bool) {
	uri, fragment, _ := strings.Cut(location, "#")
	pointer, err := url.PathUnescape(fragment)
	return pointer, uri == base && err == nil
}
