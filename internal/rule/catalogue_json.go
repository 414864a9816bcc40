package rule

var jsonRules = []*Rule{}
