package evidence

import (
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Spot is a subject under judgement: findings made from it carry its name,
// and pointers relative to its base.
type Spot struct {
	Doc     *strictjson.Document
	Base    *strictjson.Value // pointers in reasons start here
	Subject rule.Subject
}

// Find makes a finding at a value at or below the base; nil is the base
// itself. Further reference tokens name members below it that are absent.
func (s Spot) Find(r *rule.Rule, e rule.Effect, p rule.Provenance, at *strictjson.Value, text string, missing ...string) rule.Finding {
	if at == nil {
		at = s.Base
	}
	pointer := ""
	if at != nil && s.Base != nil {
		pointer = s.Doc.PointerFrom(s.Base, at)
	}
	for _, token := range missing {
		pointer += "/" + strictjson.EscapeToken(token)
	}
	return rule.Finding{
		Rule: r, Effect: e, Provenance: p, Subject: s.Subject, Text: text,
		Pointer: pointer, At: s.Doc.Locate(at, missing...),
	}
}

// FindFault makes a finding of a strict JSON fault inside the base.
func (s Spot) FindFault(f strictjson.Fault, e rule.Effect, b strictjson.Bounds) rule.Finding {
	r := f.Rule()
	return rule.Finding{
		Rule: r, Effect: e, Provenance: r.Provenance[0], Subject: s.Subject, Text: f.Text(b),
		Pointer: s.Doc.PointerFromOffset(s.Base, f.Offset), At: s.Doc.LocateOffset(f.Offset),
	}
}
