package schema

import (
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
)

func TestWalk(t *testing.T) {
	for _, tt := range []struct {
		name, schema string
		want         []string // pointers in order
	}{
		{"root alone", `{"type":"object"}`, []string{""}},
		{"boolean root", `true`, []string{""}},
		{"names before indices of another keyword", `{"properties":{"b":{},"a":true},"anyOf":[{},{"not":{}}],"$defs":{"x":{}}}`,
			[]string{"", "/$defs/x", "/anyOf/0", "/anyOf/1", "/anyOf/1/not", "/properties/a", "/properties/b"}},
		{"indices by value", `{"allOf":[{},{},{},{},{},{},{},{},{},{},{}]}`,
			[]string{"", "/allOf/0", "/allOf/1", "/allOf/2", "/allOf/3", "/allOf/4", "/allOf/5", "/allOf/6", "/allOf/7", "/allOf/8", "/allOf/9", "/allOf/10"}},
		{"both forms of items", `{"items":[{"items":{}}],"additionalItems":{}}`, []string{"", "/additionalItems", "/items/0", "/items/0/items"}},
		{"keywords of other dialects", `{` + d07 + `,"prefixItems":[{}],"unevaluatedItems":{},"contentSchema":{},"$defs":{"a":{}},"dependentSchemas":{"a":{}}}`,
			[]string{"", "/$defs/a", "/contentSchema", "/dependentSchemas/a", "/prefixItems/0", "/unevaluatedItems"}},
		{"lists of dependencies", `{"dependencies":{"a":["b"],"b":{}}}`, []string{"", "/dependencies/b"}},
		{"names are names", `{"properties":{"properties":{"properties":{"items":{}}},"default":{},"$ref":{},"x-mcp-header":{}}}`,
			[]string{"", "/properties/$ref", "/properties/default", "/properties/properties", "/properties/properties/properties/items", "/properties/x-mcp-header"}},
		{"data and the unknown", `{"default":{"not":{}},"const":{"not":{}},"enum":[{"not":{}}],"examples":[{"not":{}}],"x-a":{"not":{}},"required":{"not":{}}}`, []string{""}},
		{"other types", `{"properties":{"a":"b","c":null},"not":7,"allOf":{"not":{}},"items":[7],"$defs":[{}]}`, []string{""}},
		{"references", `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#"}}}`, []string{"", "/$defs/a"}},
	} {
		doc := parse(t, tt.schema)
		var got []string
		Walk(doc.Root, func(p Position) {
			at := doc.PointerFrom(doc.Root, p.Value)
			got = append(got, at)
			var trail string
			for q := &p; q.Parent != nil; q = q.Parent {
				token := "/" + q.Keyword
				if q.Name != "" {
					token += "/" + strictjson.EscapeToken(q.Name)
				}
				trail = token + trail
			}
			if trail != at {
				t.Errorf("%s: trail %s leads to %s", tt.name, trail, at)
			}
		})
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

func TestRoles(t *testing.T) {
	for name, want := range map[string]Role{
		"properties": RoleSchema, "items": RoleSchema, "prefixItems": RoleSchema, "additionalItems": RoleSchema,
		"$defs": RoleSchema, "contentSchema": RoleSchema, "not": RoleSchema, "dependencies": RoleSchema,
		"$ref": RoleReference, "$dynamicRef": RoleReference, "$recursiveRef": RoleReference,
		"default": RoleData, "const": RoleData, "enum": RoleData, "examples": RoleData,
		"required": RoleOther, "title": RoleOther, "$schema": RoleOther, "$id": RoleOther,
		"x-mcp-header": RoleUnknown, "x-ui": RoleUnknown, "Properties": RoleUnknown, "": RoleUnknown,
	} {
		if got := RoleOf(name); got != want {
			t.Errorf("%s: got %d, want %d", name, got, want)
		}
	}
}

func TestWalkAll(t *testing.T) {
	doc := parse(t, `{"allOf":{"a":{}},"anyOf":[1,{}],"items":[[],true],"not":"x","properties":{"a":{},"b":null},"dependencies":{"a":["b"],"c":{}},"patternProperties":[{}],"const":[]}`)
	var visited, strays []string
	say := func(p Position) string { return doc.PointerFrom(doc.Root, p.Value) + " " + p.Keyword + " " + p.Name }
	WalkAll(doc.Root, func(p Position) { visited = append(visited, say(p)) }, func(p Position) { strays = append(strays, say(p)) })
	if got, want := strings.Join(visited, "; "), "  ; /anyOf/1 anyOf 1; /dependencies/c dependencies c; /items/1 items 1; /properties/a properties a"; got != want {
		t.Errorf("visited\n got %q\nwant %q", got, want)
	}
	if got, want := strings.Join(strays, "; "), "/allOf allOf ; /anyOf/0 anyOf 0; /dependencies/a dependencies a; /items/0 items 0; /not not ; /patternProperties patternProperties ; /properties/b properties b"; got != want {
		t.Errorf("strays\n got %q\nwant %q", got, want)
	}
}

func TestReferences(t *testing.T) {
	for _, tt := range []struct {
		name, schema string
		want         string // pointer of the text, then of the targets
	}{
		{"none", `{"properties":{"$ref":{}},"const":{"$ref":"#"}}`, ""},
		{"plain", `{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{}}}`, "/properties/a/$ref > /$defs/b"},
		{"unused and dead", `{"$defs":{"b":{"$ref":"#/none"}}}`, "/$defs/b/$ref >"},
		{"a loop", `{"not":{"$ref":"#"}}`, "/not/$ref > "},
		{"into the unknown and on", `{"$ref":"#/x/a","x":{"a":{"items":{"$ref":"#/x/b"}},"b":{}}}`, "/$ref > /x/a; /x/a/items/$ref > /x/b"},
		{"into data", `{"properties":{"a":{"default":{"x-mcp-header":"R"}},"b":{"$ref":"#/properties/a/default"}}}`, "/properties/b/$ref > /properties/a/default"},
		{"dynamic", `{"$dynamicRef":"#n","$defs":{"a":{"$dynamicAnchor":"n"},"b":{"$id":"https://example.net/b","$dynamicAnchor":"n"}}}`, "/$dynamicRef > /$defs/a /$defs/b"},
		{"anchors of another dialect", `{"$schema":"http://json-schema.org/draft-07/schema#","$dynamicRef":"#n","$defs":{"a":{"$anchor":"n"},"b":{"prefixItems":[{"$dynamicAnchor":"n"}]}}}`, "/$dynamicRef > /$defs/a /$defs/b/prefixItems/0"},
		{"recursive", `{"items":{"$recursiveRef":"#"},"$defs":{"b":{"$recursiveAnchor":true}}}`, "/items/$recursiveRef >  /$defs/b"},
		{"unsupported dialect", `{"$schema":"urn:x","$ref":"#/$defs/b","$defs":{"b":{}}}`, ""},
		{"pattern that is none", `{"pattern":"(","$ref":"#/$defs/b","$defs":{"b":{}}}`, "/$ref > /$defs/b"},
	} {
		doc := parse(t, tt.schema)
		var all []string
		references, anchored := References(doc.Root, limits)
		for _, ref := range references {
			one := doc.PointerFrom(doc.Root, ref.At) + " >"
			if ref.Target != nil {
				one += " " + doc.PointerFrom(doc.Root, ref.Target)
			}
			for _, target := range anchored[ref.Anchor] {
				if target != ref.Target {
					one += " " + doc.PointerFrom(doc.Root, target)
				}
			}
			if ref.Schema.Get(ref.Keyword) != ref.At {
				t.Errorf("%s: %s does not stand in its schema", tt.name, ref.Keyword)
			}
			all = append(all, one)
		}
		if got := strings.Join(all, "; "); got != tt.want {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got, tt.want)
		}
	}
}
