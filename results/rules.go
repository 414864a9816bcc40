package results

import "mcpreview/internal/rule"

// The rules of this package. RES-09, RES-10, RES-12 and RES-22 are properties
// of the review or definitions; they make no finding on a result.
var (
	ruleComplete   = rule.Get("RES-01")
	ruleShape      = rule.Get("RES-02")
	ruleBlock      = rule.Get("RES-03")
	ruleText       = rule.Get("RES-04")
	ruleMediaType  = rule.Get("RES-05")
	ruleBase64     = rule.Get("RES-06")
	ruleLink       = rule.Get("RES-07")
	ruleEmbedded   = rule.Get("RES-08")
	ruleAnnotation = rule.Get("RES-11")
	rulePresence   = rule.Get("RES-12")
	ruleOutput     = rule.Get("RES-13")
	ruleErrorOut   = rule.Get("RES-14")
	ruleFallback   = rule.Get("RES-15")
	ruleAgrees     = rule.Get("RES-16")
	ruleLimits     = rule.Get("RES-17")
	ruleUnknown    = rule.Get("RES-18")
	ruleMalformed  = rule.Get("RES-19")
	ruleFailure    = rule.Get("RES-20")
	ruleInterim    = rule.Get("RES-21")
	ruleSays       = rule.Get("RES-23")
	ruleHidden     = rule.Get("RES-24")
	ruleInteger    = rule.Get("RES-25")

	ruleNearMiss = rule.Get("JSON-07")
	ruleMeta     = rule.Get("JSON-12")
	ruleLabel    = rule.Get("EVID-12")
)
