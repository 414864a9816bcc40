package pagination

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
)

func TestChain(t *testing.T) {
	same := func(pages []page) []page {
		for i := range pages {
			pages[i].names = "a"
		}
		return pages
	}
	failing := func(pages []page, i, code int) []page {
		pages[i].fails = code
		return pages
	}
	tests := []struct {
		name     string
		pages    []page
		want     string
		complete bool
	}{
		{"one page", chain("-", "-"), "", true},
		{"an empty page that goes on", []page{{next: `"x"`}, {sent: `"x"`, names: "a"}}, "", true},
		{"three pages", chain("-", `"a"`, `"a"`, `"b"`, `"b"`, "-"), "", true},
		{"three pages in another order", chain(`"b"`, "-", "-", `"a"`, `"a"`, `"b"`), "", true},
		{"cursors of white space and words", chain("-", `" "`, `" "`, `"null"`, `"null"`, `"0"`, `"0"`, "-"), "", true},
		{"an escaped cursor", chain("-", `"\u0041="`, `"A="`, "-"), "", true},

		{"starts with the empty cursor", chain(`""`, "-"), "PAGE-02 reject", false},
		{"starts with a cursor", chain(`"k"`, "-"), "PAGE-02 reject", false},
		{"starts with null", chain("null", "-"), "PAGE-02 reject", false},
		{"starts with a number", chain("1", "-"), "PAGE-02 reject", false},

		{"null ends", chain("-", "null"), "PAGE-03 condition", true},
		{"empty and followed", chain("-", `""`, `""`, "-"), "", true},
		{"empty, followed, and on", chain("-", `""`, `""`, `"k"`, `"k"`, "-"), "", true},
		{"empty and not followed", chain("-", `""`), "PAGE-03 reject", false},
		{"empty and not followed later", chain("-", `"k"`, `"k"`, `""`), "PAGE-03 reject", false},
		{"empty and dropped", same(chain("-", `""`, "-", "-")), "PAGE-03 reject, PAGE-05 reject", false},
		{"empty and dropped, empty pages", []page{{next: `""`}, {}}, "PAGE-03 reject, PAGE-05 reject", false},
		{"empty and changed", chain("-", `""`, `" "`, "-"), "PAGE-03 reject, PAGE-05 reject", false},
		{"empty for ever", chain("-", `""`, `""`, `""`, `""`, `""`), "PAGE-07 reject, PAGE-08 reject", false},
		{"empty for ever, the same page", same(chain("-", `""`, `""`, `""`, `""`, `""`)), "PAGE-08 reject, PAGE-09 reject", false},

		{"a number as cursor", chain("-", "0"), "PAGE-04 reject", false},
		{"false as cursor", chain("-", "false"), "PAGE-04 reject", false},
		{"an array as cursor", chain("-", "[]"), "PAGE-04 reject", false},
		{"an object as cursor", chain("-", "{}"), "PAGE-04 reject", false},
		{"a number sent back", chain("-", "1", "1", "-"), "PAGE-04 reject, PAGE-05 reject", false},

		{"trimmed", chain("-", `"A "`, `"A"`, "-"), "PAGE-05 reject, PAGE-07 reject", false},
		{"case changed", chain("-", `"A"`, `"a"`, "-"), "PAGE-05 reject, PAGE-07 reject", false},
		{"padding lost", []page{{next: `"A="`}, {sent: `"A"`}}, "PAGE-05 reject, PAGE-07 reject", false},
		{"incremented", chain("-", `"1"`, `"2"`, "-"), "PAGE-05 reject, PAGE-07 reject", false},
		{"null sent after null", chain("-", "null", "null", "-"), "PAGE-03 condition, PAGE-05 reject", true},
		{"composed and decomposed", chain("-", `"\u00e9"`, `"e\u0301"`, "-"), "PAGE-05 reject, PAGE-07 reject", false},

		{"the last page missing", chain("-", `"k"`), "PAGE-07 reject", false},
		{"a page missing in the middle", chain("-", `"a"`, `"b"`, `"c"`, `"c"`, "-"), "PAGE-05 reject, PAGE-07 reject", false},
		{"two answers to one cursor", chain("-", `"a"`, `"a"`, "-", `"a"`, "-"), "PAGE-07 reject", false},
		{"two answers, and what follows the second", chain("-", `"a"`, `"a"`, "-", `"a"`, `"b"`, `"b"`, "-"), "PAGE-07 reject", false},
		{"the same page twice", []page{{next: `"a"`, names: "a"}, {sent: `"a"`, names: "b"}, {sent: `"a"`, names: "b"}}, "", true},

		{"a self-loop", chain("-", `"a"`, `"a"`, `"a"`), "PAGE-08 reject", false},
		{"a longer cycle", chain("-", `"a"`, `"a"`, `"b"`, `"b"`, `"a"`), "PAGE-08 reject", false},
		{"a cycle from the start", chain(`"a"`, `"b"`, `"b"`, `"a"`), "PAGE-02 reject, PAGE-08 reject", false},

		{"an issued cursor refused", failing(chain("-", `"a"`, `"a"`, "-"), 1, -32602), "PAGE-13 reject", false},
		{"an issued cursor refused, pass continued", append(failing(chain("-", `"a"`, `"a"`, "-"), 1, -32602),
			page{sent: `"a"`, names: "z"}), "PAGE-13 reject", false},
		{"a never issued cursor refused", failing(chain("-", "-", `"a"`, "-"), 1, -32602), "", true},
		{"a never issued cursor accepted", same(chain("-", "-", `"a"`, "-")), "PAGE-13 condition", true},
		{"a never issued empty cursor accepted", same(chain("-", "-", `""`, "-")), "PAGE-13 condition", true},
		{"a null cursor accepted", same(chain("-", "-", "null", "-")), "PAGE-13 condition", true},
		{"a never issued cursor that shows more", chain("-", "-", `"a"`, "-"), "PAGE-05 reject", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := review(t, tt.pages...)
			if got := decisive(j); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if got := j.Listings[0].Complete; got != tt.complete {
				t.Errorf("complete is %t", got)
			}
		})
	}
}

// Two walks of their own are two passes; one that a client cut short at an
// empty cursor is not.
func TestTwoPasses(t *testing.T) {
	j := review(t, page{names: "a b"}, page{names: "a b"})
	if len(j.Listings) != 2 || decisive(j) != "" {
		t.Errorf("%d listings, %s", len(j.Listings), decisive(j))
	}
	one := []page{{next: `"a"`, names: "a"}, {sent: `"a"`, names: "b"}}
	j = review(t, slices.Concat(one, one)...)
	if len(j.Listings) != 2 || decisive(j) != "" {
		t.Errorf("the same cursor in two passes: %d listings, %s", len(j.Listings), decisive(j))
	}
	j = review(t, page{names: "a", next: `""`}, page{names: "b"})
	if len(j.Listings) != 2 || j.Listings[0].Complete || !j.Listings[1].Complete {
		t.Errorf("cut short, then whole: %d listings, %s", len(j.Listings), decisive(j))
	}
}

func TestTruncation(t *testing.T) {
	tests := []struct {
		name  string
		pages []page
		shown int
	}{
		{"no first page", chain(`"k"`, "-"), 0},
		{"an open end", chain("-", `"a"`, `"a"`, `"b"`), 2},
		{"an empty cursor", chain("-", `""`), 1},
		{"a number as cursor", chain("-", `"a"`, `"a"`, "7"), 2},
		{"a loop", chain("-", `"a"`, `"a"`, `"a"`), 2},
		{"two answers", chain("-", `"a"`, `"a"`, `"b"`, `"b"`, "-", `"b"`, "-"), 2},
		{"an error", []page{{next: `"a"`}, {sent: `"a"`, fails: -32603}}, 1},
		{"an unusable first page", []page{{without: "tools"}}, 0},
		{"an unusable last page", []page{{next: `"a"`}, {sent: `"a"`, items: "null"}}, 1},
		{"the first of two breaks", []page{{next: `"a"`, items: "null"}, {sent: `"a"`, next: `"b"`}}, 0},
	}
	for _, tt := range tests {
		for _, p := range []policy.Policy{policy.Default(), specPolicy()} {
			if l := reviewUnder(t, p, tt.pages...).Listings[0]; l.Complete || l.Shown != tt.shown {
				t.Errorf("%s under %s: complete is %t, %d pages shown, want %d", tt.name, p.Profile, l.Complete, l.Shown, tt.shown)
			}
		}
	}
}

func TestAnErrorEndsThePass(t *testing.T) {
	for code, pages := range map[string][]page{
		"refused":   {{next: `"a"`}, {sent: `"a"`, fails: -32602}},
		"recovered": {{next: `"a"`}, {sent: `"a"`, fails: -32602}, {sent: `"a"`}},
	} {
		if l := review(t, pages...).Listings[0]; l.Complete || l.Shown == 0 {
			t.Errorf("%s: complete is %t, %d pages shown", code, l.Complete, l.Shown)
		}
	}
}

func TestSpecLeavesMissingPagesToSufficiency(t *testing.T) {
	j := reviewUnder(t, specPolicy(), chain("-", `"a"`)...)
	if got := decisive(j); got != "" || j.Listings[0].Complete {
		t.Errorf("got %q, complete is %t", got, j.Listings[0].Complete)
	}
}

func TestPagesPerPass(t *testing.T) {
	long := func(n int) []page {
		cursors := []string{"-"}
		for i := range n - 1 {
			c := fmt.Sprintf(`"%d"`, i)
			cursors = append(cursors, c, c)
		}
		return chain(append(cursors, "-")...)
	}
	p := policy.Default()
	p.Limits.PagesPerPass = 5
	if got := decisive(reviewUnder(t, p, long(5)...)); got != "" {
		t.Errorf("at the limit: %s", got)
	}
	j := reviewUnder(t, p, long(6)...)
	if got := decisive(j); got != "PAGE-08 reject" || j.Listings[0].Complete || j.Listings[0].Shown != 5 {
		t.Errorf("over the limit: %s, %+v", got, j.Listings[0])
	}
}

func TestParameters(t *testing.T) {
	pages := func(params ...string) []page {
		out := chain("-", `"a"`, `"a"`, `"b"`, `"b"`, "-")
		for i, p := range params {
			out[i].params = p
		}
		return out
	}
	for _, tt := range []struct {
		params []string
		want   string
	}{
		{[]string{`"filter":{"a":1,"b":2}`, `"filter":{"b":2,"a":1.0}`, `"filter":{"a":1,"b":2}`}, ""},
		{[]string{`"filter":1`, `"filter":2`, `"filter":1`}, "PAGE-05 reject"},
		{[]string{`"filter":1`, `"filter":1`}, "PAGE-05 reject"},
		{[]string{"", `"filter":1`}, "PAGE-05 reject"},
	} {
		if got := decisive(review(t, pages(tt.params...)...)); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.params, got, tt.want)
		}
	}
}

func TestReasonsNeverHoldCursors(t *testing.T) {
	const secret = "s3cr3t-cursor"
	q := `"` + secret + `"`
	for _, pages := range [][]page{
		chain("-", q), chain(q, "-"), chain("-", q, q, q), chain("-", `"x"`, q, "-"), chain("-", q, q, "-", q, "-"),
		{{names: "a"}, {sent: q, names: "a"}},
		{{next: q}, {sent: q, fails: -32602}},
		{{with: `"nextcursor":` + q}},
		{{names: "a"}, {sent: q, fails: -32000}},
	} {
		j := review(t, pages...)
		fs := all(j)
		if len(fs) == 0 {
			t.Error("no finding to look at")
		}
		for _, f := range fs {
			if strings.Contains(f.Reason(), secret) || strings.Contains(f.At.Pointer, secret) {
				t.Errorf("%s holds a cursor", f.Rule.ID)
			}
		}
	}
}

func TestReasons(t *testing.T) {
	tests := []struct {
		id    string
		pages []page
		want  string
	}{
		{"PAGE-01", []page{{result: `{"resultType":"input_required","requestState":"x"}`}}, `PAGE-01 /resultType: resultType is "input_required", must be "complete"`},
		{"PAGE-02", chain("null", "-"), "PAGE-02 /request/params/cursor: the first request carries a cursor (null)"},
		{"PAGE-03", chain("-", `""`), `PAGE-03 /nextCursor: nextCursor "" was treated as the end`},
		{"PAGE-04", chain("-", "0"), "PAGE-04 /nextCursor: nextCursor is number, must be a string"},
		{"PAGE-05", chain("-", `"A="`, `"A"`, "-"), "PAGE-05 /request/params/cursor: the request cursor of 1 byte was not issued by any page of this pass; the one of 2 bytes that page 1 issued was not sent"},
		{"PAGE-05", []page{{names: "a", next: `""`}, {names: "a"}}, `PAGE-05 /request/params: the cursor "" was left out of the next request, and the first page came again`},
		{"PAGE-07", chain("-", `"a"`, `"a"`, `"b"`), "PAGE-07 /nextCursor: the page after page 2 is missing"},
		{"PAGE-07", chain("-", `"a"`, `"a"`, "-", `"a"`, "-"), "PAGE-07: page 3 answers the same cursor as page 2 with other content"},
		{"PAGE-08", chain("-", `"a"`, `"a"`, `"b"`, `"b"`, `"a"`), "PAGE-08 /nextCursor: the cursor that page 3 issues was already used in this pass, by page 2"},
		{"PAGE-09", []page{{names: "a a"}}, `PAGE-09 /tools/1: "a" at page 1#0 and page 1#1; a fresh pass shows whether the list changed in between`},
		{"PAGE-12", []page{{without: "ttlMs"}}, "PAGE-12 /ttlMs: ttlMs is absent, must be an integer of at least 0"},
		{"PAGE-13", []page{{next: `"a"`}, {sent: `"a"`, fails: -32602}}, "PAGE-13 /error: an issued cursor was answered with error code -32602; the pass is void"},
	}
	for _, tt := range tests {
		got := reasons(review(t, tt.pages...), tt.id)
		if len(got) != 1 || got[0] != tt.want {
			t.Errorf("%s: got %q\nwant %q", tt.id, got, tt.want)
		}
	}
}
