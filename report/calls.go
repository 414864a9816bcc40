package report

import (
	"slices"
	"strings"

	"mcpreview/envelope"
	"mcpreview/headers"
	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/results"
)

// An answer is what is kept of one call once it was judged.
type answer struct {
	source   rule.Location
	skip     bool // of another server
	server   string
	stated   string  // what the answer calls its server
	tools    []*tool // the tool it names, in each surface that it is evidence of
	name     string
	foreign  *foreigner
	envelope []rule.Finding
	broken   bool
	result   results.Judgement
	charge   *charge       // nil where its values cost no more than any of their length may
	more     int           // findings on the result that are not kept
	layering rule.Decision // under the envelope rules of the row on error layering

	mapping  headers.Mapping
	secrets  []headers.Secret   // of its headers, where logs are searched
	timed    *evidence.Exchange // itself, where it may be half of a retry
	answered bool
	overHTTP bool
	shown    evidence.Shown
}

// judgeCalls judges every recorded call and folds the answers in the order of
// the evidence, and takes in what is found in reading them. All begins again
// where what calls are judged against was among them, and where what was found
// comes too late to be among the first of so many.
func (a *analysis) judgeCalls() {
	j := &callJudge{
		scope: a.scope, surface: a.surface(), discovery: a.discovery, policy: a.policy, searching: len(a.set.Logs) > 0, spending: &a.spending,
	}
	if a.scope == "" { // else calls of other servers get no rows
		a.rows.coming = a.set.CallsFound()
	}
	found, settled := evidence.Calls(a.all, a.jobs, j.judge, a.fold)
	a.set.Findings = a.all.Findings
	a.addDocuments(found)
	// With findings, fewer calls came than were expected.
	a.again = !settled || len(found) > 0 && (a.rows.over || !a.findings.whole())
}

// A callJudge holds what every call is judged against. It is safe for
// concurrent use.
type callJudge struct {
	scope     scope
	surface   *surface
	discovery envelope.Discovery
	policy    *policy.Policy
	searching bool // logs are in evidence
	spending  *spending
}

// judge is pure but for one thing: it notes that a tool was called with
// arguments that its inputSchema allows, which is looked for until it is found.
func (j *callJudge) judge(c evidence.Call) answer {
	switch {
	case c.Exchange == nil:
		return answer{source: c.Unusable.At, broken: true, envelope: []rule.Finding{c.Unusable}, result: results.Judgement{Outcome: results.Unusable}}
	case !j.scope.holds(c.Exchange):
		return answer{skip: true}
	}
	env := envelope.Judge(c.Exchange, j.discovery, *j.policy)
	ans := answer{
		source: c.Place(), server: c.Session.Server, stated: c.StatedServer(), name: c.Tool,
		envelope: env.Findings, broken: !env.Usable, layering: errorLayering(c.Exchange, env.Findings),
		answered: c.Response != nil || c.Result != nil, overHTTP: isOverHTTP(c.Exchange), shown: c.Shown(),
	}
	ans.tools, _ = j.surface.lookup(c.Exchange)
	if t := ans.tool(); t != nil {
		ans.name = t.Name // the same text, which is kept already
	} else {
		ans.name = strings.Clone(ans.name) // and with it no more than that of the call
	}
	if env.Foreign {
		ans.foreign = foreignerOf(c.Exchange)
	}
	j.judgeResult(c, &ans)
	ans.trim()
	j.judgeHeaders(c.Exchange, &ans)
	if ans.proves() && ans.result.Outcome == results.Success {
		ans.noteSuccess(c)
	}
	return ans
}

// noteSuccess notes on its tools how a success came about. Of a call that costs
// only its turn tells whether its arguments count.
func (ans *answer) noteSuccess(c evidence.Call) {
	for _, t := range ans.tools {
		switch {
		case ans.charge != nil:
			ans.charge.noteSuccess(c, t)
		case c.Request == nil:
			t.labelled.Store(true)
		case !t.called.Load() && results.ArgumentsValid(c.Exchange, &t.contract).Verdict == schema.Valid:
			t.called.Store(true)
		}
	}
}

// tool is what the call is judged against, or nil.
func (ans *answer) tool() *tool {
	if len(ans.tools) == 0 {
		return nil
	}
	return ans.tools[0]
}

// judgeHeaders judges a call that was recorded with its header lines.
func (j *callJudge) judgeHeaders(c *evidence.Exchange, ans *answer) {
	if c.HTTP == nil || c.HTTP.Headers == nil {
		return
	}
	tool := ans.tool().headerTool()
	ans.mapping = headers.Judge(c, tool, j.discovery.SupportedVersions, *j.policy)
	if ans.mapping.Judged {
		ans.mapping.Findings = rule.Sort(append(ans.mapping.Findings, headers.Leaks(c, tool, *j.policy)...))
	}
	if j.searching {
		ans.secrets = headers.Secrets(c, tool)
	}
	if takenAt(c) != "" {
		ans.timed = c
	}
}

// proves reports whether the result is evidence of its tool's behaviour.
func (ans *answer) proves() bool {
	return !ans.broken && ans.foreign == nil && ans.result.Unproven == "" && ans.result.Decision() != rule.Rejected
}

func (a *analysis) fold(ans answer) {
	if ans.skip {
		a.elsewhere++
		return
	}
	a.rows.coming = max(a.rows.coming-1, 0)
	a.settleCharge(&ans)
	a.markCall(&ans)
	a.shows(ans.source.File, ans.shown)
	a.counts.Results++
	a.sawServer(ans.server, ans.stated, ans.source)
	a.callsOverHTTP = a.callsOverHTTP || ans.overHTTP
	a.tally.add(&ans)
	a.counts.Links += ans.result.Links
	a.counts.Embedded += ans.result.Embedded
	if ans.foreign != nil {
		a.foreign.merge(ans.foreign)
	}
	for row, d := range ans.result.Rows {
		a.exercise(row, d)
	}
	a.exercise(matrix.ErrorLayering, ans.layering)
	a.layers.see(&ans)
	a.findings.add(ans.envelope...)
	a.findings.add(ans.result.Findings...)
	a.findings.count += ans.more
	if decides(ans.envelope) && ans.source.File != "" {
		a.foldEnvelope(&ans)
	}
	a.foldMapping(&ans)
	a.secrets.Add(ans.secrets...)
	if ans.timed != nil && len(a.timed) < retryLimit {
		a.timed = append(a.timed, ans.timed)
	}
	if !ans.answered && ans.mapping.Judged {
		return // a request recorded for its headers alone
	}
	a.foldResult(&ans)
	a.foldTool(&ans)
}

// markCall marks what the policy accepts of one call. Calls are judged side by
// side, and folded one at a time.
func (a *analysis) markCall(ans *answer) {
	digest := ""
	if t := ans.tool(); t != nil {
		digest = t.Digest
	}
	a.accept.mark(ans.envelope, digest)
	a.accept.mark(ans.result.Findings, digest)
	for i := range ans.result.Blocks {
		a.accept.mark(ans.result.Blocks[i].Findings, digest)
	}
}

func (a *analysis) foldEnvelope(ans *answer) {
	decision, id, reason := judged(ans.envelope, "")
	a.countExchange(decision)
	a.rows.addExchange(ans.name, Exchange{Source: source(ans.source), Decision: decision, Rule: id, Reason: reason})
}

// foldResult writes the row of a result. A result in a broken envelope is
// unusable, whatever it holds.
func (a *analysis) foldResult(ans *answer) {
	fs, outcome := ans.result.Findings, ans.result.Outcome
	if ans.broken {
		fs, outcome = ans.envelope, results.Unusable
	}
	decision, id, reason := judged(fs, admittedResult(ans))
	switch decision {
	case rule.Admit.String():
		a.counts.ResultsAdmitted++
	case rule.Conditional.String():
		a.counts.ResultsConditional++
	default:
		a.counts.ResultsRejected++
	}
	if ans.broken || ans.result.Unproven != "" && decision != rule.Rejected.String() {
		a.counts.NotJudged++
	}
	a.rows.addResult(ans.name, Result{
		Source: source(ans.source), Tool: rule.ShortName(ans.name), Outcome: outcome.String(),
		Decision: decision, Rule: id, Reason: reason, Blocks: blockRows(ans.result.Blocks),
	})
}

// blockRows are the rows of a result's blocks.
func blockRows(blocks []results.Block) []Block {
	rows := make([]Block, 0, len(blocks))
	for _, b := range blocks {
		d, rid, why := judged(b.Findings, "")
		rows = append(rows, Block{
			Index: b.Index, Type: b.Type, Decision: d, Rule: rid, Reason: why, Bytes: b.Bytes, MediaType: strings.Clone(rule.ShortName(b.MediaType)),
		})
	}
	return rows
}

// findingsPerResult is how many findings on one result, the strongest, are kept.
const findingsPerResult = 1000

// trim gives up what no report has room for, of a result with far too many
// blocks: many results wait for their turn at a time.
func (ans *answer) trim() {
	if n := len(ans.result.Findings); n > findingsPerResult {
		ans.more = n - findingsPerResult
		ans.result.Findings = slices.Clone(ans.result.Findings[:findingsPerResult])
	}
	if blocks := ans.result.Blocks; len(blocks) > blocksPerRow {
		ans.result.Blocks = listedBlocks(blocks)
	}
}

// listedBlocks are the blocks that a row has room for, in their order: those
// that are not admitted before the others.
func listedBlocks(blocks []results.Block) []results.Block {
	open := 0
	for _, b := range blocks {
		if decides(b.Findings) {
			open++
		}
	}
	spare := max(blocksPerRow-open, 0)
	listed := make([]results.Block, 0, blocksPerRow)
	for _, b := range blocks {
		if !decides(b.Findings) {
			if spare == 0 {
				continue
			}
			spare--
		}
		if listed = append(listed, b); len(listed) == blocksPerRow {
			break
		}
	}
	return listed
}

// admittedResult says what an admitted result showed.
func admittedResult(ans *answer) string {
	switch {
	case ans.result.Unproven != "":
		return "well-formed, but proves nothing: " + ans.result.Unproven
	case ans.result.Outcome == results.ProtocolError:
		return protocolErrorReason[ans.result.Shows]
	case ans.result.Outcome == results.InputRequired:
		return "interim: asks for input, and is no result yet"
	case ans.result.Outcome == results.Unusable:
		return "refused by the HTTP status alone, which proves nothing of the tool's results"
	}
	return "complete and valid"
}

var protocolErrorReason = map[evidence.Label]string{
	evidence.Unlabelled:       "a JSON-RPC error, which proves nothing of the tool's results",
	evidence.LabelUnknownTool: "an unknown tool is answered with a JSON-RPC error",
	evidence.LabelMalformed:   "a malformed request is answered with a JSON-RPC error",
	evidence.LabelArguments:   "arguments that the inputSchema rejects are answered with a JSON-RPC error",
}

// layeringRules say that an answer came in the wrong layer: a matter of the
// exchange and of the server, not of the contract of the tool that it names.
var layeringRules = []*rule.Rule{rule.Get("RES-18"), rule.Get("RES-19"), rule.Get("RES-20")}

func isLayering(f rule.Finding) bool { return slices.Contains(layeringRules, f.Rule) }

// foldTool takes a result for evidence of its tool. What was recorded under
// another revision is none.
func (a *analysis) foldTool(ans *answer) {
	if ans.foreign != nil {
		return
	}
	for _, t := range ans.tools {
		t.saw(ans)
	}
}

// saw counts one answer among the tool's.
func (t *tool) saw(ans *answer) {
	seen := ans.result.Findings
	if slices.ContainsFunc(seen, isLayering) {
		seen = slices.DeleteFunc(slices.Clone(seen), isLayering)
	}
	t.sawResult(seen)
	if ans.broken {
		t.sawResult(ans.envelope)
	}
	switch outcome := ans.result.Outcome; {
	case outcome == results.ProtocolError && !ans.broken:
		t.protocolErrors++
	case outcome == results.InputRequired, outcome == results.Unusable && !ans.answered:
	case ans.result.Decision() == rule.Rejected || ans.broken:
		t.rejected++
	case !ans.proves():
	case outcome == results.Success:
		t.success++
	case outcome == results.Failure:
		t.failure++
	}
}

// A tally counts the calls of the reviewed revision.
type tally struct{ results, success, failure, unlabelled int }

func (t *tally) add(ans *answer) {
	if ans.foreign != nil || ans.broken {
		return
	}
	t.results++
	if ans.result.Unlabelled {
		t.unlabelled++
	}
	if ans.result.Decision() == rule.Rejected {
		return
	}
	switch ans.result.Outcome {
	case results.Success:
		t.success++
	case results.Failure:
		t.failure++
	case results.ProtocolError, results.InputRequired, results.Unusable:
	}
}
