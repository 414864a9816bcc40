package rule

var parRules = []*Rule{}
