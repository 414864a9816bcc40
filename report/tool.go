package report

import (
	"fmt"
	"sync/atomic"

	"mcpreview/admission"
	"mcpreview/headers"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
	"mcpreview/results"
)

// A tool is one row of the descriptor admission with what its results showed.
type tool struct {
	*admission.Tool
	findings []rule.Finding // of every analyzer
	accept   *acceptances
	contract results.Contract

	bindings []headers.Binding
	mapped   bool            // a mapping, or a request with header lines, is in evidence
	matching map[string]bool // headers that a request showed with a matching copy
	probes   headers.Probes  // kinds of bad request that the server was shown

	more      int           // findings that are not kept
	strongest *rule.Finding // of findings, once there are too many; without a rule where none decides

	success, failure, rejected, protocolErrors int
	worst                                      *rule.Finding // strongest deciding finding on its results

	// called reports that a success came of arguments that its inputSchema
	// allows, labelled that one without its request is known by its file's
	// name. They are set while calls are judged, and only ever to true.
	called, labelled atomic.Bool

	spending spending // of the values of its calls
}

// InResult stands in a tool's reason between the reason of one of its results
// and the place of that result.
const InResult = "; seen in "

// entry is one listing of a tool.
type entry = admission.Entry

func newTool(t *admission.Tool, accept *acceptances) *tool {
	w := &tool{Tool: t, accept: accept}
	w.add(t.Findings...)
	return w
}

// promise settles what the descriptor promises, once all that could reject it
// is known.
func (w *tool) promise() {
	w.contract = results.Contract{
		Rejected: w.isRejected(), HasOutput: w.HasOutput, Output: w.Output, Input: w.Input,
		Declared: strictjson.NamesIn(w.Entries[0].Value),
	}
}

// add takes in findings on the tool, with those marked that the policy accepts.
func (w *tool) add(fs ...rule.Finding) {
	n := len(w.findings)
	w.findings = append(w.findings, fs...)
	w.accept.mark(w.findings[n:], w.Digest)
}

// findingsPerTool is how many findings on a tool are kept when calls, of which
// there may be any number, add to them.
const findingsPerTool = 1000

// addSeen is add for what one call shows. Beyond findingsPerTool only what is
// stronger than all before is kept.
func (w *tool) addSeen(fs []rule.Finding) {
	for _, f := range fs {
		if len(w.findings) < findingsPerTool {
			w.add(f)
			continue
		}
		if w.strongest == nil {
			strongest, _ := rule.Strongest(w.findings)
			w.strongest = &strongest
		}
		n := len(w.findings)
		w.add(f) // which marks it
		switch f := w.findings[n]; {
		case f.Decides() && (w.strongest.Rule == nil || f.Compare(*w.strongest) < 0):
			w.strongest = &f
		default:
			w.findings = w.findings[:n]
			if f.Effect != rule.Note {
				w.more++
			}
		}
	}
}

func (w *tool) isRejected() bool { return rule.Decide(w.findings) == rule.Rejected }

// sawResult takes in what one result decides.
func (w *tool) sawResult(fs []rule.Finding) {
	if f, decided := rule.Strongest(fs); decided && (w.worst == nil || f.Compare(*w.worst) < 0) {
		worst := f // of its own, so that f need not outlive most calls
		w.worst = &worst
	}
}

// decision is the tool's answer with its one exact reason. A rejected result
// makes the tool CONDITIONAL: its descriptor is sound, its behaviour is not
// proven.
func (w *tool) decision() (decision rule.Decision, id, reason string) {
	own, decided := rule.Strongest(w.findings)
	switch {
	case decided && own.Effect <= rule.Reject:
		return rule.Rejected, own.Rule.ID, own.Reason()
	case w.worst != nil && (w.worst.Effect <= rule.Reject || !decided || w.worst.Compare(own) < 0):
		return rule.Conditional, w.worst.Rule.ID, w.worst.Reason() + InResult + rule.EscapePlace(w.worst.At.String())
	case decided:
		return rule.Conditional, own.Rule.ID, own.Reason()
	}
	return rule.Admit, "", w.proof()
}

// proof says what an admitted tool was shown to be.
func (w *tool) proof() string {
	bound := ""
	if len(w.bindings) > 0 {
		bound = ", " + rule.Count(len(w.bindings), "header binding")
	}
	proof := fmt.Sprintf("%s%s; validated %s and %s", w.Proof(), bound, rule.Count(w.success, "success result"), rule.Count(w.failure, "failure result"))
	if n := w.acceptedFindings(); n > 0 {
		proof += "; " + rule.Count(n, "finding") + " accepted by the policy"
	}
	return proof
}

func (w *tool) acceptedFindings() int {
	n := 0
	for _, f := range w.findings {
		if f.Accepted {
			n++
		}
	}
	return n
}

func (w *tool) row() Tool {
	decision, id, reason := w.decision()
	hints := Hints{}
	for _, h := range w.Hints {
		hints[h.Name] = h.Value
	}
	bound := []Header{}
	for _, b := range w.bindings {
		bound = append(bound, Header{Name: b.Header, Pointer: b.Pointer, Type: b.Type.String()})
	}
	return Tool{
		Name: w.Name, Decision: decision.String(), Rule: id, Reason: reason,
		Page: source(w.Page), Index: w.Index, Caller: rule.ShortName(w.Caller),
		Dialect: w.Dialect, OutputDialect: w.OutputDialect, Digest: w.Digest,
		Hints: hints, Headers: bound,
		Evidence: ToolEvidence{w.success, w.failure, w.rejected, w.protocolErrors},
	}
}
