package difference

import (
	"strconv"
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
)

// whole is a descriptor that has every kind of member.
const whole = `{
	"name":"search_files","title":"Search","description":"Search files below a folder.",
	"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","title":"in","description":"what to search","$comment":"c",
		"properties":{
			"path":{"type":"string","description":"the folder","minLength":1,"maxLength":4096,"pattern":"^/","x-mcp-header":"Path"},
			"limit":{"type":["integer","null"],"minimum":1,"maximum":9007199254740993,"default":10,"multipleOf":1},
			"mode":{"enum":["fast","deep",3],"default":"fast","examples":["deep",{"a":[1]}]},
			"when":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}],"readOnly":true},
			"tags":{"type":"array","items":{"$ref":"#/$defs/tag"},"uniqueItems":true,"prefixItems":[{"const":"x"}]},
			"a/b~c":{"oneOf":[{"type":"boolean"},{"not":{"type":"string"}}]}},
		"patternProperties":{"^x-":{"type":"string"}},
		"required":["path","mode"],"additionalProperties":false,
		"dependentRequired":{"limit":["path"]},
		"$defs":{"tag":{"type":"string","maxLength":64,"deprecated":false}}},
	"outputSchema":{"type":"object","properties":{"hits":{"type":"array","items":{"type":"object","nullable":true}}},"required":["hits"]},
	"annotations":{"title":"Search files","readOnlyHint":true,"vendorHint":{"a":null}},
	"icons":[{"src":"https://example.com/i.png","sizes":["48x48"]}],
	"_meta":{"example.com/version":{"n":1,"s":"x"}},
	"execution":{"taskSupport":"forbidden"}}`

// leaves calls do with every scalar of a text and its pointer.
func leaves(v *strictjson.Value, pointer string, do func(pointer string, v *strictjson.Value)) {
	for name, m := range v.Members() {
		leaves(m, below(pointer, name), do)
	}
	for i, e := range v.Elements() {
		leaves(e, pointer+"/"+strconv.Itoa(i), do)
	}
	if !v.Is(strictjson.Object) && !v.Is(strictjson.Array) {
		do(pointer, v)
	}
}

// others are what a scalar may become: a text with one character more, fewer
// or another, another number, another type.
func others(v *strictjson.Value) []string {
	text := string(strictjson.AppendCanonical(nil, v))
	switch v.Kind() {
	case strictjson.String:
		all := []string{text[:len(text)-1] + `.` + `"`, text[:len(text)-1] + `\u200b"`, `"\u0430` + text[1:], "null"}
		if len(text) > 2 {
			all = append(all, `"`+text[2:])
		}
		return all
	case strictjson.Number:
		return []string{text + "1", "-" + text, text + ".0000000000000000000001", `"` + text + `"`}
	case strictjson.Bool:
		return []string{strconv.FormatBool(!v.True()), "null", "0"}
	}
	return []string{"false", `""`}
}

// TestEveryChangeIsSeenAtItsPlace changes every scalar of a descriptor, one at
// a time: the first difference is the place itself, and the changes that are
// told stand at it, or at the keyword that holds it.
func TestEveryChangeIsSeenAtItsPlace(t *testing.T) {
	old := parse(t, whole)
	seen := 0
	leaves(old, "", func(pointer string, v *strictjson.Value) {
		for _, other := range others(v) {
			seen++
			now := parse(t, whole[:v.Start()]+other+whole[v.End():])
			d := Between(old, now, 10)
			if d.First != pointer {
				t.Errorf("%s to %s: first difference at %q", pointer, other, d.First)
			}
			if len(d.Changes) == 0 || d.Further > 0 {
				t.Errorf("%s to %s: %d changes and %d further", pointer, other, len(d.Changes), d.Further)
			}
			for _, c := range d.Changes {
				if c.Pointer != pointer && !strings.HasPrefix(pointer, c.Pointer+"/") {
					t.Errorf("%s to %s: a change at %q: %s", pointer, other, c.Pointer, c.Text)
				}
				checkShown(t, c)
			}
		}
	})
	if seen < 200 {
		t.Errorf("only %d changes were tried", seen)
	}
}

// checkShown wants that nothing of a change is out of a terminal's hands.
func checkShown(t *testing.T, c Change) {
	t.Helper()
	if c.Text == "" || c.Kind == 0 || c.Direction == 0 {
		t.Errorf("%s: incomplete: %+v", c.Pointer, c)
	}
	for _, r := range c.Text {
		if (r < 0x20 || r > 0x7e) && r != '…' {
			t.Errorf("%s: U+%04X stands raw in %q", c.Pointer, r, c.Text)
		}
	}
}

// TestEveryMemberIsMissed removes every member of every object, one at a time,
// and adds it: either is seen.
func TestEveryMemberIsMissed(t *testing.T) {
	old := parse(t, whole)
	var objects func(v *strictjson.Value, pointer string)
	objects = func(v *strictjson.Value, pointer string) {
		for name, m := range v.Members() {
			at := below(pointer, name)
			without := remove(old, at)
			for _, d := range []Difference{Between(old, parse(t, without), 10), Between(parse(t, without), old, 10)} {
				if d.First != at || len(d.Changes) == 0 {
					t.Errorf("%s: first difference at %q, %d changes", at, d.First, len(d.Changes))
				}
				for _, c := range d.Changes {
					checkShown(t, c)
				}
			}
			objects(m, at)
		}
		for i, e := range v.Elements() {
			objects(e, pointer+"/"+strconv.Itoa(i))
		}
	}
	objects(old, "")
}

// remove is a value in canonical form without the member at a pointer.
func remove(v *strictjson.Value, pointer string) string {
	var write func(v *strictjson.Value, at string) string
	write = func(v *strictjson.Value, at string) string {
		var all []string
		switch {
		case v.Is(strictjson.Object):
			for name, m := range v.Members() {
				if p := below(at, name); p != pointer {
					all = append(all, strconv.Quote(name)+":"+write(m, p))
				}
			}
			return "{" + strings.Join(all, ",") + "}"
		case v.Is(strictjson.Array):
			for i, e := range v.Elements() {
				all = append(all, write(e, at+"/"+strconv.Itoa(i)))
			}
			return "[" + strings.Join(all, ",") + "]"
		}
		return string(strictjson.AppendCanonical(nil, v))
	}
	return write(v, "")
}

func FuzzBetween(f *testing.F) {
	f.Add(whole, tool(`{"type":"object"}`))
	f.Add(tool(`{"properties":{"a":{"enum":[1]}}}`), tool(`{"properties":[]}`))
	f.Add(tool(`{"anyOf":[{},true]}`), tool(`{"anyOf":[true,3,{}]}`))
	f.Fuzz(func(t *testing.T, a, b string) {
		old, err := strictjson.Parse([]byte(a), "a", 1, testBounds)
		if err != nil || len(old.Faults) > 0 {
			return
		}
		now, err := strictjson.Parse([]byte(b), "b", 1, testBounds)
		if err != nil || len(now.Faults) > 0 || strictjson.Equal(old.Root, now.Root) {
			return
		}
		d := Between(old.Root, now.Root, 50)
		if len(d.Changes) == 0 {
			t.Fatalf("no change is told, the first difference is at %q", d.First)
		}
		if p := d.Changes[0].Pointer; p != d.First && !strings.HasPrefix(d.First, p+"/") && !strings.HasPrefix(p, d.First+"/") && d.First != "" && p != "" {
			t.Logf("first difference at %q, first change at %q", d.First, p)
		}
		for _, c := range d.Changes {
			checkShown(t, c)
		}
	})
}

var testBounds = strictjson.Bounds{Bytes: 1 << 16, Nesting: 64, NumberBytes: 64, Exponent: 100}
