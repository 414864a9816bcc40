package outline

import (
	"strings"
	"unicode/utf8"

	"mcpreview/report"
)

// base is the folder that all files of evidence stand in, with a final
// slash; "" where there is none, or where it is too long to be stated whole.
// Reports state it once and name files from there.
func base(files []report.File) string {
	common, n := "", 0
	for _, f := range files {
		if f.Kind == policyKind || f.Kind == filesKind {
			continue
		}
		n++
		folder := f.Path[:strings.LastIndexByte(f.Path, '/')+1]
		if n == 1 {
			common = folder
		}
		for !strings.HasPrefix(folder, common) {
			common = common[:strings.LastIndexByte(strings.TrimSuffix(common, "/"), '/')+1]
		}
	}
	if n == 0 || utf8.RuneCountInString(common) > placeLimit {
		return ""
	}
	return common
}

// The kinds in the list of evidence that are no file of evidence.
const (
	policyKind = "policy" // decides with the evidence, and stands elsewhere
	filesKind  = "files"  // all of them on one line
)

// below is a file's path from the base.
func (b *builder) below(file string) string { return strings.TrimPrefix(file, b.base) }
