package admission

import (
	"mcpreview/internal/hidden"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// shownKeywords are the schema keywords whose text a model or a person is
// shown.
var shownKeywords = []string{"title", "description", "enum", "const", "default", "examples"}

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
			schema.Walk(root, j.shownIn)
		}
	}
}

func (j *judge) shownIn(p schema.Position) {
	for _, keyword := range shownKeywords {
		j.strings(p.Value.Get(keyword))
	}
	for name, v := range p.Value.Get("properties").Members() {
		j.shown(name, v)
	}
}

// strings looks at every string at and below a value.
func (j *judge) strings(v *strictjson.Value) {
	if s, ok := v.Str(); ok {
		j.shown(s, v)
	}
	for _, e := range v.Elements() {
		j.strings(e)
	}
	for _, m := range v.Members() {
		j.strings(m)
	}
}

// shown makes at most one finding of one text.
func (j *judge) shown(text string, at *strictjson.Value) {
	if hits := hidden.Find(text); hits != nil {
		j.find(ruleHiddenText, rule.Condition, rule.Policy, at, hidden.Describe(hits))
	}
}
