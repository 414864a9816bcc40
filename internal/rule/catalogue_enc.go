package rule

var encRules = []*Rule{}
