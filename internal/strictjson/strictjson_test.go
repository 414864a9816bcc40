package strictjson

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

var bounds = Bounds{Bytes: 32 << 20, Nesting: 128, NumberBytes: 128, Exponent: 400, Values: 1 << 20}

func nested(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func TestWholeDocumentErrors(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		kind     ErrorKind // 0: accepted
		text     string
	}{
		{"object", `{"a":"é"}`, 0, ""},
		{"replacement character and BOM inside a string", "{\"a\":\"\uFFFD\uFEFF\"}", 0, ""},
		{"final newline", "[1]\n", 0, ""},
		{"scalar", ` 7 `, 0, ""},
		{"bad byte", "{\"\xff\"}", BadEncoding, "invalid UTF-8 at byte 2"},
		{"overlong", "\"\xc0\xaf\"", BadEncoding, "invalid UTF-8 at byte 1"},
		{"raw surrogate", "\"\xed\xa0\x80\"", BadEncoding, "invalid UTF-8 at byte 1"},
		{"beyond Unicode", "\"\xf4\x90\x80\x80\"", BadEncoding, "invalid UTF-8 at byte 1"},
		{"byte order mark", "\xef\xbb\xbf{}", BadEncoding, "byte order mark at byte 0"},
		{"UTF-16", "\xff\xfe{\x00}\x00", BadEncoding, "invalid UTF-8 at byte 0"},
		{"UTF-16 without mark", "{\x00}\x00", BadSyntax, "unexpected character U+0000 at byte 1"},
		{"empty", "", BadSyntax, "unexpected end at byte 0"},
		{"blank", " \n", BadSyntax, ""},
		{"two values", `{"a":1} {"b":2}`, BadSyntax, "data after the value at byte 8"},
		{"two values on lines", "{}\n{}", BadSyntax, "data after the value at byte 3"},
		{"trailing comma", `[1,]`, BadSyntax, ""},
		{"comment", "[1] // no", BadSyntax, ""},
		{"NaN", `{"a":NaN}`, BadSyntax, "NaN is not a JSON value at byte 5"},
		{"negative infinity", `[-Infinity]`, BadSyntax, ""},
		{"single quotes", `{'a':1}`, BadSyntax, "unexpected character U+0027 at byte 1"},
		{"leading zero", `[01]`, BadSyntax, ""},
		{"plus", `[+1]`, BadSyntax, ""},
		{"bare fraction", `[.5]`, BadSyntax, ""},
		{"open fraction", `[1.]`, BadSyntax, ""},
		{"hex escape", `["\x41"]`, BadSyntax, ""},
		{"raw control character", "[\"a\tb\"]", BadSyntax, ""},
		{"truncated", `{"a":[1`, BadSyntax, "unexpected end at byte 7"},
		{"truncated in depth", strings.Repeat("[", 300), BadSyntax, ""},
		{"truncated beyond the decoder", strings.Repeat("[", 20000), BadSyntax, "unexpected end at byte 20000"},
		{"ill closed beyond the decoder", strings.Repeat("[", 20000) + strings.Repeat("}", 9000), BadSyntax, ""},
		{"bad value in depth", strings.Repeat("[", 300) + "NaN" + strings.Repeat("]", 300), BadSyntax, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.in), "f.json", 1, bounds)
			var e *Error
			switch {
			case tt.kind == 0 && err != nil:
				t.Fatalf("refused: %v", err)
			case tt.kind == 0:
			case !errors.As(err, &e):
				t.Fatalf("accepted")
			case e.Kind != tt.kind || tt.text != "" && e.Text != tt.text:
				t.Errorf("got %d %q, want %d %q", e.Kind, e.Text, tt.kind, tt.text)
			}
		})
	}
	if _, err := Parse([]byte(`[1,2,3]`), "f.json", 1, Bounds{Bytes: 6, Nesting: 9, NumberBytes: 9, Exponent: 9, Values: 9}); err == nil {
		t.Error("a document over its bound was accepted")
	}
}

func TestScopedFaults(t *testing.T) {
	long := strings.Repeat("1", 128)
	for _, tt := range []struct {
		name, in string
		want     string // kind and pointer of each fault
	}{
		{"case differs", `{"a":1,"A":2}`, ""},
		{"duplicate by escape", `{"name":"a","n\u0061me":"b"}`, "1 /name"},
		{"equal duplicates, thrice", `{"x":{"k":1,"k":1,"k":1},"y":2}`, "1 /x/k"},
		{"duplicates in a large object", `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"a":1}`, "1 /a"},
		{"paired escape", `["\ud83d\ude00"]`, ""},
		{"lone high", `["a","\ud800"]`, "2 /1"},
		{"reversed pair", `["\ude00\ud83d"]`, "2 /0"},
		{"escaped backslash", `["\\ud800"]`, ""},
		{"surrogate in a name", `{"a":{"\udc00":1}}`, "2 /a/{1-character-key}"},
		{"null escape", `["\u0000"]`, ""},
		{"exact numbers", `{"a":9007199254740993,"b":-0,"c":1E+03,"d":1e-400}`, ""},
		{"128 bytes", "[" + long + "]", ""},
		{"129 bytes", "[" + long + "1]", "3 /0"},
		{"exponent 400", `[1e400]`, ""},
		{"exponent 401", `[0,1e401]`, "3 /1"},
		{"exponent -401", `[1e-401]`, "3 /0"},
		{"huge exponent", `{"a":{"b":1e5000000}}`, "3 /a/b"},
		{"exponent beyond int", `[1e99999999999999999999]`, "3 /0"},
		{"nesting 128", nested(128), ""},
		{"nesting 129", nested(129), "4 " + strings.Repeat("/0", 128)},
		{"nesting beyond the decoder", `{"deep":` + nested(20000) + `,"b":{"x":1,"x":2}}`, "4 /deep" + strings.Repeat("/0", 127) + ",1 /b/x"},
		{"two too deep", `[` + nested(128) + `,` + nested(128) + `]`, "4 /0" + strings.Repeat("/0", 127) + ",4 /1" + strings.Repeat("/0", 127)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Parse([]byte(tt.in), "f.json", 1, bounds)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range d.Faults {
				got = append(got, string('0'+rune(f.Kind))+" "+d.LocateOffset(f.Offset).Pointer)
			}
			if s := strings.Join(got, ","); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

func TestFaultsKeepSiblings(t *testing.T) {
	d, err := Parse([]byte(`{"tools":[{"a":1,"a":2},{"b":"x"},`+nested(200)+`]}`), "f.json", 1, bounds)
	if err != nil {
		t.Fatal(err)
	}
	tools := d.Root.Get("tools")
	for i, want := range []int{1, 0, 1} {
		if got := len(d.FaultsIn(tools.At(i))); got != want {
			t.Errorf("element %d has %d faults, want %d", i, got, want)
		}
	}
	if got := tools.At(1).Get("b").Text(); got != "x" {
		t.Errorf("sibling reads %q", got)
	}
	if n := len(d.FaultsIn(nil)); n != 0 {
		t.Errorf("an absent value has %d faults", n)
	}
}

func TestLocations(t *testing.T) {
	src := "{\n  \"a/b\": [1, {\"~\": null}],\n  \"é\": {\"x\": 7}\n}"
	d, err := Parse([]byte(src), "dir/f.json", 10, bounds)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		v       *Value
		missing []string
		want    string
	}{
		{nil, nil, "dir/f.json:10:1 "},
		{d.Root, nil, "dir/f.json:10:1 "},
		{d.Root.Get("a/b"), nil, "dir/f.json:11:10 /a~1b"},
		{d.Root.Get("a/b").At(1), nil, "dir/f.json:11:14 /a~1b/1"},
		{d.Root.Path("a/b").At(1).Get("~"), nil, "dir/f.json:11:20 /a~1b/1/{1-character-key}"},
		{d.Root.Path("é", "x"), []string{"y/z"}, "dir/f.json:12:14 /{1-character-key}/x/y~1z"},
	} {
		loc := d.Locate(tt.v, tt.missing...)
		if got := loc.String() + " " + loc.Pointer; got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	if got := d.PointerFrom(d.Root.Get("a/b"), d.Root.Get("a/b").At(1)); got != "/1" {
		t.Errorf("relative pointer %q", got)
	}
	if v := d.Root.Resolve("/a~1b/1/~0"); v.Kind() != Null {
		t.Errorf("resolved to %v", v.Kind())
	}
	for _, p := range []string{"/a~1b/01", "/a~1b/2", "/a~1b/-1", "/nope", "/é/x/0"} {
		if d.Root.Resolve(p) != nil {
			t.Errorf("%s resolves", p)
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, tt := range []struct {
		in, plain     string
		integer, safe bool
	}{
		{"0", "0", true, true}, {"-0", "0", true, true}, {"0e99", "0", true, true}, {"-0.0", "0", true, true},
		{"42.0", "42", true, true}, {"4.2e1", "42", true, true}, {"1E+03", "1000", true, true}, {"420e-1", "42", true, true},
		{"1.5", "1.5", false, false}, {"1e-2", "0.01", false, false}, {"-12.50", "-12.5", false, false},
		{"9007199254740991", "9007199254740991", true, true}, {"9007199254740992.0", "9007199254740992", true, false},
		{"-9007199254740991", "-9007199254740991", true, true}, {"-9007199254740992", "-9007199254740992", true, false},
		{"9007199254740993", "9007199254740993", true, false}, {"9007199254740990.5", "9007199254740990.5", false, false},
	} {
		d := ParseDecimal(tt.in)
		if d.String() != tt.plain || d.IsInteger() != tt.integer || d.IsSafeInteger() != tt.safe {
			t.Errorf("%s: %s integer %v safe %v", tt.in, d, d.IsInteger(), d.IsSafeInteger())
		}
	}
	order := []string{"-1e3", "-12", "-1.5", "-1e-5", "0", "1e-5", "0.9", "1", "9.99", "10", "1e3"}
	for i, a := range order {
		for j, b := range order {
			if got := ParseDecimal(a).Compare(ParseDecimal(b)); got != min(1, max(-1, i-j)) {
				t.Errorf("%s against %s: %d", a, b, got)
			}
		}
	}
}

func TestDiffAndCanonical(t *testing.T) {
	parse := func(s string) *Value {
		d, err := Parse([]byte(s), "f", 1, bounds)
		if err != nil {
			t.Fatal(err)
		}
		return d.Root
	}
	for _, tt := range []struct {
		a, b, pointer string
		equal         bool
	}{
		{`{"a":1,"b":[2]}`, `{"b":[2.0],"\u0061":10e-1}`, "", true},
		{`{"a":{"b":1}}`, `{"a":{"b":2}}`, "/a/b", false},
		{`{"a":1}`, `{"a":1,"c":2}`, "/c", false},
		{`{"b":1}`, `{"a":1}`, "/a", false},
		{`[1,2]`, `[1,2,3]`, "/2", false},
		{`[1,3]`, `[1,"3"]`, "/1", false},
		{`9007199254740993`, `9007199254740992`, "", false},
		{`null`, `false`, "", false},
	} {
		if p, eq := Diff(parse(tt.a), parse(tt.b)); p != tt.pointer || eq != tt.equal {
			t.Errorf("%s, %s: %q %v", tt.a, tt.b, p, eq)
		}
		if got := string(AppendCanonical(nil, parse(tt.a))) == string(AppendCanonical(nil, parse(tt.b))); got != tt.equal {
			t.Errorf("%s, %s: canonical forms equal: %v", tt.a, tt.b, got)
		}
	}
	got := string(AppendCanonical(nil, parse("{\"\U00010000\":1,\"\uFFFF\":2,\"a\":\"\\u000a\\u0007é\",\"\":[1e2,true,null]}")))
	if want := "{\"\":[100,true,null],\"a\":\"\\n\\u0007é\",\"\U00010000\":1,\"\uFFFF\":2}"; got != want {
		t.Errorf("canonical form\n got %s\nwant %s", got, want)
	}
}

// A column counts code points, in lines of any length.
func TestColumnsAreCodePoints(t *testing.T) {
	for _, pad := range []string{"", "abc", "é", "中文", "\U0001f469\u200d\U0001f4bb"} {
		for _, n := range []int{0, 1, countStep / 4, countStep/3 + 1, countStep, 3*countStep + 5} {
			filler := strings.Repeat(pad, n)
			head := `["` + filler + `",`
			d, err := Parse([]byte("\n"+head+`7,"`+filler+`",8]`), "f.json", 1, bounds)
			if err != nil {
				t.Fatal(err)
			}
			for i, column := range map[int]int{
				1: utf8.RuneCountInString(head) + 1,
				3: utf8.RuneCountInString(head+`7,"`+filler+`",`) + 1,
			} {
				if at := d.Locate(d.Root.At(i)); at.Line != 2 || at.Column != column {
					t.Errorf("element %d behind %d times %q is at %d:%d, want 2:%d", i, n, pad, at.Line, at.Column, column)
				}
			}
		}
	}
}
