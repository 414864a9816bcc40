package evidence

import (
	"strings"

	"mcpreview/internal/protocol"
)

// settleAll finishes a set once all its files are added.
func (s *Set) settleAll(pages []*Exchange) {
	s.settleRevisions(pages)
	s.Listings, s.Probes = assemble(pages)
}

// settleRevisions gives every exchange that names no revision the one its
// session's initialize result names, else the reviewed one.
func (s *Set) settleRevisions(pages []*Exchange) {
	s.negotiated = make(map[string]string)
	for _, d := range s.Discoveries {
		if d.Method != protocol.MethodInitialize || d.Label == LabelProbe {
			continue
		}
		if v, ok := d.Result.Get("protocolVersion").Str(); ok {
			if _, known := s.negotiated[d.Session.Server]; !known {
				s.negotiated[d.Session.Server] = v
			}
		}
	}
	for _, group := range [][]*Exchange{pages, s.Completions, s.Others, s.Descriptors} {
		for _, e := range group {
			s.settle(e)
		}
	}
}

func (c *calls) settle(e *Exchange) {
	e.Stated = statedRevision(e)
	if e.Stated == "" {
		e.Stated = c.negotiated[e.Session.Server]
	}
	if e.Stated == "" {
		e.Revision = c.loader.policy.Revision
		return
	}
	e.Revision = protocol.ByName(e.Stated)
}

// statedRevision is the revision an exchange itself names: in its request's
// _meta, else its version header, else beside it.
func statedRevision(e *Exchange) string {
	if v, ok := e.Params.Path("_meta", protocol.MetaProtocolVersion).Str(); ok {
		return v
	}
	if e.HTTP != nil {
		for _, h := range e.HTTP.Headers {
			if v := strings.Trim(h.Value, " \t"); v != "" && strings.EqualFold(h.Name, protocol.HeaderProtocolVersion) {
				return v
			}
		}
	}
	return e.Session.ProtocolVersion
}
