package tests

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/debugger"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"mcpreview/report/reviewtest"
)

// browsers are the names that Chromium goes by.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// browserPatience is how long a browser may take for one test. It only ends what
// hangs.
const browserPatience = 8 * time.Minute

// newBrowser starts a headless Chromium that lives as long as the test.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	path := ""
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("there is no Chromium on this machine: what a browser makes of the page is not tested")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"), chromedp.WSURLReadTimeout(browserPatience))
	timed, cancelTimed := context.WithTimeout(context.Background(), browserPatience)
	allocator, cancelAllocator := chromedp.NewExecAllocator(timed, options...)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits until it has ended
		cancel()
		cancelAllocator()
		cancelTimed()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// A tab is one page in the browser.
type tab struct {
	*testing.T
	ctx      context.Context
	mu       sync.Mutex
	requests []string // what it asked for, itself included
	scripts  int      // that it ran
}

// A screen is what a page is looked at on.
type screen struct {
	width, height int64
	dark, print   bool
}

var (
	phone   = screen{width: 390, height: 844}
	desktop = screen{width: 1440, height: 900}
)

func (s screen) String() string {
	scheme := "light"
	if s.dark {
		scheme = "dark"
	}
	return fmt.Sprintf("%d-%s", s.width, scheme)
}

// open shows a page in a new tab.
func open(t *testing.T, browser context.Context, html string, on screen) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(html), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	p := &tab{T: t, ctx: ctx}
	p.must(chromedp.Listen(ctx, p.note))
	command(p, network.Enable, network.EnableParams{})
	command(p, debugger.Enable, debugger.EnableParams{}) // tells of every script
	p.show(on)
	p.must(chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String())))
	command(p, debugger.Disable, cdp.Empty{})
	return p
}

// note keeps what the page does.
func (p *tab) note(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch event := event.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, event.Request.URL)
	case *debugger.EventScriptParsed:
		if event.URL != "" { // the driver's own have none
			p.scripts++
		}
	}
}

func (p *tab) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// command runs a command of the DevTools protocol.
func command[P, R any](p *tab, name cdp.Command[P, R], params P) R {
	p.Helper()
	result, err := chromedp.Call(p.ctx, name, params)
	p.must(err)
	return result
}

// show makes the page look as on the screen.
func (p *tab) show(on screen) {
	p.Helper()
	scheme, medium := "light", "screen"
	if on.dark {
		scheme = "dark"
	}
	if on.print {
		medium = "print"
	}
	command(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: on.width, Height: on.height, DeviceScaleFactor: 1, Mobile: on.width < 600,
	})
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium, Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// ask is the value of an expression on the page.
func ask[T any](p *tab, expression string) T {
	p.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	p.must(err)
	return value
}

// middle is where an element is, scrolled to where it can be clicked on; no
// place where something else lies over it.
const middle = `((selector) => {
	const e = document.querySelector(selector);
	e.scrollIntoView({block: 'center'});
	const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2, hit = document.elementFromPoint(x, y);
	return hit && (e.contains(hit) || hit.contains(e)) ? [x, y] : [];
})`

// click clicks with the mouse on the first element that a selector finds.
func (p *tab) click(selector string) {
	p.Helper()
	at := ask[[]float64](p, fmt.Sprintf("%s(%q)", middle, selector))
	if len(at) != 2 {
		p.Fatalf("%s cannot be clicked on", selector)
	}
	p.must(chromedp.Do(p.ctx, chromedp.MouseClickXY(at[0], at[1])))
}

// press presses a key.
func (p *tab) press(key string) {
	p.Helper()
	p.must(chromedp.Do(p.ctx, chromedp.KeyEvent(key)))
}

// pages are what is shown in the browser, by name.
func pages(t *testing.T) map[string]string {
	t.Helper()
	output := func(args ...string) string {
		out, err := exec.Command(program, args...).Output()
		if len(out) == 0 {
			t.Fatalf("%s: %v", strings.Join(args, " "), err)
		}
		return string(out)
	}
	return map[string]string{
		"demo":    output("demo", "--format", "html"),
		"replay":  output("replay", "--format", "html"),
		"hostile": written(t, reviewtest.Sow(sown()))["html"],
		"large":   written(t, reviewtest.Large(200))["html"],
	}
}

// sown are strings for Sow: every ninth of the hostile ones, and one that tries
// to get out of every place in a page at once.
func sown() []string {
	some := []string{`"'></td></script></style></title></svg></desc><script>document.title="ran"</script><img src=https://evil.example/x onerror=document.title="ran">`}
	for i, s := range reviewtest.Hostile {
		if s != "" && i%9 == 0 {
			some = append(some, s)
		}
	}
	return some
}

// skeleton is a page without its text: every element in order, with its
// attributes. Code is left out, since how much of a text is code depends on the
// text; addresses within the page are digests or numbers.
const skeleton = `(() => [...document.querySelectorAll('*')].filter(e => e.localName !== 'code' && e.localName !== 'style').map(e => e.localName + [...e.attributes].map(a =>
	' ' + a.name + '=' + (/^(id|href|popovertarget|aria-labelledby)$/.test(a.name) && /^#?[A-Za-z0-9 -]+$/.test(a.value) ? 'address' : a.name === 'content' ? '' : a.value)).join('')).join('\n'))()`

// active is what could load or run something, or send a reader away.
const active = `(() => [...document.querySelectorAll('*')].flatMap(e => [
	...(/^(script|img|image|iframe|object|embed|link|base|form|audio|video|source|template|use|foreignObject|animate|set)$/i.test(e.localName) ? [e.localName] : []),
	...[...e.attributes].filter(a => /^on|^style$|^src|^action|^formaction|^ping$|^target$/i.test(a.name) || /href$/i.test(a.name) && !a.value.startsWith('#') || /javascript:/i.test(a.value)).map(a => e.localName + ' ' + a.name),
]))()`

// What the report's page is in a real browser.
func TestBrowser(t *testing.T) {
	browser := newBrowser(t)
	shown := pages(t)
	t.Run("inert", func(t *testing.T) { pagesAreInert(t, browser, shown) })
	t.Run("skeleton", func(t *testing.T) { skeletonIsOurs(t, browser, shown["hostile"]) })
	t.Run("filters", func(t *testing.T) { filtersWork(t, browser, shown) })
	t.Run("anchors", func(t *testing.T) { anchorsWork(t, browser, shown) })
	t.Run("why", func(t *testing.T) { whyIsShown(t, browser, shown["demo"]) })
	t.Run("structure", func(t *testing.T) { structureIsSound(t, browser, shown) })
	t.Run("contrast", func(t *testing.T) { contrastIsEnough(t, browser, shown) })
	t.Run("reflow", func(t *testing.T) { nothingOverflows(t, browser, shown) })
	t.Run("print", func(t *testing.T) { printIsWhole(t, browser, shown["large"]) })
}

// No element or attribute comes from the evidence, no script runs and no
// request leaves.
func pagesAreInert(t *testing.T, browser context.Context, shown map[string]string) {
	control := open(t, browser, `<!DOCTYPE html><title>x</title><img src="https://evil.example/x.png" onerror="x"><script>document.title = "ran"</script>`, desktop)
	if control.scripts == 0 || len(control.requests) < 2 || len(ask[[]string](control, active)) < 3 {
		t.Fatalf("a page that runs %d scripts and asks for %q goes unnoticed", control.scripts, control.requests)
	}
	for name, html := range shown {
		t.Run(name, func(t *testing.T) {
			p := open(t, browser, html, desktop)
			if p.scripts > 0 {
				t.Errorf("%d scripts ran", p.scripts)
			}
			if len(p.requests) != 1 || !strings.HasPrefix(p.requests[0], "file:") {
				t.Errorf("requests: %.300q", p.requests)
			}
			if found := ask[[]string](p, active); len(found) > 0 {
				t.Errorf("the page holds %.300q", found)
			}
			if ask[string](p, `document.querySelector('meta[http-equiv]').content`) == "" || ask[string](p, `getComputedStyle(document.body).maxWidth`) == "none" {
				t.Error("the page's own style sheet does not pass its policy")
			}
			if title := ask[string](p, `document.title`); strings.Contains(title, "ran") || ask[int](p, `document.querySelectorAll('main section').length`) == 0 {
				t.Errorf("the page %q did not load", title)
			}
			inertHTML(t, strings.ReplaceAll(ask[string](p, `'<!DOCTYPE html>' + document.documentElement.outerHTML`), "&nbsp;", " "))
		})
	}
}

// A hostile review and a harmless one make the same page but for its text.
func skeletonIsOurs(t *testing.T, browser context.Context, hostile string) {
	harmless := make([]string, len(sown()))
	for i := range harmless {
		harmless[i] = fmt.Sprintf("name %d", i)
	}
	of := func(html string) []string {
		return strings.Split(ask[string](open(t, browser, html, desktop), skeleton), "\n")
	}
	want, got := of(written(t, reviewtest.Sow(harmless))["html"]), of(hostile)
	if len(want) < 10000 {
		t.Fatalf("%d elements: this review does not try much", len(want))
	}
	for i := range min(len(want), len(got)) {
		if got[i] != want[i] {
			t.Fatalf("element %d: got %.200q, want %.200q", i, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d elements, want %d", len(got), len(want))
	}
}
