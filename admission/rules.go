package admission

import "mcpreview/internal/rule"

var (
	ruleEntry       = rule.Get("DESC-01")
	ruleName        = rule.Get("DESC-02")
	ruleInvisible   = rule.Get("DESC-03")
	ruleCharset     = rule.Get("DESC-04")
	ruleDrift       = rule.Get("DESC-05")
	ruleTwice       = rule.Get("DESC-06")
	ruleInput       = rule.Get("DESC-07")
	ruleRootType    = rule.Get("DESC-08")
	ruleBounds      = rule.Get("DESC-12")
	ruleOutput      = rule.Get("DESC-13")
	ruleAnnotations = rule.Get("DESC-14")
	ruleOptional    = rule.Get("DESC-15")
	ruleUnknown     = rule.Get("DESC-16")
	ruleHiddenText  = rule.Get("DESC-19")
	ruleConfusable  = rule.Get("DESC-20")
	ruleNearMiss    = rule.Get("JSON-07")
	ruleMeta        = rule.Get("JSON-12")
	ruleUnjudged    = rule.Get("EVID-14")
)
