package completion

import "mcpreview/internal/rule"

var (
	ruleRef        = rule.Get("CMP-01")
	rulePrompt     = rule.Get("CMP-02")
	ruleResource   = rule.Get("CMP-03")
	ruleArgument   = rule.Get("CMP-04")
	ruleValue      = rule.Get("CMP-05")
	ruleValues     = rule.Get("CMP-06")
	ruleTotal      = rule.Get("CMP-07")
	ruleHasMore    = rule.Get("CMP-08")
	ruleAllowed    = rule.Get("CMP-09")
	ruleHidden     = rule.Get("CMP-10")
	ruleCounts     = rule.Get("CMP-11")
	ruleErrors     = rule.Get("CMP-12")
	rulePace       = rule.Get("CMP-13")
	ruleCapability = rule.Get("CMP-14")
	ruleInputs     = rule.Get("EVID-09")
)

// rowRules decide row 11 of the validation matrix.
var rowRules = []*rule.Rule{rulePrompt, ruleAllowed, ruleHidden, ruleCounts, rulePace}
