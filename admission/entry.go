package admission

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// An entry is one listing of a tool while it is being judged.
type entry struct {
	listing  *evidence.Listing
	exchange *evidence.Exchange
	index    int
	value    *strictjson.Value

	session    evidence.Session
	caller     string
	pass       any // tells observations apart: the listing, or the document of a snapshot
	superseded bool
	revision   *protocol.Revision

	name   string
	named  bool
	faults []strictjson.Fault
	digest [32]byte // of the descriptor's canonical form; with faults, of its text
	stable [32]byte // the same without _meta, which may change from answer to answer

	variant *variant
}

func (e *entry) doc() *strictjson.Document { return e.exchange.Doc }

func (e *entry) place() rule.Location { return e.doc().Locate(e.value) }

func (e *entry) spot() evidence.Spot {
	return evidence.Spot{Doc: e.doc(), Base: e.value, Subject: rule.Subject{Kind: rule.KindTool, Name: e.name}}
}

// A surface is what one caller sees in one session.
type surface struct {
	session evidence.Session
	caller  string
}

// gather lists the entries in evidence order: listings, their pages and items,
// then descriptors without a page. What is over the bound of a surface is left
// out (Overflow counts it).
func gather(in Input, p policy.Policy) []*entry {
	newest := changedPasses(in.Listings)
	var entries []*entry
	add := func(e *entry, x *evidence.Exchange) {
		e.exchange, e.session, e.caller, e.revision = x, x.Session, x.Caller, cmp.Or(x.Revision, p.Revision)
		entries = append(entries, e)
	}
	for _, l := range in.Listings {
		if l.List.Method != protocol.MethodListTools {
			continue
		}
		left := p.Limits.ToolsPerSurface
		superseded := l.Pass < newest[surface{l.Session, l.Caller}]
		for _, page := range l.Pages {
			for i, v := range page.Items.Elements() {
				if left--; left < 0 {
					break
				}
				e := &entry{listing: l, index: i, value: v, pass: l, superseded: superseded}
				add(e, page.Exchange)
				e.session, e.caller = l.Session, l.Caller
			}
		}
	}
	left := map[string]int{}
	for _, x := range in.Descriptors {
		if left[x.Caller]++; left[x.Caller] > p.Limits.ToolsPerSurface {
			continue
		}
		add(&entry{index: lastIndex(x), value: x.Value, pass: x.Doc}, x)
	}
	return entries
}

// changedPasses is, for each surface, the last pass that a list_changed
// notification was recorded with: it supersedes those before it.
func changedPasses(listings []*evidence.Listing) map[surface]int {
	newest := map[surface]int{}
	for _, l := range listings {
		if l.Changed && l.List.Method == protocol.MethodListTools {
			s := surface{l.Session, l.Caller}
			newest[s] = max(newest[s], l.Pass)
		}
	}
	return newest
}

// lastIndex is the index of a descriptor in the array that it stands in, 0
// where it stands alone.
func lastIndex(x *evidence.Exchange) int {
	pointer := x.Doc.PointerFrom(x.Doc.Root, x.Value)
	n, err := strconv.Atoi(pointer[strings.LastIndexByte(pointer, '/')+1:])
	if err != nil {
		return 0
	}
	return n
}

// Overflow finds the surfaces that have more entries than the limit of tools,
// whose further ones are not judged (EVID-14): findings on the server, named by
// the caller of the surface.
func Overflow(in Input, limits policy.Limits) []rule.Finding {
	var over []rule.Finding
	exceeds := func(caller string, entries int, at rule.Location) {
		over = append(over, rule.Finding{
			Rule: ruleUnjudged, Effect: rule.Refuse, Provenance: rule.Policy, Subject: rule.Subject{Kind: rule.KindServer, Name: caller}, At: at,
			Text: fmt.Sprintf("surface of %d tools exceeds %d; those beyond were not judged", entries, limits.ToolsPerSurface),
		})
	}
	for _, l := range in.Listings {
		n := 0
		for _, page := range l.Pages {
			n += page.Items.Len()
		}
		if l.List.Method == protocol.MethodListTools && n > limits.ToolsPerSurface {
			exceeds(l.Caller, n, l.Pages[0].Place())
		}
	}
	byCaller := map[string]int{}
	for _, x := range in.Descriptors {
		byCaller[x.Caller]++
	}
	for _, x := range in.Descriptors {
		if n := byCaller[x.Caller]; n > limits.ToolsPerSurface {
			exceeds(x.Caller, n, rule.Location{})
			delete(byCaller, x.Caller)
		}
	}
	return over
}

// identify reads the name and computes the digests.
func (e *entry) identify() {
	e.faults = e.exchange.Faults(e.value)
	e.name, e.named = e.usableName()
	if len(e.faults) > 0 {
		e.digest = sha256.Sum256([]byte(e.doc().Source(e.value)))
		e.stable = e.digest
		return
	}
	form := strictjson.AppendCanonical(make([]byte, 0, e.value.End()-e.value.Start()), e.value)
	e.digest = sha256.Sum256(form)
	e.stable = e.digest
	if e.value.Get("_meta") != nil {
		e.stable = sha256.Sum256(appendStable(form[:0], e.value))
	}
}

// usableName is the name that groups entries. A name with a fault in it, or one
// given twice, is none: readers differ on what it is.
func (e *entry) usableName() (string, bool) {
	v := e.value.Get("name")
	s, ok := v.Str()
	if !ok || s == "" {
		return "", false
	}
	for _, f := range e.faults {
		if f.Kind == strictjson.DuplicateName && f.Name == "name" && e.doc().PointerFromOffset(e.value, f.Offset) == "/name" ||
			f.Offset >= v.Start() && f.Offset < v.End() {
			return "", false
		}
	}
	return strings.Clone(s), true // which outlives the document in the report
}

// appendStable appends the canonical form that the descriptor would have
// without its _meta.
func appendStable(dst []byte, v *strictjson.Value) []byte {
	dst = append(dst, '{')
	for i, m := range stableMembers(v) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(strictjson.AppendQuoted(dst, m.name), ':')
		dst = strictjson.AppendCanonical(dst, m.value)
	}
	return append(dst, '}')
}

type member struct {
	name  string
	value *strictjson.Value
}

// stableMembers are a descriptor's members but _meta, in canonical order.
func stableMembers(v *strictjson.Value) []member {
	var members []member
	for name, value := range v.Members() {
		if name != "_meta" {
			members = append(members, member{name, value})
		}
	}
	slices.SortFunc(members, func(a, b member) int { return strictjson.CompareNames(a.name, b.name) })
	return members
}

// difference is the pointer of the first difference between two descriptors,
// _meta left aside; "" where a fault leaves them incomparable.
func difference(a, b *entry) string {
	if len(a.faults)+len(b.faults) > 0 {
		return ""
	}
	x, y := stableMembers(a.value), stableMembers(b.value)
	for i := 0; i < len(x) || i < len(y); i++ {
		switch {
		case i == len(x):
			return "/" + strictjson.EscapeToken(y[i].name)
		case i == len(y):
			return "/" + strictjson.EscapeToken(x[i].name)
		case x[i].name != y[i].name:
			first := x[i].name
			if strictjson.CompareNames(y[i].name, first) < 0 {
				first = y[i].name
			}
			return "/" + strictjson.EscapeToken(first)
		}
		if p, same := strictjson.Diff(x[i].value, y[i].value); !same {
			return "/" + strictjson.EscapeToken(x[i].name) + p
		}
	}
	return ""
}
