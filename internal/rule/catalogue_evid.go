package rule

var evidRules = []*Rule{}
