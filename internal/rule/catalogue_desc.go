package rule

var descRules = []*Rule{}
