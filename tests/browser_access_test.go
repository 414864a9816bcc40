package tests

import (
	"context"
	"testing"
)

// unsound are faults in the structure that a screen reader goes by.
const unsound = `(() => {
	const bad = [], all = q => [...document.querySelectorAll(q)];
	if (document.documentElement.lang !== 'en') bad.push('no language');
	if (all('h1').length !== 1 || all('main').length !== 1 || all('body > header').length !== 1 || all('nav[aria-label]').length !== 1) bad.push('landmarks');
	let level = 0;
	for (const h of all('h1,h2,h3,h4,h5,h6')) { const n = +h.localName[1]; if (n > level + 1) bad.push('heading ' + h.textContent); level = n; }
	for (const t of all('table')) if (!t.caption || !t.caption.textContent || !t.tHead || [...t.querySelectorAll('th')].some(h => !h.scope) || [...t.tBodies[0].rows].some(r => r.cells.length !== t.tHead.rows[0].cells.length)) bad.push('table ' + (t.caption || t).textContent.slice(0, 60));
	const ids = new Set(); for (const e of all('[id]')) { if (ids.has(e.id)) bad.push('twice ' + e.id); ids.add(e.id); }
	for (const e of all('[href^="#"],[popovertarget],[aria-labelledby]')) for (const id of (e.getAttribute('popovertarget') || e.getAttribute('aria-labelledby') || e.getAttribute('href').slice(1)).split(' ')) if (!ids.has(id)) bad.push('no ' + id);
	for (const e of all('svg')) if (e.getAttribute('role') !== 'img' || !e.querySelector('title')?.textContent || !e.querySelector('desc')?.textContent) bad.push('a picture without words');
	for (const e of all('input')) if (!e.labels.length || !e.labels[0].textContent.trim()) bad.push('input ' + e.id);
	for (const e of all('fieldset')) if (!e.querySelector('legend')) bad.push('a group without a name');
	for (const e of all('a,button,summary')) if (!(e.getAttribute('aria-label') || e.textContent).trim()) bad.push('nameless ' + e.localName);
	const skip = document.querySelector('body > a'); if (!skip || skip.getAttribute('href') !== '#report') bad.push('no way past the head');
	return bad.slice(0, 8);
})()`

func structureIsSound(t *testing.T, browser context.Context, shown map[string]string) {
	for name, html := range shown {
		if found := ask[[]string](open(t, browser, html, desktop), unsound); len(found) > 0 {
			t.Errorf("%s: %.400q", name, found)
		}
	}
}

// faint are texts and drawings that stand out too little from what is behind
// them, by the contrast ratio of WCAG 2.2: 4.5 for text, 3 for large text, for
// what pictures are read by and for the edges of controls. COUNT is how many
// were measured.
const faint = `(() => {
	const parse = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length > 3 ? m : [...m.slice(0, 3), 1]; };
	const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
	const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
	const behind = e => {
		let layers = [];
		const rect = e.closest('g.node')?.querySelector('rect');
		if (rect && rect !== e) return parse(getComputedStyle(rect).fill);
		for (let x = e; x; x = x.parentElement) { const c = parse(getComputedStyle(x).backgroundColor); if (c[3] > 0) { layers.push(c); if (c[3] === 1) break; } }
		return layers.reverse().reduce((under, c) => over(c, under), [255, 255, 255, 1]);
	};
	const bad = new Map(); let count = 0;
	const measure = (e, colour, want, what, under) => {
		const b = under || behind(e), c = parse(colour), r = ratio(over(c, b), b); count++;
		if (r < want) bad.set(what + ' ' + e.localName + '.' + (e.getAttribute('class') || '') + ' in ' + (e.parentElement.getAttribute('class') || e.parentElement.localName), Math.round(r * 100) / 100);
	};
	for (const e of document.querySelectorAll('body *')) {
		if (!e.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})) continue;
		const s = getComputedStyle(e), size = parseFloat(s.fontSize), want = size >= 24 || size >= 18.66 && +s.fontWeight >= 700 ? 3 : 4.5;
		if ([...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) measure(e, e.closest('svg') ? s.fill : s.color, want, 'text');
		for (const side of ['::before', '::after']) { const p = getComputedStyle(e, side); if (!/^(none|normal|"")$/.test(p.content)) measure(e, p.color, want, side); }
		if (e.matches('.bar rect:not(.track)')) measure(e, s.fill, 3, 'fill', behind(e.closest('svg')));
		if (e.matches('.arrow path, .node rect')) measure(e, s.stroke, 3, 'stroke', behind(e.closest('svg')));
		if (e.matches('button, .tray > summary') && parseFloat(s.borderTopWidth)) measure(e, s.borderTopColor, 3, 'edge', behind(e.parentElement));
	}
	return {count, bad: [...bad].slice(0, 12).map(([k, v]) => k + ': ' + v)};
})()`

type contrast struct {
	Count int
	Bad   []string
}

func contrastIsEnough(t *testing.T, browser context.Context, shown map[string]string) {
	control := open(t, browser, `<!DOCTYPE html><body><p style="color:#777">x</p><p style="color:#767676">x</p>`, desktop)
	if got := ask[contrast](control, faint); got.Count != 2 || len(got.Bad) != 1 {
		t.Fatalf("grey text on white is measured as %v", got)
	}
	for _, name := range []string{"demo", "replay"} {
		for _, width := range []int64{390, 1440} {
			for _, dark := range []bool{false, true} {
				on := screen{width: width, height: 900, dark: dark}
				t.Run(name+"-"+on.String(), func(t *testing.T) {
					p := open(t, browser, shown[name], on)
					// All that opens is open, something is chosen, and a row is pointed to.
					ask[bool](p, `(document.querySelectorAll('details:not(.tray)').forEach(d => d.open = true), document.querySelector('.tray').open = true, document.querySelector('.choice')?.click(), location.hash = document.querySelector('tr[id]')?.id || '', true)`)
					got := ask[contrast](p, faint)
					if got.Count < 100 || len(got.Bad) > 0 {
						t.Errorf("of %d measured too faint are %q", got.Count, got.Bad)
					}
					if ask[bool](p, `!!document.querySelector('[popover]')`) {
						ask[bool](p, `(document.querySelector('.tray').open = false, document.querySelector('[popover]').showPopover(), true)`)
						if got := ask[contrast](p, faint); len(got.Bad) > 0 {
							t.Errorf("with a card open too faint are %q", got.Bad)
						}
					}
				})
			}
		}
	}
}

// wide is how far a page is wider than the screen, and what in it has to be
// scrolled sideways; small are controls that a finger does not hit.
const (
	wide = `(() => { const d = document.documentElement, out = [...document.querySelectorAll('.table, .chain, .side, section > ul')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => (e.className || e.localName) + ' ' + e.textContent.slice(0, 60));
		return {over: d.scrollWidth - d.clientWidth, out: out.slice(0, 5)} })()`
	small = `(() => [...document.querySelectorAll('button, summary, .self, nav a, fieldset label, .tile')].filter(e => e.checkVisibility({contentVisibilityAuto: true})).map(e => [e, e.getBoundingClientRect()])
		.filter(([e, r]) => r.width < 24 || r.height < 24).map(([e, r]) => e.localName + '.' + e.className + ' ' + r.width + 'x' + r.height).slice(0, 5))()`
)

// A page fits every screen: nothing has to be scrolled in two directions.
func nothingOverflows(t *testing.T, browser context.Context, shown map[string]string) {
	for name, html := range shown {
		t.Run(name, func(t *testing.T) {
			p := open(t, browser, html, phone)
			ask[bool](p, `(document.querySelectorAll('details:not(.tray)').forEach(d => d.open = true), true)`)
			widths := []int64{320, 390, 768, 1024, 1440}
			if name == "hostile" {
				widths = []int64{320, 1024}
			}
			for _, width := range widths {
				p.show(screen{width: width, height: 844})
				got := ask[struct {
					Over int
					Out  []string
				}](p, wide)
				if got.Over > 0 || len(got.Out) > 0 {
					t.Errorf("at %d the page is %d wider than the screen, and these scroll: %q", width, got.Over, got.Out)
				}
				if found := ask[[]string](p, small); len(found) > 0 {
					t.Errorf("at %d too small to hit: %q", width, found)
				}
			}
		})
	}
}

// On paper everything is there, whatever was folded or filtered.
func printIsWhole(t *testing.T, browser context.Context, html string) {
	p := open(t, browser, html, desktop)
	p.click("label:has(#show-rejected)")
	const seen = `[...document.querySelectorAll('tbody tr')].filter(r => r.checkVisibility({contentVisibilityAuto: true}) && r.getBoundingClientRect().height > 0).length`
	all := ask[int](p, `document.querySelectorAll('main tbody tr').length`)
	if n := ask[int](p, seen); n >= all {
		t.Fatalf("%d of %d rows are on the screen: nothing is folded or filtered", n, all)
	}
	p.show(screen{width: 800, height: 1100, print: true})
	if n := ask[int](p, seen); n != all {
		t.Errorf("%d of %d rows are on paper", n, all)
	}
	if narrow := ask[[]string](p, `[...document.querySelectorAll('main tbody th')].filter(e => e.getBoundingClientRect().width < 60).map(e => e.closest('table').caption.textContent).slice(0, 5)`); len(narrow) > 0 {
		t.Errorf("on paper names are squeezed in %q", narrow)
	}
	if over := ask[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		t.Errorf("on paper the page is %d too wide", over)
	}
	if found := ask[[]string](p, `[...document.querySelectorAll('.side, button, .self, .skip')].filter(e => e.checkVisibility()).map(e => e.className || e.localName).slice(0, 5)`); len(found) > 0 {
		t.Errorf("on paper there are %q", found)
	}
}
