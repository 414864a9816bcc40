package tests

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// state is what a filtered page shows: the rows that filters apply to and that
// are displayed, with their classes, folded or not; what the page says of their
// number; the tables and the sections that say they have none.
const state = `(() => {
	const on = e => getComputedStyle(e).display !== 'none';
	const rows = [...document.querySelectorAll('tr.r')].filter(r => on(r) && on(r.closest('.run')));
	return {
		rows: rows.length,
		strange: rows.filter(r => !r.matches(MATCH)).length,
		hidden: [...document.querySelectorAll('tr.r')].filter(r => r.matches(MATCH) && !rows.includes(r)).length,
		empty: [...document.querySelectorAll('.run.judged')].filter(r => on(r) && ![...r.querySelectorAll('tr.r')].some(on)).length,
		silent: [...document.querySelectorAll('section:has(.unmatched)')].filter(s => on(s.querySelector('.unmatched')) === [...s.querySelectorAll('tr.r')].some(r => rows.includes(r))).length,
		says: [...document.querySelectorAll('.n')].filter(on).map(e => e.textContent),
	};
})()`

type filtered struct {
	Rows, Strange, Hidden, Empty, Silent int
	Says                                 []string
}

// matches checks that exactly the rows that a selector matches are shown, and
// that the page says so.
func (p *tab) matches(about, selector string) filtered {
	p.Helper()
	got := ask[filtered](p, strings.ReplaceAll(state, "MATCH", strconv.Quote(selector)))
	if got.Strange > 0 || got.Hidden > 0 || got.Empty > 0 || got.Silent > 0 {
		p.Errorf("%s: of %d rows %d should not be shown, %d more should; %d tables are empty, %d sections say the wrong thing", about, got.Rows, got.Strange, got.Hidden, got.Empty, got.Silent)
	}
	want := fmt.Sprintf("%d of ", got.Rows)
	if got.Rows == 0 {
		want = "No judged row"
	}
	if len(got.Says) != 1 || !strings.HasPrefix(got.Says[0], want) {
		p.Errorf("%s: the page says %q of %d rows", about, got.Says, got.Rows)
	}
	return got
}

// filterClass is what rows have that a choice is about.
func filterClass(id string) string {
	switch {
	case strings.HasSuffix(id, "-all"):
		return ".r"
	case id == "show-asks":
		return ":is(.k-rejected,.k-conditional,.k-evidence-missing,.k-otherwise)"
	case strings.HasPrefix(id, "show-"):
		return ".k-" + strings.TrimPrefix(id, "show-")
	}
	return ".f-" + strings.TrimPrefix(id, "family-")
}

func filtersWork(t *testing.T, browser context.Context, shown map[string]string) {
	t.Run("by mouse", func(t *testing.T) {
		p := open(t, browser, shown["demo"], desktop)
		all := p.matches("at first", "tr")
		p.click("label:has(#show-rejected)")
		rejected := p.matches("rejected", ".k-rejected")
		p.click("label:has(#family-HDR)")
		both := p.matches("rejected and HDR", ".k-rejected.f-HDR")
		p.click("label:has(#no-policy)")
		p.matches("rejected, HDR, no policy", ".k-rejected.f-HDR:not(.policy)")
		p.click("label:has(#show-all)")
		p.matches("HDR, no policy", ".f-HDR:not(.policy)")
		if both.Rows == 0 || both.Rows >= rejected.Rows || rejected.Rows >= all.Rows {
			t.Errorf("%d rows, %d rejected, %d of HDR: the demo tries little", all.Rows, rejected.Rows, both.Rows)
		}
	})
	t.Run("by keyboard", func(t *testing.T) {
		p := open(t, browser, shown["demo"], phone)
		p.click("search summary")
		ask[bool](p, `(document.getElementById('show-all').focus(), true)`)
		p.press(kb.ArrowDown)
		p.matches("needs attention", filterClass("show-asks"))
		p.press(kb.ArrowDown)
		p.matches("rejected", ".k-rejected")
		if !ask[bool](p, `(() => { const e = document.activeElement; return e.id === 'show-rejected' && getComputedStyle(e.closest('label')).outlineStyle !== 'none' })()`) {
			t.Error("the focus cannot be seen")
		}
	})
	for _, name := range []string{"demo", "replay", "large"} {
		t.Run("every choice of "+name, func(t *testing.T) { everyChoice(open(t, browser, shown[name], desktop)) })
	}
}

// everyChoice makes each choice of a page, alone and some of them together.
func everyChoice(p *tab) {
	// Styles of what is folded away are costly to ask for.
	ask[bool](p, `(document.querySelectorAll('details.run').forEach(d => d.open = true), true)`)
	choose := func(id string) { ask[bool](p, fmt.Sprintf(`(document.getElementById(%q).click(), true)`, id)) }
	families := ask[[]string](p, `[...document.querySelectorAll('[name=family]')].map(e => e.id)`)
	for _, facet := range ask[[]string](p, `[...document.querySelectorAll('[name=show]')].map(e => e.id)`) {
		choose(facet)
		p.matches(facet, filterClass(facet))
		for i, family := range families {
			if facet != "show-all" && i%4 != 1 {
				continue
			}
			choose(family)
			p.matches(facet+" "+family, ":is("+filterClass(facet)+")"+filterClass(family))
		}
		if len(families) > 0 {
			choose("family-all")
		}
	}
}

// landed is the anchored row that the page was led to: its id, whether it is
// seen, and how far from the top of the screen it is.
const landed = `(() => { const e = document.querySelector(':target'), r = e && e.getBoundingClientRect(); return e ? [e.id, r.height > 0 && getComputedStyle(e).display !== 'none', r.top] : ['', false, 0] })()`

// leads clicks on a link and checks that it leads to its anchor.
func (p *tab) leads(selector string) {
	p.Helper()
	href := ask[string](p, fmt.Sprintf(`document.querySelector(%q).getAttribute('href')`, selector))
	p.click(selector)
	got := ask[[]any](p, landed)
	top, _ := got[2].(float64)
	if "#"+got[0].(string) != href || got[1] != true || top < -1 || top > float64(desktop.height) {
		p.Errorf("%s leads to %v, want %s within the screen", selector, got, href)
	}
	if hash := ask[string](p, `location.hash`); hash != href {
		p.Errorf("the address is %s after %s", hash, href)
	}
}

var anchor = regexp.MustCompile(`^(tool|finding)-[0-9a-f]{10}(-[0-9]+)?$`)

func anchorsWork(t *testing.T, browser context.Context, shown map[string]string) {
	for _, name := range []string{"demo", "large"} {
		t.Run(name, func(t *testing.T) {
			p := open(t, browser, shown[name], desktop)
			for _, kind := range []string{"tool", "finding"} {
				ids := ask[[]string](p, `[...document.querySelectorAll('tr[id^=`+kind+`-]')].map(e => e.id)`)
				if len(ids) == 0 {
					t.Fatalf("no %s has an anchor", kind)
				}
				for _, id := range ids {
					if !anchor.MatchString(id) {
						t.Errorf("anchor %.80s", id)
					}
				}
			}
			p.leads("tr[id^=tool] .self")
			p.leads("nav li:nth-child(3) a")
			// A finding of a long report is folded away until it is asked for.
			p.leads("tr[id^=tool] dd a[href^='#finding']")
			p.leads("tr:target dd a[href^='#tool']")
		})
	}
	t.Run("folded", func(t *testing.T) {
		p := open(t, browser, shown["large"], desktop)
		last := ask[string](p, `[...document.querySelectorAll('details:not([open]) tr[id^=tool]')].pop().id`)
		ask[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, last))
		if got := ask[[]any](p, landed); got[0] != last || got[1] != true {
			t.Errorf("led to %v, want %s unfolded", got, last)
		}
	})
	t.Run("hostile", func(t *testing.T) {
		p := open(t, browser, shown["hostile"], desktop)
		for _, id := range ask[[]string](p, `[...document.querySelectorAll('[id]')].map(e => e.id)`) {
			if !regexp.MustCompile(`^[A-Za-z0-9-]{1,40}$`).MatchString(id) {
				t.Errorf("anchor %.80q", id)
			}
		}
		ask[bool](p, `(document.querySelector('details:has(tr[id^=tool])').open = true)`)
		p.leads("tr[id^=tool] .self")
	})
}

// whyIsShown: the button beside a row shows its rule's card in place.
func whyIsShown(t *testing.T, browser context.Context, html string) {
	for _, on := range []screen{desktop, phone} {
		t.Run(on.String(), func(t *testing.T) {
			p := open(t, browser, html, on)
			const card = `(() => { const e = document.querySelector(':popover-open'); return e ? e.innerText : '' })()`
			for _, closed := range []func(){
				func() { p.press(kb.Escape) },
				func() { p.click(":popover-open > button") },
			} {
				p.click("tr[id^=finding] button")
				text := ask[string](p, card)
				for _, want := range []string{"DESC-08", "Rests on", "Source", "Why", "Remedy"} {
					if !strings.Contains(text, want) {
						t.Errorf("%q is not on the card %q", want, text)
					}
				}
				if !ask[bool](p, `(() => { const r = document.querySelector(':popover-open').getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight })()`) {
					t.Error("the card does not fit the screen")
				}
				closed()
				if text := ask[string](p, card); text != "" {
					t.Errorf("the card is still open: %.80q", text)
				}
			}
		})
	}
}
