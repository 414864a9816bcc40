package capture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
)

// latestHandshake is the newest revision that opens with a handshake.
func latestHandshake() *protocol.Revision {
	for _, r := range slices.Backward(protocol.Revisions) {
		if !r.RequestMeta {
			return r
		}
	}
	panic("capture: no revision has a handshake")
}

// modernErrors are the errors by which a server of a stateless revision is known
// even where it refuses (specification, basic/versioning, backward compatibility).
var modernErrors = map[int]bool{
	protocol.CodeHeaderMismatch: true, protocol.CodeMissingCapability: true, protocol.CodeUnsupportedVersion: true,
}

// agree finds out which revision to speak: the newest first, and where that is
// not understood the handshake of the older ones.
func (s *session) agree(ctx context.Context) error {
	wanted := s.options.Revision
	if wanted != nil && !wanted.RequestMeta {
		return s.handshake(ctx, wanted)
	}
	r, err := s.discover(ctx)
	switch {
	case err != nil:
		return err
	case s.revision != nil:
		return nil
	case wanted != nil:
		return fmt.Errorf("server/discover: %s: the server does not speak %s; without --protocol an older revision is tried", r.problem(), wanted)
	}
	if r.fault == faultEnded {
		s.say("the server ended at server/discover, which it does not know, and was started again")
		if err := s.restart(ctx); err != nil {
			return err
		}
	}
	s.silences, s.hopeless = 0, false
	return s.handshake(ctx, latestHandshake())
}

func (s *session) restart(ctx context.Context) error {
	s.endLink()
	var err error
	s.link, err = s.start(ctx)
	return err
}

// discover asks under the newest revision, and sets the revision where the
// server speaks it. What is recorded of an older server shows that it is one.
func (s *session) discover(ctx context.Context) (*reply, error) {
	s.revision, s.stated = protocol.Current, protocol.Current.Name
	r := s.ask(ctx, protocol.MethodDiscover, &outgoing{method: protocol.MethodDiscover, params: s.params()})
	rec := record{file: "discover/server-discover", reply: r}
	speaks, err := s.understands(r)
	if err == nil && speaks {
		s.keep(rec)
		return r, nil
	}
	s.revision = nil
	if err != nil {
		if r.answered() || r.body != nil {
			s.keep(rec)
		}
		return r, err
	}
	if r.answered() { // what is said of an unknown method, in the older revision
		s.stated = latestHandshake().Name
		rec.label = evidence.LabelProbe
		s.keep(rec)
	}
	s.notes = slices.DeleteFunc(s.notes, func(n note) bool { return strings.HasPrefix(n.text, protocol.MethodDiscover+": ") })
	return r, nil
}

// understands reads the answer to server/discover: whether the server speaks
// the newest revision. The error says that no other can be tried either.
func (s *session) understands(r *reply) (bool, error) {
	if r.fault == faultNetwork || r.fault == faultStopped || r.fault == faultRefused || r.fault == faultTooLong {
		return false, s.unreachable(protocol.MethodDiscover, r)
	}
	if r.http != nil && (r.http.status == 401 || r.http.status == 403) {
		return false, fmt.Errorf("server/discover: HTTP status %d: the server wants credentials: name the environment variable that holds them, as in --header-env Authorization=TOKEN", r.http.status)
	}
	if !r.answered() {
		return false, nil
	}
	root := r.response.doc.Root
	if versions := root.Path("result", "supportedVersions"); versions.Is(strictjson.Array) {
		s.capabilities = root.Path("result", "capabilities")
		for _, v := range versions.Elements() {
			if v.Text() == protocol.Current.Name {
				return true, nil
			}
		}
		return false, s.noneOf(versions)
	}
	code, ok := root.Path("error", "code").Int()
	if !ok || !modernErrors[code] {
		return false, nil
	}
	if code == protocol.CodeUnsupportedVersion {
		return false, s.noneOf(root.Path("error", "data", "supported"))
	}
	s.say("server/discover: error %d: the server speaks a stateless revision, but does not say which", code)
	return true, nil
}

// noneOf is an error unless a list of versions has one with a handshake, which
// is then tried.
func (s *session) noneOf(versions *strictjson.Value) error {
	for _, v := range versions.Elements() {
		if known := protocol.ByName(v.Text()); known != nil && !known.RequestMeta {
			return nil
		}
	}
	return errors.New("server/discover: the server names no revision that is known here")
}

func (s *session) unreachable(what string, r *reply) error {
	if len(r.notes) > 0 {
		return fmt.Errorf("%s: %s: %s", what, r.fault, r.notes[len(r.notes)-1])
	}
	return fmt.Errorf("%s: %s", what, r.fault)
}

// handshake opens a session as the older revisions do.
func (s *session) handshake(ctx context.Context, wanted *protocol.Revision) error {
	s.revision, s.stated = nil, wanted.Name
	r := s.ask(ctx, protocol.MethodInitialize, &outgoing{method: protocol.MethodInitialize, params: object(
		param{"protocolVersion", quoted(wanted.Name)}, param{"capabilities", object()}, param{"clientInfo", clientInfo()},
	)})
	var agreed *protocol.Revision
	if r.answered() {
		named := r.response.doc.Root.Path("result", "protocolVersion").Text()
		if agreed = protocol.ByName(named); agreed != nil {
			s.stated = agreed.Name
		}
	}
	s.keep(record{file: "discover/initialize", reply: r})
	switch {
	case r.problem() != "":
		return s.refused(r)
	case agreed == nil:
		return errors.New("initialize: the server names a protocol revision that is not known here")
	case s.options.Revision != nil && agreed != wanted:
		return fmt.Errorf("initialize: the server answers with %s, where %s was wanted: leave --protocol out, or name that one", agreed, wanted)
	}
	s.revision, s.capabilities = agreed, r.response.doc.Root.Path("result", "capabilities")
	if h, ok := s.link.(*httpLink); ok {
		h.version = agreed.Name
	}
	if err := s.link.tell(ctx, &outgoing{method: "notifications/initialized", params: json.RawMessage("{}")}); err != nil {
		s.say("notifications/initialized: the server did not take it")
	}
	return nil
}

// refused is the error of a server that answers neither way.
func (s *session) refused(r *reply) error {
	err := fmt.Errorf("initialize: %s", r.problem())
	if len(r.notes) > 0 {
		err = fmt.Errorf("%w: %s", err, r.notes[len(r.notes)-1])
	}
	if r.http != nil && (r.http.status == protocol.StatusNotFound || r.http.status == 405) {
		err = fmt.Errorf("%w: there is no Streamable HTTP endpoint; HTTP+SSE of 2024-11-05 is not spoken here", err)
	}
	return err
}
