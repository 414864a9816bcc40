package lock

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

func parse(t testing.TB, text string) *strictjson.Value {
	t.Helper()
	doc, err := strictjson.Parse([]byte(text), "test.json", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root
}

// approve is the lock of some descriptors, by callers.
func approve(t testing.TB, descriptors map[string][]string) *Lock {
	l := &Lock{ProtocolVersion: "2026-07-28", Profile: "house"}
	for text, callers := range descriptors {
		d := parse(t, text)
		l.Tools = append(l.Tools, Tool{Name: d.Get("name").Text(), Callers: callers, Digest: Digest(d), Descriptor: d})
		l.Callers = append(l.Callers, callers...)
	}
	l.Sort()
	return l
}

func encode(t testing.TB, l *Lock) string {
	t.Helper()
	b, err := l.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const (
	readFile = `{"name":"read_file","description":"Read\u202e a file. \u00e9 \ud83d\ude00 \u0000 \u007f \"\\ \n","inputSchema":{"type":"object","maxProperties":9007199254740993,"minProperties":1e0}}`
	listDir  = `{"inputSchema":{"type":"object"},"name":"list_dir"}`
)

func TestFile(t *testing.T) {
	l := approve(t, map[string][]string{readFile: {""}, listDir: {""}})
	l.Server, l.ServerVersion, l.Policy = "files", "1.0", "sha256:"+strings.Repeat("0a", 32)
	l.Omitted = []Omitted{{Name: "wipe", Callers: []string{""}, Decision: "REJECT", Digest: "sha256:" + strings.Repeat("1b", 32)}, {Name: "move", Callers: []string{""}, Decision: "CONDITIONAL"}}
	l.Sort()
	want := `{
  "mcpreviewLock": 1,
  "form": "RFC 8785 with numbers as exact decimals",
  "server": {
    "name": "files",
    "version": "1.0"
  },
  "protocolVersion": "2026-07-28",
  "profile": "house",
  "policy": "sha256:0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a",
  "tools": [
    {
      "name": "list_dir",
      "digest": "` + Digest(parse(t, listDir)) + `",
      "descriptor": {
        "inputSchema": {
          "type": "object"
        },
        "name": "list_dir"
      }
    },
    {
      "name": "read_file",
      "digest": "` + Digest(parse(t, readFile)) + `",
      "descriptor": {
        "description": "Read\u202e a file. \u00e9 \ud83d\ude00 \u0000 \u007f \"\\ \n",
        "inputSchema": {
          "maxProperties": 9007199254740993,
          "minProperties": 1,
          "type": "object"
        },
        "name": "read_file"
      }
    }
  ],
  "omitted": [
    {
      "name": "move",
      "decision": "CONDITIONAL"
    },
    {
      "name": "wipe",
      "decision": "REJECT",
      "digest": "sha256:1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b"
    }
  ]
}
`
	got := encode(t, l)
	if got != want {
		t.Errorf("got %s", got)
	}
	read, err := Parse("a/b.json", []byte(got))
	if err != nil {
		t.Fatal(err)
	}
	if again := encode(t, read); again != got {
		t.Errorf("read and written again: %s", again)
	}
	if at := read.Tools[1].At; at.String() != "a/b.json:22:5" || at.Pointer != "/tools/1" {
		t.Errorf("the second tool is at %s %s", at, at.Pointer)
	}
	if f := read.File; f.Name != "a/b.json" || f.Bytes != int64(len(got)) || len(f.SHA256) != 64 {
		t.Errorf("file %+v", f)
	}
}

func TestCallers(t *testing.T) {
	other := strings.Replace(listDir, "object", `object","title":"x`, 1)
	l := approve(t, map[string][]string{readFile: {"guest", "admin"}, listDir: {"guest"}, other: {"admin"}})
	l.Tools = append(l.Tools, Tool{Name: "list_dir", Callers: []string{"root"}, Digest: l.Tools[0].Digest, Descriptor: l.Tools[0].Descriptor})
	l.Callers = append(l.Callers, "root")
	l.Sort()
	read, err := Parse("l.json", []byte(encode(t, l)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range read.Tools {
		got = append(got, tool.Name+" "+strings.Join(tool.Callers, "+"))
	}
	if want := "list_dir admin+root, list_dir guest, read_file admin+guest"; strings.Join(got, ", ") != want {
		t.Errorf("got %q", got)
	}
	if !slices.Equal(read.Callers, []string{"admin", "guest", "root"}) {
		t.Errorf("callers %q", read.Callers)
	}
}

// TestOrderIsOfNoAccount writes the same approval from entries in any order,
// of descriptors whose members are in any order.
func TestOrderIsOfNoAccount(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	shuffled := func() string {
		members := []string{`"name":"a"`, `"inputSchema":{"type":"object","minProperties":1.0}`, `"description":"x\u00e9"`, `"_meta":{"b":1,"a":2}`}
		if r.IntN(2) == 0 {
			members[1] = `"inputSchema":{"minProperties":10e-1,"type":"object"}`
			members[2] = `"description":"\u0078é"`
			members[3] = `"_meta":{"a":2,"b":1}`
		}
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		return "{" + strings.Join(members, ",") + "}"
	}
	first := ""
	for range 50 {
		l := &Lock{ProtocolVersion: "2026-07-28", Profile: "house", Callers: []string{"y", "x"}}
		entries := []Tool{}
		for _, caller := range []string{"x", "y", "x"} {
			d := parse(t, shuffled())
			entries = append(entries, Tool{"a", []string{caller}, Digest(d), d, rule.Location{}})
		}
		for i := range 3 {
			d := parse(t, fmt.Sprintf(`{"name":"t%d"}`, i))
			entries = append(entries, Tool{d.Get("name").Text(), []string{"x"}, Digest(d), d, rule.Location{}})
			l.Omitted = append(l.Omitted, Omitted{Name: fmt.Sprint("o", (i+r.IntN(3))%3), Callers: []string{"y"}, Decision: "REJECT"})
		}
		l.Omitted = append(l.Omitted, Omitted{Name: "o0", Callers: []string{"y"}, Decision: "REJECT"}, Omitted{Name: "o1", Callers: []string{"y"}, Decision: "REJECT"}, Omitted{Name: "o2", Callers: []string{"y"}, Decision: "REJECT"})
		r.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		l.Tools = entries
		l.Sort()
		got := encode(t, l)
		if first == "" {
			first = got
		}
		if got != first {
			t.Fatalf("got %s\nfirst %s", got, first)
		}
	}
}

func TestDigestTellsNumbersApart(t *testing.T) {
	tests := []struct {
		a, b string
		same bool
	}{
		{"9007199254740993", "9007199254740992", false},
		{"1.0", "1", true}, {"1e2", "100", true}, {"-0", "0", true}, {"1e-2", "0.010", true},
		{"1e400", "1e399", false}, {"0.1", "0.10000000000000001", false},
		{`"\u00e9"`, `"e\u0301"`, false}, {`"\u0061"`, `"a"`, true}, {"1", `"1"`, false},
	}
	for _, tt := range tests {
		a, b := Digest(parse(t, `{"n":`+tt.a+`}`)), Digest(parse(t, `{"n":`+tt.b+`}`))
		if (a == b) != tt.same {
			t.Errorf("%s and %s: same digest is %v", tt.a, tt.b, a == b)
		}
	}
}

func TestErrors(t *testing.T) {
	good := encode(t, approve(t, map[string][]string{listDir: {"a", "b"}}))
	read, err := Parse("l.json", []byte(good))
	if err != nil || len(read.Tools) != 1 {
		t.Fatal(err)
	}
	digest := read.Tools[0].Digest
	const restore = "; the lock is damaged: restore it, or write a new one with mcpreview lock"
	tests := []struct{ name, old, now, want string }{
		{"conflict", "  \"tools\"", "<<<<<<< HEAD\n  \"tools\"", `l.json:10:1: unexpected character U+003C at byte 171` + restore},
		{"cut", "\n}\n", "", "l.json:22:16: unexpected end at byte "},
		{"newer", `"mcpreviewLock": 1`, `"mcpreviewLock": 2, "new": []`, `l.json:2:20: the lock was written by a newer version of mcpreview (lock version 2, this one reads up to 1): update mcpreview`},
		{"no version", `"mcpreviewLock": 1`, `"mcpreviewLock": 0`, "l.json:2:20: mcpreviewLock is not 1" + restore},
		{"version of another type", `"mcpreviewLock": 1`, `"mcpreviewLock": "1"`, "l.json:2:20: mcpreviewLock is not 1" + restore},
		{"no lock", `"mcpreviewLock": 1,`, ``, `l.json: is no lock: it has no member "mcpreviewLock"; mcpreview lock writes one`},
		{"other form", "exact decimals", "doubles", `l.json:3:11: digests are over another form than "RFC 8785 with numbers as exact decimals": write a new lock with mcpreview lock`},
		{"unknown member", `"profile"`, `"approved": true, "profile"`, `l.json:5:15: "approved" is no member of a lock of this version: restore the lock, or write a new one with mcpreview lock`},
		{"unknown member of a tool", `"digest"`, `"note": "x", "digest"`, `l.json:13:15: "note" is no member of a lock of this version`},
		{"missing member", `"omitted": []`, `"policy": "` + digest + `"`, `l.json:1:1: member "omitted" is missing` + restore},
		{"repeated member", `"profile": "house"`, `"profile": "house", "profile": "spec"`, `l.json:5:23: member "profile" occurs 2 times` + restore},
		{"repeated member of a descriptor", `"type": "object"`, `"type": "object", "type": "array"`, `l.json:16:29: member "type" occurs 2 times` + restore},
		{"lone surrogate", `"house"`, `"\ud800"`, "l.json:5:14: unpaired surrogate escape" + restore},
		{"wrong type", `"house"`, `[]`, "l.json:5:14: not a text" + restore},
		{"empty", `"house"`, `""`, "l.json:5:14: not a text" + restore},
		{"digest of another", digest, "sha256:" + strings.Repeat("0", 64), `l.json:13:17: the digest of "list_dir" is not that of its descriptor` + restore},
		{"descriptor of another", `"type": "object"`, `"type": "array"`, `l.json:13:17: the digest of "list_dir" is not that of its descriptor` + restore},
		{"no digest", digest, "sha256:0", `l.json:13:17: not sha256: and 64 hexadecimal digits` + restore},
		{"digest in upper case", digest, strings.ToUpper(digest), `l.json:13:17: not sha256: and 64 hexadecimal digits` + restore},
		{"another name", "      \"name\": \"list_dir\",\n      \"dig", "      \"name\": \"list\",\n      \"dig", `l.json:14:21: the descriptor is not that of "list": its name is another` + restore},
		{"no tools", `"omitted": []`, `"omitted": {}`, "l.json:22:14: not a list" + restore},
		{"callers out of order", "\"a\",\n    \"b\"", "\"b\",\n    \"a\"", "l.json:8:5: not a name of its own, in the order of names" + restore},
		{"caller twice", "\"a\",\n    \"b\"", "\"a\",\n    \"a\"", "l.json:8:5: not a name of its own, in the order of names" + restore},
		{"unknown caller", `"digest"`, `"callers": ["c"], "digest"`, `l.json:13:19: caller "c" is none of the lock's` + restore},
		{"hostile name", `"profile"`, `"\u001b[31m": 1, "profile"`, `l.json:5:17: "\u001b[31m" is no member`},
	}
	for _, tt := range tests {
		if !strings.Contains(good, tt.old) {
			t.Fatalf("%s: the lock has no %q:\n%s", tt.name, tt.old, good)
		}
		_, err := Parse("l.json", []byte(strings.Replace(good, tt.old, tt.now, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s:\ngot  %v\nwant %s", tt.name, err, tt.want)
		}
	}
	for text, want := range map[string]string{
		"":                         "l.json:1:1: unexpected end at byte 0" + restore,
		"[]":                       "l.json: is no lock",
		`{"mcpreviewLock":1}`:      `l.json:1:1: member "form" is missing` + restore,
		"\ufeff{}":                 "l.json:1:1: byte order mark at byte 0" + restore,
		"{\"mcpreviewLock\":\xff}": "l.json:1:18: invalid UTF-8 at byte 17" + restore,
	} {
		if _, err := Parse("l.json", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// A name has one entry for a caller, or nobody can say which one was approved.
func TestOnce(t *testing.T) {
	whole := `{"name":"a","inputSchema":{}}`
	one, two := parse(t, whole), parse(t, `{"name":"a","title":"b"}`)
	tool := func(d *strictjson.Value, callers ...string) string {
		return fmt.Sprintf(`{"name":"a","callers":["%s"],"digest":"%s","descriptor":%s}`, strings.Join(callers, `","`), Digest(d), strictjson.AppendCanonical(nil, d))
	}
	out := func(callers ...string) string {
		return fmt.Sprintf(`{"name":"a","callers":["%s"],"decision":"REJECT"}`, strings.Join(callers, `","`))
	}
	for _, tt := range []struct {
		name    string
		tools   []string
		omitted []string
		twice   bool
	}{
		{"each its caller", []string{tool(one, "x"), tool(two, "y")}, nil, false},
		{"two digests for one caller", []string{tool(one, "x"), tool(two, "x")}, nil, true},
		{"two digests for callers that overlap", []string{tool(one, "x", "y"), tool(two, "y")}, nil, true},
		{"one digest twice", []string{tool(one, "x"), tool(one, "x")}, nil, true},
		{"locked for one, omitted for another", []string{tool(one, "x")}, []string{out("y")}, false},
		{"locked and omitted", []string{tool(one, "x")}, []string{out("x", "y")}, true},
		{"omitted twice", []string{tool(one, "x")}, []string{out("y"), out("y")}, true},
	} {
		text := fmt.Sprintf(`{"mcpreviewLock":1,"form":"%s","protocolVersion":"p","profile":"house","callers":["x","y"],"tools":[%s],"omitted":[%s]}`,
			Form, strings.Join(tt.tools, ","), strings.Join(tt.omitted, ","))
		if _, err := Parse("l.json", []byte(text)); (err != nil) != tt.twice || tt.twice && !strings.Contains(err.Error(), `tool "a" occurs twice for caller "`) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.lock.json")
	if _, err := Load(file); err == nil || err.Error() != file+": no such file or directory" {
		t.Errorf("got %v", err)
	}
	if _, err := Load(dir); err == nil || err.Error() != dir+": not a regular file" {
		t.Errorf("got %v", err)
	}
	if err := os.WriteFile(file, []byte(encode(t, approve(t, map[string][]string{listDir: {""}}))), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := Load(file)
	if err != nil || l.File.Name != "x.lock.json" || l.Tools[0].At.File != "x.lock.json" {
		t.Errorf("got %+v, %v", l, err)
	}
}

// No file takes more memory than a lock of its length would.
func TestBoundOnValues(t *testing.T) {
	of := func(values int) string { return `{"mcpreviewLock":1,"a":[` + strings.Repeat("0,", values) + "0]}" }
	for values, want := range map[int]string{
		1_100_000: "l.json:1:1: document of more than 1000000 values; " + damaged,
		900_000:   "l.json:1:24: \"a\" is " + unknown,
	} {
		if _, err := Parse("l.json", []byte(of(values))); err == nil || err.Error() != want {
			t.Errorf("%d values: got %v, want %s", values, err, want)
		}
	}
}

// FuzzParse holds that a lock that can be read says nothing that is not checked,
// and comes out the same when it is written and read again.
func FuzzParse(f *testing.F) {
	good := encode(f, approve(f, map[string][]string{listDir: {"a"}, readFile: {"a", "b"}}))
	f.Add([]byte(good))
	f.Add([]byte(encode(f, approve(f, map[string][]string{readFile: {""}}))))
	for _, cut := range []int{1, 40, 200, 500} {
		f.Add([]byte(good[:cut]))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Parse("l.json", data)
		if err != nil {
			for _, r := range err.Error() {
				if r < 0x20 || r > 0x7e && r != '…' {
					t.Fatalf("U+%04X stands raw in %q", r, err)
				}
			}
			return
		}
		for _, tool := range l.Tools {
			if Digest(tool.Descriptor) != tool.Digest || tool.Descriptor.Get("name").Text() != tool.Name {
				t.Fatalf("%+v is not checked", tool)
			}
		}
		l.Sort()
		out, err := l.Encode()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range out {
			if c != '\n' && (c < 0x20 || c > 0x7e) {
				t.Fatalf("byte %#x stands raw", c)
			}
		}
		again, err := Parse("l.json", out)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if twice, _ := again.Encode(); !bytes.Equal(twice, out) {
			t.Fatalf("written as %s\nthen as %s", out, twice)
		}
	})
}
