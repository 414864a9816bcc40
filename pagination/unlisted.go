package pagination

import (
	"crypto/sha256"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// compareProbes judges what answers to probes show beside the listings. A probe
// is no page, so an item that stands in its answer alone is one that nothing
// else of a review sees: a label would hide it (PAGE-11).
func (r *reviewer) compareProbes() {
	stocks := make(map[scope]*stock)
	var server tally
	for _, p := range r.probes {
		list, ok := protocol.ListOf(p.Method)
		if !ok || p.Repeats != nil || !p.Items.Is(strictjson.Array) {
			continue
		}
		s := scope{method: list.Method, caller: p.Caller}
		if stocks[s] == nil {
			stocks[s] = r.stock(list, p.Caller)
		}
		for _, item := range p.Items.Elements() {
			if clause, key := stocks[s].differs(p.Page, item); clause != "" {
				server.add(key+s.method+" "+s.caller, func() rule.Finding { return unlisted(p, item, clause) })
			}
		}
	}
	r.out.Server = append(r.out.Server, server.findings()...)
}

func unlisted(p *evidence.Probe, item *strictjson.Value, clause string) rule.Finding {
	spot := evidence.Spot{Doc: p.Doc, Base: p.Value, Subject: rule.Subject{Kind: rule.KindServer}}
	probe := "a probe"
	if p.Caller != "" {
		probe += " of " + rule.Named("caller", p.Caller)
	}
	return spot.Find(ruleSet, rule.Condition, rule.SpecMust, item,
		p.Method+": the answer to "+probe+" "+clause+"; a probe is no page, so this was not reviewed")
}

// A stock is what the pages of one list show to a caller.
type stock struct {
	key   string
	names map[string]bool
	items map[[sha256.Size]byte]bool
}

// stock gathers all items of a caller's listings, those of every session; where
// the caller has none, those of all callers.
func (r *reviewer) stock(list protocol.List, caller string) *stock {
	own := func(l *evidence.Listing) bool { return l.List == list && l.Caller == caller }
	all := func(l *evidence.Listing) bool { return l.List == list }
	s := &stock{list.Key, make(map[string]bool), make(map[[sha256.Size]byte]bool)}
	for _, belongs := range []func(*evidence.Listing) bool{own, all} {
		found := false
		for _, l := range r.listings {
			if belongs(l) {
				found = true
				s.add(l)
			}
		}
		if found {
			break
		}
	}
	return s
}

func (s *stock) add(l *evidence.Listing) {
	for _, p := range l.Pages {
		for _, item := range p.Items.Elements() {
			s.items[digest(p, item)] = true
			if name, ok := item.Get(s.key).Str(); ok {
				s.names[name] = true
			}
		}
	}
}

// differs says in a clause how an item stands out from the stock, and by a key
// in which way; "" where it is in stock.
func (s *stock) differs(p *evidence.Page, item *strictjson.Value) (clause, key string) {
	if s.items[digest(p, item)] {
		return "", ""
	}
	switch name, ok := item.Get(s.key).Str(); {
	case !ok:
		return "holds an item without a name, which no page holds", "nameless "
	case s.names[name]:
		return "gives " + rule.Quote(name) + " another descriptor than any page", "changed "
	default:
		return "lists " + rule.Quote(name) + ", which no page lists", "new "
	}
}

// digest tells items apart as JSON values; what they say in _meta is no part of
// them. What a strict JSON fault hides may differ: there the text counts.
func digest(p *evidence.Page, item *strictjson.Value) [sha256.Size]byte {
	switch {
	case len(p.Faults(item)) > 0:
		return sha256.Sum256([]byte("text " + p.Doc.Source(item)))
	case item.Is(strictjson.Object):
		return sha256.Sum256(appendWithout(nil, item, "_meta"))
	}
	return sha256.Sum256(strictjson.AppendCanonical([]byte("value "), item))
}
