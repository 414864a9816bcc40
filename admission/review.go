package admission

import (
	"encoding/hex"
	"slices"
	"sync"
	"sync/atomic"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// Input is the evidence of descriptors.
type Input struct {
	Listings    []*evidence.Listing  // in the order of evidence.Set; only those of tools are looked at
	Descriptors []*evidence.Exchange // descriptors recorded without a page: each one's Value
}

// A Tool is one name in one caller's surface, over all sessions and passes, or
// one entry that has no usable name.
type Tool struct {
	Name   string // exact; "" unless Named
	Named  bool   // the entry has a non-empty name that every reader reads alike
	Caller string

	// Page and Index are where its first listing stands, of the reviewed
	// revision where there is one: the place of the entry, and its index
	// within the page, from 0.
	Page    rule.Location
	Index   int
	Entries []Entry // every listing of it that is not superseded, those of the reviewed revision first, else in evidence order; never empty

	// Findings are sorted; their subject is the tool. They are of every
	// distinct descriptor that the name has.
	Findings []rule.Finding

	*Descriptor // that of the first entry
}

// An Entry is one listing of a tool.
type Entry struct {
	Exchange *evidence.Exchange // the page, or the descriptor's record
	Value    *strictjson.Value
	*Descriptor
}

// A Descriptor is what one distinct descriptor is found to be. Entries whose
// descriptors are the same JSON value share one.
type Descriptor struct {
	Digest string // "sha256:" and the hexadecimal digest of the canonical form; "" where JSON faults leave it without one

	Input, Output *schema.Schema // nil where absent or unusable
	HasOutput     bool           // the member outputSchema is present, null too, and its revision knows it
	Dialect       string         // of inputSchema; "" where Input is nil
	OutputDialect string

	Hints []Hint // in the order of their names
	// HeaderAnnotations is how many members x-mcp-header, or what nearly is
	// that, stand in both schemas, wherever and at any depth.
	HeaderAnnotations int
}

// A Hint is a boolean annotation that the protocol defines: what the server
// claims. Nothing is decided by it.
type Hint struct {
	Name  string
	Value bool
}

// Proof says what an admitted descriptor was shown to be, as a clause.
func (d *Descriptor) Proof() string {
	proof := "inputSchema valid under " + d.Dialect
	if d.HasOutput {
		proof += ", outputSchema valid under " + d.OutputDialect
	}
	return proof + ", descriptor " + d.Digest
}

// Review judges every tool that the listings show, one decision per caller and
// name, in the order of the first listing. It runs jobs workers, at least one;
// their number never changes the outcome.
func Review(in Input, p policy.Policy, jobs int) []*Tool {
	entries := gather(in, p)
	each(len(entries), jobs, func(i int) { entries[i].identify() })
	rows := groupRows(entries)
	for _, r := range rows {
		r.lead(p.Revision)
	}

	leaders, followers := share(rows)
	each(len(leaders), jobs, func(i int) { leaders[i].judge(p) })
	for _, f := range followers {
		f.adopt()
	}

	tools := make([]*Tool, len(rows))
	each(len(rows), jobs, func(i int) { tools[i] = rows[i].tool(p) })
	addNeighbours(rows, tools, p)
	each(len(tools), jobs, func(i int) { tools[i].Findings = rule.Sort(tools[i].Findings) })
	return tools
}

// each calls do for 0 to n-1 from a number of goroutines.
func each(n, jobs int, do func(i int)) {
	jobs = min(max(jobs, 1), n)
	if jobs == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}

// A row is what becomes one Tool.
type row struct {
	caller     string
	entries    []*entry   // in evidence order
	superseded []*entry   // entries of earlier passes that list_changed replaced
	differ     []*variant // its distinct descriptors, in evidence order
}

type rowKey struct{ caller, name string }

// groupRows puts the entries of one caller and name together; an entry without
// a usable name stays alone. What is listed in superseded passes only is no
// row: it is no longer served.
func groupRows(entries []*entry) []*row {
	var rows []*row
	byKey := map[rowKey]*row{}
	for _, e := range entries {
		if e.superseded {
			continue
		}
		r := byKey[rowKey{e.caller, e.name}]
		if r == nil || !e.named {
			r = &row{caller: e.caller}
			rows = append(rows, r)
			if e.named {
				byKey[rowKey{e.caller, e.name}] = r
			}
		}
		r.entries = append(r.entries, e)
	}
	for _, e := range entries {
		if !e.superseded || !e.named {
			continue
		}
		if r := byKey[rowKey{e.caller, e.name}]; r != nil {
			r.superseded = append(r.superseded, e)
		}
	}
	return rows
}

// lead puts the entries of the reviewed revision before those of others: what a
// server of several eras lists for the reviewed one is what its results are
// held against (EVID-11).
func (r *row) lead(revision *protocol.Revision) {
	slices.SortStableFunc(r.entries, func(a, b *entry) int {
		switch x, y := a.of(revision), b.of(revision); {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
}

// of reports whether an entry is of a revision; one that states none is of any.
func (e *entry) of(revision *protocol.Revision) bool {
	return e.revision == revision && (e.exchange.Revision != nil || e.exchange.Stated == "")
}

func (r *row) tool(p policy.Policy) *Tool {
	first := r.entries[0]
	t := &Tool{
		Name: first.name, Named: first.named, Caller: r.caller,
		Page: first.place(), Index: first.index, Descriptor: first.variant.Descriptor,
	}
	for _, e := range r.entries {
		t.Entries = append(t.Entries, Entry{Exchange: e.exchange, Value: e.value, Descriptor: e.variant.Descriptor})
	}
	for _, v := range r.differ {
		t.Findings = append(t.Findings, v.findings...)
	}
	if first.named {
		t.Findings = append(t.Findings, r.repetitions(p)...)
		t.Findings = append(t.Findings, r.drift(p)...)
	}
	return t
}

func digestText(sum [32]byte) string { return "sha256:" + hex.EncodeToString(sum[:]) }
