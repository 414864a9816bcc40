package structure

import (
	"testing"

	"mcpreview/internal/strictjson"
)

func parse(t *testing.T, text string) *strictjson.Document {
	t.Helper()
	doc, err := strictjson.Parse([]byte(text), "v.json", 1, strictjson.Bounds{Bytes: 1 << 20, Nesting: 64, NumberBytes: 64, Exponent: 400, Values: 1000})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return doc
}

// Each value stands beside its nearest neighbours on the other side.
func TestFault(t *testing.T) {
	for _, tt := range []struct {
		of          *Structure
		value       string
		want, where string // "" for no fault
	}{
		{nil, `1`, "", ""},
		{&Structure{}, `[null]`, "", ""},

		{aString, `""`, "", ""},
		{aString, `null`, "it must be string", ""},
		{anInteger, `1.0`, "", ""},
		{anInteger, `1e2`, "", ""},
		{anInteger, `1.5`, "it must be an integer", ""},
		{anInteger, `"1"`, "it must be number", ""},
		{aShare, `0`, "", ""},
		{aShare, `1`, "", ""},
		{aShare, `1.0e0`, "", ""},
		{aShare, `1.01`, "it must be a number from 0 to 1", ""},
		{aShare, `-0.01`, "it must be a number from 0 to 1", ""},
		{aRole, `"user"`, "", ""},
		{aRole, `"User"`, "it is none of the words that may stand there", ""},
		{allStrings, `[]`, "", ""},
		{allStrings, `["a",1]`, "an element of it must be string", "/1"},
		{someObjects, `{"a":{}}`, "", ""},
		{someObjects, `{"a":{},"b":1}`, "a member of it must be object", "/b"},

		{Results["prompts/list"], `{"prompts":[]}`, "", ""},
		{Results["prompts/list"], `{}`, "prompts is missing", ""},
		{Results["prompts/list"], `{"prompts":[{"name":"a","other":1}]}`, "", ""},
		{Results["prompts/list"], `{"prompts":[{"title":"a"}]}`, "name is missing", "/prompts/0"},
		{Results["prompts/list"], `{"prompts":[{"name":"a","arguments":[{"name":"b","required":"yes"}]}]}`, "required must be boolean", "/prompts/0/arguments/0/required"},
		{Results["resources/list"], `{"resources":[{"uri":"a:b","name":"a","annotations":{"priority":0.5,"audience":["user"]}}]}`, "", ""},
		{Results["resources/list"], `{"resources":[{"uri":"a:b","name":"a","annotations":{"audience":["admin"]}}]}`, "an element of audience is none of the words that may stand there", "/resources/0/annotations/audience/0"},
		{Results["resources/list"], `{"resources":[{"uri":"a:b","name":"a","size":1.5}]}`, "size must be an integer", "/resources/0/size"},

		{Results["resources/read"], `{"contents":[{"uri":"a:b","text":"t"}]}`, "", ""},
		{Results["resources/read"], `{"contents":[{"uri":"a:b","blob":"AAAA"}]}`, "", ""},
		{Results["resources/read"], `{"contents":[{"uri":"a:b"}]}`, "contents have exactly one of text and blob", "/contents/0"},
		{Results["resources/read"], `{"contents":[{"uri":"a:b","text":"t","blob":"AAAA"}]}`, "contents have exactly one of text and blob", "/contents/0"},
		{Results["resources/read"], `{"contents":[{"uri":"a:b","blob":"AAA"}]}`, "blob is no canonical Base64", "/contents/0/blob"},
		{Results["resources/read"], `{"contents":{"uri":"a:b","text":"t"}}`, "contents must be array", "/contents"},

		{Results["prompts/get"], `{"messages":[{"role":"user","content":{"type":"text","text":""}}]}`, "", ""},
		{Results["prompts/get"], `{"messages":[{"role":"user","content":{"type":"text"}}]}`, "text is missing", "/messages/0/content"},
		{Results["prompts/get"], `{"messages":[{"role":"user","content":{"type":"video"}}]}`, "content has no type that may stand here", "/messages/0/content/type"},
		{Results["prompts/get"], `{"messages":[{"role":"user","content":[{"type":"text","text":""}]}]}`, "content must be object", "/messages/0/content"},
		{Results["prompts/get"], `{"messages":[{"role":"user","content":{"type":"image","mimeType":"image/png","data":"AA"}}]}`, "data is no canonical Base64", "/messages/0/content/data"},

		{SamplingAnswer, `{"role":"assistant","model":"m","content":[{"type":"text","text":"a"}]}`, "", ""},
		{SamplingAnswer, `{"role":"assistant","model":"m","content":[{"type":"resource_link","uri":"a:b","name":"n"}]}`, "an element of content has no type that may stand here", "/content/0/type"},
		{ElicitAnswer, `{"action":"accept","content":{"a":"x","b":1,"c":true,"d":["x"]}}`, "", ""},
		{ElicitAnswer, `{"action":"accept","content":{"a":{}}}`, "a member of content must be string", "/content/a"},
		{ElicitAnswer, `{"action":"agree"}`, "action is none of the words that may stand there", "/action"},

		{FormAsked, `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","format":"email"}}}}`, "", ""},
		{FormAsked, `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","oneOf":[{"const":"x","title":"X"}]}}}}`, "", ""},
		{FormAsked, `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","format":"ipv4"}}}}`, "format is none of the words that may stand there", "/requestedSchema/properties/a/format"},
		{FormAsked, `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"object"}}}}`, "a member of properties has no type that may stand here", "/requestedSchema/properties/a/type"},
	} {
		doc := parse(t, tt.value)
		at, text := tt.of.Fault(doc.Root, "it")
		if text != tt.want {
			t.Errorf("%s: got %q, want %q", tt.value, text, tt.want)
			continue
		}
		if where := ""; text != "" {
			if where = doc.PointerFrom(doc.Root, at); where != tt.where {
				t.Errorf("%s: at %q, want %q", tt.value, where, tt.where)
			}
		}
	}
}
