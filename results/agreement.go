package results

import (
	"strings"
	"sync"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// parsers are reused: parsing the text of every structured result is most of
// what judging one costs.
var parsers = sync.Pool{New: func() any { return new(strictjson.Parser) }}

// An agreement compares the texts of a result with its structured value
// (RES-16).
type agreement struct {
	structured *strictjson.Value
	source     string            // of the structured value
	sole       *strictjson.Value // the value of its one member, or nil
	bounds     strictjson.Bounds
	maxBytes   int
}

// A match is what one text is to the structured value. The zero value is invalid.
type match uint8

const (
	prose    match = iota + 1 // not comparable
	unread                    // over the bound on texts, which RES-17 rejects
	equal                     // the same value
	wrapped                   // the same as the value's sole member
	differs                   // another value
	unproven                  // JSON with a fault in it: another reader may read another value
)

// judgeAgreement compares each text block with the structured value: one that
// equals it is enough, and another that contradicts it is noted.
func (j *judge) judgeAgreement(content, structured *strictjson.Value) {
	limits := j.policy.Limits
	a := agreement{
		structured: structured, source: j.call.Doc.Source(structured), sole: soleMember(structured),
		bounds: limits.JSON(), maxBytes: limits.TextBytes,
	}
	var at [unproven + 1]*strictjson.Value // first text of each kind
	var pointer string
	for i := range j.Blocks {
		text := textOf(content.At(i))
		if text == nil {
			continue
		}
		m, difference := a.match(text.Text())
		if at[m] == nil {
			at[m] = text
			if m == differs {
				pointer = difference
			}
		}
	}
	where := "its root"
	if pointer != "" {
		where = rule.EscapePointer(strictjson.Lens{Document: j.call.Doc, Declared: j.result.Declared}.Show(pointer))
	}
	switch {
	case at[equal] != nil && at[differs] != nil:
		j.find(ruleAgrees, rule.Note, rule.SpecShould, at[differs], "JSON text differs from structuredContent at "+where+"; another text block equals it")
	case at[equal] != nil:
	case at[wrapped] != nil:
		j.find(ruleAgrees, rule.Note, rule.SpecShould, at[wrapped], "text equals the one member of structuredContent, which wraps it")
	case at[differs] != nil:
		j.find(ruleAgrees, rule.Condition, rule.SpecShould, at[differs], "JSON text differs from structuredContent at "+where)
	case at[unproven] != nil:
		j.find(ruleAgrees, rule.Condition, rule.SpecShould, at[unproven], "JSON text is not strict JSON and cannot be compared with structuredContent")
	case at[prose] != nil:
		j.find(ruleAgrees, rule.Note, rule.SpecShould, at[prose], "text is prose, not compared with structuredContent")
	}
}

// soleMember is the value of an object's only member, or nil.
func soleMember(v *strictjson.Value) *strictjson.Value {
	if v.Len() == 1 {
		for _, member := range v.Members() {
			return member
		}
	}
	return nil
}

// match compares one text; difference is a pointer into the structured value.
func (a *agreement) match(text string) (m match, difference string) {
	switch {
	case text == a.source:
		return equal, ""
	case len(text) > a.maxBytes:
		return unread, ""
	case isText(a.structured, text):
		return equal, ""
	case isText(a.sole, text):
		return wrapped, ""
	case !a.isComparable(text):
		return prose, ""
	}
	parser := parsers.Get().(*strictjson.Parser)
	defer parsers.Put(parser)
	parser.Bounds = a.bounds
	doc, err := parser.Parse([]byte(text), "", 1)
	if err != nil {
		return prose, ""
	}
	if len(doc.Faults) > 0 {
		return unproven, ""
	}
	difference, same := strictjson.Diff(a.structured, doc.Root)
	switch {
	case same:
		return equal, ""
	case a.sole != nil && strictjson.Equal(a.sole, doc.Root):
		return wrapped, ""
	case isContainer(doc.Root) || !isContainer(a.structured):
		return differs, difference
	}
	return prose, ""
}

// isText reports whether a value is a string of exactly that text.
func isText(v *strictjson.Value, text string) bool {
	s, ok := v.Str()
	return ok && s == text
}

func isContainer(v *strictjson.Value) bool {
	return v.Is(strictjson.Object) || v.Is(strictjson.Array)
}

// isComparable reports whether a text may parse to something that is compared:
// an object or array, or a scalar where a scalar is looked for.
func (a *agreement) isComparable(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		return true
	}
	return !isContainer(a.structured) || a.sole != nil && !isContainer(a.sole)
}
