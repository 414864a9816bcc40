package headers

import (
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// Tool is what admission found out about the tool that a call names.
type Tool struct {
	Known    bool // its descriptor is in evidence
	Rejected bool // its descriptor is rejected: parity is not judged
	Name     string
	Bindings []Binding
}

// The two ways in which a boundary must treat a request.
const (
	BoundaryPass   = "pass"
	BoundaryRefuse = "400/-32020"
)

// Mapping is the judgement of one recorded request: its header lines beside its
// JSON body, and the recorded answer.
type Mapping struct {
	// Judged reports that the rules apply: a POST request recorded with header
	// lines, at a revision that has copies in headers. Else nothing below is set.
	Judged bool
	// Unjudged says why copies of arguments were not compared; "" where they were.
	Unjudged string

	// Findings have the mapping as subject, or the exchange where the request
	// is no tools/call. Their pointers start at the recorded exchange.
	Findings []rule.Finding
	// ToolFindings and ServerFindings say that the recorded answer was wrong:
	// conditions on the tool and on the server.
	ToolFindings, ServerFindings []rule.Finding

	Boundary string   // BoundaryPass or BoundaryRefuse: what the request asks for
	Category Category // of the refusal that is due, whatever was answered
	Answer   Answer
	Headers  []string // final names of the headers concerned, as declared, else as received; sorted

	Rows matrix.Decisions // of rows 7, 8 and 9
	// Matching are the final names of the bindings shown with a matching copy.
	Matching []string
	Probes   Probes
}

// Probes are the kinds of request that a server was shown, with its answer.
type Probes struct{ Missing, Duplicate, Mismatch, CaseVariant bool }

// Judge judges the headers of one recorded tools/call and the answer to it.
// versions are those that the server's discovery names, nil where no discovery
// is in evidence.
func Judge(call *evidence.Exchange, tool Tool, versions []string, p policy.Policy) Mapping {
	name := call.Tool
	if tool.Known {
		name = tool.Name
	}
	j, ok := newJudgement(call, rule.Subject{Kind: rule.KindMapping, Name: name}, versions, p)
	if !ok {
		return Mapping{}
	}
	j.tool = tool
	j.b.names()
	j.spot.Declared = declaredBy(tool.Bindings)
	j.b.ambiguities(tool.Bindings)
	if len(j.b.faults) == 0 || j.b.refusal() == nil {
		j.b.standard()
		j.parity()
	}
	j.conclude()
	return j.Mapping
}

// JudgeStandard judges the headers of any other recorded request: the standard
// ones, and that none is of an argument (PAR-13, PAR-05), with the answer (PAR-12).
func JudgeStandard(ex *evidence.Exchange, versions []string, p policy.Policy) Mapping {
	j, ok := newJudgement(ex, rule.Subject{Kind: rule.KindExchange, Name: ex.Method}, versions, p)
	switch {
	case !ok, ex.Method == protocol.MethodCallTool, j.b.notification(), j.b.method == "":
		return Mapping{}
	case len(ex.Doc.FaultsIn(ex.Request)) > 0:
		return Mapping{} // what the body says is not settled: the envelope's rules have it
	}
	j.b.names()
	j.b.standard()
	j.b.undeclared(nil, "method "+rule.Quote(j.b.method)+" calls no tool")
	j.conclude()
	return j.Mapping
}

// A judgement is a mapping in the making.
type judgement struct {
	Mapping
	ex     *evidence.Exchange
	spot   evidence.Spot
	policy policy.Policy
	tool   Tool
	b      *boundary
	answer outcome

	issues map[string][]Issue // of senders, by final header name
}

func newJudgement(ex *evidence.Exchange, subject rule.Subject, versions []string, p policy.Policy) (*judgement, bool) {
	if !ex.CarriesCopies() || !ex.Request.Is(strictjson.Object) {
		return nil, false
	}
	lines := make([]line, len(ex.HTTP.Headers))
	for i, h := range ex.HTTP.Headers {
		lines[i] = line{h.Name, fieldBytes(h.Value)}
	}
	j := &judgement{
		ex: ex, spot: evidence.Spot{Doc: ex.Doc, Base: ex.Value, Subject: subject}, policy: p,
		b: newBoundary(ex.Doc, ex.Request, lines, p.Profile), answer: outcomeOf(ex), issues: make(map[string][]Issue),
	}
	j.b.versions = versions
	j.Judged = true
	return j, true
}

// fieldBytes are the bytes that a recorded value stands for: each code point up
// to U+00FF is one. What lies beyond is no byte and keeps its UTF-8, which no
// field may hold either.
func fieldBytes(recorded string) string {
	if !strings.ContainsFunc(recorded, func(r rune) bool { return r > 0x7f }) {
		return recorded
	}
	var b strings.Builder
	for _, r := range recorded {
		if r <= 0xff {
			b.WriteByte(byte(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// parity compares the copies, where tool and body let it.
func (j *judgement) parity() {
	malformed := j.b.malformed()
	switch {
	case j.tool.Rejected:
		j.Unjudged = "the tool's descriptor is rejected"
		j.Findings = append(j.Findings, j.spot.Find(ruleAnswer, rule.Note, rule.Policy, nil, "parity not judged: "+j.Unjudged))
	case !j.tool.Known:
		j.Unjudged = "the tool is not listed"
	case malformed != "":
		j.Unjudged = malformed
	default:
		j.b.copies(j.tool.Name, j.tool.Bindings)
		j.senders()
		return
	}
	j.b.open = true
}

// senders judges how each argument was sent, and which copies match.
func (j *judgement) senders() {
	arguments := j.b.params().Get("arguments")
	faulty := make(map[string]bool)
	for i := range j.b.faults {
		faulty[j.b.faults[i].header] = true
	}
	for i := range j.tool.Bindings {
		bd := &j.tool.Bindings[i]
		var fields []string
		for _, at := range j.b.byName[shape.LowerASCII(bd.Header)] {
			fields = append(fields, j.b.lines[at].value)
		}
		value := bd.Argument(arguments)
		if issues := Sender(j.ex.Doc, value, fields, j.policy.Profile); len(issues) > 0 {
			j.issues[bd.Header] = issues
		}
		for _, issue := range Sender(j.ex.Doc, value, fields, rule.Spec) {
			// What the protocol itself forbids to send may be refused.
			j.b.open = j.b.open || issue.Effect == rule.Reject
		}
		if len(fields) == 1 && !faulty[bd.Header] {
			j.Matching = append(j.Matching, bd.Header)
		}
		if len(fields) > 0 || faulty[bd.Header] {
			j.Headers = append(j.Headers, bd.Header)
		}
	}
}

// conclude holds the recorded answer against what the request asks for.
func (j *judgement) conclude() {
	due := j.b.refusal()
	j.Boundary, j.Answer = BoundaryPass, AnswerNotRecorded
	recorded := j.answer.recorded()
	if recorded {
		j.Answer = AnswerCorrect
	}
	first := false
	switch {
	case due == nil:
		j.passed(recorded)
	default:
		j.Boundary, j.Category = BoundaryRefuse, due.category
		first = recorded && j.b.refusedFirst(j.answer, j.tool.Known)
		if !first {
			j.refused(due, recorded)
		}
	}
	if j.Answer != AnswerCorrect || due == nil {
		j.senderFindings()
	}
	for i := range j.b.faults {
		f := &j.b.faults[i]
		if f.effect == rule.Note || j.Answer != AnswerCorrect {
			j.Findings = append(j.Findings, j.finding(f))
		}
		j.Headers = append(j.Headers, f.header)
	}
	j.Headers = slices.DeleteFunc(j.Headers, func(h string) bool { return h == "" })
	slices.Sort(j.Headers)
	j.Headers = slices.Compact(j.Headers)
	slices.Sort(j.Matching)
	j.Findings = rule.Sort(j.Findings)
	if !first {
		j.exercise(due, recorded)
	}
}

// passed judges the answer to a request without fault: anything but a refusal.
func (j *judgement) passed(recorded bool) {
	variant := j.caseVariant()
	switch {
	case !recorded || j.b.open:
		return
	case variant != "" && (j.answer.refused() || j.answer.status == protocol.StatusBadRequest && !j.answer.error && !j.answer.result):
		j.wrong(ruleNameCase, "header "+rule.Quote(variant)+": header name compared with case")
	}
	if j.answer.refused() {
		j.wrong(ruleAnswer, "false rejection: headers and body agree, got "+j.answer.String())
	}
}

// wrong reports an answer that a request without fault must not get.
func (j *judgement) wrong(r *rule.Rule, text string) {
	j.Answer = AnswerWrong
	j.Findings = append(j.Findings, j.spot.Find(r, rule.Reject, rule.SpecMust, j.answerAt(), text))
	j.conditions(ruleAnswer, rule.SpecMust, text)
}

// refused judges the answer to a request that must be refused.
func (j *judgement) refused(due *fault, recorded bool) {
	if !recorded {
		return
	}
	text, effect, p := j.answer.misfit(due, j.policy.Profile)
	if text == "" {
		return
	}
	j.Findings = append(j.Findings, j.spot.Find(ruleAnswer, effect, p, j.answerAt(), text))
	if effect != rule.Reject {
		return
	}
	j.Answer = AnswerWrong
	blamed := due.rule
	if due.bare {
		blamed = ruleAnswer
	}
	j.conditions(blamed, due.provenance, due.named()+", and the request was answered with "+j.answer.String())
}

// conditions are what a wrong answer means for the tool and the server.
func (j *judgement) conditions(r *rule.Rule, p rule.Provenance, text string) {
	on := func(s rule.Subject) []rule.Finding {
		spot := j.spot
		spot.Subject = s
		return []rule.Finding{spot.Find(r, rule.Condition, p, j.answerAt(), text)}
	}
	if j.tool.Known {
		j.ToolFindings = append(j.ToolFindings, on(rule.Subject{Kind: rule.KindTool, Name: j.tool.Name})...)
	}
	j.ServerFindings = append(j.ServerFindings, on(rule.Subject{Kind: rule.KindServer})...)
}

// answerAt is where the answer stands: its error code, error or result.
func (j *judgement) answerAt() *strictjson.Value {
	for _, v := range []*strictjson.Value{j.ex.Error.Get("code"), j.ex.Error, j.ex.Result, j.ex.Response} {
		if v != nil {
			return v
		}
	}
	return j.ex.HTTP.Value
}

// named is the fault with its header.
func (f *fault) named() string {
	switch {
	case f.header == "":
		return f.text
	case standardNames[shape.LowerASCII(f.header)]:
		return "header " + f.header + ": " + f.text
	}
	return "header " + rule.Quote(f.header) + ": " + f.text
}

func (j *judgement) finding(f *fault) rule.Finding {
	at, missing := f.at, f.missing
	switch {
	case f.offset >= 0:
		shown := strictjson.Lens{Document: j.ex.Doc, Declared: j.spot.Declared}
		return rule.Finding{
			Rule: f.rule, Effect: f.effect, Provenance: f.provenance, Subject: j.spot.Subject, Text: f.named(),
			Pointer: shown.PointerFromOffset(j.ex.Value, f.offset), At: shown.LocateOffset(f.offset),
		}
	case f.line >= 0:
		at = j.ex.HTTP.Value.Get("headers").At(f.line)
	case at == nil && f.rule == ruleStandard:
		at = j.ex.HTTP.Value.Get("headers")
	case at == nil:
		at = j.ex.Request
	}
	return j.spot.Find(f.rule, f.effect, f.provenance, at, f.named(), missing...)
}

func (j *judgement) senderFindings() {
	pointers := make(map[string]*Binding, len(j.tool.Bindings))
	for i := range j.tool.Bindings {
		pointers[j.tool.Bindings[i].Header] = &j.tool.Bindings[i]
	}
	for header, issues := range j.issues {
		at := j.ex.HTTP.Value.Get("headers")
		if lines := j.b.byName[shape.LowerASCII(header)]; len(lines) > 0 {
			at = at.At(lines[0])
		} else if v := pointers[header].Argument(j.b.params().Get("arguments")); v != nil {
			at = v
		}
		for _, issue := range issues {
			text := fmt.Sprintf("header %s: %s", rule.Quote(header), issue.Text)
			j.Findings = append(j.Findings, j.spot.Find(issue.Rule, issue.Effect, issue.Provenance, at, text))
		}
	}
}

// caseVariant is a recognised name that was not sent as declared, or "". Where
// names have no case on the wire, how they were written down shows nothing.
func (j *judgement) caseVariant() string {
	if j.ex.HTTP.Folded {
		return ""
	}
	for i := range j.tool.Bindings {
		for _, at := range j.b.byName[shape.LowerASCII(j.tool.Bindings[i].Header)] {
			if j.b.lines[at].name != j.tool.Bindings[i].Header {
				return j.tool.Bindings[i].Header
			}
		}
	}
	return ""
}
