package headers

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// generator writes schemas that no one would write: annotations, references and
// data at random.
type generator struct {
	*rand.Rand
	names int
}

// referenceHere stands for a reference until all pointers are known.
const referenceHere = "@reference@"

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

// sample is a few different ones of a list.
func (g *generator) sample(list []string, most int) []string {
	list = slices.Clone(list)
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:g.IntN(min(most, len(list))+1)]
}

func (g *generator) object(members map[string]string) string {
	var all []string
	for name, text := range members {
		all = append(all, fmt.Sprintf("%q:%s", name, text))
	}
	slices.Sort(all)
	return "{" + strings.Join(all, ",") + "}"
}

var (
	singleKeywords = []string{"additionalProperties", "unevaluatedProperties", "propertyNames", "items", "additionalItems",
		"unevaluatedItems", "contains", "not", "if", "then", "else", "contentSchema"}
	listKeywords = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	mapKeywords  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
	dataKeywords = []string{"default", "const", "enum", "examples"}
	otherMembers = []string{"title", "required", "x-ui", "X-MCP-Header", "type2"}
	memberNames  = []string{"a", "b", "token", "x-mcp-header", "properties", "items", "default", "$ref", ""}
)

func (g *generator) schema(depth int) string {
	if g.IntN(12) == 0 {
		return g.pick("true", "false")
	}
	return g.object(g.members(depth))
}

func (g *generator) members(depth int) map[string]string {
	members := map[string]string{}
	if g.IntN(4) == 0 {
		members["x-mcp-header"] = g.pick(`"R"`, `"S"`, `"r"`, `"T-1"`, `"Bad Name"`, `""`, `null`, `7`, `{"x-mcp-header":"R"}`)
	}
	if g.IntN(2) == 0 {
		members["type"] = g.pick(`"string"`, `"boolean"`, `"number"`, `["string"]`)
	}
	for _, keyword := range []string{"$ref", "$recursiveRef", "$dynamicRef"} {
		if g.IntN(8) == 0 {
			members[keyword] = `"` + referenceHere + `"`
		}
	}
	if g.IntN(10) == 0 {
		g.names++
		members["$anchor"] = fmt.Sprintf(`"n%d"`, g.names)
	}
	if g.IntN(16) == 0 {
		members["$dynamicAnchor"] = `"n"`
	}
	if g.IntN(16) == 0 {
		members["$recursiveAnchor"] = "true"
	}
	if g.IntN(16) == 0 {
		members["$dynamicRef"] = `"#n"`
	}
	for _, keyword := range g.sample(otherMembers, 1) {
		members[keyword] = g.data(depth - 1)
	}
	if depth > 0 {
		g.below(members, depth-1)
	}
	return members
}

func (g *generator) below(members map[string]string, depth int) {
	for _, keyword := range g.sample(singleKeywords, 2) {
		members[keyword] = g.schema(depth)
	}
	for _, keyword := range g.sample(listKeywords, 1) {
		var all []string
		for range g.IntN(3) {
			all = append(all, g.schema(depth))
		}
		members[keyword] = "[" + strings.Join(all, ",") + "]"
	}
	for _, keyword := range g.sample(mapKeywords, 2) {
		all := map[string]string{}
		for _, name := range g.sample(memberNames, 3) {
			all[name] = g.schema(depth)
			if g.IntN(10) == 0 {
				all[name] = g.data(depth)
			}
		}
		members[keyword] = g.object(all)
	}
	for _, keyword := range g.sample(dataKeywords, 1) {
		members[keyword] = g.data(depth)
	}
}

// data is any JSON, schemas among it.
func (g *generator) data(depth int) string {
	switch n := g.IntN(6); {
	case n == 0 || depth <= 0:
		return g.pick(`"x-mcp-header"`, `1`, `null`, `[]`)
	case n == 1:
		return "[" + g.data(depth-1) + "," + g.schema(depth-1) + "]"
	case n == 2:
		return `{"x-mcp-header":` + g.data(depth-1) + `}`
	case n == 3:
		return `{"k":` + g.data(depth-1) + `,"properties":{"a":` + g.schema(depth-1) + `}}`
	}
	return g.schema(depth - 1)
}

// tool is a tool with such schemas, their references set.
func (g *generator) tool(t testing.TB) (text string) {
	g.names = 0
	root := g.members(2)
	if g.IntN(3) == 0 {
		root["$schema"] = `"http://json-schema.org/draft-07/schema#"`
	}
	direct := map[string]string{}
	for _, name := range g.sample(memberNames, 4) {
		direct[name] = g.schema(1)
		if g.IntN(2) == 0 {
			direct[name] = g.object(map[string]string{"type": g.pick(`"string"`, `"boolean"`), "x-mcp-header": g.pick(`"R"`, `"S"`, `"r"`, `"T-1"`),
				g.pick("$ref", "title", "not"): g.pick(`"`+referenceHere+`"`, "{}")})
		}
	}
	root["properties"] = g.object(direct)
	input := g.object(root)
	input = g.link(t, input)
	output := ""
	if g.IntN(4) == 0 {
		output = `,"outputSchema":` + g.link(t, `{"anyOf":[`+g.schema(2)+`]}`)
	}
	return `{"name":"t","inputSchema":` + input + output + `}`
}

// link lets every reference lead to a random value, or nowhere.
func (g *generator) link(t testing.TB, schema string) string {
	pointers := []string{"#", "#", "#/none", "#n", "https://example.net/s.json"}
	for n := range g.names {
		pointers = append(pointers, fmt.Sprintf("#n%d", n+1))
	}
	var list func(v *strictjson.Value, at string)
	list = func(v *strictjson.Value, at string) {
		pointers = append(pointers, "#"+at)
		for name, member := range v.Members() {
			list(member, at+"/"+name)
		}
		for i, element := range v.Elements() {
			list(element, fmt.Sprintf("%s/%d", at, i))
		}
	}
	list(parse(t, schema).Root, "")
	for strings.Contains(schema, referenceHere) {
		schema = strings.Replace(schema, referenceHere, g.pick(pointers...), 1)
	}
	return schema
}

// slowSweep is the sweep as the rules say it, by pointers and without regard to
// cost.
type slowSweep struct {
	root      *strictjson.Value
	base      string
	positions []string // in the order in which they were found
	known     map[string]bool
	adopted   map[string]bool
	findings  map[string]bool
}

func (n *slowSweep) at(pointer string) *strictjson.Value { return n.root.Resolve(pointer) }

func (n *slowSweep) say(effect, id, pointer string) {
	n.findings[effect+" "+id+" "+n.base+pointer] = true
}

// collect adds the positions at and below a pointer.
func (n *slowSweep) collect(pointer string) {
	v := n.at(pointer)
	if !v.Is(strictjson.Object) && !v.Is(strictjson.Bool) || n.known[pointer] {
		return
	}
	n.positions = append(n.positions, pointer)
	n.known[pointer] = true
	for name, member := range v.Members() {
		at := pointer + "/" + name
		if slices.Contains(singleKeywords, name) {
			n.collect(at)
		}
		if slices.Contains(listKeywords, name) {
			for i := range member.Elements() {
				n.collect(fmt.Sprintf("%s/%d", at, i))
			}
		}
		if slices.Contains(mapKeywords, name) {
			for inner := range member.Members() {
				n.collect(at + "/" + inner)
			}
		}
	}
}

var referenceKeywords = []string{"$ref", "$dynamicRef", "$recursiveRef"}

// targets are the pointers that a reference at a position can lead to.
func (n *slowSweep) targets(position, keyword string) []string {
	uri, ok := n.at(position).Get(keyword).Str()
	if !ok {
		return nil
	}
	here, fragment, _ := strings.Cut(uri, "#")
	var all []string
	if fragment == "" || fragment[0] == '/' {
		if v := n.at(fragment); here == "" && (v.Is(strictjson.Object) || v.Is(strictjson.Bool)) {
			all = append(all, fragment)
		}
		for _, p := range n.positions {
			if keyword == "$recursiveRef" && n.at(p).Get("$recursiveAnchor").True() {
				all = append(all, p)
			}
		}
		return all
	}
	for _, p := range n.positions {
		for _, anchor := range []string{"$anchor", "$dynamicAnchor"} {
			if name, _ := n.at(p).Get(anchor).Str(); name == fragment {
				all = append(all, p)
			}
		}
	}
	return all
}

func inside(pointer, outer string) bool {
	return pointer == outer || strings.HasPrefix(pointer, outer+"/")
}

// hidden reports whether an object inside has an annotation's name and is no
// position.
func (n *slowSweep) hidden(pointer string) bool {
	v := n.at(pointer)
	if v.Get("x-mcp-header") != nil && !n.known[pointer] {
		return true
	}
	for name := range v.Members() {
		if n.hidden(pointer + "/" + name) {
			return true
		}
	}
	for i := range v.Elements() {
		if n.hidden(fmt.Sprintf("%s/%d", pointer, i)) {
			return true
		}
	}
	return false
}

// undecided looks for HDR-01 and JSON-07 at one position.
func (n *slowSweep) undecided(position string) {
	isSchema := func(p string) bool { return n.at(p).Is(strictjson.Object) || n.at(p).Is(strictjson.Bool) }
	for name, member := range n.at(position).Members() {
		at := position + "/" + name
		var suspects []string
		isList, isMap := slices.Contains(listKeywords, name), slices.Contains(mapKeywords, name)
		switch {
		case name == "x-mcp-header" || slices.Contains(dataKeywords, name):
		case isList && member.Is(strictjson.Array):
			for i := range member.Elements() {
				suspects = append(suspects, fmt.Sprintf("%s/%d", at, i))
			}
		case isMap && member.Is(strictjson.Object):
			for inner := range member.Members() {
				suspects = append(suspects, at+"/"+inner)
			}
		default:
			suspects = []string{at}
		}
		known := isList || isMap || slices.Contains(singleKeywords, name)
		for _, s := range suspects {
			lone := s == at && !slices.Contains(singleKeywords, name)
			if (!known || lone || !isSchema(s)) && n.hidden(s) {
				n.say("condition", "HDR-01", s)
			}
		}
		if strings.EqualFold(name, "x-mcp-header") && name != "x-mcp-header" {
			n.say("condition", "JSON-07", at)
		}
	}
}

// sweep finds all positions: those of the root, then those that references add,
// outer ones first.
func (n *slowSweep) sweep() {
	n.collect("")
	var added []string
	scratch := &slowSweep{root: n.root, positions: slices.Clone(n.positions), known: maps.Clone(n.known)}
	for i := 0; i < len(scratch.positions); i++ { // grows
		for _, keyword := range referenceKeywords {
			for _, target := range scratch.targets(scratch.positions[i], keyword) {
				if !scratch.known[target] {
					scratch.collect(target)
				}
				added = append(added, target)
			}
		}
	}
	slices.SortFunc(added, func(a, b string) int { return n.at(a).Start() - n.at(b).Start() })
	for _, p := range n.positions {
		n.undecided(p)
	}
	n.adopted = map[string]bool{}
	for _, target := range added {
		from := len(n.positions)
		if n.known[target] {
			continue
		}
		n.collect(target)
		for _, p := range n.positions[from:] {
			n.adopted[p] = true
			n.undecided(p)
		}
	}
}

func (n *slowSweep) annotated(p string) bool { return n.at(p).Get("x-mcp-header") != nil }

func (n *slowSweep) references() {
	for _, p := range n.positions {
		for _, keyword := range referenceKeywords {
			for _, target := range n.targets(p, keyword) {
				for _, a := range n.positions {
					if n.annotated(a) && inside(a, target) {
						n.say("reject", "HDR-08", p+"/"+keyword)
					}
				}
			}
		}
	}
}

// input judges what a sweep of inputSchema found, except HDR-04.
func (n *slowSweep) input() {
	draft07 := n.root.Get("$schema") != nil
	for _, p := range n.positions {
		if !n.annotated(p) || n.adopted[p] {
			continue
		}
		v := n.at(p)
		at := p + "/x-mcp-header"
		name, _ := v.Get("x-mcp-header").Str()
		switch {
		case name == "":
			n.say("reject", "HDR-02", at)
		case strings.Contains(name, " "):
			n.say("reject", "HDR-03", at)
		}
		tokens := strings.Split(p, "/")
		chain := p != ""
		for i := 1; i < len(tokens); i += 2 {
			chain = chain && tokens[i] == "properties" && i+1 < len(tokens)
		}
		if tokens[len(tokens)-1] == "token" && len(tokens) > 2 && n.underProperties(p) {
			n.say("reject", "HDR-11", p)
		}
		if !chain {
			n.say("reject", "HDR-07", at)
			continue
		}
		if len(tokens) > 3 {
			n.say("reject", "HDR-06", at)
		}
		if kind := v.Get("type").Text(); kind != "string" && kind != "boolean" {
			n.say("reject", "HDR-05", p+"/type")
		}
		if draft07 && v.Get("$ref") != nil {
			n.say("reject", "HDR-10", p+"/$ref")
		}
	}
}

// underProperties reports whether a position is a member of properties that are
// a keyword there.
func (n *slowSweep) underProperties(p string) bool {
	holder, name, _ := cutLast(p)
	schema, keyword, ok := cutLast(holder)
	return ok && keyword == "properties" && n.known[schema] && name == "token"
}

func cutLast(p string) (before, last string, ok bool) {
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return p, "", false
	}
	return p[:i], p[i+1:], true
}

// expected are the findings of a tool, HDR-04 and notes left out.
func expected(tool *strictjson.Value) map[string]bool {
	findings := map[string]bool{}
	in := &slowSweep{root: tool.Get("inputSchema"), known: map[string]bool{}, base: "/inputSchema", findings: findings}
	in.sweep()
	in.input()
	in.references()
	if v := tool.Get("outputSchema"); v != nil {
		out := &slowSweep{root: v, known: map[string]bool{}, base: "/outputSchema", findings: findings}
		out.sweep()
		for _, p := range out.positions {
			if out.annotated(p) {
				out.say("reject", "HDR-09", p+"/x-mcp-header")
			}
		}
	}
	return findings
}

// TestAgainstNaive compares the sweep with the naive one on random schemas.
func TestAgainstNaive(t *testing.T) {
	count := 12_000
	if testing.Short() {
		count = 1_500
	}
	g := &generator{Rand: rand.New(rand.NewPCG(4, 8))}
	rules, bindings := map[string]int{}, 0
	for i := range count {
		text := g.tool(t)
		doc := parse(t, text)
		spot := evidence.Spot{Doc: doc, Base: doc.Root}
		bound, findings := Annotations(spot, protocol.Current, "", policy.Default())
		bindings += len(bound)
		got := map[string]bool{}
		for _, f := range findings {
			if f.Effect != rule.Note && f.Rule != ruleRepeated {
				got[f.Effect.String()+" "+f.Rule.ID+" "+f.Pointer] = true
			}
			rules[f.Rule.ID]++
		}
		if want := expected(doc.Root); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("schema %d: %s\ntoo many %q\nmissing %q", i, text, without(got, want), without(want, got))
		}
		unbound(t, text, bound, findings)
	}
	for _, id := range []string{"JSON-07", "HDR-01", "HDR-02", "HDR-03", "HDR-04", "HDR-05", "HDR-06", "HDR-07", "HDR-08", "HDR-09", "HDR-10", "HDR-11"} {
		if rules[id] < count/100 {
			t.Errorf("%s was found %d times only", id, rules[id])
		}
	}
	if bindings < count/100 {
		t.Errorf("%d bindings only", bindings)
	}
}

// unbound wants that a binding is at a direct position, and that no two share a
// header.
func unbound(t *testing.T, text string, bindings []Binding, findings []rule.Finding) {
	t.Helper()
	seen := map[string]bool{}
	for _, b := range bindings {
		if seen[strings.ToLower(b.Header)] || len(b.Path) != 1 || strings.Count(b.Pointer, "/") != 3 {
			t.Fatalf("%s: binding %+v", text, b)
		}
		seen[strings.ToLower(b.Header)] = true
		for _, f := range findings {
			if f.Effect == rule.Reject && inside(f.Pointer, b.Pointer) && slices.Contains([]*rule.Rule{ruleNotString, ruleNotToken, ruleRepeated, ruleType, ruleSiblings}, f.Rule) {
				if f.Pointer == b.Pointer+"/x-mcp-header" || f.Pointer == b.Pointer+"/type" || f.Pointer == b.Pointer+"/$ref" {
					t.Fatalf("%s: binding %+v in spite of %s", text, b, f.Reason())
				}
			}
		}
	}
}

// without lists what is in a and not in b.
func without(a, b map[string]bool) []string {
	var all []string
	for k := range a {
		if !b[k] {
			all = append(all, k)
		}
	}
	slices.Sort(all)
	return all
}
