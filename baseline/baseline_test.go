package baseline_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mcpreview/baseline"
	"mcpreview/internal/evidence"
	"mcpreview/internal/lock"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A seen is a descriptor and the caller that sees it. One whose text starts
// with "!" is not admitted.
type seen struct{ caller, descriptor string }

func parse(t testing.TB, text string) *strictjson.Document {
	t.Helper()
	doc, err := strictjson.Parse([]byte(text), "tool.json", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return doc
}

// approved is the lock of what was seen, as it is read from its file.
func approved(t testing.TB, all ...seen) *lock.Lock {
	t.Helper()
	l := &lock.Lock{Server: "files", ProtocolVersion: "2026-07-28", Profile: "house"}
	for _, s := range all {
		text, out := strings.CutPrefix(s.descriptor, "!")
		d := parse(t, text).Root
		name, callers := d.Get("name").Text(), []string{s.caller}
		l.Callers = append(l.Callers, s.caller)
		if out {
			l.Omitted = append(l.Omitted, lock.Omitted{Name: name, Callers: callers, Decision: "REJECT", Digest: lock.Digest(d)})
			continue
		}
		l.Tools = append(l.Tools, lock.Tool{Name: name, Callers: callers, Digest: lock.Digest(d), Descriptor: d})
	}
	l.Sort()
	data, err := l.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if l, err = lock.Parse("m.lock.json", data); err != nil {
		t.Fatal(err)
	}
	return l
}

// listed is what was seen, as the evidence shows it.
func listed(t testing.TB, all ...seen) (in baseline.Input) {
	t.Helper()
	at := map[[2]string]int{}
	for _, s := range all {
		text, out := strings.CutPrefix(s.descriptor, "!")
		doc := parse(t, text)
		name := doc.Root.Get("name").Text()
		v := baseline.Variant{Spot: evidence.Spot{Doc: doc, Base: doc.Root, Subject: rule.Subject{Kind: rule.KindTool, Name: name}}}
		if len(doc.Faults) == 0 {
			v.Digest = lock.Digest(doc.Root)
		}
		i, known := at[[2]string{s.caller, name}]
		if !known {
			i = len(in.Tools)
			at[[2]string{s.caller, name}] = i
			in.Tools = append(in.Tools, baseline.Tool{Name: name, Caller: s.caller, Admitted: !out})
		}
		in.Tools[i].Variants = append(in.Tools[i].Variants, v)
	}
	return in
}

func said(j baseline.Judgement) string {
	var lines []string
	for _, f := range j.Tools {
		lines = append(lines, f.Finding.Subject.Name+" "+f.Finding.Reason())
	}
	for _, f := range j.Server {
		lines = append(lines, f.Finding.Subject.Kind+" "+f.Finding.Reason())
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

const (
	read   = `{"name":"read","description":"Read a file.","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}`
	list   = `{"name":"list","inputSchema":{"type":"object"}}`
	wipe   = `{"name":"wipe","inputSchema":{"type":"object"}}`
	readIt = `{"name":"read_it","description":"Read a file.","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}`
)

func to(text, old, now string) string {
	if !strings.Contains(text, old) {
		panic(old)
	}
	return strings.Replace(text, old, now, 1)
}

func TestCompare(t *testing.T) {
	any := func(descriptors ...string) (all []seen) {
		for _, d := range descriptors {
			all = append(all, seen{"", d})
		}
		return all
	}
	tests := []struct {
		name      string
		was, is   []seen
		want      string
		unchanged int
	}{
		{"the same", any(read, list), any(list, read), "", 2},
		{"members in another order, and escapes", any(list), any(`{"inputSchema":{"type":"object"},"n\u0061me":"list"}`), "", 1},
		{"changed", any(read, list), any(to(read, "Read a", "Read any"), list),
			`read DESC-21 /description: changed since approval: changed at character 7: from "Read a file." to "Read any file."`, 1},
		{"changed in several places", any(read), any(to(to(read, `"string"`, `["string","null"]`), "file.", "file!")),
			`read DESC-21 /description: changed since approval: changed at character 12: from "Read a file." to "Read a file!"; 1 more change`, 0},
		{"changed in what it accepts", any(read), any(to(read, `"string"`, `["string","null"]`)),
			`read DESC-21 /inputSchema/properties/path/type: changed since approval: changed from string to string or null (accepts more)`, 0},
		{"hints that are new", any(list), any(to(list, `"name"`, `"annotations":{"readOnlyHint":true},"name"`)),
			`list DESC-21 /annotations: changed since approval: /annotations/readOnlyHint changed from absent to true`, 0},
		{"added", any(list), any(list, wipe), `wipe DESC-21 /name: not in the lock`, 1},
		{"removed", any(list, read), any(list), `server DESC-21 /name: "read" is in the lock but no longer listed`, 1},
		{"renamed", any(list, read), any(list, readIt), `read_it DESC-21 /name: renamed since approval, in the lock it is "read"`, 1},
		{"renamed with another text", any(list, read), any(list, to(readIt, "Read a file.", "Reads.")), `read_it DESC-21 /name: renamed since approval, in the lock it is "read"; 1 other change`, 1},
		{"renamed in separators, with another schema", any(`{"name":"read_it","inputSchema":{"type":"object"}}`), any(`{"name":"readIt","inputSchema":{"type":"object","minProperties":1}}`),
			`readIt DESC-21 /name: renamed since approval, in the lock it is "read_it"; 1 other change`, 0},
		{"two that went are alike", any(list, wipe), any(to(list, `"list"`, `"ls"`)),
			`ls DESC-21 /name: not in the lock` + "\n" + `server DESC-21 /name: "list" is in the lock but no longer listed` + "\n" + `server DESC-21 /name: "wipe" is in the lock but no longer listed`, 0},
		{"two that came are alike", any(read), any(readIt, to(readIt, "read_it", "read_too")),
			`read_it DESC-21 /name: not in the lock` + "\n" + `read_too DESC-21 /name: not in the lock` + "\n" + `server DESC-21 /name: "read" is in the lock but no longer listed`, 0},
		{"names change places", any(list, read), any(to(list, `"list"`, `"read"`), to(read, `"read"`, `"list"`)),
			`list DESC-21 /description: changed since approval: added: "Read a file."; 1 more change` + "\n" + `read DESC-21 /description: changed since approval: removed, was "Read a file."; 1 more change`, 0},
		{"one of two observations changed", any(list), any(list, to(list, `object"`, `object","title":"x"`)),
			`list DESC-21 /inputSchema/title: changed since approval: added: "x"`, 1},
		{"a fault", any(list), any(to(list, `"type"`, `"type":"object","type"`)), `list DESC-21: changed since approval; JSON faults leave open what changed`, 0},
		{"a fault in what is new", any(list), any(list, to(wipe, `"type"`, `"type":"object","type"`)), `wipe DESC-21 /name: not in the lock`, 1},
		{"left out then, admitted now", any(list, "!"+wipe), any(list, wipe), `wipe DESC-21 /name: not in the lock: it was REJECT when the lock was written, with the same descriptor`, 1},
		{"left out then, and as it was", any(list, "!"+wipe), any(list, "!"+wipe), ``, 1},
		{"left out then, and another now", any(list, "!"+wipe), any(list, "!"+to(wipe, `object"`, `object","title":"x"`)), `wipe DESC-21 /name: not in the lock: it was REJECT when the lock was written`, 1},
		{"left out then, gone now", any(list, "!"+wipe), any(list), ``, 1},

		{"callers", []seen{{"a", list}, {"b", list}, {"b", read}}, []seen{{"b", read}, {"b", list}, {"a", list}}, "", 2},
		{"a caller sees what only another was approved for", []seen{{"a", list}, {"b", list}, {"b", read}}, []seen{{"a", list}, {"a", read}, {"b", list}, {"b", read}},
			`read DESC-21 /name: not in the lock for caller "a"`, 2},
		{"a caller sees it no longer", []seen{{"a", list}, {"a", read}, {"b", list}, {"b", read}}, []seen{{"a", list}, {"b", list}, {"b", read}},
			`server DESC-21 /name: "read" is in the lock but no longer listed for caller "a"`, 2},
		{"a caller sees another", []seen{{"a", list}, {"b", to(list, `object"`, `object","title":"x"`)}}, []seen{{"a", list}, {"b", list}},
			`list DESC-21 /inputSchema/title: changed since approval: removed, was "x"`, 1},
		{"a caller is not in the evidence", []seen{{"a", list}, {"b", list}, {"b", read}}, []seen{{"a", list}},
			`server DESC-21 /name: "read" is in the lock but no longer listed` + "\n" + `server DESC-21: the evidence lists no tool for caller "b": 1 tool of the lock not compared`, 1},
		{"a caller that the lock does not know", []seen{{"a", list}, {"b", read}}, []seen{{"c", read}, {"c", list}},
			`server DESC-21: the evidence lists no tool for caller "a": 1 tool of the lock not compared` + "\n" +
				`server DESC-21: the evidence lists no tool for caller "b": 1 tool of the lock not compared` + "\n" +
				`server DESC-21: the lock knows no caller "c": nothing was approved for it`, 2},
		{"a caller under a new name sees more", []seen{{"admin", list}, {"admin", wipe}, {"guest", list}}, []seen{{"admin", list}, {"admin", wipe}, {"guest2", list}, {"guest2", wipe}},
			`server DESC-21: the evidence lists no tool for caller "guest": 1 tool of the lock not compared` + "\n" +
				`server DESC-21: the lock knows no caller "guest2": nothing was approved for it`, 2},
		{"one caller more", []seen{{"a", list}}, []seen{{"a", list}, {"b", list}}, `server DESC-21: the lock knows no caller "b": nothing was approved for it`, 1},
		{"a caller of whom nothing is left", []seen{{"a", list}, {"b", read}}, []seen{{"a", list}},
			`server DESC-21 /name: "read" is in the lock but no longer listed` + "\n" + `server DESC-21: the evidence lists no tool for caller "b"`, 1},
		{"a caller sees it no longer, one that is new does", []seen{{"a", list}, {"a", read}}, []seen{{"a", list}, {"c", read}},
			`server DESC-21 /name: "read" is in the lock but no longer listed for caller "a"` + "\n" + `server DESC-21: the lock knows no caller "c": nothing was approved for it`, 2},
		{"a caller that the lock does not know, and another descriptor", []seen{{"a", list}, {"b", to(list, `object"`, `object","title":"x"`)}}, []seen{{"", to(list, `object"`, `object","title":"y"`)}},
			`list DESC-21 /inputSchema/title: changed since approval: added: "y"` + "\n" +
				`server DESC-21: the evidence lists no tool for caller "a": 1 tool of the lock not compared` + "\n" +
				`server DESC-21: the evidence lists no tool for caller "b": 1 tool of the lock not compared` + "\n" +
				`server DESC-21: the lock knows no unnamed caller: nothing was approved for it`, 0},
		{"the same change for two callers", []seen{{"a", list}, {"b", list}}, []seen{{"a", to(list, `object"`, `object","title":"x"`)}, {"b", to(list, `object"`, `object","title":"x"`)}},
			`list DESC-21 /inputSchema/title: changed since approval: added: "x"` + "\n" + `list DESC-21 /inputSchema/title: changed since approval: added: "x"`, 0},
		{"hostile names", any(list), any(list, `{"name":"\u202ex\u001b[31m","inputSchema":{"type":"object"}}`), "\u202ex\x1b[31m DESC-21 /name: not in the lock", 1},
	}
	for _, tt := range tests {
		l := approved(t, tt.was...)
		j := baseline.Compare(l, listed(t, tt.is...))
		if got := said(j); got != tt.want || j.Unchanged != tt.unchanged {
			t.Errorf("%s: %d unchanged\ngot  %s\nwant %s", tt.name, j.Unchanged, got, tt.want)
		}
		for _, f := range j.Tools {
			if f.Finding.Effect != rule.Condition || f.Finding.Provenance != rule.Policy || f.Finding.At.Line == 0 {
				t.Errorf("%s: %+v", tt.name, f.Finding)
			}
			if c := j.Changes[f.Change]; c.Name != f.Finding.Subject.Name || c.Locked != nil && len(f.Finding.Related) != 1 {
				t.Errorf("%s: %+v belongs to %+v", tt.name, f.Finding, c)
			}
		}
		for _, f := range j.Server {
			if f.Finding.Effect != rule.Condition || f.Finding.At.File != "m.lock.json" {
				t.Errorf("%s: %+v", tt.name, f.Finding)
			}
			if f.Change >= 0 && (j.Changes[f.Change].What != baseline.Removed || j.Changes[f.Change].Name != f.Gone || f.Digest == "") {
				t.Errorf("%s: %+v belongs to %+v", tt.name, f, j.Changes[f.Change])
			}
		}
		if again := baseline.Compare(l, listed(t, tt.was...)); said(again) != "" && !slices.ContainsFunc(tt.was, func(s seen) bool { return s.descriptor[0] == '!' }) {
			t.Errorf("%s: what was approved is not as approved:\n%s", tt.name, said(again))
		}
	}
}

func TestServers(t *testing.T) {
	for _, tt := range []struct {
		servers []string
		want    string
	}{
		{nil, ""}, {[]string{"files"}, ""}, {[]string{"a", "files"}, ""},
		{[]string{"evil\u202e"}, `server DESC-21: the lock is of server "files", the evidence of "evil\u202e"`},
	} {
		in := listed(t, seen{"", list})
		in.Servers = tt.servers
		if got := said(baseline.Compare(approved(t, seen{"", list}), in)); got != tt.want {
			t.Errorf("%q: %s", tt.servers, got)
		}
	}
}

// TestOrderIsOfNoAccount compares the same tools in any order.
func TestOrderIsOfNoAccount(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var was, is []seen
	for i := range 40 {
		d := fmt.Sprintf(`{"name":"t%d","description":"%d","inputSchema":{"type":"object","properties":{"p%d":{"type":"string"}}}}`, i, i, i)
		caller := []string{"", "a", "b"}[i%3]
		was = append(was, seen{caller, d})
		switch i % 5 {
		case 0:
			d = to(d, `"string"`, `"number"`)
		case 1:
			d = to(d, `"name":"t`, `"name":"u`)
		case 2:
			continue
		}
		is = append(is, seen{caller, d})
	}
	first := ""
	for range 20 {
		r.Shuffle(len(was), func(i, j int) { was[i], was[j] = was[j], was[i] })
		r.Shuffle(len(is), func(i, j int) { is[i], is[j] = is[j], is[i] })
		j := baseline.Compare(approved(t, was...), listed(t, is...))
		got := said(j)
		for _, c := range j.Changes {
			got += fmt.Sprintf("\n%s %s %q %q %v", c.What, c.Name, c.Was, c.Callers, c.Difference)
		}
		if first == "" {
			first = got
			if len(j.Changes) != 24 {
				t.Fatalf("%d changes:\n%s", len(j.Changes), got)
			}
		}
		if got != first {
			t.Fatalf("got\n%s\nfirst\n%s", got, first)
		}
	}
}
