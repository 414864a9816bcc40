package rule

var pageRules = []*Rule{}
