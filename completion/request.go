package completion

import (
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A fault is why a request is no CompleteRequest.
type fault struct {
	rule    *rule.Rule
	at      *strictjson.Value
	text    string
	missing []string
	what    string // for CMP-12
}

// judgeRequest judges a request with its answer: CMP-01 to CMP-05 and CMP-12.
// A request that is wrong on purpose is a negative fixture, and what matters is
// that the server says so.
func (j *judge) judgeRequest() {
	faults := j.requestFaults()
	if len(faults) > 0 {
		j.judgeFaulty(faults)
		return
	}
	if j.ref.kind == refPrompt && j.ex.Params.Path("ref", "uri") != nil || j.ref.kind == refResource && j.ex.Params.Path("ref", "name") != nil {
		j.find(j.params, ruleRef, rule.Note, rule.SpecMust, j.ex.Params.Get("ref"), "the reference has both name and uri; its type decides")
	}
	switch j.standing {
	case listed:
		j.judgeListed()
	case hidden, unlisted:
		j.judgeUnlisted()
	case unknown:
		j.proveNothing("what the caller's lists hold is not known: no complete listing and no statement of what is published")
	}
}

// requestFaults are the faults in the shape of a request, by rule.
func (j *judge) requestFaults() []fault {
	faults := j.refFaults()
	argument := j.ex.Params.Get("argument")
	if !argument.Is(strictjson.Object) {
		return append(faults, j.faultOf(ruleValue, j.ex.Params, "argument", "object", "missing required argument"))
	}
	for _, member := range []string{"name", "value"} {
		if !argument.Get(member).Is(strictjson.String) {
			faults = append(faults, j.faultOf(ruleValue, argument, member, "string", "missing required argument"))
		}
	}
	context := j.ex.Params.Get("context")
	switch arguments := context.Get("arguments"); {
	case context == nil:
	case !context.Is(strictjson.Object):
		faults = append(faults, j.faultOf(ruleValue, j.ex.Params, "context", "object", "malformed context"))
	case arguments == nil:
	case !arguments.Is(strictjson.Object):
		faults = append(faults, j.faultOf(ruleValue, context, "arguments", "object", "malformed context"))
	default:
		faults = j.contextFaults(faults, arguments)
	}
	return faults
}

// contextFaults adds the first argument of a context that is no string.
func (j *judge) contextFaults(faults []fault, arguments *strictjson.Value) []fault {
	for name, v := range arguments.Members() {
		if !v.Is(strictjson.String) {
			return append(faults, fault{ruleValue, j.safe(name, v, arguments), "a context argument is " + v.Kind().String() + ", must be string", nil, "malformed context"})
		}
	}
	return faults
}

// safe is a member, or the object that holds it where the member's name must
// not show.
func (j *judge) safe(name string, member, holder *strictjson.Value) *strictjson.Value {
	if j.display(name) != name {
		return holder
	}
	return member
}

func (j *judge) faultOf(r *rule.Rule, holder *strictjson.Value, member, kind, what string) fault {
	v := holder.Get(member)
	if v == nil {
		return fault{r, holder, member + " is missing", []string{member}, what}
	}
	return fault{r, v, member + " is " + v.Kind().String() + ", must be " + kind, nil, what}
}

func (j *judge) refFaults() []fault {
	const what = "malformed reference"
	ref := j.ex.Params.Get("ref")
	switch {
	case !ref.Is(strictjson.Object):
		return []fault{j.faultOf(ruleRef, j.ex.Params, "ref", "object", what)}
	case j.ref.ok:
		return nil
	case j.ref.kind == refPrompt:
		return []fault{j.faultOf(ruleRef, ref, "name", "string", what)}
	case j.ref.kind == refResource:
		return []fault{j.faultOf(ruleRef, ref, "uri", "string", what)}
	}
	kind := ref.Get("type")
	if text, ok := kind.Str(); ok {
		return []fault{{ruleRef, kind, "type is " + rule.Word(text, refPrompt, refResource, "ref/tool", "ref/resource_template", "prompt", "resource", "tool") + ", neither " + refPrompt + " nor " + refResource, nil, what}}
	}
	return []fault{j.faultOf(ruleRef, ref, "type", "string", what)}
}

func (j *judge) judgeFaulty(faults []fault) {
	switch {
	case j.answer.is(protocol.CodeInvalidParams):
		j.shows = "a " + faults[0].what + " is answered -32602"
	case j.answer.kind == answerError:
		j.misplaced(rule.Reject, faults[0].what)
	default:
		for _, f := range faults {
			j.find(j.params, f.rule, rule.Reject, rule.SpecMust, f.at, f.text, f.missing...)
		}
	}
}

// misplaced is a finding on an answer that came in the wrong form (CMP-12).
func (j *judge) misplaced(e rule.Effect, what string) {
	at := j.ex.Result
	if j.answer.kind == answerError {
		at = j.ex.Error
		if code := at.Get("code"); code != nil {
			at = code
		}
	}
	j.find(j.record, ruleErrors, e, rule.SpecShould, at, what+" answered with "+j.answer.String())
}

// judgeUndeclared judges an error where the server declares no completions.
func (j *judge) judgeUndeclared() {
	if !j.answer.is(protocol.CodeMethodNotFound) {
		j.misplaced(rule.Reject, "capability absent, the request is")
		return
	}
	j.proveNothing("completion is not offered, and the request is answered -32601")
}

// judgeUnlisted judges a reference that the caller's lists do not have.
func (j *judge) judgeUnlisted() {
	what := "unknown ref"
	if j.standing == hidden {
		what = "hidden ref"
	}
	switch {
	case j.answer.is(protocol.CodeInvalidParams):
		j.shows = "a reference that is not listed for " + j.callerName() + " is answered -32602"
	case j.answer.kind == answerError:
		j.misplaced(rule.Reject, what)
	case j.answer.empty:
		// Nothing is disclosed, but a SHOULD is not kept.
		j.misplaced(rule.Condition, what)
	default:
		j.misplaced(rule.Reject, what)
		ref := j.ex.Params.Get("ref")
		if j.ref.kind == refPrompt {
			j.find(j.params, rulePrompt, rule.Reject, rule.SpecMust, ref.Get("name"), "prompt "+j.quoted(j.ref.name)+" is not listed in "+j.contextName())
			return
		}
		j.find(j.params, ruleResource, rule.Reject, rule.SpecMust, ref.Get("uri"),
			j.quoted(j.ref.name)+" is neither a listed template nor a listed resource in "+j.contextName())
	}
}

// judgeListed judges the arguments of a listed reference.
func (j *judge) judgeListed() {
	switch {
	case j.fixed:
		if j.answer.count > 0 {
			j.find(j.params, ruleResource, rule.Note, rule.Policy, j.ex.Params.Path("ref", "uri"), "a fixed resource has nothing to complete, and gets "+j.answer.String())
		}
		return
	case j.entry.broken && j.answer.kind == answerResult:
		j.find(j.params, ruleArgument, rule.Reject, rule.SpecMust, j.ex.Params.Path("ref", "uri"), "the template is not valid RFC 6570: no variable can be told")
		return
	case !j.entry.judged:
		j.proveNothing("the arguments of the reference are not stated")
		return
	}
	if _, known := j.entry.arguments[j.argument]; !known {
		j.judgeUnknownArgument()
		return
	}
	if j.answer.kind == answerError {
		j.judgeRefusal()
		return
	}
	j.judgeContext()
}

func (j *judge) owner() string {
	if j.ref.kind == refPrompt {
		return "an argument of prompt " + j.quoted(j.ref.name)
	}
	return "a variable of template " + j.quoted(j.ref.name)
}

func (j *judge) judgeUnknownArgument() {
	switch {
	case j.answer.is(protocol.CodeInvalidParams):
		j.shows = "an unknown argument is answered -32602"
	case j.answer.kind == answerError:
		j.misplaced(rule.Reject, "unknown argument")
	case j.answer.empty:
		j.misplaced(rule.Note, "unknown argument")
	default:
		j.find(j.params, ruleArgument, rule.Reject, rule.SpecMust, j.ex.Params.Path("argument", "name"), j.unknownArgument(j.argument)+" is not "+j.owner())
	}
}

// judgeRefusal judges an error to a request in which nothing is wrong. Where
// another argument is still open, it may be one that the server requires.
func (j *judge) judgeRefusal() {
	settled := map[string]bool{j.argument: true}
	for name := range j.ex.Params.Path("context", "arguments").Members() {
		settled[name] = true
	}
	open := 0
	for name := range j.entry.arguments {
		if !settled[name] {
			open++
		}
	}
	if open > 0 && j.answer.is(protocol.CodeInvalidParams) {
		j.shows = "an argument that waits for another is answered -32602"
		return
	}
	j.misplaced(rule.Condition, "a known reference and argument are")
}

// judgeContext judges what a request says of other arguments: CMP-04, CMP-05.
func (j *judge) judgeContext() {
	arguments := j.ex.Params.Path("context", "arguments")
	strange := 0
	for name, v := range arguments.Members() {
		_, known := j.entry.arguments[name]
		if !known && j.answer.count > 0 {
			if strange++; strange == 1 {
				j.find(j.params, ruleArgument, rule.Reject, rule.SpecMust, j.safe(name, v, arguments), j.unknownArgument(name)+" is not "+j.owner())
			}
		}
		if name == j.argument {
			j.find(j.params, ruleValue, rule.Note, rule.SpecMust, j.safe(name, v, arguments), "the completed argument is also in the context")
		}
	}
}
