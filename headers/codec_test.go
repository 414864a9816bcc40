package headers

import (
	stdbase64 "encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// vectors are the arguments and fields of the published encoding.
var vectors = []struct{ argument, field string }{
	{`"eu-3"`, `eu-3`},
	{`""`, `=?base64??=`},
	{`" "`, `=?base64?IA==?=`},
	{`"eu north"`, `=?base64?ZXUgbm9ydGg=?=`},
	{`"a\tb"`, `=?base64?YQli?=`},
	{`"trail "`, `=?base64?dHJhaWwg?=`},
	{`"Z\u00fcrich"`, `=?base64?WsO8cmljaA==?=`},
	{`"Zu\u0308rich"`, `=?base64?WnXMiHJpY2g=?=`},
	{`"\u6771"`, `=?base64?5p2x?=`},
	{`"\ud83d\ude00"`, `=?base64?8J+YgA==?=`},
	{`"k\r\nX-A: 1"`, `=?base64?aw0KWC1BOiAx?=`},
	{`"\ufeffk"`, `=?base64?77u/aw==?=`},
	{`"\u0000"`, `=?base64?AA==?=`},
	{`"\u007f"`, `=?base64?fw==?=`},
	{`"\u00a0"`, `=?base64?wqA=?=`},
	{`"\u2028"`, `=?base64?4oCo?=`},
	{`"=?base64?x"`, `=?base64?PT9iYXNlNjQ/eA==?=`},
	{`"=?base64?eA==?="`, `=?base64?PT9iYXNlNjQ/ZUE9PT89?=`},
	{`"=?base64?="`, `=?base64?PT9iYXNlNjQ/PQ==?=`},
	{`"=?base64??="`, `=?base64?PT9iYXNlNjQ/Pz0=?=`},
	{`"=?base64"`, `=?base64`},
	{`"=?BASE64?eA==?="`, `=?BASE64?eA==?=`},
	{`"~!,\""`, `~!,"`},
	{`"TRUE"`, `TRUE`},
	{`"042"`, `042`},
	{`true`, `true`},
	{`false`, `false`},
	{`0`, `0`},
	{`-0`, `0`},
	{`-0.0e5`, `0`},
	{`42.0`, `42`},
	{`4.2e1`, `42`},
	{`420e-1`, `42`},
	{`9007199254740991`, `9007199254740991`},
	{`-9007199254740991`, `-9007199254740991`},
	{`9.007199254740991E+15`, `9007199254740991`},
}

func TestEncode(t *testing.T) {
	for _, tt := range vectors {
		v := parse(t, tt.argument).Root
		got, err := Encode(v)
		if err != nil || got != tt.field {
			t.Errorf("%s: %q, %v; want %q", tt.argument, got, err, tt.field)
		}
		r := Decode(tt.field)
		if want, _ := v.Str(); v.Is(strictjson.String) && (r.Class == Malformed || r.Text != want) {
			t.Errorf("%s decodes to %+v", tt.field, r)
		}
	}
}

func TestEncodeWithoutForm(t *testing.T) {
	tests := []struct {
		argument string
		want     error
	}{
		{`null`, ErrNoValue},
		{`{}`, ErrObject},
		{`[]`, ErrArray},
		{`42.5`, ErrFraction},
		{`1e-1`, ErrFraction},
		{`9007199254740992`, ErrRange},
		{`-9007199254740992`, ErrRange},
		{`9007199254740992.0`, ErrRange},
		{`1e400`, ErrRange},
		{`9007199254740991.5`, ErrFraction},
	}
	for _, tt := range tests {
		if field, err := Encode(parse(t, tt.argument).Root); !errors.Is(err, tt.want) || field != "" {
			t.Errorf("%s: %q, %v; want %v", tt.argument, field, err, tt.want)
		}
	}
	if _, err := Encode(nil); !errors.Is(err, ErrNoValue) {
		t.Errorf("absent: %v", err)
	}
	for _, s := range []string{"\xff", "a\xed\xa0\x80", "\xc0\xaf", "=?base64?\x80"} {
		if field, err := EncodeString(s); !errors.Is(err, ErrText) || field != "" {
			t.Errorf("%q: %q, %v", s, field, err)
		}
	}
	for _, s := range []string{"", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x2a", "NaN", "1 ", " 1", "1_0", "١", "1,5", "1e1.5", "42\n"} {
		if field, err := EncodeInteger(s); !errors.Is(err, ErrNumber) || field != "" {
			t.Errorf("%q: %q, %v", s, field, err)
		}
	}
	if EncodeBool(true) != "true" || EncodeBool(false) != "false" {
		t.Error("booleans")
	}
}

func TestDecode(t *testing.T) {
	text := func(c Class, s string) Received { return Received{Class: c, Text: s} }
	bad := func(d Defect) Received { return Received{Class: Malformed, Defect: d} }
	tests := []struct {
		field string
		want  Received
	}{
		{`=?base64??=`, text(Sentinel, "")},
		{`=?base64?=`, bad(Ambiguous)},
		{`=?base64?IA==?=`, text(Sentinel, " ")},
		{`=?base64?IB==?=`, bad(Encoding)},
		{`=?base64?IA=?=`, bad(Encoding)},
		{`=?base64?IA?=`, bad(Encoding)},
		{`=?base64?IA===?=`, bad(Encoding)},
		{`=?base64? IA==?=`, bad(Encoding)},
		{`=?base64?Pz8_?=`, bad(Encoding)},
		{`=?base64?Pz8/?=`, text(Sentinel, "???")},
		{`=?base64?7aCA?=`, bad(Encoding)},
		{`=?base64?wK8=?=`, bad(Encoding)},
		{`=?base64?/w==?=`, bad(Encoding)},
		{`=?base64?9JCAgA==?=`, bad(Encoding)},
		{`=?base64?77u/aw==?=`, text(Sentinel, "\ufeffk")},
		{`=?BASE64?IA==?=`, text(Plain, "=?BASE64?IA==?=")},
		{`=?BASE64?eA==?=`, text(Plain, "=?BASE64?eA==?=")},
		{`=?base64?IA==`, text(Plain, "=?base64?IA==")},
		{`=?base64?`, text(Plain, "=?base64?")},
		{`=?base64??`, text(Plain, "=?base64??")},
		{`IA==`, text(Plain, "IA==")},
		{TrimField("\t=?base64?IA==?= "), text(Sentinel, " ")},
		{`a b`, text(Plain, "a b")},
		{"a\tb", text(Plain, "a\tb")},
		{`a,b`, text(Plain, "a,b")},
		{``, bad(Empty)},
		{TrimField(" \t "), bad(Empty)},
		{"Zürich", bad(Bytes)},
		{"Z\xfcrich", bad(Bytes)},
		{"a\r\nb", bad(Bytes)},
		{"a\x00", bad(Bytes)},
		{"\x7f", bad(Bytes)},
		{"=?base64?\xff?=", bad(Bytes)},
	}
	for _, tt := range tests {
		if got := Decode(tt.field); got != tt.want {
			t.Errorf("%q: %+v, want %+v", tt.field, got, tt.want)
		}
	}
}

func TestReceivedTypes(t *testing.T) {
	integers := map[string]string{
		"42": "42", "42.0": "42", "-0": "0", "0.0000000000000000": "0", "-9007199254740991": "-9007199254740991", "=?base64?NDI=?=": "42",
		"9007199254740992": "", "042": "", "+42": "", "4.2e1": "", "42.": "", "42.5": "", "": "", "-": "", ".0": "", " 42": "", "42 ": "",
		"0.00000000000000000": "", "٤٢": "", "=?base64?NDIg?=": "", "=?base64?NDI?=": "", "12345678901234567": "", "a": "", "0x2a": "", "--1": "",
	}
	for field, want := range integers {
		if got, ok := Decode(field).Integer(); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", field, got, ok)
		}
	}
	for text, want := range map[string]bool{"1234567890123456": true, "12345678901234567": false, "0.0000000000000000": true, "0.00000000000000000": false} {
		if isIntegerText(text) != want {
			t.Errorf("%s: want %v", text, want)
		}
	}
	for field, want := range map[string][2]bool{
		"true": {true, true}, "false": {false, true}, "=?base64?dHJ1ZQ==?=": {true, true},
		"True": {false, false}, "1": {false, false}, "": {false, false}, "true ": {false, false},
	} {
		if value, ok := Decode(field).Bool(); value != want[0] || ok != want[1] {
			t.Errorf("%q: %v, %v", field, value, ok)
		}
	}
}

func said(issues []Issue) string {
	var all []string
	for _, i := range issues {
		all = append(all, i.Effect.String()+" "+i.Rule.ID)
	}
	return strings.Join(all, ", ")
}

func TestSender(t *testing.T) {
	const absent = ""
	tests := []struct {
		argument string
		lines    []string
		house    string
		spec     string
	}{
		{`"eu-3"`, []string{"eu-3"}, "", ""},
		{`"eu-3"`, []string{" eu-3\t"}, "", ""},
		{`"eu-3"`, nil, "", ""},
		{absent, nil, "", ""},
		{`null`, nil, "", ""},

		{`true`, []string{"true"}, "", ""},
		{`true`, []string{"True"}, "reject ENC-01", "reject ENC-01"},
		{`true`, []string{"1"}, "reject ENC-01", "reject ENC-01"},
		{`true`, []string{""}, "reject ENC-01", "reject ENC-01"},
		{`true`, []string{"false"}, "reject ENC-05", "reject ENC-05"},
		{`true`, []string{"=?base64?dHJ1ZQ==?="}, "note ENC-11", ""},
		{`true`, []string{"=?base64?VHJ1ZQ==?="}, "reject ENC-01", "reject ENC-01"},
		{`true`, []string{"=?base64?dHJ1ZQ=?="}, "reject ENC-04", "reject ENC-04"},
		{`"eu-3"`, []string{`"eu-3"`}, "reject ENC-01", "reject ENC-01"},
		{`"TRUE"`, []string{"TRUE"}, "", ""},
		{`"042"`, []string{"42"}, "reject ENC-05", "reject ENC-05"},

		{`"eu north"`, []string{"eu north"}, "reject ENC-02", ""},
		{`"a\tb"`, []string{"a\tb"}, "reject ENC-02", ""},
		{`""`, []string{""}, "reject ENC-02", ""},
		{`"=?base64?x"`, []string{"=?base64?x"}, "reject ENC-02", ""},
		{`"=?base64?eA==?="`, []string{"=?base64?eA==?="}, "reject ENC-02", "reject ENC-02"},
		{`"=?base64?="`, []string{"=?base64?="}, "reject ENC-02", "reject ENC-02"},
		{`"Zürich"`, []string{"Zürich"}, "reject ENC-02", "reject ENC-02"},
		{`"Zürich"`, []string{"Z\xfcrich"}, "reject ENC-02", "reject ENC-02"},
		{`"\u007f"`, []string{"\x7f"}, "reject ENC-02", "reject ENC-02"},

		{`"Zürich"`, []string{"=?base64?WsO8cmljaA==?="}, "", ""},
		{`"Zürich"`, []string{"Z%C3%BCrich"}, "reject ENC-03", "reject ENC-03"},
		{`"Zürich"`, []string{"=?BASE64?WsO8cmljaA==?="}, "reject ENC-03", "reject ENC-03"},
		{`"Zürich"`, []string{"=?base64?WsO8cmljaA==?"}, "reject ENC-03", "reject ENC-03"},
		{`"Zürich"`, []string{"=?utf-8?B?WsO8cmljaA==?="}, "reject ENC-03", "reject ENC-03"},
		{`"eu north"`, []string{`"eu north"`}, "reject ENC-03", "reject ENC-03"},
		{`"k\u0000"`, []string{"k"}, "reject ENC-03", "reject ENC-03"},
		{`"x"`, []string{"=?base64?/w==?="}, "reject ENC-03", "reject ENC-03"},
		{`""`, []string{"=?base64?="}, "reject ENC-03", "reject ENC-03"},

		{`" "`, []string{"=?base64?IA==?="}, "", ""},
		{`" "`, []string{"=?base64?IA?="}, "reject ENC-04", "reject ENC-04"},
		{`" "`, []string{"=?base64?IB==?="}, "reject ENC-04", "reject ENC-04"},
		{`"???"`, []string{"=?base64?Pz8_?="}, "reject ENC-04", "reject ENC-04"},

		{`" lead"`, []string{"=?base64?IGxlYWQ=?="}, "", ""},
		{`" lead"`, []string{"lead"}, "reject ENC-05", "reject ENC-05"},
		{`" lead"`, []string{" lead"}, "reject ENC-05", "reject ENC-05"},
		{`" "`, []string{" "}, "reject ENC-05", "reject ENC-05"},
		{`"Zürich"`, []string{"=?base64?WnXMiHJpY2g=?="}, "reject ENC-05", "reject ENC-05"},
		{`"\ufeffk"`, []string{"=?base64?aw==?="}, "reject ENC-05", "reject ENC-05"},
		{`"eu-3"`, []string{"EU-3"}, "reject ENC-05", "reject ENC-05"},
		{`"a"`, []string{"a, a"}, "reject ENC-05", "reject ENC-05"},
		{`"eu-3"`, []string{""}, "reject ENC-05", "reject ENC-05"},
		{`"eu-3"`, []string{"eü-3"}, "reject ENC-05", "reject ENC-05"},

		{absent, []string{"x"}, "reject ENC-07", "reject ENC-07"},
		{`null`, []string{"null"}, "reject ENC-07", "reject ENC-07"},
		{`null`, []string{""}, "reject ENC-07", "reject ENC-07"},
		{`null`, []string{"a", "a"}, "reject ENC-07, reject ENC-09", "reject ENC-07, reject ENC-09"},
		{`""`, []string{"=?base64??="}, "", ""},

		{`9007199254740992`, []string{"9007199254740992"}, "reject ENC-08", "reject ENC-08"},
		{`9007199254740992`, nil, "reject ENC-08", "reject ENC-08"},
		{`{}`, []string{"{}"}, "reject ENC-08", "reject ENC-08"},
		{`[]`, nil, "reject ENC-08", "reject ENC-08"},
		{`"\ud800"`, []string{"=?base64?77+9?="}, "reject ENC-08", "reject ENC-08"},
		{`"\ufffd"`, []string{"=?base64?77+9?="}, "", ""},

		{`"a"`, []string{"a", "a"}, "reject ENC-09", "reject ENC-09"},
		{`"eu-3"`, []string{"=?base64?ZXUtMw==?="}, "note ENC-11", ""},

		// Integers.
		{`42`, []string{"42"}, "", ""},
		{`42`, []string{"42.0"}, "reject ENC-11", ""},
		{`42`, []string{"42.00000000000000000"}, "reject ENC-06", "reject ENC-06"},
		{`42.0`, []string{"42"}, "", ""},
		{`4.2e1`, []string{"42"}, "", ""},
		{`1e3`, []string{"1000"}, "", ""},
		{`1e3`, []string{"1e3"}, "reject ENC-06", "reject ENC-06"},
		{`-0`, []string{"0"}, "", ""},
		{`0`, []string{"-0"}, "reject ENC-11", ""},
		{`-0`, []string{"-0"}, "reject ENC-11", ""},
		{`9007199254740991`, []string{"9007199254740991"}, "", ""},
		{`9007199254740991`, []string{"9007199254740992"}, "reject ENC-06", "reject ENC-06"},
		{`-9007199254740992`, []string{"-9007199254740992"}, "reject ENC-08", "reject ENC-08"},
		{`9007199254740991`, []string{"9007199254740991.1"}, "reject ENC-06", "reject ENC-06"},
		{`42`, []string{"+42"}, "reject ENC-06", "reject ENC-06"},
		{`42`, []string{"042"}, "reject ENC-06", "reject ENC-06"},
		{`42`, []string{"42."}, "reject ENC-06", "reject ENC-06"},
		{`42`, []string{"0x2a"}, "reject ENC-06", "reject ENC-06"},
		{`42`, []string{"43"}, "reject ENC-06", "reject ENC-06"},
		{`42`, []string{""}, "reject ENC-06", "reject ENC-06"},
		{`42`, []string{"٤٢"}, "reject ENC-06", "reject ENC-06"},
		{`42`, []string{"=?base64?NDIg?="}, "reject ENC-06", "reject ENC-06"},
		{`42.5`, []string{"42.5"}, "reject ENC-08", "reject ENC-08"},
		{`42`, []string{"=?base64?NDI=?="}, "note ENC-11", ""},
		{`42`, []string{"=?base64?NDIuMA==?="}, "reject ENC-11", ""},
		{`42`, []string{"=?base64?NDI?="}, "reject ENC-04", "reject ENC-04"},
		{`"42"`, []string{"42"}, "", ""},
	}
	for _, tt := range tests {
		doc := parse(t, `{}`)
		var argument *strictjson.Value
		if tt.argument != absent {
			doc = parse(t, `[`+tt.argument+`]`)
			argument = doc.Root.At(0)
		}
		house := Sender(doc, argument, tt.lines, rule.House)
		if got := said(house); got != tt.house {
			t.Errorf("house: %s sent as %q: %q, want %q", tt.argument, tt.lines, got, tt.house)
		}
		if got := said(Sender(doc, argument, tt.lines, rule.Spec)); got != tt.spec {
			t.Errorf("spec: %s sent as %q: %q, want %q", tt.argument, tt.lines, got, tt.spec)
		}
	}
}

func TestSenderTexts(t *testing.T) {
	tests := []struct {
		argument, line, want string
	}{
		{`true`, "True", "boolean rendered in a form other than true/false"},
		{`"eu-3"`, `"eu-3"`, "string rendered in a form other than string as is"},
		{`"eu north"`, "eu north", "value sent in clear although it contains 0x20"},
		{`"a\tb"`, "a\tb", "value sent in clear although it contains 0x09"},
		{`""`, "", "value sent in clear although it is empty"},
		{`"=?base64?x"`, "=?base64?x", "value sent in clear although it starts with the sentinel prefix"},
		{`"é"`, "é", "value sent in clear although it contains a character that is not ASCII"},
		{`"a\u0007"`, "a\a", "value sent in clear although it contains a control character"},
		{`"é"`, "%C3%A9", "value must be sent as the base64 sentinel"},
		{`"x"`, "=?base64?/w==?=", "payload is not the UTF-8 of any text"},
		{`" "`, "=?base64?IA?=", "payload is not canonical base64 (padding)"},
		{`" "`, "=?base64?IB==?=", "payload is not canonical base64 (trailing bits)"},
		{`" lead"`, "lead", "decoded text differs from the argument (code point at 0)"},
		{`"lead "`, "lead", "decoded text differs from the argument (length)"},
		{`42`, "+42", "field is not an integer text"},
		{`42`, "43", "field is not the decimal of the argument"},
		{`42`, "9007199254740992", "field is outside the safe range"},
		{`null`, "x", "header sent for an argument that is null"},
		{`{}`, "x", "object has no header form; the call must not be sent"},
		{`1.5`, "x", "fractional number has no header form; the call must not be sent"},
		{`1e16`, "x", "out-of-range integer has no header form; the call must not be sent"},
		{`"\ud800"`, "x", "string with unpaired surrogate has no header form; the call must not be sent"},
		{`"eu-3"`, "=?base64?ZXUtMw==?=", "value decodes correctly but house policy prescribes the plain form"},
		{`42`, "42.0", "value decodes correctly but house policy prescribes the canonical decimal form"},
	}
	for _, tt := range tests {
		doc := parse(t, `[`+tt.argument+`]`)
		issues := Sender(doc, doc.Root.At(0), []string{tt.line}, rule.House)
		if len(issues) != 1 || issues[0].Text != tt.want {
			t.Errorf("%s sent as %q: %+v, want %q", tt.argument, tt.line, issues, tt.want)
		}
	}
}

// TestOnlyPreimage tries the field of each vector with every other field: under
// the house policy a value has one field.
func TestOnlyPreimage(t *testing.T) {
	for _, v := range vectors {
		doc := parse(t, `[`+v.argument+`]`)
		for _, other := range vectors {
			issues := Sender(doc, doc.Root.At(0), []string{other.field}, rule.House)
			if (len(issues) == 0) != (other.field == v.field) {
				t.Errorf("%s sent as %q: %q", v.argument, other.field, said(issues))
			}
		}
	}
}

// FuzzString holds for every string: what is Unicode comes back as it was, and
// only its own field is accepted for it.
func FuzzString(f *testing.F) {
	for _, v := range vectors {
		f.Add(v.argument, v.field)
		f.Add(v.field, v.argument)
	}
	f.Add("\xff", "=?base64?/w==?=")
	f.Add("\ufffd", "=?base64?77+9?=")
	f.Fuzz(func(t *testing.T, s, other string) {
		field, err := EncodeString(s)
		if (err == nil) != utf8.ValidString(s) {
			t.Fatalf("%q: %v", s, err)
		}
		if err != nil {
			return
		}
		if field == "" || field != TrimField(field) || foreign(field) || strings.Contains(field, " ") {
			t.Fatalf("%q: field %q cannot travel", s, field)
		}
		if r := Decode(field); r.Class == Malformed || r.Text != s {
			t.Fatalf("%q: field %q decodes to %+v", s, field, r)
		}
		encodings := []string{other, s, TrimField(s), sentinelStart + stdbase64.StdEncoding.EncodeToString([]byte(s)) + sentinelEnd,
			sentinelStart + stdbase64.RawStdEncoding.EncodeToString([]byte(s)) + sentinelEnd, strconv.Quote(s)}
		doc := parse(t, `[`+string(strictjson.AppendCanonical(nil, stringValue(t, s)))+`]`)
		for _, line := range append(encodings, field) {
			accepted := len(Sender(doc, doc.Root.At(0), []string{line}, rule.House)) == 0
			if accepted != (TrimField(line) == field) {
				t.Fatalf("%q sent as %q: accepted %v, field %q", s, line, accepted, field)
			}
			if !utf8.ValidString(line) {
				continue
			}
			// Where the specification accepts a copy, a receiver reads the argument from it.
			if r := Decode(TrimField(line)); s != "" && len(Sender(doc, doc.Root.At(0), []string{line}, rule.Spec)) == 0 && r.Text != s {
				t.Fatalf("%q sent as %q: accepted, and read as %+v", s, line, r)
			}
		}
	})
}

// stringValue is a JSON string value, without the help of what is tested.
func stringValue(t testing.TB, s string) *strictjson.Value {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			b.WriteString(`\u00` + string("0123456789abcdef"[r>>4]) + string("0123456789abcdef"[r&15]))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return parse(t, b.String()).Root
}

// FuzzInteger holds for every text: what is no JSON number of a safe integer is
// refused, and all spellings of one integer have one field.
func FuzzInteger(f *testing.F) {
	for _, v := range vectors {
		f.Add(v.argument)
	}
	f.Add("1e99999999999999999999")
	f.Add("-0.1e1")
	f.Fuzz(func(t *testing.T, literal string) {
		field, err := EncodeInteger(literal)
		if err != nil {
			if field != "" || !slices.Contains([]error{ErrNumber, ErrFraction, ErrRange}, err) {
				t.Fatalf("%q: %q, %v", literal, field, err)
			}
			return
		}
		n, parseErr := strconv.ParseInt(field, 10, 64)
		if parseErr != nil || strconv.FormatInt(n, 10) != field || n > 1<<53-1 || n < -(1<<53-1) {
			t.Fatalf("%q: field %q", literal, field)
		}
		if !isIntegerText(field) {
			t.Fatalf("%q: a receiver does not read %q", literal, field)
		}
		if again, err := EncodeInteger(field + ".0"); err != nil || again != field {
			t.Fatalf("%q: %q encodes to %q, %v", literal, field+".0", again, err)
		}
	})
}

// FuzzDecode holds for every field: it has text or a defect, and encoded text
// has no other field that decodes to it in that class.
func FuzzDecode(f *testing.F) {
	for _, v := range vectors {
		f.Add(v.field)
	}
	f.Add("=?base64?IB==?=")
	f.Add("=?base64?=")
	f.Fuzz(func(t *testing.T, field string) {
		r := Decode(field)
		if (r.Class == Malformed) != (r.Defect != 0) || r.Class == Malformed && r.Text != "" {
			t.Fatalf("%q: %+v", field, r)
		}
		switch r.Class {
		case Plain:
			if r.Text != field {
				t.Fatalf("%q: %+v", field, r)
			}
		case Sentinel:
			if field != sentinelStart+stdbase64.StdEncoding.EncodeToString([]byte(r.Text))+sentinelEnd || !utf8.ValidString(r.Text) {
				t.Fatalf("%q: %+v", field, r)
			}
		}
	})
}

func BenchmarkEncodeString(b *testing.B) {
	for _, s := range []string{"eu-3", "Zürich am See"} {
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				if _, err := EncodeString(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, s := range []string{"eu-3", "=?base64?WsO8cmljaCBhbSBTZWU=?="} {
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				if Decode(s).Class == Malformed {
					b.Fatal(s)
				}
			}
		})
	}
}
