package rule

var cmpRules = []*Rule{}
