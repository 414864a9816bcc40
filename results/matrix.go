package results

import (
	"slices"

	"mcpreview/internal/evidence"
	"mcpreview/internal/matrix"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// rowRules are the rules that decide the rows which call results exercise.
var rowRules = [...][]*rule.Rule{
	matrix.NonObject:      {ruleShape, rulePresence, ruleOutput, ruleErrorOut, ruleFallback},
	matrix.OutputMismatch: {ruleOutput, ruleAgrees},
	matrix.ErrorMismatch:  {ruleErrorOut, ruleShape, ruleSays},
	matrix.MixedContent:   {ruleBlock, ruleText, ruleMediaType, ruleBase64, ruleLink, ruleEmbedded, ruleAnnotation, ruleLimits},
	matrix.ErrorLayering:  {ruleUnknown, ruleMalformed, ruleFailure},
}

// exerciseRows decides each row that the exchange exercises by its rules alone.
func (j *judge) exerciseRows() {
	structured := j.structured()
	contract := j.hasOutput() && j.contract.Output != nil && (j.Outcome == Success || j.Outcome == Failure)
	if contract && structured != nil && !structured.Is(strictjson.Object) {
		j.exercise(matrix.NonObject)
	}
	if contract && j.Outcome == Success {
		j.exercise(matrix.OutputMismatch)
	}
	if contract && j.Outcome == Failure {
		j.exercise(matrix.ErrorMismatch)
	}
	if j.isMixed() {
		j.exercise(matrix.MixedContent)
	}
	if j.exercisesLayers() {
		j.exercise(matrix.ErrorLayering)
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
	switch j.call.Label {
	case evidence.LabelFailure, evidence.LabelMalformed, evidence.LabelArguments:
		return j.Outcome == ProtocolError || j.Outcome == Success
	}
	return false
}

func (j *judge) exercise(row int) {
	j.Rows[row] = rule.Decide(rule.Of(j.Findings, rowRules[row]))
}
