package sufficiency

import (
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// allForeign reports whether all that was recorded is of another revision.
func (j *judge) allForeign() bool {
	return len(j.in.Foreign) > 0 && len(j.in.Passes) == 0 && j.in.Results == 0 && j.in.Descriptors == 0
}

// foreign reports what was recorded under other revisions, once for each
// published one and once for all that nobody published (EVID-11).
func (j *judge) foreign() {
	effect := rule.Note
	if j.allForeign() {
		effect = rule.Refuse
	}
	for _, r := range protocol.Revisions {
		if docs := j.docs(func(stated string) bool { return stated == r.Name }); docs.Count > 0 {
			j.add(ruleForeign, effect, server, docs.At,
				fmt.Sprintf("%s recorded under %s; not usable for %s", rule.Count(docs.Count, "document"), r.Name, j.revision.Name),
				"review them under their own revision with --protocol "+r.Name+", or record them again under "+j.revision.Name)
		}
	}
	unpublished := func(stated string) bool { return protocol.ByName(stated) == nil }
	if docs := j.docs(unpublished); docs.Count > 0 {
		j.add(ruleForeign, effect, server, docs.At,
			fmt.Sprintf("%s recorded under a revision that is not published, the first under %s; not usable for %s",
				rule.Count(docs.Count, "document"), rule.Revision(docs.Stated), j.revision.Name),
			"record them again under "+j.revision.Name)
	}
}

// docs sums up the documents whose stated revision is wanted: the first place,
// what is stated there, and their number.
func (j *judge) docs(want func(stated string) bool) ForeignDoc {
	var sum ForeignDoc
	for _, f := range j.in.Foreign {
		switch {
		case !want(f.Stated):
			continue
		case sum.Count == 0 || f.At.Compare(sum.At) < 0:
			sum.At, sum.Stated = f.At, f.Stated
		}
		sum.Count += f.Count
	}
	return sum
}

// scope notes what was left out of a review of one server, and refuses that of
// one that no recording names: what names no server could be anybody's
// (EVID-11).
func (j *judge) scope() {
	if n := j.in.LeftOut; n > 0 {
		j.add(ruleForeign, rule.Note, server, rule.Location{}, rule.Count(n, "exchange")+" of other servers left out", "")
	}
	named := slices.ContainsFunc(j.in.Servers, func(s ServerName) bool { return s.Name == j.in.Server })
	if j.in.Server != "" && !named {
		j.refuse(ruleForeign, rule.Location{}, "no recording names the server under review, "+rule.Quote(j.in.Server), "")
	}
}

// namedServers is how many names a finding on several servers shows.
const namedServers = 3

// servers refuses recordings of more than one server, by what recorders call it
// and by what it calls itself (EVID-11).
func (j *judge) servers() {
	j.several(j.in.Servers, "the recordings name")
	j.several(j.in.Stated, "the serverInfo of answers names")
}

func (j *judge) several(all []ServerName, who string) {
	servers := slices.SortedFunc(slices.Values(all), func(a, b ServerName) int { return strings.Compare(a.Name, b.Name) })
	servers = slices.CompactFunc(servers, func(a, b ServerName) bool { return a.Name == b.Name })
	if len(servers) < 2 {
		return
	}
	var names []string
	var places []rule.Location
	for _, s := range servers[:min(len(servers), namedServers)] {
		names = append(names, rule.Quote(s.Name))
		places = append(places, s.At)
	}
	text := fmt.Sprintf("%s %d servers: %s", who, len(servers), strings.Join(names, ", "))
	if len(servers) > namedServers {
		text += " and others"
	}
	m := j.refuse(ruleForeign, places[0], text, "review each server by itself: give the recordings of one of them")
	m.Related = places[1:]
}
