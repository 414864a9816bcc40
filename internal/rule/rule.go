// Package rule holds the catalogue of review rules, and the findings that
// analyzers report against them. A rule is declared once, in the file of its
// family; the command line, docs/rules.md and every report read it from here.
package rule

import (
	"fmt"
	"strconv"
	"strings"
)

// Effect is what a finding does to its subject, strongest first. The zero
// value is invalid.
type Effect uint8

// The five effects and what follows from each.
const (
	Refuse    Effect = iota + 1 // the server's verdict is REFUSE
	Reject                      // the subject is REJECT
	Condition                   // the subject is CONDITIONAL until mended
	Request                     // evidence is missing; blocking where the finding says so
	Note                        // printed, decides nothing
)

var effectNames = [...]string{Refuse: "refuse", Reject: "reject", Condition: "condition", Request: "request", Note: "note"}

// String returns the effect's name in reports.
func (e Effect) String() string {
	if e == 0 || int(e) >= len(effectNames) {
		panic(fmt.Sprintf("rule: invalid effect %d", e))
	}
	return effectNames[e]
}

// Provenance is where a rule's demand comes from. The zero value is invalid.
type Provenance uint8

// The three sources of a demand.
const (
	SpecMust   Provenance = iota + 1 // a MUST of the specification, or the shape its schema gives
	SpecShould                       // a SHOULD of the specification
	Policy                           // house policy: not a protocol violation
)

var provenanceNames = [...]string{SpecMust: "spec MUST", SpecShould: "spec SHOULD", Policy: "policy"}

// String returns the provenance as reports print it.
func (p Provenance) String() string {
	if p == 0 || int(p) >= len(provenanceNames) {
		panic(fmt.Sprintf("rule: invalid provenance %d", p))
	}
	return provenanceNames[p]
}

// Profile selects which demands are applied. The zero value is invalid.
type Profile uint8

// The two profiles: House is the review policy, stricter than the protocol in
// places; Spec applies the published specification only.
const (
	House Profile = iota + 1
	Spec
)

var profileNames = [...]string{House: "house", Spec: "spec"}

// String returns the profile's name on the command line.
func (p Profile) String() string {
	if p == 0 || int(p) >= len(profileNames) {
		panic(fmt.Sprintf("rule: invalid profile %d", p))
	}
	return profileNames[p]
}

// ParseProfile is the inverse of String; the error names the accepted words.
func ParseProfile(s string) (Profile, error) {
	for p := House; int(p) < len(profileNames); p++ {
		if profileNames[p] == s {
			return p, nil
		}
	}
	return 0, fmt.Errorf("profile %q is not one of house, spec", s)
}

// A Rule is one requirement of the review. IDs are never reused.
type Rule struct {
	ID    string // "DESC-02"
	Name  string // "name-not-empty": kebab case, unique
	Title string // at most 72 characters, lower case first word, no final stop

	Effects    []Effect     // what its findings may do in either profile, strongest first
	Provenance []Provenance // what its findings may rest on

	// InSpec says what becomes of the rule under the spec profile:
	// "" it runs unchanged; otherwise one sentence, such as "not run" or how
	// its demand is weaker.
	InSpec string

	Source  string // specification page or house policy section, and what it says in our own words
	Why     string // what goes wrong for a client or a reviewer when it is broken
	Remedy  string // what the server's author (or the one who records evidence) should do
	Accept  string // an example that passes
	Decline string // its nearest neighbour that does not
}

// Family is the part of the ID before the dash: "DESC".
func (r *Rule) Family() string {
	family, _, _ := strings.Cut(r.ID, "-")
	return family
}

// Number is the part of the ID after the dash: 2 for "DESC-02".
func (r *Rule) Number() int {
	_, digits, _ := strings.Cut(r.ID, "-")
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic("rule: malformed ID " + r.ID)
	}
	return n
}

// Families lists the families in the order that breaks ties between findings
// of equal effect.
var Families = []string{"JSON", "DESC", "HDR", "RES", "ENC", "PAR", "PAGE", "CMP", "EVID"}

var catalogue = concat(jsonRules, descRules, hdrRules, resRules, encRules, parRules, pageRules, cmpRules, evidRules)

func concat(families ...[]*Rule) []*Rule {
	var all []*Rule
	for _, f := range families {
		all = append(all, f...)
	}
	return all
}

// All returns every rule, by family and number.
func All() []*Rule { return catalogue }

// ByID returns the rule of that ID, or nil.
func ByID(id string) *Rule { return byID[id] }

var byID = func() map[string]*Rule {
	m := make(map[string]*Rule, len(catalogue))
	for _, r := range catalogue {
		m[r.ID] = r
	}
	return m
}()

// Get returns the rule of an ID that is written in the program itself; an
// unknown one is a programming error.
func Get(id string) *Rule {
	r := byID[id]
	if r == nil {
		panic("rule: no rule " + id)
	}
	return r
}

// before orders rules by family, then number.
func (r *Rule) before(o *Rule) bool {
	if f, g := familyIndex(r), familyIndex(o); f != g {
		return f < g
	}
	return r.Number() < o.Number()
}

func familyIndex(r *Rule) int {
	for i, f := range Families {
		if f == r.Family() {
			return i
		}
	}
	panic("rule: unknown family of " + r.ID)
}
