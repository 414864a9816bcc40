package evidence

import (
	"slices"
	"sort"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// settleAll finishes a set once all its files are added.
func (s *Set) settleAll(pages []*Exchange) {
	s.settleRevisions(pages)
	s.Listings, s.Probes = assemble(pages)
}

// A handshake is an initialize result, by where it was recorded and the revision
// that it names.
type handshake struct {
	at       rule.Location
	revision string
}

// A sessionFile is one server's part of one file; file is "" for all of them.
type sessionFile struct{ server, file string }

// settleRevisions gives every exchange that names no revision the one that the
// initialize result of its session names, else the reviewed one.
func (s *Set) settleRevisions(pages []*Exchange) {
	s.negotiated = make(map[sessionFile][]handshake)
	for _, d := range s.Discoveries {
		if d.Method != protocol.MethodInitialize || d.Label == LabelProbe {
			continue
		}
		if v, ok := d.Result.Get("protocolVersion").Str(); ok {
			s.negotiate(sessionFile{d.Session.Server, ""}, handshake{d.Place(), v})
			s.negotiate(sessionFile{d.Session.Server, d.Doc.File}, handshake{d.Place(), v})
		}
	}
	for k, all := range s.negotiated {
		slices.SortStableFunc(all, func(a, b handshake) int { return a.at.Compare(b.at) })
		s.negotiated[k] = slices.CompactFunc(all, func(a, b handshake) bool { return a.revision == b.revision })
	}
	for _, group := range [][]*Exchange{pages, s.Completions, s.Others, s.Descriptors} {
		for _, e := range group {
			s.settle(e)
		}
	}
}

// negotiate notes a handshake; of all files the first alone counts.
func (c *calls) negotiate(k sessionFile, h handshake) {
	if k.file != "" || len(c.negotiated[k]) == 0 {
		c.negotiated[k] = append(c.negotiated[k], h)
	}
}

func (c *calls) settle(e *Exchange) {
	e.Stated = statedRevision(e)
	if e.Stated == "" {
		e.Stated = c.agreed(e)
	}
	if e.Stated == "" {
		e.Revision = c.loader.policy.Revision
		return
	}
	e.Revision = protocol.ByName(e.Stated)
}

// agreed is the revision of the session that an exchange belongs to: of the last
// handshake before it in its file, the first of it where there is none before,
// and the first of any file where its own has none. A file that has handshakes
// on several revisions has as many sessions.
func (c *calls) agreed(e *Exchange) string {
	all := c.negotiated[sessionFile{e.Session.Server, e.Doc.File}]
	switch len(all) {
	case 0:
		if first := c.negotiated[sessionFile{e.Session.Server, ""}]; len(first) > 0 {
			return first[0].revision
		}
		return ""
	case 1:
		return all[0].revision
	}
	after := sort.Search(len(all), func(i int) bool { return all[i].at.Compare(e.Place()) > 0 })
	e.Session.ProtocolVersion = all[max(after-1, 0)].revision
	return e.Session.ProtocolVersion
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

// ServerInfo is what the server says of itself in the answer: in its metadata,
// else as the result of a handshake or a discovery; nil where it says nothing.
func (e *Exchange) ServerInfo() *strictjson.Value {
	if info := e.Result.Path("_meta", protocol.MetaServerInfo); info != nil {
		return info
	}
	if e.Method == protocol.MethodInitialize || e.Method == protocol.MethodDiscover {
		return e.Result.Get("serverInfo")
	}
	return nil
}

// StatedServer is the name in that, "" where there is none. Long names are
// shortened, to as many different ones.
func (e *Exchange) StatedServer() string {
	name, _ := e.ServerInfo().Get("name").Str()
	return rule.ShortName(name)
}
