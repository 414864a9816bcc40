package evidence

import (
	"fmt"
	"slices"

	"mcpreview/internal/rule"
)

// A tally counts what is read against the limits on all evidence together.
type tally struct {
	*loader
	documents, kept int
	over            []over
}

// An over is a limit that was met: where first, and by how many files.
type over struct {
	first, limit string
	files        int
}

// within passes on the scan of a file that is within the limits, and of another
// only that it was left out.
func (t *tally) within(sc scan) scan {
	limit := ""
	switch {
	case sc.file.Documents > t.policy.Limits.Documents-t.documents:
		limit = fmt.Sprintf("%d documents in all", t.policy.Limits.Documents)
	case sc.kept > t.policy.Limits.KeptBytes-t.kept:
		limit = fmt.Sprintf("%d bytes of memory in all for documents other than calls", t.policy.Limits.KeptBytes)
	default:
		t.documents += sc.file.Documents
		t.kept += sc.kept
		return sc
	}
	sc.file.Left = "over the limit of " + limit
	i := slices.IndexFunc(t.over, func(o over) bool { return o.limit == limit })
	if i < 0 {
		i = len(t.over)
		t.over = append(t.over, over{first: sc.file.Path, limit: limit})
	}
	t.over[i].files++
	return scan{file: sc.file}
}

// findings are one for each limit that was met: there may be as many files as
// documents.
func (t *tally) findings() []rule.Finding {
	var out []rule.Finding
	for _, o := range t.over {
		text := "exceeds " + o.limit + ": the file is left out"
		if o.files > 1 {
			text += fmt.Sprintf(", as are %d more after it", o.files-1)
		}
		out = append(out, fileFinding(o.first, text))
	}
	return out
}
