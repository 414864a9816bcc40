package pagination

import (
	"sort"

	"mcpreview/internal/evidence"
	"mcpreview/internal/meta"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/structure"
)

// page judges one page by itself and says what a report shows of it.
func (w *walk) page(p *evidence.Page) Page {
	out := Page{Sent: sentNames[p.Sent], Next: nextNames[p.Next]}
	if p.Items.Is(strictjson.Array) {
		out.Items = p.Items.Len()
	}
	if p.Failed() {
		return out
	}
	if p.Next == evidence.CursorInvalid {
		w.say("next-type", func() rule.Finding {
			return w.on(p, message(p)).Find(ruleCursorType, rule.Reject, rule.SpecMust, p.NextCursor(),
				"nextCursor is "+p.NextCursor().Kind().String()+", must be a string")
		})
	}
	if w.faults(p) {
		return out
	}
	out.Usable = w.shape(p)
	if out.Usable || p.Items.Is(strictjson.Array) && p.Result.Get("resultType") == nil { // a list that lacks more than its hints
		w.hints(p)
	}
	if out.Usable {
		w.members(p)
	}
	return out
}

// say reports what may be true of many pages once.
func (w *walk) say(key string, find func() rule.Finding) { w.tally.add(key, find) }

// on is the spot for findings on the listing at a page, with pointers from a
// value of its record.
func (w *walk) on(p *evidence.Page, base *strictjson.Value) evidence.Spot {
	return evidence.Spot{Doc: p.Doc, Base: base, Subject: rule.Subject{Kind: rule.KindListing, Name: w.list.List.Method}}
}

// faults reports strict JSON faults that leave a page unusable: all but those
// inside one listed tool, which reach that tool only.
func (w *walk) faults(p *evidence.Page) bool {
	found := false
	spot := evidence.Spot{Doc: p.Doc, Base: p.Value, Subject: rule.Subject{Kind: rule.KindPage, Name: w.list.List.Method}}
	for _, f := range p.Faults(p.Value) {
		if w.list.List.Method == protocol.MethodListTools && insideItem(p, f.Offset) {
			continue
		}
		found = true
		w.say(f.Rule().ID, func() rule.Finding { return spot.FindFault(f, rule.Reject, w.policy.Limits.JSON()) })
	}
	return found
}

func insideItem(p *evidence.Page, offset int) bool {
	if !p.Items.Is(strictjson.Array) {
		return false
	}
	i := sort.Search(p.Items.Len(), func(i int) bool { return p.Items.At(i).End() > offset })
	return i < p.Items.Len() && p.Items.At(i).Start() <= offset
}

// shape reports whether the answer is a complete result with its list.
func (w *walk) shape(p *evidence.Page) bool {
	reject := func(key string, at *strictjson.Value, text string, missing ...string) bool {
		w.say("shape "+key, func() rule.Finding {
			return w.on(p, message(p)).Find(ruleShape, rule.Reject, rule.SpecMust, at, text, missing...)
		})
		return false
	}
	if p.Result == nil {
		return reject("result", nil, "the answer has no result", "result")
	}
	if !p.Result.Is(strictjson.Object) {
		return reject("result", p.Result, "result is "+p.Result.Kind().String()+", must be an object")
	}
	if revision(p, w.policy.Revision).ResultType {
		switch v := p.Result.Get("resultType"); {
		case v == nil && lossy(p):
		case v == nil:
			return reject("resultType", nil, `resultType is absent, must be "complete"`, "resultType")
		case !v.Is(strictjson.String):
			return reject("resultType", v, "resultType is "+v.Kind().String()+`, must be "complete"`)
		case v.Text() != protocol.ResultComplete:
			return reject("resultType", v, "resultType is "+rule.Word(v.Text(), protocol.ResultWords...)+`, must be "complete"`)
		}
	}
	name := w.list.List.Items
	switch p.Items.Kind() {
	case strictjson.Array:
		if at, why := w.misshapen(p); why != "" {
			reject("element", at, why)
		}
		return true
	case strictjson.Absent:
		return reject("items", nil, name+" is absent, must be an array", name)
	}
	return reject("items", p.Items, name+" is "+p.Items.Kind().String()+", must be an array")
}

// misshapen says which of the items of a page the schema does not allow. Descriptors
// of tools are judged one by one elsewhere.
func (w *walk) misshapen(p *evidence.Page) (at *strictjson.Value, why string) {
	if w.list.List.Method == protocol.MethodListTools || !revision(p, w.policy.Revision).ResultType {
		return nil, ""
	}
	return structure.Results[w.list.List.Method].Fault(p.Result, "result")
}

// lossy reports whether what a page lacks may have been lost in recording. A
// bare result is what other programs print of one. A message is kept as it
// was, but without its request nothing may tell of which revision it is.
func lossy(p *evidence.Page) bool {
	return p.Form == evidence.FormResult || unrequested(p) && p.Stated == ""
}

// unrequested reports whether the page was recorded without its request, so
// that its place in the chain rests on the order of the files.
func unrequested(p *evidence.Page) bool { return p.Sent == evidence.CursorUnknown }

// The values of cacheScope.
const (
	scopePublic  = "public"
	scopePrivate = "private"
)

// hints judges ttlMs and cacheScope.
func (w *walk) hints(p *evidence.Page) {
	if !revision(p, w.policy.Revision).CachingHints {
		return
	}
	reject := func(name string, at *strictjson.Value, text string) {
		w.say(name+text, func() rule.Finding {
			var missing []string
			if at == nil {
				missing = []string{name}
			}
			return w.on(p, p.Result).Find(ruleCaching, rule.Reject, rule.SpecMust, at, name+" "+text, missing...)
		})
	}
	switch ttl := p.Result.Get("ttlMs"); {
	case ttl == nil && lossy(p):
	case ttl == nil:
		reject("ttlMs", nil, "is absent, must be an integer of at least 0")
	case !ttl.Is(strictjson.Number):
		reject("ttlMs", ttl, "is "+ttl.Kind().String()+", must be an integer of at least 0")
	case !ttl.Decimal().IsInteger():
		reject("ttlMs", ttl, "has a fraction, must be an integer of at least 0")
	case ttl.Decimal().Negative:
		reject("ttlMs", ttl, "is negative, must be an integer of at least 0")
	}
	switch scope := p.Result.Get("cacheScope"); {
	case scope == nil && lossy(p):
	case scope == nil:
		reject("cacheScope", nil, `is absent, must be "public" or "private"`)
	case !scope.Is(strictjson.String):
		reject("cacheScope", scope, "is "+scope.Kind().String()+`, must be "public" or "private"`)
	case scope.Text() != scopePublic && scope.Text() != scopePrivate:
		reject("cacheScope", scope, `is another word than "public" and "private"`)
	default:
		w.scope(p, scope, func() { reject("cacheScope", scope, "is not the same on all pages of the pass") })
	}
}

// scope keeps the first cacheScope of the pass, and where it says public.
func (w *walk) scope(p *evidence.Page, scope *strictjson.Value, differs func()) {
	if w.cacheScope == "" {
		w.cacheScope = scope.Text()
	}
	if scope.Text() == scopePublic && w.public == nil {
		w.public = p
	}
	if scope.Text() != w.cacheScope {
		differs()
	}
}

// members judges _meta and names that nearly miss a member of the result.
func (w *walk) members(p *evidence.Page) {
	rev := revision(p, w.policy.Revision)
	known := []string{w.list.List.Items, "nextCursor", "_meta"}
	if rev.ResultType {
		known = append(known, "resultType")
	}
	if rev.CachingHints {
		known = append(known, "ttlMs", "cacheScope")
	}
	for _, m := range shape.Unknown(p.Result, known) {
		if m.NearMissOf == "" {
			continue
		}
		w.say("near miss", func() rule.Finding {
			return w.on(p, p.Result).Find(ruleNearMiss, rule.Condition, rule.SpecMust, m.Value,
				m.NearMiss())
		})
	}
	if !rev.Titles {
		return
	}
	for _, problem := range meta.Check(p.Result.Get("_meta"), rev.RequestMeta && !lossy(p)) {
		w.say("_meta "+problem.Effect.String(), func() rule.Finding {
			return w.on(p, p.Result).Find(ruleMeta, problem.Effect, problem.Provenance, problem.At, problem.Text, problem.Missing...)
		})
	}
}
