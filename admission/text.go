package admission

import (
	"slices"

	"mcpreview/internal/hidden"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// machineKeywords are the keywords whose text readers of schemas resolve and
// nobody is shown; what they may hold has rules of its own.
var machineKeywords = []string{"pattern", "$id", "$schema", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"}

// hiddenText looks for hidden characters in what a model or a person is shown
// of the tool: DESC-19. The revision does not matter: clients show what is
// there. The names of parameters count, since a model reads them too.
func (j *judge) hiddenText() {
	for _, name := range []string{"title", "description", "icons"} {
		j.strings(j.value.Get(name))
	}
	j.strings(j.value.Path("annotations", "title"))
	for _, name := range []string{"inputSchema", "outputSchema"} {
		if root := j.value.Get(name); root.Is(strictjson.Object) {
			schema.WalkAll(root, j.shownIn, func(p schema.Position) { j.strings(p.Value) })
		}
	}
}

// shownIn looks at one schema without those below it: at the names that it
// gives, and at whatever stands under its other keywords, known or not. Models
// are given schemas as they are, comments and annotations of any sort included.
func (j *judge) shownIn(p schema.Position) {
	for name, v := range p.Value.Members() {
		switch role := schema.RoleOf(name); {
		case role == schema.RoleReference, slices.Contains(machineKeywords, name):
		case role == schema.RoleSchema:
			if schema.GivesNames(name) {
				for given, at := range v.Members() {
					j.shown(given, at)
				}
			}
		default:
			if role == schema.RoleUnknown {
				j.shown(name, v)
				j.nearKeyword(name, v)
			}
			j.strings(v)
		}
	}
}

// nearKeyword notes a member of a schema that nearly is a keyword, the first for
// each keyword: JSON-07.
func (j *judge) nearKeyword(name string, v *strictjson.Value) {
	keyword := schema.NearKeyword(name)
	if keyword == "" || slices.Contains(j.nearKeywords, keyword) {
		return
	}
	j.nearKeywords = append(j.nearKeywords, keyword)
	j.find(ruleNearMiss, rule.Note, rule.SpecMust, v, shape.Member{Name: name, NearMissOf: keyword}.NearMiss())
}

// strings looks at every string at and below a value, names included.
func (j *judge) strings(v *strictjson.Value) {
	if s, ok := v.Str(); ok {
		j.shown(s, v)
	}
	for _, e := range v.Elements() {
		j.strings(e)
	}
	for name, m := range v.Members() {
		j.shown(name, m)
		j.strings(m)
	}
}

// shown makes at most one finding of one text.
func (j *judge) shown(text string, at *strictjson.Value) {
	if hits := hidden.Find(text); hits != nil {
		j.find(ruleHiddenText, rule.Condition, rule.Policy, at, hidden.Describe(hits))
	}
}
