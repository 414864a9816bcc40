package report

import (
	"maps"
	"slices"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/results"
)

// A surface finds what a call's tool promises.
type surface struct {
	tools    map[string]map[string]*tool
	complete map[string]bool // callers with a complete walk of the tools
	all      bool            // every walk of the tools is complete, and there is one
}

// surface is what the listings show of the tools.
func (a *analysis) surface() *surface {
	s := &surface{tools: a.byName, complete: make(map[string]bool)}
	walks, whole := 0, 0
	for i, l := range a.set.Listings {
		if l.List.Method != protocol.MethodListTools {
			continue
		}
		walks++
		if a.pages.Listings[i].Complete {
			whole++
			s.complete[l.Caller] = true
		}
	}
	s.all = walks > 0 && whole == walks
	return s
}

// lookup finds the tool that a call names in its caller's context. A call of a
// caller without listings of its own is held against those of the others, and
// is evidence of each that lists the very same descriptor.
func (s *surface) lookup(call *evidence.Exchange) ([]*tool, results.Known) {
	if own, listed := s.tools[call.Caller]; listed || s.complete[call.Caller] {
		if t := own[call.Tool]; t != nil {
			return []*tool{t}, results.Listed
		}
		if s.complete[call.Caller] {
			return nil, results.Unlisted
		}
		return nil, results.Unknown
	}
	var same []*tool
	for _, caller := range slices.Sorted(maps.Keys(s.tools)) {
		if t := s.tools[caller][call.Tool]; t != nil && (len(same) == 0 || t.Digest == same[0].Digest) {
			same = append(same, t)
		}
	}
	switch {
	case len(same) > 0:
		return same, results.Listed
	case s.all:
		return nil, results.Unlisted
	}
	return nil, results.Unknown
}

// Contract is lookup for the results analyzer.
func (s *surface) Contract(call *evidence.Exchange) (*results.Contract, results.Known) {
	same, known := s.lookup(call)
	if len(same) == 0 {
		return nil, known
	}
	return &same[0].contract, known
}
