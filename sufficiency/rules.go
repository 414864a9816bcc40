package sufficiency

import "mcpreview/internal/rule"

var (
	ruleSuccessOnly = rule.Get("EVID-01")
	ruleNoPages     = rule.Get("EVID-02")
	ruleTruncated   = rule.Get("EVID-03")
	ruleOneDecision = rule.Get("EVID-04")
	ruleNoSuccess   = rule.Get("EVID-05")
	ruleNoFailure   = rule.Get("EVID-06")
	ruleMapping     = rule.Get("EVID-07")
	ruleLines       = rule.Get("EVID-08")
	ruleCompletion  = rule.Get("EVID-09")
	ruleContexts    = rule.Get("EVID-10")
	ruleForeign     = rule.Get("EVID-11")
	ruleLabel       = rule.Get("EVID-12")
	ruleMatrix      = rule.Get("EVID-13")
	ruleUnreadable  = rule.Get("EVID-14")
)
