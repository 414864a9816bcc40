package sufficiency

import (
	"fmt"
	"slices"

	"mcpreview/internal/rule"
)

// everything is what a review needs, for evidence that has next to nothing.
const everything = "record every page of tools/list with its request, following each nextCursor to the end, " +
	"and for each listed tool one successful and one failing tools/call (a complete result with isError true), each with its request"

// nothing refuses evidence that holds no exchange at all.
func (j *judge) nothing() {
	j.refuse(ruleNoPages, rule.Location{}, "no evidence was found: no usable tools/list page", everything)
	j.unreadable()
}

// surface judges the listings of tools: EVID-01, EVID-02, EVID-03, EVID-14.
func (j *judge) surface() {
	needed := false
	usable := slices.ContainsFunc(j.in.Passes, func(p Pass) bool { return p.Usable })
	switch {
	case !usable && j.allForeign():
		// Said once, with the flag that names its revision: EVID-11.
	case !usable && len(j.in.Passes) == 0:
		j.unlisted()
		needed = true
	default:
		needed = j.passes()
	}
	if needed {
		j.unreadable()
	}
}

// unlisted refuses evidence without any page.
func (j *judge) unlisted() {
	if j.in.SuccessResults > 0 && j.in.FailureResults == 0 && j.in.Descriptors == 0 {
		text := fmt.Sprintf("only %s; discovery pages, admission decisions and validated result fixtures are required",
			rule.Count(j.in.SuccessResults, "successful tools/call result"))
		j.refuse(ruleSuccessOnly, rule.Location{}, text, everything)
	}
	text := "no usable tools/list page"
	if j.in.Descriptors > 0 {
		text += fmt.Sprintf(": %s outside any page, so that it is unknown what else the server lists", rule.Count(j.in.Descriptors, "descriptor"))
	}
	j.refuse(ruleNoPages, rule.Location{}, text, "record every page of tools/list as a whole message with its request, following each nextCursor to the end")
}

// passes judges each walk that was recorded; it reports whether one is missing
// something.
func (j *judge) passes() bool {
	needed := false
	usable := make(map[string]bool) // by caller
	for _, p := range j.in.Passes {
		usable[p.Caller] = usable[p.Caller] || p.Usable
	}
	for _, p := range j.in.Passes {
		if known, left := usable[p.Caller]; left && !known {
			j.refuse(ruleNoPages, p.At, "no usable tools/list page for "+rule.Named("context", p.Caller),
				"record every page of tools/list again for "+rule.Named("context", p.Caller)+", as whole messages under "+j.revision.Name)
			needed = true
		}
		delete(usable, p.Caller) // said at the first of its passes
	}
	for _, p := range j.in.Passes {
		switch {
		case !p.Usable:
		case !p.Complete:
			j.truncated(p)
			needed = true
		case p.Unrequested:
			j.add(ruleNoPages, rule.Note, server, p.At, "no request was recorded with the pages of "+passName(p), "")
		}
	}
	return needed
}

func (j *judge) truncated(p Pass) {
	at, where := p.At, "it is not walked to its end"
	if p.TruncatedAfter != nil {
		at, where = *p.TruncatedAfter, "truncated after this page"
	}
	j.refuse(ruleTruncated, at, passName(p)+": "+where,
		"record the rest of the tools/list pages of "+passName(p)+": send each nextCursor unchanged, the empty string included, until a page has none")
}

// unreadable refuses evidence that lacks what a document that could not be
// read may have held.
func (j *judge) unreadable() {
	n := len(j.in.Unreadable)
	if n == 0 {
		return
	}
	first := slices.MinFunc(j.in.Unreadable, func(a, b rule.Finding) int { return a.At.Compare(b.At) })
	j.refuse(ruleUnreadable, first.At, rule.Count(n, "document")+" could not be read, while listings are missing",
		"correct the documents that could not be read, the first of them at this place, or leave out those that are no evidence")
}

func passName(p Pass) string {
	name := fmt.Sprintf("pass %d of %s", p.Number, rule.Named("context", p.Caller))
	if p.Session != "" {
		name += " over " + rule.Quote(p.Session)
	}
	return name
}
