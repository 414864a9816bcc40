package pagination

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// compareCallers judges that a list that depends on who asks is not public.
func (r *reviewer) compareCallers() {
	for _, walks := range r.byScope(func(l *evidence.Listing) scope { return scopeOf(l).ofAll() }) {
		views := viewsOf(walks)
		if len(views) < 2 || !slices.ContainsFunc(views, func(v *view) bool { return v.public != nil }) {
			continue
		}
		for _, v := range views {
			v.read()
		}
		for _, v := range views {
			if v.public != nil {
				v.compare(views)
			}
		}
	}
}

// A view is what one caller sees of a list.
type view struct {
	latest *walk // the last complete pass
	public *walk // the last complete pass that says it is public, or nil
	items  map[string][sha256.Size]byte
	whole  [sha256.Size]byte // of the names and items together
}

// viewsOf are the views of callers that have a complete pass.
func viewsOf(walks []*walk) []*view {
	var views []*view
	byCaller := make(map[string]*view)
	for _, w := range walks {
		if !w.complete() {
			continue
		}
		v := byCaller[w.list.Caller]
		if v == nil {
			v = new(view)
			byCaller[w.list.Caller] = v
			views = append(views, v)
		}
		if v.latest == nil || w.list.Pass >= v.latest.list.Pass {
			v.latest = w
		}
		if w.public != nil && (v.public == nil || w.list.Pass >= v.public.list.Pass) {
			v.public = w
		}
	}
	return views
}

// read digests the items by name. What an item says in _meta is no part of it.
func (v *view) read() {
	v.items = make(map[string][sha256.Size]byte, len(v.latest.names))
	var texts []string
	var buf []byte
	for _, n := range v.latest.names {
		_, item := v.latest.item(n.at)
		buf = appendWithout(buf[:0], item, "_meta")
		v.items[n.text] = sha256.Sum256(buf)
		texts = append(texts, n.text)
	}
	h := sha256.New()
	for _, text := range sorted(texts) {
		sum := v.items[text]
		h.Write(strictjson.AppendQuoted(buf[:0], text))
		h.Write(sum[:])
	}
	h.Sum(v.whole[:0])
}

// compare reports the first other caller that sees something else.
func (v *view) compare(views []*view) {
	for _, other := range views {
		if other.whole == v.whole {
			continue
		}
		w := v.public
		p := w.public
		f := w.on(p, p.Result).Find(rulePublic, rule.Reject, rule.SpecMust, p.Result.Get("cacheScope"),
			fmt.Sprintf("%s: %s and %s differ (%s) but cacheScope is public",
				w.list.List.Method, rule.Named("caller", w.list.Caller), rule.Named("caller", other.latest.list.Caller), rule.Count(v.differences(other), "name")))
		f.Related = []rule.Location{other.latest.list.Pages[0].Place()}
		w.report(f)
		return
	}
}

// differences counts the names that only one of two views has, or that mean
// different items in them.
func (v *view) differences(o *view) int {
	n := 0
	for text, sum := range v.items {
		if other, both := o.items[text]; !both || other != sum {
			n++
		}
	}
	for text := range o.items {
		if _, both := v.items[text]; !both {
			n++
		}
	}
	return n
}
