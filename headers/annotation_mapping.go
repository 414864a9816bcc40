package headers

import (
	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// CompareMapping compares a mapping that was supplied for a tool with the tool's
// bindings: HDR-14, which runs under the house policy only. Header names compare
// without ASCII case, arguments exactly. known is false where the tool is not
// listed, or is rejected; the mapping then says nothing of it. The subject of
// the findings is the tool, their pointers lead from the mapping's document.
func CompareMapping(m *evidence.HeaderMapping, bindings []Binding, known bool) []rule.Finding {
	spot := evidence.Spot{Doc: m.Doc, Base: m.Value, Subject: rule.Subject{Kind: rule.KindTool, Name: m.Tool}}
	if !known {
		return []rule.Finding{spot.Find(ruleMapping, rule.Note, rule.Policy, m.Map, "mapping is of a tool that is not listed or is rejected")}
	}
	if !m.Map.Is(strictjson.Object) {
		text := "mapping is " + m.Map.Kind().String() + ", not an object of arguments and their headers"
		return []rule.Finding{spot.Find(ruleMapping, rule.Condition, rule.Policy, m.Map, text)}
	}
	var findings []rule.Finding
	find := func(at *strictjson.Value, text string, missing ...string) {
		findings = append(findings, spot.Find(ruleMapping, rule.Condition, rule.Policy, at, text, missing...))
	}
	expected := make(map[string]bool, len(bindings))
	for _, b := range bindings {
		expected[b.Property] = true
		about := rule.Quote(b.Header) + " for " + rule.EscapePointer(b.Pointer)
		given := m.Map.Get(b.Property)
		switch header, _ := given.Str(); {
		case given == nil:
			find(m.Map, "mapping lacks "+about, b.Property)
		case shape.LowerASCII(header) != shape.LowerASCII(b.Header):
			find(given, "mapping changes "+about)
		}
	}
	for property, given := range m.Map.Members() {
		if !expected[property] {
			header, _ := given.Str()
			find(given, "mapping adds "+rule.Quote(header)+" for "+rule.Quote(property))
		}
	}
	return rule.Sort(findings)
}
