package capture

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"mcpreview/headers"
	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
)

// A Recording is what a capture came to.
type Recording struct {
	Revisions []string // spoken, as callers had it; more than one where they differ
	Steps     []Step   // of all callers, in order
	Notes     []string
	Missing   []string // evidence that is missing, and why
	Replaced  map[Replacement]int
	Files     int
	Asked     Asked
	Dir       string // where it is
	Kept      bool   // an earlier whole one is where this one was to go, and Dir is beside it
}

// Asked counts what was asked for beyond discovery, by all callers.
type Asked struct{ Calls, Probes, Completions int }

// Replacements is how many secrets were replaced in files.
func (r *Recording) Replacements() int {
	n := 0
	for at, times := range r.Replaced {
		if at.File != "" {
			n += times
		}
	}
	return n
}

// Complete reports whether all was recorded that was to be.
func (r *Recording) Complete() bool { return len(r.Missing) == 0 }

// Run captures. What was recorded is kept also where the server failed on the
// way, and says itself that it is incomplete. An error means that there is no
// recording: nothing was exchanged, or it could not be written.
func Run(ctx context.Context, o Options) (*Recording, error) {
	if err := o.Calls.checkCallers(o.Callers); err != nil {
		return nil, err
	}
	if o.proxy == nil {
		o.proxy = http.ProxyFromEnvironment
	}
	proxied := false
	if o.URL != "" {
		var err error
		if proxied, err = throughProxy(o.URL, o.proxy, o.Secrets); err != nil {
			return nil, err
		}
	}
	store, err := openStore(o.Dir, o.Force, o.Limits.TotalBytes)
	if err != nil {
		return nil, fmt.Errorf("output %s: %w", o.Dir, err)
	}
	defer store.discard()
	ctx, cancel := context.WithTimeout(ctx, o.Limits.Total)
	defer cancel()
	rec := &Recording{}
	if proxied {
		rec.Notes = append(rec.Notes, "recorded through a proxy, which may change what passes")
	}
	var first error
	for _, caller := range o.Callers {
		s := newSession(&o, store, caller)
		if err := s.run(ctx); err != nil {
			s.lack("%v", err)
			if first == nil {
				first = err
			}
		}
		rec.add(s)
	}
	if len(store.files) == 0 {
		if first == nil {
			first = errors.New("nothing was recorded")
		}
		return nil, errors.New(string(o.Secrets.Text([]byte(first.Error()))))
	}
	rec.finish(&o, store)
	if err := store.write(ManifestName, rec.manifest(&o, store.files)); err != nil {
		return nil, fmt.Errorf("output %s: %w", o.Dir, err)
	}
	place, err := store.commit(o.Force, rec.Complete())
	if err != nil {
		return nil, fmt.Errorf("output %s: %w", o.Dir, err)
	}
	if rec.Dir = o.Dir; place != store.place {
		rec.Dir, rec.Kept = place, true
	}
	return rec, nil
}

func newSession(o *Options, store *store, caller Caller) *session {
	s := &session{
		options: o, secrets: o.Secrets, store: store, caller: caller,
		taken: make(map[string]bool), bindings: make(map[string][]headers.Binding), unusable: make(map[string]bool),
	}
	s.start = func(ctx context.Context) (link, error) {
		if o.URL == "" {
			return startStdio(ctx, o.Command, environment(caller.Env), o.Limits)
		}
		var lines []headerLine
		for _, h := range caller.Headers {
			lines = append(lines, headerLine{h.Name, []string{h.Value}})
		}
		return newHTTPLink(o.URL, o.proxy, lines, o.Secrets, o.Limits), nil
	}
	return s
}

// run is the capture of one caller. Its error says why the server could not be
// spoken to at all.
func (s *session) run(ctx context.Context) (err error) {
	if s.link, err = s.start(ctx); err != nil {
		return err
	}
	defer s.endLink()
	if err := s.agree(ctx); err != nil {
		return err
	}
	s.progress("protocol revision %s over %s", s.revision, s.link.transport())
	for _, step := range []func(context.Context){s.lists, s.unknownTool, s.calls, s.completions} {
		if s.hopeless {
			s.lack("the capture ended early: %s", s.reason(ctx))
			return nil
		}
		step(ctx)
	}
	if s.hopeless && len(s.missing()) == 0 {
		s.lack("the capture ended early: %s", s.reason(ctx))
	}
	return nil
}

func (s *session) reason(ctx context.Context) string {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Sprintf("it took longer than %s", s.options.Limits.Total)
	case ctx.Err() != nil:
		return "it was stopped"
	}
	return "the server does not answer any more"
}

func (s *session) missing() []string {
	var all []string
	for _, n := range s.notes {
		if n.incomplete {
			all = append(all, n.text)
		}
	}
	return all
}

func (s *session) progress(format string, args ...any) {
	if s.options.Progress == nil {
		return
	}
	who := ""
	if s.caller.Name != "" {
		who = s.caller.Name + ": "
	}
	s.secrets.at = ""
	s.options.Progress(string(s.secrets.Text([]byte(who + fmt.Sprintf(format, args...)))))
}

// endLink ends the connection and keeps what the server wrote beside messages.
func (s *session) endLink() {
	s.notes = append(s.notes, s.link.close()...)
	child, ok := s.link.(*stdioLink)
	if !ok {
		return
	}
	for _, l := range child.logs() {
		if len(l.log.kept) == 0 {
			continue
		}
		s.write(l.file, func() []byte { return s.secrets.Text(s.whole(l.log)) })
		if l.log.dropped > 0 {
			s.say("%s: the first %d bytes are kept of %d", l.file, len(l.log.kept), int64(len(l.log.kept))+l.log.dropped)
		}
	}
	if n := len(child.junk.kept); n > 0 {
		s.say("standard output holds %d bytes that are no messages (stdout.log)", int64(n)+child.junk.dropped)
	}
}

// whole is what was kept of a log without an end at which a secret may be cut.
func (s *session) whole(l *boundedLog) []byte {
	if l.dropped == 0 {
		return l.kept
	}
	return l.kept[:max(0, len(l.kept)-s.secrets.longest())]
}

// unknownTool is the name of a tool that there is not, unless a server has it.
const unknownTool = "no_such_tool"

// unknownTool asks for a tool that there is not, to see the error layer.
func (s *session) unknownTool(ctx context.Context) {
	name := unknownTool
	for s.taken[name] {
		name += "_"
	}
	r := s.ask(ctx, "the call of an unknown tool", &outgoing{method: protocol.MethodCallTool,
		params: s.params(param{"name", quoted(name)}, param{"arguments", object()})})
	s.keep(record{file: "results/unknown-tool", label: evidence.LabelUnknownTool, reply: r})
	if !r.answered() {
		s.lack("the call of an unknown tool: %s", r.problem())
	}
}

// calls makes the calls that the user lists, and no others.
func (s *session) calls(ctx context.Context) {
	probed := make(map[string]bool)
	for i, c := range s.options.Calls.Tools {
		if s.hopeless {
			return
		}
		if c.Caller != "" && c.Caller != s.caller.Name {
			continue
		}
		s.call(ctx, i+1, c)
		bound := len(s.bindings[c.Tool]) > 0 && (c.Label == evidence.Unlabelled || c.Label == evidence.LabelSuccess)
		if s.options.ProbeHeaders && s.httpCopies() && bound && !probed[c.Tool] && !s.hopeless {
			probed[c.Tool] = true
			s.probe(ctx, i+1, c)
		}
	}
}

func (s *session) callParams(c Call) []param {
	own := []param{{"name", quoted(c.Tool)}}
	if c.Arguments != nil {
		own = append(own, param{"arguments", c.Arguments})
	}
	return own
}

func (s *session) call(ctx context.Context, n int, c Call) {
	copies, err := s.copies(c)
	if err != nil {
		s.lack("%s: not sent: %v", c.describe(n), err)
		return
	}
	o := &outgoing{method: protocol.MethodCallTool, params: s.params(s.callParams(c)...)}
	for _, copied := range copies {
		o.headers = append(o.headers, copied.line())
	}
	s.asked.Calls++
	r := s.ask(ctx, c.describe(n), o)
	s.keep(record{file: "results/" + numbered(n, c.Tool, string(c.Label)), label: c.Label, reply: r})
	if !r.answered() {
		s.lack("%s: %s", c.describe(n), r.problem())
		s.giveUp(ctx, o.id, r)
	}
}

// giveUp tells a server over stdio that nobody waits for an answer any more;
// over HTTP the closed connection says so.
func (s *session) giveUp(ctx context.Context, id int64, r *reply) {
	if r.fault != faultTimeout || s.link.transport() != protocol.TransportStdio {
		return
	}
	s.link.tell(ctx, &outgoing{method: "notifications/cancelled", params: s.params(param{"requestId", fmt.Appendf(nil, "%d", id)})})
}

func (s *session) completions(ctx context.Context) {
	for i, c := range s.options.Calls.Completions {
		if s.hopeless {
			return
		}
		if c.Caller != "" && c.Caller != s.caller.Name {
			continue
		}
		own := []param{{"ref", c.Ref}, {"argument", c.Argument}}
		if c.Context != nil {
			own = append(own, param{"context", c.Context})
		}
		what := fmt.Sprintf("completion %d", i+1)
		o := &outgoing{method: protocol.MethodComplete, params: s.params(own...)}
		s.asked.Completions++
		r := s.ask(ctx, what, o)
		s.keep(record{file: "completions/" + numbered(i+1, c.name), label: c.Label, reply: r})
		if !r.answered() {
			s.lack("%s: %s", what, r.problem())
			s.giveUp(ctx, o.id, r)
		}
	}
}

// add takes over what a session came to.
func (r *Recording) add(s *session) {
	who := ""
	if s.caller.Name != "" {
		who = s.caller.Name + ": "
	}
	if s.revision != nil && !slices.Contains(r.Revisions, s.revision.Name) {
		r.Revisions = append(r.Revisions, s.revision.Name)
	}
	r.Steps = append(r.Steps, s.steps...)
	if s.unsaid > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s%d more notes", who, s.unsaid))
	}
	r.Asked.Calls += s.asked.Calls
	r.Asked.Probes += s.asked.Probes
	r.Asked.Completions += s.asked.Completions
	s.secrets.at = ""
	for _, n := range s.notes {
		text := string(s.secrets.Text([]byte(who + n.text)))
		if n.incomplete {
			r.Missing = append(r.Missing, text)
		} else if !slices.Contains(r.Notes, text) {
			r.Notes = append(r.Notes, text)
		}
	}
}

func (r *Recording) finish(o *Options, store *store) {
	r.Files, r.Replaced = len(store.files), o.Secrets.found
}

// recordedAt is the time in a manifest, to the second.
func recordedAt() string { return time.Now().UTC().Format(time.RFC3339) }
