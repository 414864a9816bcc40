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
	// Declared are the names that the descriptor behind the subject declares;
	// nil for none. Others are shown only where they are plain.
	Declared func(name string) bool
}

func (s Spot) lens() strictjson.Lens {
	return strictjson.Lens{Document: s.Doc, Declared: s.Declared}
}

// Find makes a finding at a value at or below the base; nil is the base
// itself. Further reference tokens name members below it that are absent.
func (s Spot) Find(r *rule.Rule, e rule.Effect, p rule.Provenance, at *strictjson.Value, text string, missing ...string) rule.Finding {
	if at == nil {
		at = s.Base
	}
	pointer := ""
	if at != nil && s.Base != nil {
		pointer = s.lens().PointerFrom(s.Base, at)
	}
	for _, token := range missing {
		pointer += "/" + strictjson.EscapeToken(token)
	}
	return rule.Finding{
		Rule: r, Effect: e, Provenance: p, Subject: s.Subject, Text: text,
		Pointer: pointer, At: s.lens().Locate(at, missing...),
	}
}

// FindFault makes a finding of a strict JSON fault inside the base.
func (s Spot) FindFault(f strictjson.Fault, e rule.Effect, b strictjson.Bounds) rule.Finding {
	r := f.Rule()
	return rule.Finding{
		Rule: r, Effect: e, Provenance: r.Provenance[0], Subject: s.Subject, Text: s.lens().FaultText(f, b),
		Pointer: s.lens().PointerFromOffset(s.Base, f.Offset), At: s.lens().LocateOffset(f.Offset),
	}
}
