// Package baseline compares the tools that the evidence lists with those that
// were approved (DESC-21): what came, went, was renamed or changed since. It
// holds descriptors against the lock of one approval and judges nothing else of
// them.
//
// A caller that the lock knows is compared with what was approved for that
// caller; one that it does not know, with all that was approved of a name. Each
// caller that only one side knows is a condition: it may be another under a new
// name, who was approved for less.
package baseline

import (
	"maps"
	"slices"

	"mcpreview/internal/difference"
	"mcpreview/internal/evidence"
	"mcpreview/internal/lock"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

var ruleChanged = rule.Get("DESC-21")

// Input is what the evidence shows.
type Input struct {
	Tools   []Tool   // every tool with a usable name, one a caller and name
	Servers []string // the names that recordings give to the server
}

// A Tool is one name in one caller's surface.
type Tool struct {
	Name, Caller string
	Variants     []Variant // its distinct descriptors, never empty
	Admitted     bool      // but for this comparison
}

// A Variant is one descriptor of a tool.
type Variant struct {
	Digest string // as lock.Digest makes it; "" for one with JSON faults
	Spot   evidence.Spot
}

// What became of a tool since the approval. The zero value is invalid.
type What uint8

// The changes of a tool as a whole.
const (
	Changed What = iota + 1
	Renamed
	Removed // in the lock, and no longer listed
	Added   // listed, and not in the lock
	Omitted // listed, and listed but not admitted when the lock was written
)

var whatNames = [...]string{Changed: "changed", Renamed: "renamed", Added: "added", Omitted: "omitted", Removed: "removed"}

// String is the word in reports.
func (w What) String() string { return whatNames[w] }

// A Change is one tool that is not as it was approved.
type Change struct {
	What    What
	Name    string   // as it is listed; of a removed tool, as it was locked
	Was     string   // the locked name of a renamed tool
	Callers []string // in their order
	// Locked is what it is compared with, nil where there is nothing.
	Locked *lock.Tool
	Digest string // of the listed descriptor; "" for a removed tool, or one with JSON faults
	// Difference is between the two descriptors of a changed or renamed tool;
	// without changes where a JSON fault leaves them incomparable.
	Difference difference.Difference
	// Finding is of its first caller; the findings on tools have one for each.
	Finding rule.Finding
}

// A ToolFinding is what is found of one tool of the input.
type ToolFinding struct {
	Tool    int    // its index
	Digest  string // of the descriptor that it is about
	Change  int    // index of the change that it belongs to
	Finding rule.Finding
}

// A ServerFinding is what is found of the server.
type ServerFinding struct {
	// Gone and Digest name the removed tool that it is about and its approved
	// descriptor; "" where it is about none.
	Gone, Digest string
	Change       int // index of the change, -1 for none
	Finding      rule.Finding
}

// A Judgement is the whole comparison.
type Judgement struct {
	Tools     []ToolFinding
	Server    []ServerFinding
	Changes   []Change // by what became of the tool, then name
	Unchanged int      // entries of the lock that are listed as they were approved
	// StillOmitted counts the tools that were not admitted when the lock was
	// written, and are as they were and not admitted now.
	StillOmitted int
}

// changesKept is how many changes of one descriptor are told in words.
const changesKept = 20

// Compare holds the tools against a lock.
func Compare(l *lock.Lock, in Input) Judgement {
	c := newComparison(l, in)
	for i := range in.Tools {
		c.tool(i)
	}
	c.absences()
	c.renames()
	c.settle()
	c.server()
	return c.out
}

// A comparison is one run of Compare.
type comparison struct {
	lock *lock.Lock
	in   Input
	out  Judgement

	locked  map[string][]*lock.Tool    // by name
	omitted map[string][]lock.Omitted  // by name
	known   map[string]bool            // callers of the lock
	listed  map[string]map[string]bool // name, caller
	present map[string]bool            // callers of the evidence
	matched map[*lock.Tool]bool        // entries that are listed as they were approved

	rows   []row
	gone   []gone
	absent map[string]int // approved tools of callers that the evidence knows nothing of
}

// A row is one descriptor of a listed tool that is not as approved.
type row struct {
	tool    int
	variant Variant
	what    What
	locked  *lock.Tool
	renamed string
}

// gone is an approved tool that callers no longer see.
type gone struct {
	locked  *lock.Tool
	callers []string
	renamed bool
}

func newComparison(l *lock.Lock, in Input) *comparison {
	c := &comparison{
		lock: l, in: in, locked: map[string][]*lock.Tool{}, omitted: map[string][]lock.Omitted{}, known: map[string]bool{},
		listed: map[string]map[string]bool{}, present: map[string]bool{}, matched: map[*lock.Tool]bool{}, absent: map[string]int{},
	}
	for i := range l.Tools {
		t := &l.Tools[i]
		c.locked[t.Name] = append(c.locked[t.Name], t)
	}
	for _, o := range l.Omitted {
		c.omitted[o.Name] = append(c.omitted[o.Name], o)
	}
	for _, caller := range l.Callers {
		c.known[caller] = true
	}
	for _, t := range in.Tools {
		if c.listed[t.Name] == nil {
			c.listed[t.Name] = map[string]bool{}
		}
		c.listed[t.Name][t.Caller] = true
		c.present[t.Caller] = true
	}
	return c
}

// approved are the entries that a tool of a caller is held against.
func (c *comparison) approved(name, caller string) []*lock.Tool {
	if !c.known[caller] {
		return c.locked[name]
	}
	var own []*lock.Tool
	for _, t := range c.locked[name] {
		if slices.Contains(t.Callers, caller) {
			own = append(own, t)
		}
	}
	return own
}

// tool holds one listed tool against the lock.
func (c *comparison) tool(i int) {
	t := c.in.Tools[i]
	entries := c.approved(t.Name, t.Caller)
	for _, v := range t.Variants {
		same := slices.IndexFunc(entries, func(e *lock.Tool) bool { return e.Digest == v.Digest })
		switch {
		case same >= 0:
			c.matched[entries[same]] = true
		case len(entries) > 0:
			c.rows = append(c.rows, row{tool: i, variant: v, what: Changed, locked: entries[0]})
		case c.wasOmitted(t.Name, t.Caller) != nil:
			if o := c.wasOmitted(t.Name, t.Caller); !t.Admitted && o.Digest == v.Digest {
				c.out.StillOmitted++ // for reasons of its own, which are told
				continue
			}
			c.rows = append(c.rows, row{tool: i, variant: v, what: Omitted})
		default:
			c.rows = append(c.rows, row{tool: i, variant: v, what: Added})
		}
	}
}

// wasOmitted is the entry of a tool that was not admitted; nil for none.
func (c *comparison) wasOmitted(name, caller string) *lock.Omitted {
	for i, o := range c.omitted[name] {
		if !c.known[caller] || slices.Contains(o.Callers, caller) {
			return &c.omitted[name][i]
		}
	}
	return nil
}

// absences finds the approved tools that are no longer listed, each for the
// callers that were to see it. Of a caller whom the evidence knows nothing of,
// only what nobody lists is known to be gone.
func (c *comparison) absences() {
	for i := range c.lock.Tools {
		t := &c.lock.Tools[i]
		listed := c.listed[t.Name]
		if len(listed) == 0 {
			c.gone = append(c.gone, gone{locked: t, callers: t.Callers})
			continue
		}
		var callers []string
		for _, caller := range t.Callers {
			switch {
			case listed[caller]:
			case c.present[caller]:
				callers = append(callers, caller)
			default:
				c.absent[caller]++
			}
		}
		if len(callers) > 0 {
			c.gone = append(c.gone, gone{locked: t, callers: callers})
		}
	}
}

func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

// fault reports that a descriptor cannot be compared.
func (v Variant) fault() bool { return v.Digest == "" || !v.Spot.Base.Is(strictjson.Object) }
