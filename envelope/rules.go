package envelope

import "mcpreview/internal/rule"

var (
	ruleNearMiss     = rule.Get("JSON-07")
	ruleEnvelope     = rule.Get("JSON-08")
	ruleMetadata     = rule.Get("JSON-09")
	ruleError        = rule.Get("JSON-10")
	ruleResultType   = rule.Get("JSON-11")
	ruleMeta         = rule.Get("JSON-12")
	ruleStream       = rule.Get("JSON-13")
	ruleRefusal      = rule.Get("JSON-14")
	ruleCapability   = rule.Get("DESC-18")
	ruleChanged      = rule.Get("DESC-21")
	ruleHidden       = rule.Get("DESC-19")
	ruleCachingHints = rule.Get("PAGE-12")
	ruleUnusable     = rule.Get("EVID-14")
)
