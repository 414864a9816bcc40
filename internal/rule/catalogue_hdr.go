package rule

var hdrRules = []*Rule{}
