package icon

import (
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		icons string
		want  []string // "pointer text", with a leading "usable " where only the icon is lost
	}{
		{`[]`, nil},
		{`[{"src":"https://example.net/a.png"}]`, nil},
		{`[{"src":"HTTPS://example.net/a.png","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark","x":1}]`, nil},
		{`[{"src":"data:image/png;base64,iVBORw0KGgo=","theme":"light","sizes":[]}]`, nil},
		{`[{"src":"DATA:Image/svg+xml,%3Csvg/%3E"}]`, nil},
		{`null`, []string{` icons is null, must be array`}},
		{`{"src":"https://example.net/a.png"}`, []string{` icons is object, must be array`}},
		{`["https://example.net/a.png"]`, []string{`/0 icon is string, must be object`}},
		{`[{}]`, []string{`/0/src src is missing`}},
		{`[{"Src":"https://example.net/a.png"}]`, []string{`/0/src src is missing`}},
		{`[{"src":null}]`, []string{`/0/src src is null, must be string`}},
		{`[{"src":"https://e.net/a","mimeType":1}]`, []string{`/0/mimeType mimeType is number, must be string`}},
		{`[{"src":"https://e.net/a","sizes":"48x48"}]`, []string{`/0/sizes sizes is string, must be array`}},
		{`[{"src":"https://e.net/a","sizes":["any",48]}]`, []string{`/0/sizes/1 size is number, must be string`}},
		{`[{"src":"https://e.net/a","theme":"Dark"}]`, []string{`/0/theme theme "Dark" is neither "light" nor "dark"`}},
		{`[{"src":"https://e.net/a","theme":null}]`, []string{`/0/theme theme is null, must be string`}},
		{`[{"src":"javascript:0"}]`, []string{`usable /0/src src has scheme "javascript", not https or data; drop the icon`}},
		{`[{"src":"http://example.net/a.png"}]`, []string{`usable /0/src src has scheme "http", not https or data; drop the icon`}},
		{`[{"src":"file:///a.png"}]`, []string{`usable /0/src src has scheme "file", not https or data; drop the icon`}},
		{`[{"src":""}]`, []string{`usable /0/src src is not an absolute URI; drop the icon`}},
		{`[{"src":"/a.png"}]`, []string{`usable /0/src src is not an absolute URI; drop the icon`}},
		{`[{"src":" https://e.net/a"}]`, []string{`usable /0/src src is not an absolute URI; drop the icon`}},
		{`[{"src":"https:a.png"}]`, []string{`usable /0/src src is not a URI with a host; drop the icon`}},
		{`[{"src":"https://e.net/%zz"}]`, []string{`usable /0/src src is not a URI with a host; drop the icon`}},
		{`[{"src":"data:image/png"}]`, []string{`usable /0/src src is a data URI without data; drop the icon`}},
		{`[{"src":"data:text/html,x"}]`, []string{`usable /0/src src is a data URI of something other than an image; drop the icon`}},
		{`[{"src":"data:,x"}]`, []string{`usable /0/src src is a data URI of something other than an image; drop the icon`}},
		{`[null,{"src":"ftp://e.net/a","theme":7}]`, []string{
			`/0 icon is null, must be object`, `usable /1/src src has scheme "ftp", not https or data; drop the icon`, `/1/theme theme is number, must be string`,
		}},
	}
	for _, tt := range tests {
		doc, err := strictjson.Parse([]byte(tt.icons), "icons.json", 1, policy.DefaultLimits().JSON())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range Check(doc.Root) {
			if p.Provenance != rule.SpecMust && p.Provenance != rule.Policy {
				t.Errorf("%s: problem without provenance", tt.icons)
			}
			s := doc.Locate(p.At, p.Missing...).Pointer + " " + p.Text
			if p.Usable {
				s = "usable " + s
			}
			got = append(got, s)
		}
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s:\n got %q\nwant %q", tt.icons, got, tt.want)
		}
	}
}
