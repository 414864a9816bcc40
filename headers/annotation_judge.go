package headers

import (
	"fmt"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// annotation judges one annotation in inputSchema, and binds what it can.
func (j *judge) annotation(a *annotation) {
	name, sound := j.name(a)
	if sound {
		sound = j.unique(a, name)
	}
	sound = j.position(a) && sound
	var typ Type
	if a.path != nil {
		var declared, decidable bool
		typ, declared = j.declaredType(a.holder)
		decidable = j.decidable(a.holder)
		sound = sound && declared && decidable
		if name != "" {
			j.lint(a, name)
		}
	}
	j.sensitive(a, name, typ)
	if typ == Integer {
		j.integerRange(a.holder)
	}
	if !sound {
		return
	}
	j.bindings = append(j.bindings, Binding{
		Property: a.property, Path: a.path, Pointer: j.spot.Doc.PointerFrom(j.spot.Base, a.holder),
		Name: name, Header: Prefix + name, Type: typ,
	})
}

// name judges the value: HDR-02, HDR-03. It returns a string's text.
func (j *judge) name(a *annotation) (name string, sound bool) {
	name, isString := a.value.Str()
	switch {
	case !isString:
		j.find(ruleNotString, rule.Reject, j.must, a.value, "value is "+a.value.Kind().String())
		return "", false
	case name == "":
		j.find(ruleNotString, rule.Reject, j.must, a.value, "value is an empty string")
		return "", false
	}
	n := 0
	for _, r := range name {
		if !isTokenCharacter(r) {
			j.find(ruleNotToken, rule.Reject, j.must, a.value, fmt.Sprintf("character U+%04X at %d is not allowed in a field name", r, n))
			return name, false
		}
		n++
	}
	return name, true
}

// isTokenCharacter is tchar of RFC 9110.
func isTokenCharacter(r rune) bool {
	switch {
	case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z':
		return true
	}
	return r < 0x80 && strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

// unique judges HDR-04, and the lint of HDR-13 that is nearly it. name is a
// token, so that folding it is folding A to Z.
func (j *judge) unique(a *annotation, name string) bool {
	folded := strings.ToLower(name)
	if first := j.taken[folded]; first != nil {
		j.find(ruleRepeated, rule.Reject, j.must, a.value, rule.Quote(name)+" repeats the header of "+j.pointer(first.holder)+" ignoring case")
		return false
	}
	j.taken[folded] = a
	dashed := strings.ReplaceAll(folded, "_", "-")
	if first := j.alike[dashed]; first != nil {
		j.note(a.value, `differs from the header of `+j.pointer(first.holder)+` in "-" and "_" alone`)
	} else {
		j.alike[dashed] = a
	}
	return true
}

// position judges HDR-06 and HDR-07.
func (j *judge) position(a *annotation) bool {
	const leaves = "; the path from the root leaves inputSchema.properties"
	switch below := len(a.path) - 1; {
	case a.path == nil && a.left == "":
		j.find(ruleMisplaced, rule.Reject, j.must, a.value, "annotation on the root itself"+leaves)
	case a.path == nil:
		j.find(ruleMisplaced, rule.Reject, j.must, a.value, "annotation under "+a.left+leaves)
	case below > 0 && j.policy.Profile == rule.House:
		levels := "levels"
		if below == 1 {
			levels = "level"
		}
		j.find(ruleNested, rule.Reject, rule.Policy, a.value, fmt.Sprintf("annotation is nested %d %s below inputSchema.properties; "+
			"only direct members may carry it (house policy; the protocol allows a properties chain)", below, levels))
	default:
		return true
	}
	return false
}

// declaredType judges HDR-05.
func (j *judge) declaredType(holder *strictjson.Value) (Type, bool) {
	v := holder.Get("type")
	found := v.Kind().String()
	switch name, isString := v.Str(); {
	case isString:
		if t, err := ParseType(name); err == nil {
			return t, true
		}
		found = rule.Quote(name)
	case v.Is(strictjson.Array):
		found = "a list"
	case v == nil:
		j.find(ruleType, rule.Reject, j.must, holder, `declared type is missing, must be "string", "integer" or "boolean"`, "type")
		return 0, false
	}
	j.find(ruleType, rule.Reject, j.must, v, "declared type is "+found+`, must be "string", "integer" or "boolean"`)
	return 0, false
}

// decidable judges HDR-10: what stands beside $ref counts by the dialect of
// inputSchema and by the one that the property itself may declare.
func (j *judge) decidable(holder *strictjson.Value) bool {
	ref := holder.Get("$ref")
	if ref == nil {
		return true
	}
	dialect := j.dialect
	if holder.Get("$schema") != nil && !hidesSiblings(dialect) {
		dialect, _ = schema.DialectOf(holder)
	}
	if !hidesSiblings(dialect) {
		return true
	}
	j.find(ruleSiblings, rule.Reject, j.must, ref, dialect+" ignores the siblings of $ref, so the annotation has no defined meaning")
	return false
}

func hidesSiblings(dialect string) bool { return dialect == "draft-07" || dialect == "draft-06" }

// longestName is how long a name may be before HDR-13 says something.
const longestName = 64

// lint judges the rest of HDR-13.
func (j *judge) lint(a *annotation, name string) {
	if len(name) >= len(Prefix) && strings.EqualFold(name[:len(Prefix)], Prefix) {
		j.note(a.value, "the value starts with "+Prefix+" already, which is put before it again")
	}
	if strings.ContainsAny(name, "_.") {
		j.note(a.value, `the value holds "_" or ".", which common proxies drop or replace`)
	}
	if len(name) > longestName {
		j.note(a.value, fmt.Sprintf("the value is longer than %d characters", longestName))
	}
}

func (j *judge) note(at *strictjson.Value, text string) {
	if j.policy.Profile == rule.House {
		j.find(ruleLint, rule.Note, rule.Policy, at, text)
	}
}
