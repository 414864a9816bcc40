// Package results judges tools/call exchanges: the contract that a result keeps
// (its type, its blocks, its structured value, its text), and whether failures
// come in the layer they belong to.
//
// It sees one exchange and what discovery says of the tool that it names. The
// envelope around a result, the request's headers, and whether all results
// together suffice are judged elsewhere. No text, value or argument of an
// exchange enters a finding: findings say where, and of which JSON type.
package results

import (
	"cmp"
	"slices"
	"sync"

	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// Known is what discovery says of the tool that a call names. The zero value
// is invalid.
type Known uint8

// What a caller's pages say of a name.
const (
	Listed   Known = iota + 1
	Unlisted       // complete pages do not list it
	Unknown        // no pages, or none that could tell
)

// Surface is what is known of the tools that a call may name. It must be safe
// for concurrent use.
type Surface interface {
	// Contract returns what discovery publishes for the tool that a call
	// names, in that call's context; nil where the tool is not listed there.
	Contract(call *evidence.Exchange) (*Contract, Known)
}

// A Contract is what a tool's descriptor promises.
type Contract struct {
	Rejected  bool           // the descriptor is rejected: results are judged, and prove nothing
	HasOutput bool           // outputSchema is present
	Output    *schema.Schema // nil without outputSchema, and where it is rejected
	Input     *schema.Schema // nil where inputSchema is rejected
	// Declared tells the names that the descriptor holds, which findings may
	// show (strictjson.NamesIn). Nil where it is not known.
	Declared func(name string) bool
	// Spent says why no value is held against the schemas any more; "" while
	// they are.
	Spent string
}

// Excess is what holding a call's values against the contract costs beyond what
// any values of their length may, in evaluations: most at most for each.
func (c *Contract) Excess(call *evidence.Exchange, most int) int {
	n := c.Output.Excess(call.Result.Get("structuredContent"), most)
	if call.Request != nil {
		n += c.Input.Excess(call.Params.Get("arguments"), most)
	}
	return n
}

// Outcome is what an exchange came to. The zero value is invalid.
type Outcome uint8

// The outcomes.
const (
	Success       Outcome = iota + 1 // a result without isError
	Failure                          // a result with isError
	ProtocolError                    // a JSON-RPC error
	InputRequired                    // an interim result: neither success nor failure
	Unusable                         // neither result nor error, both, or a result that is no object
)

var outcomeNames = [...]string{
	Success: "success", Failure: "failure", ProtocolError: "protocol-error", InputRequired: "input-required", Unusable: "unusable",
}

// String is the outcome as reports print it.
func (o Outcome) String() string { return outcomeNames[o] }

// A Block is the judgement of one element of content, independent of the others.
type Block struct {
	Index     int            // in content, from 0
	Type      string         // one of the types of the exchange's revision, else ""
	Bytes     int            // UTF-8 bytes of text, decoded bytes of media; 0 for a link or malformed data
	MediaType string         // type and subtype in lower case, as mediatype.Label shows them; "" where none is stated or it is malformed
	Findings  []rule.Finding // in rule.Sort order; also among the result's
}

// A Judgement is what one exchange comes to.
type Judgement struct {
	Outcome Outcome
	// Findings are in rule.Sort order, about the result of the tool that was
	// called. Pointers start at the result value, those of RES-18 to RES-20,
	// of EVID-12 and of an error's message at the exchange.
	Findings []rule.Finding
	Blocks   []Block // one per element of content, in order; nil for an interim result

	Links, Embedded int // resource links, and embedded resources; blocks of malformed shape are counted too

	// Shows is what the exchange is evidence of, by its content: LabelSuccess,
	// LabelFailure, LabelUnknownTool, LabelMalformed, or LabelArguments for a
	// protocol error that answers arguments which inputSchema rejects.
	// Unlabelled is any other protocol error or an interim result: it proves
	// nothing. It says nothing of findings.
	Shows      evidence.Label
	Unlabelled bool // the recorder gave no label, so Shows alone speaks

	// Unproven says why a result without findings proves nothing all the same:
	// its output contract is not known, or was not evaluated. "" where it
	// proves what Shows says.
	Unproven string

	Rows matrix.Decisions // of rows 1, 2, 3, 10 and 12
}

// Decision is the decision that the findings lead to.
func (j *Judgement) Decision() rule.Decision { return rule.Decide(j.Findings) }

// judge is one judgement under way.
type judge struct {
	call     *evidence.Exchange
	policy   policy.Policy
	revision *protocol.Revision
	contract *Contract // nil where the tool is not known
	known    Known

	result   evidence.Spot // findings on the result
	exchange evidence.Spot // findings on the exchange

	faulty bool // strict JSON faults stand somewhere in the result
	size   int  // decoded bytes of all blocks so far

	Judgement
}

// Judge judges one tools/call exchange. It is pure and safe for concurrent use.
func Judge(call *evidence.Exchange, s Surface, p policy.Policy) Judgement {
	subject := rule.Subject{Kind: rule.KindResult, Name: call.Tool}
	j := judges.Get().(*judge)
	*j = judge{
		call: call, policy: p, revision: cmp.Or(call.Revision, p.Revision),
		result:   evidence.Spot{Doc: call.Doc, Base: call.Result, Subject: subject},
		exchange: evidence.Spot{Doc: call.Doc, Base: call.Value, Subject: subject},
	}
	j.contract, j.known = s.Contract(call)
	if j.contract != nil {
		j.result.Declared, j.exchange.Declared = j.contract.Declared, j.contract.Declared
	}
	j.Outcome = outcome(call, j.revision)
	j.Unlabelled = call.Label == evidence.Unlabelled
	if call.Result != nil {
		j.judgeResult()
	}
	j.judgeErrorMessage()
	j.judgeLayers()
	j.judgeProof()
	j.exerciseRows()
	judgement := j.Judgement
	judgement.Findings = rule.Sort(judgement.Findings)
	*j = judge{}
	judges.Put(j)
	return judgement
}

// judges are used again: there is one a call, and the table of block types
// keeps it off the stack.
var judges = sync.Pool{New: func() any { return new(judge) }}

func outcome(call *evidence.Exchange, r *protocol.Revision) Outcome {
	switch {
	case call.Result == nil && call.Error != nil:
		return ProtocolError
	case call.Error != nil, !call.Result.Is(strictjson.Object):
		return Unusable
	case isInterim(call.Result, r):
		return InputRequired
	case call.Result.Get("isError").True():
		return Failure
	}
	return Success
}

// isInterim reports whether a result asks for input (RES-21).
func isInterim(result *strictjson.Value, r *protocol.Revision) bool {
	word, ok := result.Get("resultType").Str()
	return r.ResultType && ok && word == protocol.ResultInputRequired
}

// judgeProof says whether the output contract could be judged at all.
func (j *judge) judgeProof() {
	switch {
	case j.Outcome != Success && j.Outcome != Failure:
		if j.Outcome == Unusable && j.call.Result != nil {
			j.Unproven = "the response is no usable result"
		}
	case j.Unproven != "": // RES-13 has said why
	case j.contract == nil:
		j.Unproven = "no page of tools/list in evidence gives the tool's contract"
	case j.contract.Rejected:
		j.Unproven = "the tool's descriptor is rejected"
	case j.hasOutput() && j.contract.Output == nil:
		j.Unproven = "the tool's outputSchema is rejected"
	}
}

// hasOutput reports whether the tool publishes an output contract that the
// revision knows.
func (j *judge) hasOutput() bool {
	return j.revision.OutputSchema && j.contract != nil && j.contract.HasOutput
}

// isError reports whether the result says that it is an error.
func (j *judge) isError() bool { return j.call.Result.Get("isError").True() }

// houseForms are rules of the protocol that the house policy carries further;
// under the specification's profile that part of them does not run.
var houseForms = []*rule.Rule{ruleBase64, ruleLink, ruleEmbedded}

// find adds a finding at a value of the result.
func (j *judge) find(r *rule.Rule, e rule.Effect, p rule.Provenance, at *strictjson.Value, text string, missing ...string) {
	if e == rule.Reject && p == rule.Policy && j.policy.Profile == rule.Spec && slices.Contains(houseForms, r) {
		return
	}
	j.Findings = append(j.Findings, j.result.Find(r, e, p, at, text, missing...))
}

// ArgumentsValid judges a call's arguments by its tool's inputSchema; absent
// arguments are an empty object. It is NotJudged without a recorded request,
// without a usable inputSchema, or where the arguments hold a strict JSON fault.
func ArgumentsValid(call *evidence.Exchange, c *Contract) schema.Outcome {
	switch {
	case call.Request == nil:
		return schema.Outcome{Verdict: schema.NotJudged, Reason: "no request was recorded"}
	case c == nil || c.Input == nil:
		return schema.Outcome{Verdict: schema.NotJudged, Reason: "there is no usable inputSchema"}
	case c.Spent != "":
		return schema.Outcome{Verdict: schema.NotJudged, Reason: c.Spent}
	}
	arguments := call.Params.Get("arguments")
	if arguments == nil {
		return c.Input.Validate(noArguments)
	}
	if len(call.Faults(arguments)) > 0 {
		return schema.Outcome{Verdict: schema.NotJudged, Reason: "the arguments are no strict JSON"}
	}
	return c.Input.Validate(arguments)
}

var noArguments = func() *strictjson.Value {
	doc, err := strictjson.Parse([]byte("{}"), "", 1, policy.DefaultLimits().JSON())
	if err != nil {
		panic("results: " + err.Error()) // impossible: the text is a constant
	}
	return doc.Root
}()
