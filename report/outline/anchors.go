package outline

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/report"
)

// anchors gives out anchors and counts how often it gave each.
type anchors map[string]int

// anchorDigits is how many hexadecimal digits of a digest an anchor has.
const anchorDigits = 10

// next is an anchor that stays the same as long as the parts do: a link to it
// survives whatever else there is in the report. Nothing of the parts themselves
// is in it. What has the same parts is numbered.
func (a anchors) next(prefix string, parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(strconv.Itoa(len(p)) + ":" + p)
	}
	sum := sha256.Sum256([]byte(b.String()))
	id := prefix + "-" + hex.EncodeToString(sum[:])[:anchorDigits]
	a[id]++
	if n := a[id]; n > 1 {
		id += "-" + number(n)
	}
	return id
}

// A See leads to rows elsewhere that speak of the same. The zero value leads
// nowhere.
type See struct {
	Title string
	Refs  []Ref
}

// A Ref leads to an anchored row.
type Ref struct {
	Text   string // in this program's own words
	Anchor string
}

// A crossing is what tools and findings have to do with each other: the anchor
// of each, in the review's order, and both by the tool's name.
type crossing struct {
	toolAnchors, findingAnchors []string
	toolOf                      map[string]string // the anchor of the first tool of that name
	findingsOf                  map[string][]int  // indices of findings on a tool, or on its results
	found                       map[string]onName // of the names that were asked for
}

func newCrossing(r *report.Review) crossing {
	c := crossing{toolOf: make(map[string]string), findingsOf: make(map[string][]int)}
	given := anchors{}
	for _, t := range r.Tools {
		parts := []string{t.Caller, t.Name}
		if t.Name == "" {
			parts = append(parts, t.Page.File, t.Page.Pointer)
		}
		anchor := given.next("tool", parts...)
		c.toolAnchors = append(c.toolAnchors, anchor)
		if t.Name != "" && c.toolOf[rule.ShortName(t.Name)] == "" {
			c.toolOf[rule.ShortName(t.Name)] = anchor
		}
	}
	for i, f := range r.Findings {
		c.findingAnchors = append(c.findingAnchors, given.next("finding", f.Rule, f.Subject.Kind, f.Subject.Name, f.Source.File, f.Source.Pointer))
		if aboutTool(f.Subject) {
			name := rule.ShortName(f.Subject.Name)
			c.findingsOf[name] = append(c.findingsOf[name], i)
		}
	}
	return c
}

// aboutTool reports whether a subject's name is that of a tool.
func aboutTool(s rule.Subject) bool {
	return s.Name != "" && (s.Kind == rule.KindTool || s.Kind == rule.KindResult || s.Kind == rule.KindMapping)
}

// maxRefs is how many rows a row leads to.
const maxRefs = 8

// toFindings leads from a tool to the findings on it, and names their rules.
func (b *builder) toFindings(t report.Tool) (ids []string, see See) {
	ids = []string{t.Rule}
	if t.Name == "" {
		return ids, see
	}
	found, known := b.found[t.Name]
	if !known {
		found = b.findingsOn(rule.ShortName(t.Name))
		if b.found == nil {
			b.found = make(map[string]onName)
		}
		b.found[t.Name] = found
	}
	return append(ids, found.rules...), See{Title: "Findings", Refs: found.refs}
}

// onName is what there is on the tools of one name: the rules, each once, and
// where the first findings stand. As many callers as there are may see a tool of
// the name, and each may have findings.
type onName struct {
	rules []string
	refs  []Ref
}

func (b *builder) findingsOn(name string) onName {
	var f onName
	for _, i := range b.findingsOf[name] {
		id := b.Findings[i].Rule
		if !slices.Contains(f.rules, id) {
			f.rules = append(f.rules, id)
		}
		if r := rule.ByID(id); r != nil && len(f.refs) < maxRefs {
			f.refs = append(f.refs, Ref{Text: r.ID, Anchor: b.findingAnchors[i]})
		}
	}
	return f
}

// toTool leads from a finding to the decision on its tool.
func (b *builder) toTool(s rule.Subject) See {
	anchor := b.toolOf[rule.ShortName(s.Name)]
	if !aboutTool(s) || anchor == "" {
		return See{}
	}
	return See{Title: "See", Refs: []Ref{{Text: "the decision on this tool", Anchor: anchor}}}
}
