package completion

import (
	"cmp"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A request is the reference of a completion as recorded.
type request struct {
	reference
	ok bool // it has the shape of one
}

// A judge is the judgement of one exchange.
type judge struct {
	*review
	ex       *evidence.Exchange
	revision *protocol.Revision
	caller   *profile
	broken   bool

	ref      request
	argument string // "" where it is none
	typed    string // never shown
	complete bool   // argument and value are strings
	answer   answer

	standing standing
	entry    *entry // nil where not listed
	fixed    bool   // a resource that is no template
	missing  string // the list method that could tell the standing

	params, result, record evidence.Spot

	findings []rule.Finding
	shows    string
	unproven bool
}

func (r *review) newJudge(e *evidence.Exchange) *judge {
	subject := rule.Subject{Kind: rule.KindCompletion}
	j := &judge{
		review: r, ex: e, revision: cmp.Or(e.Revision, r.policy.Revision), caller: r.callers.of(e), broken: r.in.Broken(e), answer: answerOf(e), standing: unknown,
	}
	j.readRequest()
	subject.Name = j.display(j.ref.name)
	spot := func(base *strictjson.Value) evidence.Spot {
		if base == nil {
			base = e.Value
		}
		return evidence.Spot{Doc: e.Doc, Base: base, Subject: subject}
	}
	j.params, j.result, j.record = spot(e.Params), spot(e.Result), spot(e.Value)
	return j
}

func (j *judge) readRequest() {
	ref := j.ex.Params.Get("ref")
	switch kind := ref.Get("type").Text(); kind {
	case refPrompt:
		j.ref.name, j.ref.ok = ref.Get("name").Str()
		j.ref.kind = kind
	case refResource:
		j.ref.name, j.ref.ok = ref.Get("uri").Str()
		j.ref.kind = kind
	}
	named, typed := false, false
	j.argument, named = j.ex.Params.Path("argument", "name").Str()
	j.typed, typed = j.ex.Params.Path("argument", "value").Str()
	j.complete = named && typed
}

// display is a name out of a request as findings and rows may show it.
func (j *judge) display(name string) string {
	if len(j.caller.names) == 0 || name == "" {
		return name
	}
	read := spellings(name)
	for i := range j.caller.names {
		if h := &j.caller.names[i]; h.in(read) {
			return "(" + h.label + ")"
		}
	}
	return name
}

func (j *judge) quoted(name string) string { return rule.Quote(j.display(name)) }

// unknownArgument is a name that nobody declares, which could be a value.
func (j *judge) unknownArgument(name string) string {
	if shown := j.display(name); shown != name || rule.IsPlain(name) {
		return rule.Quote(shown)
	}
	return "a name " + rule.Key(name)
}

func (j *judge) callerName() string { return rule.Named("caller", j.ex.Caller) }

func (j *judge) contextName() string { return rule.Named("context", j.ex.Caller) }

func (j *judge) find(s evidence.Spot, r *rule.Rule, e rule.Effect, p rule.Provenance, at *strictjson.Value, text string, missing ...string) {
	j.findings = append(j.findings, s.Find(r, e, p, at, text, missing...))
}

// judge judges what one exchange shows by itself. What a broken envelope
// carries may belong to another request, but a name in it was seen all the same.
func (j *judge) judge() {
	j.searchNames()
	if j.broken {
		j.proveNothing("the envelope is broken")
		return
	}
	if j.ref.ok {
		j.standing, j.entry, j.fixed, j.missing = j.surface.find(j.surface.in(j.ex), j.ref.reference, j.caller)
	}
	if j.answer.kind == answerResult {
		j.judgeResult()
	}
	switch {
	case j.ex.Request == nil:
		j.proveNothing("no request was recorded")
	case j.answer.kind == answerNone:
		j.proveNothing("no answer was recorded")
	case j.answer.kind == answerRefused:
		j.proveNothing("refused for its version, capabilities or headers, not for what it completes")
	case j.answer.kind == answerLimited:
		j.judgeLimited()
	case j.lacksCapability():
		j.judgeUndeclared()
	default:
		j.judgeRequest()
		j.judgeSuggestions()
	}
}

func (j *judge) proveNothing(why string) { j.shows, j.unproven = why, true }

// lacksCapability reports whether a server that fails to answer need not
// complete at all: its discovery does not declare completions.
func (j *judge) lacksCapability() bool {
	switch {
	case j.answer.kind != answerError || j.in.Capability:
		return false
	case j.answer.is(protocol.CodeMethodNotFound):
		return true
	}
	return j.in.CapabilityKnown && j.revision.Audio // older revisions have no such capability
}

// finish is the judgement of the exchange.
func (j *judge) finish() Completion {
	c := Completion{
		Source: j.ex.Place(), Caller: j.ex.Caller, Ref: j.display(j.ref.name), Argument: j.display(j.argument),
		Findings: rule.Sort(j.findings), Values: j.answer.count, Shows: j.shows, Unproven: j.unproven,
	}
	if c.Shows == "" {
		c.Shows = j.proved()
	}
	c.Row = j.row()
	return c
}

// proved says in words what a completion without deciding findings shows.
func (j *judge) proved() string {
	if j.caller.bounds() {
		return "well-formed, and within what " + j.callerName() + " may see"
	}
	return "well-formed; nothing is stated of what " + j.callerName() + " may see"
}

// row decides row 11 of the matrix by its rules alone.
func (j *judge) row() rule.Decision {
	decision := rule.Decide(rule.Of(j.findings, rowRules))
	isolated := j.caller.bounds() || j.standing == hidden || j.standing == unlisted
	if decision == rule.Admit && (!isolated || !j.answered()) {
		return 0
	}
	return decision
}
