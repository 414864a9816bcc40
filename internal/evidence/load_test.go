package evidence

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
)

// limited is the default policy with documents of at most n bytes.
func limited(n int) policy.Policy {
	p := policy.Default()
	p.Limits.DocumentBytes = n
	return p
}

// sized is a log of exactly n bytes.
func sized(n int) string { return `{"log":[]` + strings.Repeat(" ", n-len(note)) + `}` }

// sizedCall is a call of exactly n bytes.
func sizedCall(n int) string {
	text := `{"request":{"method":"tools/call"}}`
	return text[:len(text)-1] + strings.Repeat(" ", n-len(text)) + "}"
}

func TestFileOverTheLimitOfBytes(t *testing.T) {
	const limit = 100
	for _, c := range []struct{ name, doc, want string }{
		{"at the limit", sized(limit), "log"},
		{"over it", sized(limit + 1), "JSON-06 reject"},
		{"far over it", sized(50 * limit), "JSON-06 reject"},
		{"call at the limit", sizedCall(limit), "call by 1"},
		{"call over it", sizedCall(limit + 1), "JSON-06 reject"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := LoadFS(fstest.MapFS{"f.json": {Data: []byte(c.doc)}, "g.json": {Data: []byte(`{"tools":[]}`)}}, limited(limit), 1)
			want := "page of tools/list by 3, " + c.want
			if got := sorted(set); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			f := set.Files[0]
			if over := strings.HasPrefix(c.want, "JSON"); f.Documents != 1 || f.Bytes != int64(len(c.doc)) || over != (f.Left == "over the limit of bytes") || over == (f.SHA256.String() != "") {
				t.Errorf("file %+v", f)
			}
			for _, f := range set.Findings {
				if f.At.File != "f.json" || f.At.Line != 1 || f.Text != fmt.Sprintf("document of %d bytes exceeds 100", len(c.doc)) || f.Provenance != rule.SpecShould {
					t.Errorf("finding %+v", f)
				}
			}
		})
	}
}

// A sparse file of any length costs nothing.
func TestSparseFile(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, os.WriteFile("huge.json", nil, 0o600))
	if err := os.Truncate("huge.json", 1<<42); err != nil {
		t.Skip("no file of 4 TiB here: ", err)
	}
	set := read(t, 1, "huge.json")
	wantList(t, "findings", told(set), "huge.json:1:1  reject JSON-06: document of 4398046511104 bytes exceeds 33554432")
}

func TestLines(t *testing.T) {
	const limit = 60
	page := `{"tools":[]}`
	for _, c := range []struct {
		name      string
		lines     string
		documents int
		want      []string // findings and calls by place
	}{
		{"empty", "", 0, nil},
		{"blank lines", "\n \t\r\n\n", 0, nil},
		{"no line feed at the end", page, 1, nil},
		{"carriage returns", page + "\r\n" + sizedCall(40) + "\r\n", 2, []string{"call 2"}},
		{"a line at the limit", sized(limit) + "\n" + sizedCall(limit) + "\n" + page, 3, []string{"call 2"}},
		{"at the limit without line feed", page + "\n" + sizedCall(limit), 2, []string{"call 2"}},
		{"over it", page + "\n" + sized(limit+1) + "\n" + page, 3, []string{"2:1 JSON-06"}},
		{"call over it, neighbours survive", sizedCall(50) + "\n" + sizedCall(limit+1) + "\n" + sizedCall(50) + "\n" + page, 4,
			[]string{"2:1 JSON-06", "call 1", "call 3"}},
		{"call over it without line feed", sizedCall(50) + "\n" + sizedCall(limit+1), 2, []string{"2:1 JSON-06", "call 1"}},
		{"far over it", sizedCall(50) + "\n" + sizedCall(1<<20) + "\n" + sizedCall(50), 3, []string{"2:1 JSON-06", "call 1", "call 3"}},
		{"over it with a carriage return", sized(limit) + "\r\n", 1, []string{"1:1 JSON-06"}},
		{"lines that are no JSON", page + "\n{\n" + page + "\n  nope\n[1,\n\xff\n" + page, 7,
			[]string{"2:2 JSON-02", "4:4 JSON-02", "5:4 JSON-02", "6:1 JSON-01"}},
		{"calls that are no JSON", sizedCall(40) + "\n" + sizedCall(40) + "}\n" + sizedCall(40), 3,
			[]string{"call 1", "unusable 2:41 JSON-02", "call 3"}},
		{"white space that JSON does not have", "\v\n\u00a0\n" + page, 3, []string{"1:1 JSON-02", "2:1 JSON-02"}},
		{"byte order mark", "\ufeff" + page + "\n" + page, 2, []string{"1:1 JSON-01"}},
		{"a list in a line", "\n[" + page + "," + sizedCall(40) + ",7]\n", 1, []string{"2:56 EVID-14", "call 2"}},
		{"two documents in a line", page + page, 1, []string{"1:13 JSON-02"}},
		{"one document in two lines", "{\"tools\":\n[]}", 2, []string{"1:10 JSON-02", "2:3 JSON-02"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := LoadFS(fstest.MapFS{"f.jsonl": {Data: []byte(c.lines)}}, limited(limit), 1)
			var got []string
			for _, f := range set.Findings {
				got = append(got, fmt.Sprintf("%d:%d %s", f.At.Line, f.At.Column, f.Rule.ID))
			}
			Calls(set, 1, func(c Call) string {
				if c.Exchange == nil {
					return fmt.Sprintf("unusable %d:%d %s", c.Unusable.At.Line, c.Unusable.At.Column, c.Unusable.Rule.ID)
				}
				return fmt.Sprintf("call %d", c.Place().Line)
			}, func(s string) { got = append(got, s) })
			wantList(t, "found", got, c.want...)
			sum := sha256.Sum256([]byte(c.lines))
			f := set.Files[0]
			if f.Documents != c.documents || f.Kind != "JSON Lines" || f.Bytes != int64(len(c.lines)) || f.SHA256 != sum || f.Left != "" {
				t.Errorf("file %+v, want %d documents", f, c.documents)
			}
			kept := len(set.Logs)
			for _, l := range set.Listings {
				kept += len(l.Pages)
			}
			seen := kept + len(got)
			if strings.Contains(c.name, "a list in a line") {
				seen -= 2 // one document of three values
			}
			if seen != c.documents {
				t.Errorf("%d of %d documents are accounted for", seen, c.documents)
			}
		})
	}
}

// No stretch that is read again is much longer than one document may be, and
// together they hold every line with a call once.
func TestStretches(t *testing.T) {
	p := limited(unitBytes / 2)
	var b strings.Builder
	var want []string
	for line := 1; line <= 40; line++ {
		switch line % 4 {
		case 0:
			b.WriteString(sizedCall(unitBytes/5 + line))
			want = append(want, fmt.Sprint("call ", line))
		case 1:
			b.WriteString(sizedCall(unitBytes/2 + 1))
			want = append(want, fmt.Sprint("over ", line))
		case 2:
			b.WriteString(sized(unitBytes / 3))
		case 3:
			b.WriteString(sizedCall(50))
			want = append(want, fmt.Sprint("call ", line))
		}
		b.WriteByte('\n')
	}
	set := LoadFS(fstest.MapFS{"f.jsonl": {Data: []byte(b.String())}}, p, 1)
	end := int64(0)
	for _, u := range set.units {
		if u.offset < end || u.length <= 0 || u.length > unitBytes+int64(p.Limits.DocumentBytes)+1 {
			t.Errorf("stretch from %d of %d bytes, after %d", u.offset, u.length, end)
		}
		end = u.offset + u.length
	}
	for _, jobs := range []int{1, 4} {
		var got []string
		for _, f := range set.Findings {
			got = append(got, fmt.Sprint("over ", f.At.Line))
		}
		Calls(set, jobs, func(c Call) string { return fmt.Sprint("call ", c.Place().Line) }, func(s string) { got = append(got, s) })
		slices.Sort(got)
		slices.Sort(want)
		wantList(t, "lines", got, want...)
	}
}

func TestLimitOfDocuments(t *testing.T) {
	p := policy.Default()
	p.Limits.Documents = 5
	lines := func(n int) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.Repeat(note+"\n", n) + "\n\n" + sizedCall(40))}
	}
	const left = "over the limit of 5 documents in all"
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		left  []string
		want  []string
		logs  int
		calls int
	}{
		{"at the limit", fstest.MapFS{"1.jsonl": lines(4)}, []string{""}, nil, 4, 1},
		{"over it in one file", fstest.MapFS{"1.jsonl": lines(5)}, []string{left},
			[]string{"1.jsonl  condition EVID-14: exceeds 5 documents in all: the file is left out"}, 0, 0},
		{"over it in the second", fstest.MapFS{"1.jsonl": lines(2), "2.jsonl": lines(3), "3.jsonl": lines(1)}, []string{"", left, ""},
			[]string{"2.jsonl  condition EVID-14: exceeds 5 documents in all: the file is left out"}, 3, 2},
		{"several over it", fstest.MapFS{"1.jsonl": lines(4), "2.json": lines(0), "3.jsonl": lines(0), "4.jsonl": lines(9)}, []string{"", left, left, left},
			[]string{"2.json  condition EVID-14: exceeds 5 documents in all: the file is left out, as are 2 more after it"}, 4, 1},
	} {
		for _, jobs := range []int{1, 3} {
			set := LoadFS(c.files, p, jobs)
			wantList(t, c.name, told(set), c.want...)
			var got []string
			for _, f := range set.Files {
				got = append(got, f.Left)
			}
			wantList(t, c.name, got, c.left...)
			if n := len(calls1(set, 1)); len(set.Logs) != c.logs || n != c.calls {
				t.Errorf("%s: %d documents and %d calls, want %d and %d", c.name, len(set.Logs), n, c.logs, c.calls)
			}
		}
	}
}

// The digest of a file whose reading was cut short is that of the whole.
func TestDigestOfAFileOverTheLimitOfDocuments(t *testing.T) {
	p := policy.Default()
	p.Limits.Documents = 2
	data := []byte(strings.Repeat(note+"\n", 100_000))
	sum := sha256.Sum256(data)
	f := LoadFS(fstest.MapFS{"f.jsonl": {Data: data}}, p, 1).Files[0]
	if f.SHA256 != sum || f.Bytes != int64(len(data)) || f.Documents != 3 {
		t.Errorf("%+v", f)
	}
}

// What stays in memory is bounded however many documents there are; calls are
// not kept and not counted.
func TestLimitOfWhatIsKept(t *testing.T) {
	p := policy.Default()
	files := fstest.MapFS{
		"1.json": {Data: []byte(sized(400))}, "2.json": {Data: []byte(sized(700))}, "3.json": {Data: []byte(sizedCall(5000))},
		"4.json": {Data: []byte(sized(600))}, "5.json": {Data: []byte(sized(20))},
	}
	p.Limits.KeptBytes = 1000
	l := newLoader(p)
	set := l.load([]*root{{dir: true, files: files}}, 1, nil)
	wantList(t, "findings", told(set),
		"2.json  condition EVID-14: exceeds 1000 bytes of memory in all for documents other than calls: the file is left out, as are 1 more after it")
	if n := len(calls1(set, 1)); len(set.Logs) != 2 || n != 1 {
		t.Errorf("%d documents, %d calls", len(set.Logs), n)
	}
	// Within one file as well, or its scan alone would hold everything.
	set = l.load([]*root{{dir: true, files: fstest.MapFS{"f.jsonl": {Data: []byte(strings.Repeat(sized(100)+"\n", 1000))}}}}, 1, nil)
	if len(set.Logs) != 0 || len(set.Findings) != 1 || set.Files[0].Documents > 12 {
		t.Errorf("%d documents kept of %+v: %q", len(set.Logs), set.Files[0], told(set))
	}
}

// Descriptors count with what judging them takes: one whole listing of 30 tools
// has little text.
func TestLimitOfDescriptorsKept(t *testing.T) {
	tools := strings.TrimSuffix(strings.Repeat(`{"name":"a"},`, 30), ",")
	page := `{"request":{"jsonrpc":"2.0","id":1,"method":"tools/list"},"response":{"jsonrpc":"2.0","id":1,"result":{"tools":[` + tools + `]}}}`
	for name, text := range map[string]string{"a page": page, "descriptors": "[" + strings.ReplaceAll(tools, `"a"`, `"a","inputSchema":{"type":"object"}`) + "]"} {
		for limit, kept := range map[int]bool{30 * descriptorBytes: false, 40 * descriptorBytes: true} {
			p := policy.Default()
			p.Limits.KeptBytes = limit
			set := newLoader(p).load([]*root{{dir: true, files: fstest.MapFS{"1.json": {Data: []byte(text)}}}}, 1, nil)
			if got := len(set.Listings)+len(set.Descriptors) > 0; got != kept {
				t.Errorf("%s, %d bytes: kept %t, want %t: %q", name, limit, got, kept, told(set))
			}
		}
	}
}

// A file of millions of values that are no evidence does not become as many
// findings.
func TestFindingsOfOneFile(t *testing.T) {
	for name, data := range map[string]string{
		"f.json":  "[" + strings.Repeat("0,", findingsPerFile+499) + "0]",
		"f.jsonl": strings.Repeat("{\n", findingsPerFile+500),
	} {
		set := one(name, data)
		if len(set.Findings) != findingsPerFile+1 {
			t.Fatalf("%s: %d findings", name, len(set.Findings))
		}
		if last := set.Findings[findingsPerFile].Text; last != "holds 500 more values that are no evidence" {
			t.Errorf("%s: %s", name, last)
		}
	}
	if n := len(one("f.json", "["+strings.Repeat("0,", findingsPerFile-1)+"0]").Findings); n != findingsPerFile {
		t.Errorf("%d findings at the limit", n)
	}
}

// Findings that are not told are not made either: what a value costs is what
// reading it costs.
func TestFindingsBeyondRoomAreNotMade(t *testing.T) {
	for name, value := range map[string]string{
		"a scalar": `0`, "an object": `{"a":0}`, "a list": `[]`, "what is mixed": `{"result":{"tools":[],"content":[]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			cost := func(n int) int {
				data := "[" + strings.Repeat(value+",", n) + value + "]"
				return int(testing.AllocsPerRun(1, func() { one("f.json", data) }))
			}
			const more = 10_000
			at, beyond := cost(findingsPerFile), cost(findingsPerFile+more)
			if beyond > at+more*3/2 {
				t.Errorf("%d allocations for %d values more", beyond-at, more)
			}
		})
	}
}

// A file that grows while it is read does not get past the limit of bytes.
func TestGrowingFile(t *testing.T) {
	files := growing{fstest.MapFS{"f.json": {Data: []byte(note)}}}
	set := LoadFS(files, limited(200), 1)
	wantList(t, "findings", told(set), "f.json:1:1  reject JSON-06: document of 201 bytes exceeds 200")
}

type growing struct{ fstest.MapFS }

func (g growing) Open(name string) (fs.File, error) {
	f, err := g.MapFS.Open(name)
	if name == "f.json" {
		return endless{f}, err
	}
	return f, err
}

type endless struct{ fs.File }

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestPlacesInFiles(t *testing.T) {
	set := one("f.json", "[\n  {\"log\": []},\n  {\"no\": 1},\n\t[]\n]")
	wantList(t, "findings", told(set),
		"f.json:3:3 /1 condition EVID-14: unknown kind: none of the accepted forms of evidence",
		"f.json:4:2 /2 condition EVID-14: unknown kind: none of the accepted forms of evidence")
	set = one("f.json", "{\n \"tools\": [1,\n 2,]\n}")
	wantList(t, "findings", told(set), "f.json:3:3  reject JSON-02: unexpected character U+002C at byte 18")
}
