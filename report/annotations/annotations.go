// Package annotations writes a review as workflow commands of GitHub Actions:
// a line for each finding that decides, which GitHub then shows beside the
// line of the file, and one for the verdict. Whatever a server wrote is inside
// of a command, escaped, and starts none.
package annotations

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/version"
	"mcpreview/report"
	"mcpreview/report/escape"
)

// MaxPerLevel is how many annotations of one level GitHub keeps of a step.
const MaxPerLevel = 10

// How many characters of the evidence's strings are shown.
const (
	nameLimit = 64
	pathLimit = 1024
	textLimit = 480
)

// The commands that annotate, which are their levels too.
const (
	failure = "error"
	caution = "warning"
	remark  = "notice"
)

// levelOf is the level of a finding that decides.
var levelOf = map[string]string{rule.Refuse.String(): failure, rule.Reject.String(): failure, rule.Condition.String(): caution}

// verdictLevel is the level of a verdict.
var verdictLevel = map[string]string{report.Approve: remark, report.Conditional: caution, report.Refuse: failure}

// Write writes r as lines, each a command: the findings that decide, strongest
// first and at most as many as GitHub shows, then how many more there are, and
// the verdict. An error is one of w.
func Write(w io.Writer, r *report.Review) error {
	verdict := cmp.Or(verdictLevel[r.Verdict.Decision], failure)
	room := map[string]int{failure: MaxPerLevel, caution: MaxPerLevel}
	room[verdict]--
	var b strings.Builder
	left := 0
	for _, f := range deciding(r) {
		level := levelAt(f)
		if room[level] == 0 {
			left++
			continue
		}
		room[level]--
		writeFinding(&b, level, f)
	}
	unlisted := max(0, r.Verdict.Counts.Findings+r.Verdict.Counts.Notes-len(r.Findings))
	if left+unlisted > 0 {
		writeCommand(&b, remark, nil, rule.Count(left+unlisted, "more finding")+" not shown here: GitHub keeps "+
			fmt.Sprint(MaxPerLevel)+" annotations of each level. The report has them: -o review.html or -o review.json writes it.")
	}
	writeCommand(&b, verdict, []property{{"title", version.Name + " " + shown(r.Verdict.Decision, nameLimit)}}, shown(r.Verdict.Reason, textLimit))
	_, err := io.WriteString(w, b.String())
	return err
}

// deciding are the findings that the verdict rests on, strongest first: those
// that decide on a subject, and the missing evidence that it waits for.
func deciding(r *report.Review) []report.Finding {
	type asked struct {
		subject rule.Subject
		reason  string
	}
	blocking := make(map[asked]bool)
	for _, i := range r.Requests {
		if i.Blocking {
			blocking[asked{i.Subject, i.Reason}] = true
		}
	}
	var all []report.Finding
	for _, f := range r.Findings {
		if !f.Accepted && (levelOf[f.Effect] != "" || blocking[asked{f.Subject, f.Reason}]) {
			all = append(all, f)
		}
	}
	return spread(all)
}

// spread orders findings by level and, within a level, so that every rule has
// its turn before one comes again: ten places tell more of ten rules than of
// one.
func spread(all []report.Finding) []report.Finding {
	turns := make(map[string]int)
	type turned struct {
		report.Finding
		turn int
	}
	ordered := make([]turned, len(all))
	for i, f := range all {
		key := levelAt(f) + " " + f.Rule
		ordered[i] = turned{f, turns[key]}
		turns[key]++
	}
	slices.SortStableFunc(ordered, func(x, y turned) int {
		return cmp.Or(cmp.Compare(levelAt(x.Finding), levelAt(y.Finding)), cmp.Compare(x.turn, y.turn)) // errors, warnings
	})
	for i, o := range ordered {
		all[i] = o.Finding
	}
	return all
}

// levelAt is the level of a finding. One that only asks is a warning where the
// verdict waits for it.
func levelAt(f report.Finding) string { return cmp.Or(levelOf[f.Effect], caution) }

func writeFinding(b *strings.Builder, level string, f report.Finding) {
	about := shown(f.Subject.Kind, nameLimit)
	if f.Subject.Name != "" {
		about += " " + shown(rule.Quote(f.Subject.Name), nameLimit)
	}
	text := about + ": " + shown(f.Reason, textLimit)
	if f.Provenance == rule.Policy.String() {
		text += " (house policy, no protocol violation)"
	}
	title := version.Name + " " + shown(f.Rule, nameLimit) + " " + shown(f.Name, nameLimit)
	writeCommand(b, level, append(place(f.Source), property{"title", title}), text)
}

// place is where in the repository GitHub puts an annotation; nothing where
// that is nowhere, or at a file whose name cannot be said in full.
func place(s report.Source) []property {
	if s.File == "" {
		return nil
	}
	file, left := escape.Visible(path.Clean(s.File), pathLimit)
	if left > 0 {
		return nil
	}
	all := []property{{"file", file}}
	if s.Line > 0 {
		all = append(all, property{"line", strconv.Itoa(s.Line)})
		if s.Column > 0 {
			all = append(all, property{"col", strconv.Itoa(s.Column)})
		}
	}
	return all
}

// shown is a string of the evidence on a line of a log.
func shown(s string, limit int) string {
	text, left := escape.Visible(s, limit)
	return text + escape.Left(left)
}

// A property is a parameter of a command.
type property struct{ name, value string }

func writeCommand(b *strings.Builder, command string, properties []property, data string) {
	b.WriteString("::" + command)
	for i, p := range properties {
		b.WriteString([]string{" ", ","}[min(i, 1)] + p.name + "=" + propertyEscapes.Replace(p.value))
	}
	b.WriteString("::" + dataEscapes.Replace(data) + "\n")
}

// What ends a command's data or one of its parameters, as the toolkit of the
// runner's makers escapes it.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
