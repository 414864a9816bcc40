package admission

import (
	"fmt"

	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// schemas judges inputSchema and outputSchema: DESC-07 to DESC-13, DESC-22.
func (j *judge) schemas() {
	j.inputSchema()
	j.outputSchema()
	for _, name := range []string{"inputSchema", "outputSchema"} {
		j.HeaderAnnotations += headerAnnotations(j.value.Get(name))
	}
	if j.Input == nil || j.Output == nil {
		return
	}
	if n, limit := j.Input.Subschemas()+j.Output.Subschemas(), j.policy.Limits.Subschemas; n > limit {
		j.find(ruleBounds, rule.Reject, rule.SpecShould, nil, fmt.Sprintf("subschemas of both schemas %d exceed %d", n, limit))
	}
}

func (j *judge) inputSchema() {
	v := j.value.Get("inputSchema")
	switch {
	case v == nil:
		j.find(ruleInput, rule.Reject, rule.SpecMust, nil, "inputSchema is missing", "inputSchema")
		return
	case !v.Is(strictjson.Object):
		j.find(ruleInput, rule.Reject, rule.SpecMust, v, "inputSchema is "+v.Kind().String()+", must be object")
		return
	}
	j.rootType(ruleRootType, v, "")
	if j.Input = j.compile(v, nil); j.Input != nil {
		j.Dialect = j.Input.Dialect()
	}
}

func (j *judge) outputSchema() {
	v := j.member("outputSchema")
	if v == nil {
		return
	}
	j.HasOutput = true
	if !v.Is(strictjson.Object) {
		j.find(ruleOutput, rule.Reject, rule.SpecMust, v, "outputSchema is "+v.Kind().String()+", not an object")
		return
	}
	if !j.revision.AnyStructured {
		j.rootType(ruleOutput, v, " in revision "+j.revision.Name)
	}
	if j.Output = j.compile(v, ruleOutput); j.Output != nil {
		j.OutputDialect = j.Output.Dialect()
	}
}

// rootType demands that the type at a schema's root is the string "object".
func (j *judge) rootType(r *rule.Rule, root *strictjson.Value, where string) {
	v := root.Get("type")
	found := v.Kind().String()
	switch s, isString := v.Str(); {
	case s == "object":
		return
	case isString:
		found = rule.Quote(s)
	case v == nil:
		j.find(r, rule.Reject, rule.SpecMust, root, `root type is missing, must be "object"`+where, "type")
		return
	case v.Is(strictjson.Array):
		found = "a list"
	}
	j.find(r, rule.Reject, rule.SpecMust, v, "root type is "+found+`, must be "object"`+where)
}

// compile finds the schema's problems and returns it, nil where it is unusable.
// What is not valid falls under invalid, where that is given.
func (j *judge) compile(root *strictjson.Value, invalid *rule.Rule) *schema.Schema {
	s, problems := schema.Compile(j.entry.doc(), root, j.policy.Limits)
	for _, p := range problems {
		r := p.Kind.Rule()
		if p.Kind == schema.InvalidSchema && invalid != nil {
			r = invalid
		}
		j.find(r, p.Kind.Effect(), p.Kind.Provenance(), p.At, p.Text, p.Missing...)
	}
	return s
}
