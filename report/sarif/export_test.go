package sarif

import "mcpreview/report"

// Texts are what a log says of a finding of one string everywhere, and the path
// that it makes of it: all that a stranger has a hand in, without the rules,
// which are the same in every log and large.
func Texts(s string, f report.Finding) (messages []string, uri string) {
	return []string{sentence(f), prose(s)}, at(s).URI
}
