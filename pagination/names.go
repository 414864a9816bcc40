package pagination

import (
	"fmt"
	"slices"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A name is one item of a list by what tells items apart.
type name struct {
	text   string
	at     place // where it stands first
	second place
	count  int
}

// A place is an item of a page.
type place struct {
	page, item int
}

// String is the place as reasons name it: the page from 1, the item from 0.
func (p place) String() string { return fmt.Sprintf("page %d#%d", p.page+1, p.item) }

// collectNames gathers the names of all usable pages. Items without a usable
// name take no part.
func (w *walk) collectNames() {
	w.index = make(map[string]int)
	for i, p := range w.list.Pages {
		if !w.pages[i].Usable || w.again[i] {
			continue
		}
		for j, item := range p.Items.Elements() {
			text, ok := item.Get(w.list.List.Key).Str()
			if !ok || text == "" {
				continue
			}
			at := place{i, j}
			k, known := w.index[text]
			if !known {
				w.index[text] = len(w.names)
				w.names = append(w.names, name{text: text, at: at, count: 1})
				continue
			}
			n := &w.names[k]
			if n.count++; n.count == 2 {
				n.second = at
			}
		}
	}
}

// item is the value at a place.
func (w *walk) item(p place) (*evidence.Page, *strictjson.Value) {
	page := w.list.Pages[p.page]
	return page, page.Items.At(p.item)
}

// locate is where the item at a place stands in the evidence.
func (w *walk) locate(p place) rule.Location {
	page, item := w.item(p)
	return page.Doc.Locate(item)
}

// duplicates reports names that the pass lists more than once, each once.
func (w *walk) duplicates() {
	effect, from := rule.Reject, rule.Policy
	if w.policy.Profile == rule.Spec {
		effect, from = rule.Condition, rule.SpecShould
	}
	for _, n := range w.names {
		if n.count < 2 {
			continue
		}
		text := fmt.Sprintf("%s at %s and %s", rule.Quote(n.text), n.at, n.second)
		if n.count > 2 {
			text += fmt.Sprintf(", %d times in all", n.count)
		}
		page, item := w.item(n.second)
		f := w.on(page, page.Result).Find(ruleDuplicate, effect, from, item,
			text+"; a fresh pass shows whether the list changed in between")
		f.Related = []rule.Location{w.locate(n.at)}
		w.report(f)
	}
}

// appendWithout appends the members of an object in a form that is the same for
// every order and spelling of them, some left out.
func appendWithout(dst []byte, object *strictjson.Value, left ...string) []byte {
	var names []string
	for name := range object.Members() {
		if !slices.Contains(left, name) {
			names = append(names, name)
		}
	}
	for _, name := range sorted(names) {
		dst = strictjson.AppendCanonical(strictjson.AppendQuoted(dst, name), object.Get(name))
	}
	return dst
}

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}
