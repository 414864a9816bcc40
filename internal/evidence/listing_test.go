package evidence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
)

// A step is one recorded list request in short: "CURSOR>NEXT ITEMS", each item
// one letter. A cursor is - where absent, ? where no request was recorded,
// ~ for null, # for a number, else the string itself in quotes. ITEMS of !
// stand for an error.
type step string

func (s step) exchange(t testing.TB, n int) *Exchange {
	t.Helper()
	cursor, rest, _ := strings.Cut(string(s), ">")
	next, items, _ := strings.Cut(rest, " ")
	member := func(name, word string) string {
		switch word {
		case "-", "?":
			return ""
		case "~":
			word = "null"
		case "#":
			word = "7"
		}
		return fmt.Sprintf(",%q:%s", name, word)
	}
	answer := `"error":{"code":-32602,"message":"m"}`
	if items != "!" {
		var tools []string
		for _, r := range items {
			tools = append(tools, fmt.Sprintf(`{"name":%q}`, string(r)))
		}
		answer = fmt.Sprintf(`"result":{"tools":[%s]%s}`, strings.Join(tools, ","), member("nextCursor", next))
	}
	text := fmt.Sprintf(`{"request":{"method":"tools/list","params":{"_meta":{}%s}},"response":{%s}}`, member("cursor", cursor), answer)
	doc, err := strictjson.Parse([]byte(text), strconv.Itoa(n)+".json", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	e := &Exchange{Doc: doc, Value: doc.Root, Form: FormExchange, Pass: 1, Method: protocol.MethodListTools, Response: doc.Root.Get("response")}
	if cursor != "?" {
		e.Request = doc.Root.Get("request")
		e.Params = e.Request.Get("params")
	}
	e.Result, e.Error = e.Response.Get("result"), e.Response.Get("error")
	return e
}

func exchanges(t testing.TB, steps ...step) []*Exchange {
	var pages []*Exchange
	for i, s := range steps {
		pages = append(pages, s.exchange(t, i))
	}
	return pages
}

// outline writes listings and probes by the numbers of their steps: passes by
// commas, what a chain does not reach after a bar, probes after a semicolon
// with the page they repeat.
func outline(listings []*Listing, probes []*Probe) string {
	var parts []string
	for _, l := range listings {
		text := strconv.Itoa(l.Pass) + ":"
		for i, p := range l.Pages {
			if i == l.Chained {
				text += "|"
			}
			text += strings.TrimSuffix(p.Doc.File, ".json")
		}
		parts = append(parts, text)
	}
	out := strings.Join(parts, " ")
	for _, p := range probes {
		out += ";" + strings.TrimSuffix(p.Doc.File, ".json")
		if p.Repeats != nil {
			out += "=" + strings.TrimSuffix(p.Repeats.Doc.File, ".json")
		}
	}
	return out
}

func TestAssemble(t *testing.T) {
	tests := []struct {
		name  string
		steps []step
		want  string
	}{
		{"one page", []step{`->- a`}, "1:0"},
		{"a chain", []step{`->"x" a`, `"x">"y" b`, `"y">- c`}, "1:012"},
		{"a chain in another order", []step{`"y">- c`, `->"x" a`, `"x">"y" b`}, "1:120"},
		{"an empty cursor followed", []step{`->"" a`, `"">- b`}, "1:01"},
		{"an empty cursor is no absence", []step{`"">- b`, `->- a`}, "1:1|0"},
		{"a null cursor ends", []step{`->~ a`}, "1:0"},
		{"two passes", []step{`->- a`, `->- a`}, "1:0 2:1"},
		{"two passes of two pages", []step{`->"x" a`, `->"x" a`, `"x">- b`, `"x">- b`}, "1:02 2:13"},
		{"an unfinished pass and another", []step{`->"x" a`, `->- a`}, "1:0 2:1"},
		{"the empty cursor dropped", []step{`->"" a`, `->- a`}, "1:0;1=0"},
		{"dropped again and again", []step{`->"" a`, `->"" a`, `->"" a`}, "1:0;1=0;2=0"},
		{"other items are another pass", []step{`->"" a`, `->- b`}, "1:0 2:1"},
		{"a pass that goes on is another pass", []step{`->"" a`, `->"x" a`, `"x">- b`}, "1:0 2:12"},
		{"a finished pass is followed by another", []step{`->"" a`, `"">- b`, `->- a`}, "1:01 2:2"},
		{"a self-loop", []step{`->"x" a`, `"x">"x" a`, `"x">"x" a`, `"x">"x" a`}, "1:01;2=1;3=1"},
		{"a longer loop", []step{`->"x" a`, `"x">"y" b`, `"y">"x" c`, `"x">"y" b`}, "1:012;3=1"},
		{"a gap", []step{`->"x" a`, `"y">"z" c`, `"z">- d`}, "1:0|12"},
		{"a gap, last page first", []step{`"z">- d`, `"y">"z" c`, `->"x" a`}, "1:2|10"},
		{"two answers", []step{`->"x" a`, `"x">- b`, `"x">- c`}, "1:01|2"},
		{"the same answer with another cursor", []step{`->"x" a`, `"x">"y" b`, `"x">"z" b`, `"y">- c`}, "1:013;2=1"},
		{"the same items that end are another answer", []step{`->"x" a`, `"x">"y" b`, `"x">- b`, `"y">- c`}, "1:013|2"},
		{"no first page", []step{`"x">"y" a`, `"y">- b`}, "1:01"},
		{"only a circle", []step{`"x">"y" a`, `"y">"x" b`}, "1:01"},
		{"a null cursor sent", []step{`~>"x" a`, `"x">- b`}, "1:01"},
		{"a null cursor that repeats a page", []step{`->- a`, `~>- a`, `#>- a`}, "1:0;1=0;2=0"},
		{"a bogus cursor that repeats a page", []step{`"bogus">- a`, `->- a`}, "1:1;0=1"},
		{"a bogus cursor that repeats a later page", []step{`->"x" a`, `"x">- b`, `"bogus">- b`}, "1:01;2=1"},
		{"a bogus cursor that shows more", []step{`->- a`, `"bogus">- b`}, "1:0|1"},
		{"a changed cursor, empty pages", []step{`->"x=" `, `"x">- `}, "1:0|1"},
		{"a bogus cursor, empty pages", []step{`->- `, `"x">- `}, "1:0;1=0"},
		{"a bogus cursor refused", []step{`->- a`, `"bogus">- !`}, "1:0;1"},
		{"an issued cursor refused", []step{`->"x" a`, `"x">- !`}, "1:01"},
		{"an issued cursor refused, then answered", []step{`->"x" a`, `"x">- !`, `"x">- b`}, "1:02|1"},
		{"the list refused", []step{`->- !`, `->- a`}, "1:1;0"},
		{"nothing but refusals", []step{`->- !`, `"x">- !`}, ";0;1"},
		{"no requests", []step{`?>"x" a`, `?>- b`}, "1:01"},
		{"no requests, last page first", []step{`?>- c`, `?>"x" a`, `?>"y" b`}, "1:120"},
		{"no requests, two ends", []step{`?>"x" a`, `?>- b`, `?>- c`}, "1:01 2:2"},
		{"no requests, no end", []step{`?>"x" a`, `?>"y" b`}, "1:01"},
		{"a request missing", []step{`->"x" a`, `?>- b`}, "1:01"},
		{"a request missing beside a whole pass", []step{`->- a`, `?>- b`}, "1:0 2:1"},
		{"a fragment goes to the pass that stands open", []step{`->- a`, `->"x" a`, `"y">- b`}, "1:0 2:1|2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := outline(assemble(exchanges(t, tt.steps...))); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAssembleLabels(t *testing.T) {
	for label, want := range map[Label]string{
		LabelProbe: "1:0;1", LabelMalformed: "1:0;1", LabelSuccess: "1:0 2:1", Unlabelled: "1:0 2:1",
	} {
		pages := exchanges(t, `->- a`, `->- a`)
		pages[1].Label = label
		if got := outline(assemble(pages)); got != want {
			t.Errorf("label %q: got %q, want %q", label, got, want)
		}
	}
}

func TestAssembleProbeIssuesNothing(t *testing.T) {
	pages := exchanges(t, `->- a`, `"bogus">"x" z`, `"x">- !`)
	pages[1].Label = LabelProbe
	if got, want := outline(assemble(pages)), "1:0;1;2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAssembleSeparates(t *testing.T) {
	change := map[string]func(*Exchange){
		"caller":           func(e *Exchange) { e.Caller = "admin" },
		"method":           func(e *Exchange) { e.Method = protocol.MethodListPrompts },
		"server":           func(e *Exchange) { e.Session.Server = "s" },
		"version":          func(e *Exchange) { e.Session.Version = "1" },
		"protocol version": func(e *Exchange) { e.Session.ProtocolVersion = "2026-07-28" },
		"transport":        func(e *Exchange) { e.Session.Transport = protocol.TransportStdio },
		"pass":             func(e *Exchange) { e.Pass = 2 },
	}
	for name, apply := range change {
		pages := exchanges(t, `->"x" a`, `"x">- b`)
		apply(pages[1])
		listings, probes := assemble(pages)
		if len(listings) != 2 || len(probes) != 0 || len(listings[0].Pages) != 1 {
			t.Errorf("another %s: got %s, want two listings", name, outline(listings, probes))
		}
	}
}

func TestAssembleNumbersPasses(t *testing.T) {
	pages := exchanges(t, `->- a`, `->- b`, `->- c`, `->- d`)
	pages[0].Pass, pages[1].Pass = 4, 4
	pages[2].Pass, pages[3].Pass = 2, 2
	if got, want := outline(assemble(pages)), "2:2 4:0 5:3 6:1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAssembleOrder(t *testing.T) {
	pages := exchanges(t, `->- a`, `->- a`, `->- a`)
	pages[0].Caller = "b"
	pages[1].Caller = "a"
	pages[2].Method = protocol.MethodListTemplates
	listings, _ := assemble(pages)
	var got []string
	for _, l := range listings {
		got = append(got, l.List.Method+" "+l.Caller)
	}
	if want := []string{"tools/list a", "tools/list b", "resources/templates/list "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAssembleChanged(t *testing.T) {
	note := func(method string) []*strictjson.Value {
		doc, err := strictjson.Parse([]byte(`{"method":"`+method+`"}`), "n.json", 1, policy.DefaultLimits().JSON())
		if err != nil {
			t.Fatal(err)
		}
		return []*strictjson.Value{doc.Root}
	}
	for _, tt := range []struct {
		list, notification string
		want               bool
	}{
		{protocol.MethodListTools, "notifications/tools/list_changed", true},
		{protocol.MethodListPrompts, "notifications/prompts/list_changed", true},
		{protocol.MethodListResources, "notifications/resources/list_changed", true},
		{protocol.MethodListTemplates, "notifications/resources/list_changed", true},
		{protocol.MethodListTools, "notifications/prompts/list_changed", false},
		{protocol.MethodListTools, "notifications/message", false},
	} {
		pages := exchanges(t, `->"x" a`, `"x">- b`)
		for _, p := range pages {
			p.Method = tt.list
		}
		pages[1].Notifications = note(tt.notification)
		listings, _ := assemble(pages)
		if got := listings[0].Changed; got != tt.want {
			t.Errorf("%s with %s: changed is %t, want %t", tt.list, tt.notification, got, tt.want)
		}
	}
}

func TestAssembleFaultyItemsAreNoRepeat(t *testing.T) {
	doc := func(n int, cursor, literal string) *Exchange {
		e := step(cursor+`>- a`).exchange(t, n)
		text := strings.Replace(e.Doc.Source(e.Value), `"name":"a"`, `"name":"a","x":`+literal, 1)
		parsed, err := strictjson.Parse([]byte(text), e.Doc.File, 1, policy.DefaultLimits().JSON())
		if err != nil {
			t.Fatal(err)
		}
		e.Doc, e.Value = parsed, parsed.Root
		e.Request, e.Response = parsed.Root.Get("request"), parsed.Root.Get("response")
		e.Params, e.Result = e.Request.Get("params"), e.Response.Get("result")
		return e
	}
	// Both literals are over the bound and read as the same value.
	pages := []*Exchange{doc(0, "-", "1e999"), doc(1, `"bogus"`, "2e999")}
	if got, want := outline(assemble(pages)), "1:0|1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAssembleErrorBesideResult(t *testing.T) {
	e := step(`->- a`).exchange(t, 0)
	null, err := strictjson.Parse([]byte("null"), "null", 1, policy.DefaultLimits().JSON())
	if err != nil {
		t.Fatal(err)
	}
	e.Error = null.Root
	listings, probes := assemble([]*Exchange{e})
	if len(listings) != 1 || len(probes) != 0 || listings[0].Pages[0].Items.Len() != 1 {
		t.Errorf("a null error hides the page: %s", outline(listings, probes))
	}
}

// Work that grew with the square of the pages would take minutes here.
func TestAssembleMany(t *testing.T) {
	const n = 10_000
	chain := []step{`->"0" a`}
	loop := []step{`->"x" a`, `"x">"x" a`}
	dropped := []step{`->"" a`}
	var roots, fragments []step
	for i := range n {
		next := strconv.Quote(strconv.Itoa(i + 1))
		chain = append(chain, step(fmt.Sprintf(`"%d">%s b`, i, next)))
		loop = append(loop, `"x">"x" a`)
		dropped = append(dropped, `->"" a`)
		roots = append(roots, `->"x" a`)
		fragments = append(fragments, step(fmt.Sprintf(`"f%d">- %c`, i, rune(0x4e00+i))))
	}
	for name, tt := range map[string]struct {
		steps            []step
		listings, probes int
	}{
		"chain":     {chain, 1, 0},
		"loop":      {loop, 1, n},
		"dropped":   {dropped, 1, n},
		"roots":     {roots, n, 0},
		"fragments": {append(roots[:n:n], fragments...), n, 0},
	} {
		listings, probes := assemble(exchanges(t, tt.steps...))
		if len(listings) != tt.listings || len(probes) != tt.probes {
			t.Errorf("%s: %d listings and %d probes, want %d and %d", name, len(listings), len(probes), tt.listings, tt.probes)
		}
	}
}
