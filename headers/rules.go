package headers

import "mcpreview/internal/rule"

// The rules of annotations.
var (
	ruleNearMiss    = rule.Get("JSON-07")
	ruleUndecidable = rule.Get("HDR-01")
	ruleNotString   = rule.Get("HDR-02")
	ruleNotToken    = rule.Get("HDR-03")
	ruleRepeated    = rule.Get("HDR-04")
	ruleType        = rule.Get("HDR-05")
	ruleNested      = rule.Get("HDR-06")
	ruleMisplaced   = rule.Get("HDR-07")
	ruleReference   = rule.Get("HDR-08")
	ruleOutput      = rule.Get("HDR-09")
	ruleSiblings    = rule.Get("HDR-10")
	ruleSensitive   = rule.Get("HDR-11")
	ruleRange       = rule.Get("HDR-12")
	ruleLint        = rule.Get("HDR-13")
	ruleMapping     = rule.Get("HDR-14")
)

// The rules of senders.
var (
	ruleText     = rule.Get("ENC-01")
	ruleClear    = rule.Get("ENC-02")
	ruleSentinel = rule.Get("ENC-03")
	rulePayload  = rule.Get("ENC-04")
	ruleAltered  = rule.Get("ENC-05")
	ruleInteger  = rule.Get("ENC-06")
	ruleNoValue  = rule.Get("ENC-07")
	ruleNoForm   = rule.Get("ENC-08")
	ruleOneLine  = rule.Get("ENC-09")
	ruleForm     = rule.Get("ENC-11")
)

// The rules of the boundary.
var (
	ruleNameCase   = rule.Get("PAR-01")
	ruleMissing    = rule.Get("PAR-02")
	ruleDuplicate  = rule.Get("PAR-03")
	ruleStray      = rule.Get("PAR-04")
	ruleUndeclared = rule.Get("PAR-05")
	ruleMalformed  = rule.Get("PAR-06")
	ruleString     = rule.Get("PAR-07")
	ruleNumber     = rule.Get("PAR-08")
	ruleBoolean    = rule.Get("PAR-09")
	ruleUncopied   = rule.Get("PAR-10")
	ruleBody       = rule.Get("PAR-11")
	ruleAnswer     = rule.Get("PAR-12")
	ruleStandard   = rule.Get("PAR-13")
	ruleRetry      = rule.Get("PAR-14")
	ruleLeak       = rule.Get("PAR-15")
)
