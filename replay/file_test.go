package replay

import (
	"errors"
	"strings"
	"testing"
)

// A fileTest changes the base fixture in one place. want is "" where the file
// stays usable.
type fileTest struct {
	rule, want string
	old, new   string
}

const case1 = `{"name":"case","expect":"pass","steps":[]}`

var fileTests = []fileTest{
	{"RPL-02", "", `"name":"weigh"`, `"name":"weigh"`},
	{"RPL-02", "RPL-02", `"Weigh."`, "\"W\xe9igh.\""},
	{"RPL-02", "RPL-02", `"Weigh."`, "\"W\xc0\xafigh.\""},
	{"RPL-02", "RPL-02", "{\n\"schema", "\ufeff{\n\"schema"},
	{"RPL-03", "", `"steps":[]`, `"steps":[],"x":` + strings.Repeat("[", 61) + strings.Repeat("]", 61)},
	{"RPL-03", "RPL-03", `"steps":[]`, `"steps":[],"x":` + strings.Repeat("[", 62) + strings.Repeat("]", 62)},
	{"RPL-03", "", `"steps":[]`, `"steps":[],"x":"` + strings.Repeat("[{", 90) + `"`},
	{"RPL-03", "RPL-03", `"steps":[]`, `"steps":[],"x":` + strings.Repeat("[", 62)},
	{"RPL-03", "RPL-03", `"steps":[]`, `"steps":[],"x":` + strings.Repeat("[", 20000)},
	{"RPL-04", "", `"steps":[]`, `"steps":[],"x":[1E+2,-0,1e999,1e99999999999999999999,"\ud800"]`},
	{"RPL-04", "RPL-04", `"steps":[]`, `"steps":[],"x":NaN`},
	{"RPL-04", "RPL-04", `"steps":[]`, `"steps":[],"x":-Infinity`},
	{"RPL-04", "RPL-04", `"steps":[]`, `"steps":[],"x":01`},
	{"RPL-04", "RPL-04", `"steps":[]`, `"steps":[],`},
	{"RPL-04", "RPL-04", `"steps":[]`, `"steps":[],"x":'a'`},
	{"RPL-04", "RPL-04", `"Weigh."`, "\"We\nigh.\""},
	{"RPL-04", "", `"steps":[]`, `"steps":[],"x":` + strings.Repeat("9", 4300)},
	{"RPL-04", "RPL-04", `"steps":[]`, `"steps":[],"x":-` + strings.Repeat("9", 4301)},
	{"RPL-04", "", `"steps":[]`, `"steps":[],"x":` + strings.Repeat("9", 4301) + ".5"},
	{"RPL-05", "", `"steps":[]`, `"steps":[],"x":{"a":1,"A":2}`},
	{"RPL-05", "RPL-05", `"steps":[]`, `"steps":[],"x":{"a":1,"\u0061":2}`},
	{"RPL-10", "", `"schema_version": 3,`, `"schema_version" : 3 ,`},
	{"RPL-10", "RPL-10", `"schema_version": 3,`, ``},
	{"RPL-10", "RPL-10", `"schema_version": 3,`, `"schema_version": 3, "comment": "x",`},
	{"RPL-11", "", `"schema_version": 3,`, `"schema_version": 3.0,`},
	{"RPL-11", "", `"schema_version": 3,`, `"schema_version": 3e0,`},
	{"RPL-11", "", `"schema_version": 3,`, `"schema_version": 3.00000000000000000001,`},
	{"RPL-11", "RPL-11", `"schema_version": 3,`, `"schema_version": 3.000000000000001,`},
	{"RPL-11", "RPL-11", `"schema_version": 3,`, `"schema_version": "3",`},
	{"RPL-11", "RPL-11", `"schema_version": 3,`, `"schema_version": true,`},
	{"RPL-12", "", `"protocol_version": "2025-11-25"`, `"protocol_version": "2025-11-2\u0035"`},
	{"RPL-12", "RPL-12", `"protocol_version": "2025-11-25"`, `"protocol_version": "2025-06-18"`},
	{"RPL-12", "RPL-12", `"protocol_version": "2025-11-25"`, `"protocol_version": 20251125`},
	{"RPL-13", "", `"client": {`, `"client": {"notes":1,`},
	{"RPL-13", "RPL-13", `"client": {"info":`, `"client": {"inf":`},
	{"RPL-13", "RPL-13", `"server": {"info":{"name":"s","version":"1"},"capabilities":`, `"server": {"info":{"name":"s","version":"1"},"caps":`},
	{"RPL-14", "", case1, case1 + `,{"name":"b","expect":"fail","steps":5}`},
	{"RPL-14", "RPL-14", case1, ``},
	{"RPL-14", "RPL-14", `"cases": [` + case1 + `]`, `"cases": {}`},
	{"RPL-15", "", case1, case1 + `,{"name":"Case","expect":"pass","steps":[]}`},
	{"RPL-15", "RPL-15", case1, case1 + `,{"name":"c\u0061se","expect":"pass","steps":[]}`},
	{"RPL-15", "RPL-15", case1, case1 + `,null`},
	{"RPL-16", "", `{"transport":"streamable_http","token_active":true,`, `{"token_active":true,"transport":"streamable_http",`},
	{"RPL-16", "RPL-16", `"transport":"streamable_http","token_active":true`, `"transport":"stdio","token_active":true`},
	{"RPL-16", "RPL-16", `"transport":"streamable_http","token_active":true`, `"transport":"streamable_http","token_active":1`},
	{"RPL-16", "RPL-16", `"resource":"https://api.example.com/mcp"}`, `"resource":"https://api.example.com/MCP"}`},
	{"RPL-16", "RPL-16", `"token_audience":"https://api.example.com/mcp",`, ``},
	{"RPL-16", "RPL-16", `"resource":"https://api.example.com/mcp"}`, `"resource":"https://api.example.com/mcp","subject":"ann"}`},
	{"RPL-18", "", `"initial_revision": "r1"`, `"initial_revision": "r2"`},
	{"RPL-18", "RPL-18", `"initial_revision": "r1"`, `"initial_revision": "r3"`},
	{"RPL-18", "RPL-18", `"initial_revision": "r1"`, `"initial_revision": null`},
	{"RPL-18", "RPL-18", `"r2": {`, `"": {`},
	{"RPL-18", "RPL-18", `"resourceTemplates": []`, `"extra":1,"resourceTemplates": []`},
	{"RPL-19", "", `"dan": {"tenant":"t1","scopes":["resources:list"]}`, `"dan": {"tenant":" ","scopes":[]}`},
	{"RPL-19", "RPL-19", `"dan": {"tenant":"t1"`, `"dan": {"tenant":""`},
	{"RPL-19", "RPL-19", `"dan": {"tenant":"t1","scopes":["resources:list"]}`, `"dan": {"tenant":"t1","scopes":["resources:list","resources:list"]}`},
	{"RPL-19", "RPL-19", `"dan": {"tenant":"t1","scopes":["resources:list"]}`, `"dan": {"tenant":"t1","scopes":["tools:call"]}`},
	{"RPL-19", "RPL-19", `"enabled":true`, `"enabled":null`},
	{"RPL-19", "RPL-19", `"dan": {`, `"": {`},
	{"RPL-20", "", `{"uri":"x://ab","tenant":"t1"}`, `{"uri":"x://ab","tenant":"t1","children":["x://ab","x://a"]}`},
	{"RPL-20", "RPL-20", `{"uri":"x://ab","tenant":"t1"}`, `{"uri":"x://ab","tenant":"t1","children":["x://b"]}`},
	{"RPL-20", "RPL-20", `{"uri":"x://ab","tenant":"t1"}`, `{"uri":"x://ab","tenant":"t1","children":["x://none"]}`},
	{"RPL-20", "RPL-20", `{"uri":"x://ab","tenant":"t1"}`, `{"uri":"x://ab","tenant":"t1","children":["x://a","x://a"]}`},
	{"RPL-20", "RPL-20", `{"uri":"x://ab","tenant":"t1"}`, `{"uri":"x://a","tenant":"t1"}`},
	{"RPL-20", "RPL-20", `{"uri":"x://ab","tenant":"t1"}`, `{"uri":"/ab","tenant":"t1"}`},
	{"RPL-21", "", `{"uriTemplate":"x://b/{n}","tenant":"t2"}`, `{"uriTemplate":"x://b/{+n,m*}{?q:3}","tenant":"t2"}`},
	{"RPL-21", "RPL-21", `{"uriTemplate":"x://b/{n}","tenant":"t2"}`, `{"uriTemplate":"x://a/{n}","tenant":"t2"}`},
	{"RPL-21", "RPL-21", `{"uriTemplate":"x://b/{n}","tenant":"t2"}`, `{"uriTemplate":"x://b/{n}","tenant":""}`},
	{"RPL-21", "RPL-21", `{"uriTemplate":"x://b/{n}","tenant":"t2"}`, `{"uriTemplate":"x://b/n","tenant":"t2"}`},
	{"RPL-22", "", `,"execution":{"taskSupport":"optional"}`, ``},
	{"RPL-22", "RPL-70", `"taskSupport":"optional"`, `"taskSupport":["optional"]`},
	{"RPL-22", "RPL-70", `"tool": {"name":"weigh"`, `"tool": {"name":"we igh"`},
	{"RPL-23", "", `"name":"case"`, `"name":" "`},
	{"RPL-23", "RPL-23", `"name":"case"`, `"name":""`},
	{"RPL-23", "RPL-23", `"name":"case"`, `"name":["case"]`},
	{"RPL-23", "RPL-23", `"expect":"pass"`, `"expect":"Pass"`},
	{"RPL-23", "RPL-23", `"expect":"pass"`, `"expect":{"pass":1}`},
}

func TestFiles(t *testing.T) {
	base := oneCase("")
	for _, tt := range fileTests {
		if n := strings.Count(base, tt.old); n == 0 {
			t.Fatalf("%s: %q does not stand in the fixture", tt.rule, tt.old)
		}
		_, err := Teaching.Parse([]byte(strings.Replace(base, tt.old, tt.new, 1)), "f.json")
		checkFileError(t, tt.rule+" "+tt.new, err, tt.want)
	}
}

func checkFileError(t *testing.T, about string, err error, want string) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Errorf("%.80s: %v", about, err)
		}
		return
	}
	var e *FileError
	if !errors.As(err, &e) {
		t.Errorf("%.80s: %v, want %s", about, err, want)
		return
	}
	if e.Rule.ID != want || e.File != "f.json" || e.Line < 1 || e.Column < 1 || e.Text == "" {
		t.Errorf("%.80s: %v, want %s and a place", about, err, want)
	}
}

// protectedTests change the protected resource and both defaults together.
var protectedTests = []struct{ uri, want string }{
	{"https://api.example.com", ""},
	{"HTTPS://[::1]:8443/mcp?x=1#", ""},
	{"https://h:/", ""},
	{"http://h/", "RPL-17"},
	{"https:///mcp", "RPL-17"},
	{"https://:443/", "RPL-17"},
	{"https://@h/", "RPL-17"},
	{"https://u:p@h/", "RPL-17"},
	{"https://h/#f", "RPL-17"},
	{"https://h:65536/", "RPL-17"},
	{"https:h", "RPL-17"},
	{"h", "RPL-17"},
}

func TestProtectedResource(t *testing.T) {
	for _, tt := range protectedTests {
		text := strings.ReplaceAll(oneCase(""), "https://api.example.com/mcp", tt.uri)
		_, err := Teaching.Parse([]byte(text), "f.json")
		checkFileError(t, tt.uri, err, tt.want)
	}
}

func TestSizeLimit(t *testing.T) {
	text := oneCase("")
	full := text + strings.Repeat(" ", MaxBytes-len(text))
	_, err := Teaching.Parse([]byte(full), "f.json")
	checkFileError(t, "2000000 bytes", err, "")
	_, err = Teaching.Parse([]byte(full+" "), "f.json")
	checkFileError(t, "2000001 bytes", err, "RPL-01")
	// The limit comes before the grammar.
	_, err = Teaching.Parse([]byte(strings.Repeat("[", MaxBytes+1)), "f.json")
	checkFileError(t, "2000001 brackets", err, "RPL-01")
}

func TestRootMustBeAnObject(t *testing.T) {
	for _, text := range []string{"3", "[]", "null", `"x"`} {
		_, err := Teaching.Parse([]byte(text), "f.json")
		checkFileError(t, text, err, "RPL-06")
	}
	for _, text := range []string{"", " \n", "{} {}", "{}x", "{", "\u00a0{}"} {
		_, err := Teaching.Parse([]byte(text), "f.json")
		checkFileError(t, text, err, "RPL-04")
	}
}

func TestPlacesAndWords(t *testing.T) {
	_, err := Teaching.Parse([]byte("{\n  \"a\": NaN}"), "f.json")
	if got, want := err.Error(), "f.json:2:8: RPL-04: non-finite number: NaN is not a JSON value at byte 9"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	_, err = Teaching.Parse([]byte("[\n[\n"+strings.Repeat("[", 70)), "f.json")
	if got, want := err.Error(), "f.json:3:63: RPL-03: "+nestingText; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	_, err = Teaching.Parse([]byte("{\n \"secret-name\": 1,\n \"secret-name\": 2}"), "f.json")
	if got, want := err.Error(), "f.json:3:2: RPL-05: duplicate JSON key"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := Unreadable("f.json", "it is a folder").Error(), "f.json: RPL-06: unreadable: it is a folder"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
