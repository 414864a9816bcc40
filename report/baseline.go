package report

import (
	"mcpreview/baseline"
	"mcpreview/internal/difference"
	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
)

// ruleSinceApproval is the rule that only a comparison judges.
var ruleSinceApproval = rule.Get("DESC-21")

// A Baseline is the approval that the evidence was compared with.
type Baseline struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"` // hexadecimal, of the lock file
	// Server to Policy are what the lock says of the review it was made in, ""
	// where it says nothing.
	Server          string `json:"server"`
	ServerVersion   string `json:"serverVersion"`
	ProtocolVersion string `json:"protocolVersion"`
	Profile         string `json:"profile"`
	Policy          string `json:"policy"` // "sha256:..."; "" for the default policy

	Tools     int `json:"tools"`     // entries of the lock
	Unchanged int `json:"unchanged"` // of them, listed as they were approved
	Changed   int `json:"changed"`
	Renamed   int `json:"renamed"`
	Added     int `json:"added"`   // listed, and not in the lock
	Omitted   int `json:"omitted"` // listed, and not admitted when the lock was written
	Removed   int `json:"removed"` // in the lock, and no longer listed
	// Changes are by what became of the tool, then its name. Omitted tools are in it only where they changed or
	// are admitted now; beyond 10,000 changes are counted only.
	Changes []ToolChange `json:"changes"`
}

// A ToolChange is one tool that is not as it was approved.
type ToolChange struct {
	Tool     string         `json:"tool"`     // its name as listed; of a removed tool, as locked
	Was      string         `json:"was"`      // the locked name of a renamed tool, else ""
	Change   string         `json:"change"`   // changed, renamed, added, omitted or removed
	Callers  []string       `json:"callers"`  // those it concerns
	Reason   string         `json:"reason"`   // of its finding
	Accepted bool           `json:"accepted"` // the policy accepts it
	Locked   string         `json:"locked"`   // digest of the approved descriptor; "" for none
	Digest   string         `json:"digest"`   // of the listed one; "" for none
	Accepts  string         `json:"accepts"`  // unaffected, widens, narrows or undecided: all changes of inputSchema
	Returns  string         `json:"returns"`  // the same of outputSchema
	Source   Source         `json:"source"`   // where it is listed; of a removed tool, in the lock
	Details  []DetailChange `json:"details"`
	Further  int            `json:"further"` // changes beyond those in details
}

// A DetailChange is one difference between two descriptors.
type DetailChange struct {
	Pointer   string `json:"pointer"` // from the descriptor
	Kind      string `json:"kind"`
	Schema    string `json:"schema"`    // "input" or "output" for what is in a schema, else ""
	Direction string `json:"direction"` // unaffected, widens, narrows or undecided
	Text      string `json:"text"`
}

// compareBaseline holds the tools against the lock of an earlier approval.
func (a *analysis) compareBaseline() {
	if a.lock == nil {
		return
	}
	in, tools := baseline.Input{}, []*tool{}
	for _, t := range a.tools {
		if t.Named {
			in.Tools = append(in.Tools, observed(t))
			tools = append(tools, t)
		}
	}
	in.Servers = a.serverNames()
	j := baseline.Compare(a.lock, in)
	a.changes = j
	a.changeAccepted = make([]bool, len(j.Changes))
	for i := range a.changeAccepted {
		a.changeAccepted[i] = true
	}
	for _, f := range j.Tools {
		fs := []rule.Finding{f.Finding}
		a.accept.mark(fs, f.Digest)
		a.noteAccepted(f.Change, fs[0])
		tools[f.Tool].findings = append(tools[f.Tool].findings, fs...)
	}
	for _, f := range j.Server {
		fs := []rule.Finding{f.Finding}
		fs[0].Accepted = a.acceptsRemoval(f)
		if f.Change >= 0 {
			a.noteAccepted(f.Change, fs[0])
		}
		a.server.add(fs...)
		a.findings.add(fs...)
	}
}

func (a *analysis) noteAccepted(change int, f rule.Finding) {
	a.changeAccepted[change] = a.changeAccepted[change] && f.Accepted
}

// acceptsRemoval reports whether the policy accepts that a tool is gone: as it
// does other changes, by its name and the digest, here of the approved one.
func (a *analysis) acceptsRemoval(f baseline.ServerFinding) bool {
	if f.Gone == "" {
		return false
	}
	of := f.Finding
	of.Subject = rule.Subject{Kind: rule.KindTool, Name: f.Gone}
	fs := []rule.Finding{of}
	a.accept.mark(fs, f.Digest)
	return fs[0].Accepted
}

// observed is a tool with its distinct descriptors.
func observed(t *tool) baseline.Tool {
	decision, _, _ := t.decision()
	o := baseline.Tool{Name: t.Name, Caller: t.Caller, Admitted: decision == rule.Admit}
	seen := map[string]bool{}
	for _, e := range t.Entries {
		if e.Digest != "" && seen[e.Digest] {
			continue
		}
		seen[e.Digest] = true
		o.Variants = append(o.Variants, baseline.Variant{
			Digest: e.Digest,
			Spot:   evidence.Spot{Doc: e.Exchange.Doc, Base: e.Value, Subject: rule.Subject{Kind: rule.KindTool, Name: t.Name}},
		})
	}
	return o
}

// baseline is the comparison as data; nil where there is none.
func (a *analysis) baseline() *Baseline {
	l := a.lock
	if l == nil {
		return nil
	}
	b := &Baseline{
		Path: l.File.Name, SHA256: l.File.SHA256, Server: l.Server, ServerVersion: l.ServerVersion,
		ProtocolVersion: l.ProtocolVersion, Profile: l.Profile, Policy: l.Policy,
		Tools: len(l.Tools), Unchanged: a.changes.Unchanged, Omitted: a.changes.StillOmitted, Changes: []ToolChange{},
	}
	for i, c := range a.changes.Changes {
		*b.counter(c.What)++
		if len(b.Changes) < rowLimit {
			b.Changes = append(b.Changes, toolChange(c, a.changeAccepted[i]))
		}
	}
	return b
}

func (b *Baseline) counter(w baseline.What) *int {
	switch w {
	case baseline.Changed:
		return &b.Changed
	case baseline.Renamed:
		return &b.Renamed
	case baseline.Added:
		return &b.Added
	case baseline.Omitted:
		return &b.Omitted
	case baseline.Removed:
		return &b.Removed
	}
	panic("report: a change of no kind")
}

func toolChange(c baseline.Change, accepted bool) ToolChange {
	t := ToolChange{
		Tool: c.Name, Was: c.Was, Change: c.What.String(), Callers: c.Callers, Reason: c.Finding.Reason(), Accepted: accepted, Digest: c.Digest,
		Accepts: difference.Unaffected.String(), Returns: difference.Unaffected.String(),
		Source: source(c.Finding.At), Details: []DetailChange{}, Further: c.Difference.Further,
	}
	if c.Locked != nil {
		t.Locked = c.Locked.Digest
	}
	switch {
	case c.Difference.Changes != nil:
		t.Accepts, t.Returns = c.Difference.Input.String(), c.Difference.Output.String()
	case c.What == baseline.Changed:
		t.Accepts, t.Returns = difference.Undecided.String(), difference.Undecided.String()
	}
	for _, d := range c.Difference.Changes {
		t.Details = append(t.Details, DetailChange{d.Pointer, d.Kind.String(), sides[d.Side], d.Direction.String(), d.Text})
	}
	return t
}

var sides = [...]string{difference.Neither: "", difference.Input: "input", difference.Output: "output"}

// open counts the changes that the policy does not accept.
func (b *Baseline) open() int {
	if b == nil {
		return 0
	}
	return count(b.Changes, func(c ToolChange) bool { return !c.Accepted })
}
