package rule

import (
	"reflect"
	"slices"
	"testing"
)

// generated is a set of findings that differ pairwise in something a report
// shows: each one departs from a base in one or two fields.
func generated() []Finding {
	base := Finding{
		Rule: Get("DESC-02"), Effect: Reject, Provenance: SpecMust, Text: "a",
		Subject: Subject{Kind: KindTool, Name: "t"}, Pointer: "/name",
		At: Location{File: "page-2.json", Pointer: "/result/tools/2", Line: 2, Column: 3},
	}
	var changes []func(*Finding)
	add := func(f func(*Finding)) { changes = append(changes, f) }
	for _, id := range []string{"JSON-13", "JSON-14", "DESC-10", "HDR-01", "EVID-01"} {
		add(func(f *Finding) { f.Rule = Get(id) })
	}
	for _, e := range []Effect{Refuse, Condition, Request, Note} {
		add(func(f *Finding) { f.Effect = e })
	}
	for _, p := range []string{"", "/", "//", "/a", "/a/2", "/a/10", "/a/9", "/a/1a", "/a/-", "/a/02", "/a/é"} {
		add(func(f *Finding) { f.Pointer = p })
	}
	for _, file := range []string{"", "page-10.json", "page-02.json", "page-2a.json"} {
		add(func(f *Finding) { f.At.File = file })
	}
	add(func(f *Finding) { f.At.Line = 10 })
	add(func(f *Finding) { f.At.Column = 0 })
	add(func(f *Finding) { f.At.Pointer = "/result/tools/10" })
	add(func(f *Finding) { f.Subject.Kind = KindResult })
	add(func(f *Finding) { f.Subject.Name = "" })
	add(func(f *Finding) { f.Text = "b" })
	add(func(f *Finding) { f.Provenance = Policy })
	add(func(f *Finding) { f.Blocking = true })
	add(func(f *Finding) { f.Accepted = true })
	add(func(f *Finding) { f.Related = []Location{{File: "x"}} })
	add(func(f *Finding) { f.Related = []Location{{File: "x"}, {File: "y"}} })

	all := []Finding{base}
	for i, change := range changes {
		f := base
		change(&f)
		all = append(all, f)
		if j := (i*7 + 3) % len(changes); j != i { // a second change, some other field or value
			changes[j](&f)
			all = append(all, f)
		}
	}
	var distinct []Finding
	for _, f := range all {
		if !slices.ContainsFunc(distinct, func(g Finding) bool { return reflect.DeepEqual(f, g) }) {
			distinct = append(distinct, f)
		}
	}
	return distinct
}

func TestCompareIsATotalOrder(t *testing.T) {
	all := generated()
	for i, a := range all {
		for j, b := range all {
			ab := a.Compare(b)
			if ab != -b.Compare(a) {
				t.Fatalf("not antisymmetric: %+v and %+v", a, b)
			}
			if (ab == 0) != (i == j) {
				t.Fatalf("not total: %+v and %+v compare as %d", a, b, ab)
			}
			for _, c := range all {
				if ab < 0 && b.Compare(c) < 0 && a.Compare(c) >= 0 {
					t.Fatalf("not transitive:\n%+v\n%+v\n%+v", a, b, c)
				}
			}
		}
	}
}

func TestSort(t *testing.T) {
	want := Sort(generated())
	if got := Sort(append(generated(), generated()...)); !reflect.DeepEqual(got, want) {
		t.Error("repetitions are not dropped")
	}
	shuffled := generated()
	slices.Reverse(shuffled)
	half := len(shuffled) / 2
	if got := Sort(append(shuffled[half:], shuffled[:half]...)); !reflect.DeepEqual(got, want) {
		t.Error("the order depends on the order of arrival")
	}
}

func TestCompareOrder(t *testing.T) {
	f := func(id string, e Effect, pointer string) Finding {
		return Finding{Rule: Get(id), Effect: e, Pointer: pointer}
	}
	order := []Finding{
		f("EVID-02", Refuse, ""),
		f("JSON-14", Reject, ""),
		f("DESC-02", Reject, "/name"),
		f("DESC-10", Reject, "/inputSchema/items/2"),
		f("DESC-10", Reject, "/inputSchema/items/10"),
		f("HDR-02", Reject, ""),
		f("RES-02", Reject, ""),
		f("ENC-02", Reject, ""),
		f("PAR-02", Reject, ""),
		f("PAGE-02", Reject, ""),
		f("CMP-02", Reject, ""),
		f("DESC-04", Condition, "/name"),
		f("EVID-07", Request, ""),
		f("JSON-09", Note, ""),
	}
	for i := 1; i < len(order); i++ {
		if order[i-1].Compare(order[i]) >= 0 {
			t.Errorf("%s does not come before %s", order[i-1].Reason(), order[i].Reason())
		}
	}
}

func TestReason(t *testing.T) {
	for _, c := range []struct {
		f    Finding
		want string
	}{
		{Finding{Rule: Get("DESC-02"), Pointer: "/name", Text: "name is empty"}, "DESC-02 /name: name is empty"},
		{Finding{Rule: Get("EVID-02"), Text: "no page"}, "EVID-02: no page"},
		{Finding{Rule: Get("DESC-10"), Pointer: "/a\u202eb", Text: "x"}, `DESC-10 /a\u202eb: x`},
	} {
		if got := c.f.Reason(); got != c.want {
			t.Errorf("Reason() = %q, want %q", got, c.want)
		}
	}
}

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		effects   []Effect
		want      Decision
		strongest Effect // 0: none decides
	}{
		{nil, Admit, 0},
		{[]Effect{Note, Request}, Admit, 0},
		{[]Effect{Note, Condition}, Conditional, Condition},
		{[]Effect{Condition, Reject, Note}, Rejected, Reject},
		{[]Effect{Condition, Refuse, Reject}, Rejected, Refuse},
	} {
		var fs []Finding
		for _, e := range c.effects {
			fs = append(fs, Finding{Rule: Get("DESC-02"), Effect: e})
		}
		if got := Decide(fs); got != c.want {
			t.Errorf("Decide(%v) = %v, want %v", c.effects, got, c.want)
		}
		got, ok := Strongest(fs)
		if got.Effect != c.strongest || ok != (c.strongest != 0) {
			t.Errorf("Strongest(%v) = %d, %v", c.effects, got.Effect, ok)
		}
	}
	if !panics(func() { Decide([]Finding{{Rule: Get("DESC-02")}}) }) {
		t.Error("a finding without an effect admits its subject")
	}
}

func TestLocationString(t *testing.T) {
	if got := (Location{File: "a.json", Line: 3, Column: 7}).String(); got != "a.json:3:7" {
		t.Error(got)
	}
	if got := (Location{File: "a.json"}).String(); got != "a.json" {
		t.Error(got)
	}
}

func TestAcceptedFindingsDecideNothing(t *testing.T) {
	accepted := func(e Effect) Finding { return Finding{Rule: Get("HDR-11"), Effect: e, Accepted: true} }
	open := Finding{Rule: Get("DESC-04"), Effect: Condition}
	if d := Decide([]Finding{accepted(Reject), accepted(Condition)}); d != Admit {
		t.Errorf("%s on accepted findings alone", d)
	}
	if f, decided := Strongest([]Finding{accepted(Reject)}); decided {
		t.Errorf("%s gives a reason", f.Reason())
	}
	if d := Decide([]Finding{accepted(Reject), open}); d != Conditional {
		t.Errorf("%s with a condition left", d)
	}
	if f, decided := Strongest([]Finding{accepted(Reject), open}); !decided || f.Rule != open.Rule {
		t.Errorf("%s gives the reason", f.Reason())
	}
}
