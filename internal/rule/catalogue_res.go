package rule

var resRules = []*Rule{}
