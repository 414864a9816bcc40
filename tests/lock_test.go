package tests

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"mcpreview/internal/evidence"
	"mcpreview/internal/lock"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
	"mcpreview/report"
	"mcpreview/report/jsonform"
	"mcpreview/report/markdown"
	"mcpreview/report/text"
)

// lockOf is the lock of evidence by file name, as a file; "" where the server is
// refused.
func lockOf(t testing.TB, documents map[string]string, p policy.Policy, jobs int) (string, *report.Review) {
	t.Helper()
	files := fstest.MapFS{}
	for name, d := range documents {
		files[name] = &fstest.MapFile{Data: []byte(d)}
	}
	set := evidence.LoadFS(files, p, jobs)
	defer set.Close()
	r, l := report.BuildLock(set, report.Options{Policy: p, Jobs: jobs, Date: reviewDay})
	if l == nil {
		return "", r
	}
	data, err := l.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data), r
}

// compared reviews evidence against a lock as it is read from its file.
func compared(t testing.TB, documents map[string]string, p policy.Policy, file string) *report.Review {
	t.Helper()
	l, err := lock.Parse("mcpreview.lock.json", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for name, d := range documents {
		files[name] = &fstest.MapFile{Data: []byte(d)}
	}
	set := evidence.LoadFS(files, p, 1)
	defer set.Close()
	return report.Build(set, report.Options{Policy: p, Jobs: 1, Date: reviewDay, Baseline: l})
}

// ownServer is a server with ownTools, its calls and pages of so many tools.
func ownServer(t testing.TB, perPage int, tools []string) map[string]string {
	t.Helper()
	documents := map[string]string{}
	id := 1
	for pass := 1; pass <= 2; pass++ {
		for first := 0; first < len(tools); first += perPage {
			sent, next := "", ""
			if first > 0 {
				sent = fmt.Sprintf(`"cursor":"c%d",`, first)
			}
			if first+perPage < len(tools) {
				next = fmt.Sprintf(`"nextCursor":"c%d",`, first+perPage)
			}
			text := page(id, sent, next, strings.Join(tools[first:min(first+perPage, len(tools))], ","))
			documents[fmt.Sprintf("p%d-%d.json", pass, first)] = with(fmt.Sprintf(`"pass":%d`, pass), text)
			id++
		}
	}
	for _, f := range ownTools {
		for i, c := range f.calls(id, f.name(t)) {
			documents[fmt.Sprintf("calls/%s-%d.json", f.name(t), i)] = c
		}
		id += 2
	}
	documents["unknown.json"] = exchange(id, `"label":"unknown-tool",`, protocol.MethodCallTool, `"name":"nope","arguments":{},`, refused)
	documents["discover.json"] = discovers(`"tools":{}`)
	return documents
}

func ownDescriptors() []string {
	var all []string
	for _, f := range ownTools {
		all = append(all, f.tool)
	}
	return all
}

// scramble is the same JSON value with members in another order and characters
// and numbers spelt otherwise.
func scramble(r *rand.Rand, v *strictjson.Value) string {
	var all []string
	switch v.Kind() {
	case strictjson.Object:
		for name, m := range v.Members() {
			all = append(all, spell(r, name)+": "+scramble(r, m))
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return "{" + strings.Join(all, " ,") + "}"
	case strictjson.Array:
		for _, e := range v.Elements() {
			all = append(all, scramble(r, e))
		}
		return "[ " + strings.Join(all, ",") + "]"
	case strictjson.String:
		return spell(r, v.Text())
	}
	return string(strictjson.AppendCanonical(nil, v))
}

func spell(r *rand.Rand, s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		if c < 0x7f && r.IntN(4) > 0 && c != '"' && c != '\\' && c >= ' ' {
			b.WriteRune(c)
			continue
		}
		fmt.Fprintf(&b, `\u%04X`, c)
	}
	return b.String() + `"`
}

func value(t testing.TB, text string) *strictjson.Value {
	t.Helper()
	doc, err := strictjson.Parse([]byte(text), "value.json", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root
}

// TestLocksOfOneServerAreOne writes the lock of a server whose evidence has its
// members, pages, passes and files in any order.
func TestLocksOfOneServerAreOne(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	p := policy.Default()
	first, _ := lockOf(t, ownServer(t, 10, ownDescriptors()), p, 1)
	if strings.Count(first, `"digest"`) != len(ownTools) {
		t.Fatalf("not all are admitted:\n%s", first)
	}
	for i := range 12 {
		tools := ownDescriptors()
		for k := range tools {
			tools[k] = scramble(r, value(t, tools[k]))
		}
		r.Shuffle(len(tools), func(i, j int) { tools[i], tools[j] = tools[j], tools[i] })
		documents := map[string]string{}
		for name, d := range ownServer(t, 1+i%4, tools) {
			documents[fmt.Sprintf("%d/%s", r.IntN(3), filepath.Base(name))] = d
		}
		got, review := lockOf(t, documents, p, 1+i%3)
		if got != first {
			t.Fatalf("%s: %s\ngot %s\nfirst %s", review.Verdict.Decision, review.Verdict.Reason, got, first)
		}
		if again := compared(t, documents, p, got); again.Verdict.Decision != review.Verdict.Decision || again.Baseline.Unchanged != len(tools) || len(again.Baseline.Changes) > 0 {
			t.Fatalf("compared with its own lock: %s, %+v", again.Verdict.Reason, again.Baseline)
		}
	}
}

// TestEveryCharacterIsSeen changes the text of every leaf of every descriptor by
// one character, one at a time: the review against the lock finds it at its
// place.
func TestEveryCharacterIsSeen(t *testing.T) {
	p := policy.Default()
	approved, _ := lockOf(t, ownServer(t, 10, ownDescriptors()), p, 1)
	seen := 0
	for i, text := range ownDescriptors() {
		root := value(t, text)
		var walk func(v *strictjson.Value, pointer string)
		walk = func(v *strictjson.Value, pointer string) {
			for name, m := range v.Members() {
				walk(m, pointer+"/"+strictjson.EscapeToken(name))
			}
			for i, e := range v.Elements() {
				walk(e, pointer+"/"+strconv.Itoa(i))
			}
			if v.Len() > 0 || v.Is(strictjson.Object) || v.Is(strictjson.Array) || testing.Short() && seen%5 > 0 {
				seen++
				return
			}
			seen++
			other := strings.TrimSuffix(text[v.Start():v.End()], `"`)
			switch {
			case v.Is(strictjson.String):
				other += `~"`
			case v.Is(strictjson.Number):
				other = "1" + other
			default:
				other = strconv.FormatBool(!v.True())
			}
			tools := ownDescriptors()
			tools[i] = text[:v.Start()] + other + text[v.End():]
			review := compared(t, map[string]string{"page.json": listOf(tools...)}, p, approved)
			found := slices.ContainsFunc(review.Findings, func(f report.Finding) bool {
				return f.Rule == "DESC-21" && f.Effect == "condition" && strings.HasPrefix(f.Reason, "DESC-21 "+pointer+": ")
			})
			if !found || len(review.Baseline.Changes) != 1 || review.Baseline.Unchanged != len(tools)-1 {
				t.Errorf("%s to %s is not seen: %+v", pointer, other, review.Baseline)
			}
		}
		walk(root, "")
	}
	if seen < 50 {
		t.Errorf("%d places were tried", seen)
	}
}

func TestVerdictsAgainstALock(t *testing.T) {
	p := policy.Default()
	tools := ownDescriptors()
	approved, before := lockOf(t, ownServer(t, 10, tools), p, 1)
	digest := before.Tools[slices.IndexFunc(before.Tools, func(x report.Tool) bool { return x.Name == "lamp" })].Digest
	changedLamp := strings.Replace(tools[2], "Switches the lamp.", "Switches any lamp.", 1)
	lamp := func(text string) []string { return []string{tools[0], tools[1], text, tools[3]} }
	_, changed := lockOf(t, ownServer(t, 10, lamp(changedLamp)), p, 1)
	changedDigest := changed.Tools[slices.IndexFunc(changed.Tools, func(x report.Tool) bool { return x.Name == "lamp" })].Digest
	accepting := func(digest string) policy.Policy {
		p := policy.Default()
		p.Accept = []policy.Acceptance{{Rule: rule.Get("DESC-21"), Subject: rule.Subject{Kind: rule.KindTool, Name: "lamp"}, Digest: digest, Reason: "seen", By: "ops", Until: reviewDay}}
		return p
	}
	under := func(change func(p *policy.Policy)) policy.Policy {
		p := policy.Default()
		change(&p)
		return p
	}
	tests := []struct {
		name      string
		documents map[string]string
		policy    policy.Policy
		decision  string // of lamp; "" where it is not listed
		reason    string // contained
		open      bool   // the verdict is not what it was without the lock
	}{
		{"as approved", ownServer(t, 10, tools), p, "ADMIT", "validated", false},
		{"changed", ownServer(t, 10, lamp(changedLamp)), p, "CONDITIONAL", "DESC-21 /description: changed since approval: changed at character 10", true},
		{"changed, under the spec profile", ownServer(t, 10, lamp(changedLamp)), under(func(p *policy.Policy) { p.Profile = rule.Spec }), "CONDITIONAL", "DESC-21 /description", true},
		{"changed, accepted", ownServer(t, 10, lamp(changedLamp)), accepting(changedDigest), "ADMIT", "1 finding accepted by the policy", false},
		{"changed, another change accepted", ownServer(t, 10, lamp(changedLamp)), accepting(digest), "CONDITIONAL", "DESC-21 /description", true},
		{"gone", ownServer(t, 10, []string{tools[0], tools[1], tools[3]}), p, "", "", true},
	}
	for _, tt := range tests {
		plain := tt.policy
		plain.Accept = nil
		_, without := lockOf(t, tt.documents, plain, 1)
		r := compared(t, tt.documents, tt.policy, approved)
		i := slices.IndexFunc(r.Tools, func(x report.Tool) bool { return x.Name == "lamp" })
		switch {
		case (i < 0) != (tt.decision == ""):
			t.Errorf("%s: lamp is listed: %v", tt.name, i >= 0)
		case i >= 0 && (r.Tools[i].Decision != tt.decision || !strings.Contains(r.Tools[i].Reason, tt.reason)):
			t.Errorf("%s: %s %s", tt.name, r.Tools[i].Decision, r.Tools[i].Reason)
		}
		if open := r.Verdict.Reason != without.Verdict.Reason; open != tt.open && tt.name != "changed, accepted" {
			t.Errorf("%s: %s, without the lock %s", tt.name, r.Verdict.Reason, without.Verdict.Reason)
		}
		if tt.open && r.Verdict.Decision == report.Approve {
			t.Errorf("%s: %s", tt.name, r.Verdict.Decision)
		}
		if pointer, wrong := r.Restore(); wrong != "" {
			t.Errorf("%s: the review contradicts itself at %s: %s", tt.name, pointer, wrong)
		}
	}
}

// TestAcceptancesOfChangesWait has a policy accept a change where nothing is
// compared: the acceptance is neither used nor idle, until it expires.
func TestAcceptancesOfChangesWait(t *testing.T) {
	p := policy.Default()
	p.Accept = []policy.Acceptance{{Rule: rule.Get("DESC-21"), Subject: rule.Subject{Kind: rule.KindTool, Name: "lamp"}, Digest: "sha256:" + strings.Repeat("0", 64), Reason: "seen", By: "ops", Until: reviewDay}}
	found := func(r *report.Review) bool {
		return slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Rule == "EVID-15" })
	}
	documents := ownServer(t, 10, ownDescriptors())
	approved, r := lockOf(t, documents, p, 1)
	if found(r) || len(r.Accepted) > 0 {
		t.Errorf("without a lock: %s", r.Verdict.Reason)
	}
	if r := compared(t, documents, p, approved); !found(r) {
		t.Errorf("with a lock: %s", r.Verdict.Reason)
	}
	p.Accept[0].Until = "2026-07-31"
	if _, r := lockOf(t, documents, p, 1); !found(r) {
		t.Errorf("expired: %s", r.Verdict.Reason)
	}
}

// TestAnAcceptedRemoval accepts that an approved tool is gone, by the digest
// that the lock has of it.
func TestAnAcceptedRemoval(t *testing.T) {
	tools := ownDescriptors()
	approved, before := lockOf(t, ownServer(t, 10, tools), policy.Default(), 1)
	digest := before.Tools[slices.IndexFunc(before.Tools, func(x report.Tool) bool { return x.Name == "dial" })].Digest
	documents := map[string]string{"page.json": listOf(tools[1:]...)}
	for _, tt := range []struct {
		digest   string
		accepted bool
	}{{digest, true}, {"sha256:" + strings.Repeat("0", 64), false}} {
		p := policy.Default()
		p.Accept = []policy.Acceptance{{Rule: rule.Get("DESC-21"), Subject: rule.Subject{Kind: rule.KindTool, Name: "dial"}, Digest: tt.digest, Reason: "no longer needed", By: "ops", Until: reviewDay}}
		r := compared(t, documents, p, approved)
		i := slices.IndexFunc(r.Findings, func(f report.Finding) bool { return f.Rule == "DESC-21" })
		if i < 0 || r.Findings[i].Accepted != tt.accepted || r.Findings[i].Subject.Kind != rule.KindServer || r.Baseline.Changes[0].Accepted != tt.accepted {
			t.Errorf("%+v", r.Baseline.Changes)
		}
		if used := len(r.Accepted) == 1; used != tt.accepted {
			t.Errorf("the acceptance is used: %v", used)
		}
	}
}

func TestNoLockOfARefusedServer(t *testing.T) {
	if file, r := lockOf(t, map[string]string{"a.json": anyTool}, policy.Default(), 1); file != "" || r.Verdict.Decision != report.Refuse {
		t.Errorf("%s: %s", r.Verdict.Decision, file)
	}
}

// TestLocksOfCaptures holds every recorded server against the lock of its own
// descriptors: nothing has changed, and the lock reads back.
func TestLocksOfCaptures(t *testing.T) {
	corpus := os.Getenv("MCPREVIEW_CORPUS")
	if corpus == "" {
		t.Skip("MCPREVIEW_CORPUS names no corpus of recordings")
	}
	folders, err := filepath.Glob(filepath.Join(corpus, "captures", "*", "pages"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	for i, folder := range folders {
		if testing.Short() && i%6 > 0 {
			continue
		}
		p := policy.Default()
		set, err := evidence.Load([]string{folder}, p, 2)
		if err != nil {
			t.Fatal(err)
		}
		l := &lock.Lock{ProtocolVersion: p.Revision.Name, Profile: p.Profile.String(), Callers: []string{""}}
		for _, listing := range set.Listings {
			for _, page := range listing.Pages {
				for _, v := range page.Items.Elements() {
					if listing.List.Method == protocol.MethodListTools {
						l.Tools = append(l.Tools, lock.Tool{Name: v.Get("name").Text(), Callers: []string{""}, Digest: lock.Digest(v), Descriptor: v})
					}
				}
			}
		}
		l.Sort()
		if len(l.Tools) == 0 {
			continue
		}
		data, err := l.Encode()
		if err != nil {
			t.Fatal(err)
		}
		read, err := lock.Parse("l.json", data)
		if err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
		r := report.Build(set, report.Options{Policy: p, Jobs: 2, Baseline: read})
		set.Close()
		if b := r.Baseline; len(b.Changes) > 0 || b.Unchanged != len(l.Tools) {
			t.Errorf("%s: %d of %d unchanged: %+v", folder, b.Unchanged, len(l.Tools), b.Changes)
		}
	}
}

// TestCallersInALock approves what two callers see, and finds that one of them
// sees more, less or another than it was approved for.
func TestCallersInALock(t *testing.T) {
	tools := ownDescriptors()
	surface := func(admin, guest []string) map[string]string {
		documents := map[string]string{}
		for name, d := range ownServer(t, 10, admin) {
			if strings.HasPrefix(name, "p") {
				d = with(`"caller":"admin"`, d)
			}
			documents[name] = d
		}
		for name, d := range ownServer(t, 10, guest) {
			if strings.HasPrefix(name, "p") {
				documents["guest/"+name] = with(`"caller":"guest"`, strings.ReplaceAll(d, `"id":`, `"id":1`))
			}
		}
		return documents
	}
	p := policy.Default()
	approved, r := lockOf(t, surface(tools, tools[:2]), p, 1)
	if strings.Count(approved, `"digest"`) != 4 || !strings.Contains(approved, "\"callers\": [\n        \"admin\"\n      ],") {
		t.Fatalf("%s: %s\n%s", r.Verdict.Decision, r.Verdict.Reason, approved)
	}
	another := strings.Replace(tools[1], "Reads a gauge.", "Reads any gauge.", 1)
	for _, tt := range []struct {
		name         string
		admin, guest []string
		want         string
	}{
		{"as approved", tools, tools[:2], ""},
		{"more", tools, tools[:3], `added lamp guest: DESC-21 /name: not in the lock for caller "guest"`},
		{"less", tools, tools[:1], `removed gauge.read guest: DESC-21 /name: "gauge.read" is in the lock but no longer listed for caller "guest"`},
		{"another", tools, []string{tools[0], another}, `changed gauge.read guest: DESC-21 /description: changed since approval: changed at character 8: from "Reads a gauge." to "Reads any gauge."`},
		{"another for both", []string{tools[0], another, tools[2], tools[3]}, []string{tools[0], another},
			`changed gauge.read admin+guest: DESC-21 /description: changed since approval: changed at character 8: from "Reads a gauge." to "Reads any gauge."`},
	} {
		var got []string
		for _, c := range compared(t, surface(tt.admin, tt.guest), p, approved).Baseline.Changes {
			got = append(got, fmt.Sprintf("%s %s %s: %s", c.Change, c.Tool, strings.Join(c.Callers, "+"), c.Reason))
		}
		if strings.Join(got, "\n") != tt.want {
			t.Errorf("%s: got %s\nwant %s", tt.name, strings.Join(got, "\n"), tt.want)
		}
	}
}

// TestNoValueInADifference changes everything of a descriptor that may hold a
// value, to a canary and from one: no format shows it.
func TestNoValueInADifference(t *testing.T) {
	tool := func(value string) string {
		return strings.ReplaceAll(`{"name":"a","description":"d","extra":§,"_meta":{"a":§,"b":[§]},"icons":[{"src":§,"sizes":[§]}],"annotations":{"more":§},
			"inputSchema":{"type":"object","vendor":§,"x-vendor":{"a":§},"properties":{"a":{"default":§,"examples":[§],"const":§},"b":{"default":{"c":[§]},"maximum":§,"required":§,"type":[1,§]}}},
			"outputSchema":{"default":§}}`, "§", value)
	}
	for _, values := range [][2]string{{`"x"`, `"` + word + `"`}, {`"` + word + `"`, `"x"`}, {`"` + word + `"`, `"` + word + `2"`}} {
		r := tools(tool(values[1])).against(tool(values[0])).review()
		if len(r.Baseline.Changes) != 1 || len(r.Baseline.Changes[0].Details)+r.Baseline.Changes[0].Further < 10 {
			t.Fatalf("%+v", r.Baseline)
		}
		for _, write := range []func(io.Writer, *report.Review) error{
			jsonform.Write,
			func(w io.Writer, r *report.Review) error { return markdown.Write(w, r, markdown.Options{}) },
			func(w io.Writer, r *report.Review) error { return text.Write(w, r, text.Options{}) },
		} {
			var b bytes.Buffer
			if err := write(&b, r); err != nil {
				t.Fatal(err)
			}
			if shown := leak(b.String()); shown != "" {
				t.Errorf("%s to %s: %s", values[0], values[1], shown)
			}
		}
	}
}

// TestTwoDescriptorsOfOneName locks the one that the report shows where the
// specification alone admits that a name has two: any other is a change.
func TestTwoDescriptorsOfOneName(t *testing.T) {
	p := policy.Default()
	p.Profile = rule.Spec
	tools := ownDescriptors()
	second := func(text string) map[string]string {
		documents := ownServer(t, 10, tools)
		documents["p2-0.json"] = strings.Replace(documents["p2-0.json"], "Switches the lamp.", text, 1)
		return documents
	}
	approved, r := lockOf(t, second("Switches a lamp."), p, 1)
	if strings.Count(approved, `"name": "lamp",`) != 1 || !strings.Contains(approved, `"profile": "spec"`) {
		t.Fatalf("%s\n%s", r.Verdict.Reason, approved)
	}
	for text, want := range map[string]int{"Switches a lamp.": 1, "Switches the lamp.": 0, "Switches every lamp.": 1} {
		b := compared(t, second(text), p, approved).Baseline
		if len(b.Changes) != want {
			t.Errorf("%s: %+v", text, b.Changes)
		}
	}
}

// TestLockOfAnOlderRevision approves a server of an older revision under it.
func TestLockOfAnOlderRevision(t *testing.T) {
	p := policy.Default()
	p.Revision = protocol.ByName("2025-06-18")
	old := strings.NewReplacer(`"resultType":"complete",`, "", `"ttlMs":0,`, "", `"cacheScope":"private",`, "", `"io.modelcontextprotocol/protocolVersion":"2026-07-28",`, "")
	documents := map[string]string{"init.json": `{"request":{"jsonrpc":"2.0","id":900,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}},
		"response":{"jsonrpc":"2.0","id":900,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"old server","version":"0.9"}}}}`}
	for name, d := range ownServer(t, 10, ownDescriptors()) {
		if name != "discover.json" {
			documents[name] = old.Replace(d)
		}
	}
	approved, r := lockOf(t, documents, p, 1)
	if !strings.Contains(approved, `"protocolVersion": "2025-06-18"`) || !strings.Contains(approved, `"name": "lamp",`) || !strings.Contains(approved, `"name": "old server"`) {
		t.Fatalf("%s\n%s", r.Verdict.Reason, approved)
	}
	if b := compared(t, documents, p, approved).Baseline; len(b.Changes) > 0 || b.ProtocolVersion != "2025-06-18" {
		t.Errorf("%+v", b)
	}
}
