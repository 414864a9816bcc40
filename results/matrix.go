package results

import (
	"slices"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// Rows of the validation matrix that call results exercise.
const (
	rowNonObject = 1
	rowMismatch  = 2
	rowError     = 3
	rowMixed     = 10
	rowLayers    = 12
)

var rowRules = [...][]*rule.Rule{
	rowNonObject: {ruleShape, rulePresence, ruleOutput, ruleErrorOut, ruleFallback},
	rowMismatch:  {ruleOutput, ruleAgrees},
	rowError:     {ruleErrorOut, ruleShape, ruleSays},
	rowMixed:     {ruleBlock, ruleText, ruleMediaType, ruleBase64, ruleLink, ruleEmbedded, ruleAnnotation, ruleLimits},
	rowLayers:    {ruleUnknown, ruleMalformed, ruleFailure},
}

// exerciseRows decides each row that the exchange exercises by its rules alone.
func (j *judge) exerciseRows() {
	structured := j.structured()
	contract := j.hasOutput() && j.contract.Output != nil && (j.Outcome == Success || j.Outcome == Failure)
	if contract && structured != nil && !structured.Is(strictjson.Object) {
		j.exercise(rowNonObject)
	}
	if contract && j.Outcome == Success {
		j.exercise(rowMismatch)
	}
	if contract && j.Outcome == Failure {
		j.exercise(rowError)
	}
	if j.isMixed() {
		j.exercise(rowMixed)
	}
	if j.exercisesLayers() {
		j.exercise(rowLayers)
	}
}

// isMixed reports whether the content holds anything but text.
func (j *judge) isMixed() bool {
	return slices.ContainsFunc(j.Blocks, func(b Block) bool { return b.Type != "text" })
}

// exercisesLayers reports whether the exchange is a failure of any layer, or
// was meant to be one.
func (j *judge) exercisesLayers() bool {
	switch j.Shows {
	case evidence.LabelFailure, evidence.LabelUnknownTool, evidence.LabelMalformed, evidence.LabelArguments:
		return j.call.Result != nil || j.call.Error != nil
	}
	return j.call.Label == evidence.LabelFailure && (j.Outcome == ProtocolError || j.Outcome == Success)
}

func (j *judge) exercise(row int) {
	j.Rows[row] = rule.Admit
	for _, f := range j.Findings {
		if !slices.Contains(rowRules[row], f.Rule) {
			continue
		}
		if d := rule.Decide([]rule.Finding{f}); d > j.Rows[row] {
			j.Rows[row] = d
		}
	}
}
