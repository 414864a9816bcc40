package pagination

import "mcpreview/internal/rule"

var (
	ruleNearMiss    = rule.Get("JSON-07")
	ruleMeta        = rule.Get("JSON-12")
	ruleShape       = rule.Get("PAGE-01")
	ruleStart       = rule.Get("PAGE-02")
	ruleEnd         = rule.Get("PAGE-03")
	ruleCursorType  = rule.Get("PAGE-04")
	ruleRepeat      = rule.Get("PAGE-05")
	ruleMissing     = rule.Get("PAGE-07")
	ruleTermination = rule.Get("PAGE-08")
	ruleDuplicate   = rule.Get("PAGE-09")
	ruleOrder       = rule.Get("PAGE-10")
	ruleSet         = rule.Get("PAGE-11")
	ruleCaching     = rule.Get("PAGE-12")
	ruleError       = rule.Get("PAGE-13")
	rulePublic      = rule.Get("PAGE-14")
)
