package report

import (
	"slices"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
	"mcpreview/sufficiency"
)

// A scope is the server that a review is of: "" reviews all that was recorded.
type scope string

// holds reports whether an exchange is of the server under review; one that
// names no server is.
func (s scope) holds(e *evidence.Exchange) bool {
	return s == "" || e.Session.Server == "" || e.Session.Server == string(s)
}

// narrow is the set without the recordings of other servers, and how many of
// its exchanges were left out.
func (s scope) narrow(set *evidence.Set) (*evidence.Set, int) {
	if s == "" {
		return set, 0
	}
	out := 0
	keep := func(all []*evidence.Exchange) []*evidence.Exchange {
		kept := slices.DeleteFunc(slices.Clone(all), func(e *evidence.Exchange) bool { return !s.holds(e) })
		out += len(all) - len(kept)
		return kept
	}
	narrow := *set
	narrow.Others, narrow.Completions, narrow.Descriptors = keep(set.Others), keep(set.Completions), keep(set.Descriptors)
	narrow.Discoveries = slices.DeleteFunc(slices.Clone(set.Discoveries), func(e *evidence.Exchange) bool { return !s.holds(e) })
	narrow.Listings = slices.DeleteFunc(slices.Clone(set.Listings), func(l *evidence.Listing) bool {
		foreign := len(l.Pages) > 0 && !s.holds(l.Pages[0].Exchange)
		if foreign {
			out += len(l.Pages)
		}
		return foreign
	})
	narrow.Probes = slices.DeleteFunc(slices.Clone(set.Probes), func(p *evidence.Probe) bool {
		if s.holds(p.Exchange) {
			return false
		}
		out++
		return true
	})
	return &narrow, out
}

// sawServer notes the server that an exchange is recorded of, and the one that
// its answer says it comes from, in the order of evidence.
func (a *analysis) sawServer(name, stated string, at rule.Location) {
	if name != "" && !a.serverSeen[name] {
		a.serverSeen[name] = true
		a.servers = append(a.servers, sufficiency.ServerName{Name: name, At: at})
	}
	if stated != "" && !a.statedSeen[stated] {
		stated = strings.Clone(stated) // or it would keep its document
		a.statedSeen[stated] = true
		a.stated = append(a.stated, sufficiency.ServerName{Name: stated, At: at})
	}
}
