package envelope

import (
	"fmt"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// strictFaults reports the strict JSON faults of the record that no smaller
// scope takes: those inside one listed tool and inside a call's result are
// judged with the tool and the result. One finding stands for all faults of a
// kind, since hostile evidence can hold millions.
func (j *judge) strictFaults() {
	first := map[strictjson.FaultKind]strictjson.Fault{}
	count := map[strictjson.FaultKind]int{}
	scoped := j.scopedElsewhere()
	for _, f := range j.ex.Faults(j.ex.Value) {
		for len(scoped) > 0 && scoped[0].End() <= f.Offset {
			scoped = scoped[1:]
		}
		if len(scoped) > 0 && scoped[0].Start() <= f.Offset {
			continue
		}
		if count[f.Kind]++; count[f.Kind] == 1 {
			first[f.Kind] = f
		}
	}
	for kind := strictjson.DuplicateName; kind <= strictjson.NestingBound; kind++ {
		if count[kind] == 0 {
			continue
		}
		f := j.spot(j.ex.Value).FindFault(first[kind], rule.Reject, j.policy.Limits.JSON())
		if count[kind] > 1 {
			f.Text += fmt.Sprintf(" (and %d more such places)", count[kind]-1)
		}
		j.out.Findings = append(j.out.Findings, f)
		j.out.Usable = false
	}
}

// comparedWithHeaders reports that a request's body is held against its header
// lines, where an ambiguous one is refused (PAR-11).
func (j *judge) comparedWithHeaders() bool {
	return j.ex.Method == protocol.MethodCallTool && j.ex.CarriesCopies()
}

// scopedElsewhere are the parts of the record whose faults are not the
// exchange's, in document order.
func (j *judge) scopedElsewhere() []*strictjson.Value {
	var parts []*strictjson.Value
	lenient := j.ex.Request != nil && j.deliberate || j.comparedWithHeaders()
	if lenient {
		parts = append(parts, j.ex.Request)
	}
	switch j.ex.Method {
	case protocol.MethodCallTool:
		if j.ex.Result != nil {
			parts = append(parts, j.ex.Result)
		}
	case protocol.MethodListTools:
		for _, tool := range j.ex.Result.Get("tools").Elements() {
			parts = append(parts, tool)
		}
	}
	if lenient && len(parts) > 1 && parts[0].Start() > parts[1].Start() {
		parts = append(parts[1:], parts[0])
	}
	return parts
}
