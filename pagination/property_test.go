package pagination

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
)

// summary is all that a judgement decides, without places and wording.
func summary(j Judgement) string {
	var b strings.Builder
	for _, l := range j.Listings {
		fmt.Fprintf(&b, "listing %t %d %v", l.Complete, l.Shown, l.Pages)
		for _, f := range l.Findings {
			fmt.Fprintf(&b, " %s %s %s", f.Rule.ID, f.Effect, f.Pointer)
		}
		b.WriteByte('\n')
	}
	for _, p := range j.Probes {
		fmt.Fprintf(&b, "probe %d\n", len(p.Findings))
	}
	var server []string // in the order of places
	for _, f := range j.Server {
		server = append(server, fmt.Sprintf("server %s %s %s\n", f.Rule.ID, f.Effect, f.Text))
	}
	slices.Sort(server)
	b.WriteString(strings.Join(server, ""))
	for _, tool := range j.Tools {
		fmt.Fprintf(&b, "tool %q %q %s %s\n", tool.Caller, tool.Name, tool.Finding.Effect, tool.Finding.Text)
	}
	return b.String()
}

// anyPages are recordings that hold together or do not.
func anyPages(r *rand.Rand) []page {
	cursors := []string{"", "", `"a"`, `"b"`, `"c"`, `"d"`}
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	var pages []page
	for range 1 + r.IntN(7) {
		p := page{sent: pick(cursors), next: pick(cursors), names: pick([]string{"", "x", "y", "x y", "z"})}
		if r.IntN(8) == 0 {
			p.fails = -32602
		}
		if r.IntN(4) == 0 {
			p.record = `"caller":"admin"`
		}
		if r.IntN(8) == 0 {
			p.record = `"label":"probe"`
		}
		pages = append(pages, p)
	}
	return pages
}

// What a cursor says decides nothing: any renaming that keeps different
// cursors different and the empty one empty, gives the same judgement.
func TestRenamedCursors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rename := func(cursor string, by map[string]string) string {
		if to, ok := by[cursor]; ok {
			return to
		}
		return cursor
	}
	for range 3000 {
		pages := anyPages(r)
		names := []string{`"10"`, `"9"`, `"zzzzzz"`, `" "`, `"null"`, `"MTA="`, `"\u6771"`, `"a"`}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		by := map[string]string{`"a"`: names[0], `"b"`: names[1], `"c"`: names[2], `"d"`: names[3]}
		renamed := slices.Clone(pages)
		for i := range renamed {
			renamed[i].sent, renamed[i].next = rename(pages[i].sent, by), rename(pages[i].next, by)
		}
		if a, b := summary(review(t, pages...)), summary(review(t, renamed...)); a != b {
			t.Fatalf("renamed by %v\n%+v\n%s\nbecomes\n%s", by, pages, a, b)
		}
	}
}

// Files may be called anything: a chain orders itself.
func TestPagesInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		pages := wholePages(r)
		want := summary(review(t, pages...))
		r.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
		if got := summary(review(t, pages...)); got != want {
			t.Fatalf("%+v\ngot\n%s\nwant\n%s", pages, got, want)
		}
	}
}

// wholePages are passes of two callers, each pass with one request for each
// cursor, with a page missing at times.
func wholePages(r *rand.Rand) []page {
	var pages []page
	for _, caller := range []string{"anon", "admin"} {
		for pass := 1; pass <= 1+r.IntN(2); pass++ {
			n := 1 + r.IntN(4)
			lost := r.IntN(3 * n)
			for i := range n {
				p := page{names: fmt.Sprintf("t%d u%d", i, r.IntN(4)), record: fmt.Sprintf(`"caller":%q,"pass":%d`, caller, pass)}
				if i > 0 {
					p.sent = fmt.Sprintf(`"%s%d"`, caller, i)
				}
				if i < n-1 {
					p.next = fmt.Sprintf(`"%s%d"`, caller, i+1)
				}
				if i == n-1 && r.IntN(4) == 0 {
					p.next = `""`
				}
				if i != lost {
					pages = append(pages, p)
				}
			}
		}
	}
	return pages
}

// Every judgement of arbitrary recordings keeps the promises of its types.
func TestAnyPages(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		pages := anyPages(r)
		set := load(t, policy.Default(), pages...)
		j := Review(set.Listings, set.Probes, policy.Default())
		held := len(j.Probes)
		for i, l := range j.Listings {
			held += len(l.Pages)
			if l.Shown < 0 || l.Shown > len(l.Pages) || l.Complete && l.Shown != 0 {
				t.Fatalf("%+v: listing %d is complete: %t, and shows %d pages", pages, i, l.Complete, l.Shown)
			}
			if !l.Complete && decisive(Judgement{Listings: []Listing{l}}) == "" {
				t.Fatalf("%+v: listing %d is incomplete and nothing says why", pages, i)
			}
		}
		if held != len(pages) {
			t.Fatalf("%+v: %d of %d exchanges are judged", pages, held, len(pages))
		}
		if again := Review(set.Listings, set.Probes, policy.Default()); fmt.Sprint(all(again)) != fmt.Sprint(all(j)) {
			t.Fatalf("%+v: two reviews differ", pages)
		}
	}
}

func TestNothing(t *testing.T) {
	j := Review(nil, nil, policy.Default())
	if len(all(j)) != 0 {
		t.Errorf("got %+v", j)
	}
	j = Review([]*evidence.Listing{{Pass: 1}}, nil, policy.Default())
	if j.Listings[0].Complete || len(all(j)) != 0 {
		t.Errorf("an empty listing: %+v", j)
	}
}

func manyPages(n int) []page {
	pages := make([]page, 0, n)
	for i := range n {
		p := page{names: fmt.Sprintf("t%d", i/2), sent: fmt.Sprintf(`"%d"`, i), next: fmt.Sprintf(`"%d"`, i+1)}
		if i == 0 {
			p.sent = ""
		}
		pages = append(pages, p)
	}
	pages[n-1].next = ""
	return pages
}

// One finding for each of many repeated names, and no more.
func TestManyDuplicates(t *testing.T) {
	const n = 4000
	p := policy.Default()
	p.Limits.PagesPerPass = n
	if got := len(reasons(reviewUnder(t, p, manyPages(n)...), "PAGE-09")); got != n/2 {
		t.Errorf("%d findings, want %d", got, n/2)
	}
}

func BenchmarkReview(b *testing.B) {
	for _, n := range []int{1, 100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			set := load(b, policy.Default(), manyPages(n)...)
			b.ReportAllocs()
			for b.Loop() {
				Review(set.Listings, set.Probes, policy.Default())
			}
		})
	}
}
