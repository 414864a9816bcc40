package schema

import (
	"cmp"
	"fmt"
	"slices"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// ProblemKind tells problems apart. The zero value is invalid.
type ProblemKind uint8

// The problems, in the order of their rules.
const (
	UnknownDialect      ProblemKind = iota + 1 // no supported dialect, at the root or nested
	OtherDialect                               // another supported dialect below the root, without $id
	OlderDialect                               // supported, but not 2020-12
	DialectScheme                              // http and https swapped
	RepeatedDialect                            // $schema below the root that changes nothing, or by right
	InvalidSchema                              // a keyword's value is not valid for the dialect
	InvalidPattern                             // not a regular expression of ECMA-262
	PatternNotEvaluated                        // a regular expression that cannot be evaluated here
	UnresolvedReference                        // a reference to elsewhere, to nothing, or to itself
	BundledReference                           // a reference to a published meta-schema
	ExceedsBound                               // too many, too deep, too long
	Explodes                                   // evaluation is bound to exceed the limit
	AmbiguousPattern                           // a regular expression whose backtracking explodes
	NotPortablePattern                         // legal only without the u flag
)

// A Problem is one thing wrong, or worth saying, about a schema.
type Problem struct {
	Kind ProblemKind
	At   *strictjson.Value // at or below the schema's root
	// Missing are further reference tokens below At, of members that are absent.
	Missing []string
	Text    string // a clause as findings say it
}

type consequence struct {
	rule       *rule.Rule
	effect     rule.Effect
	provenance rule.Provenance
}

var consequences = [...]consequence{
	UnknownDialect:      {rule.Get("DESC-09"), rule.Reject, rule.SpecMust},
	OtherDialect:        {rule.Get("DESC-09"), rule.Condition, rule.Policy},
	OlderDialect:        {rule.Get("DESC-09"), rule.Note, rule.Policy},
	DialectScheme:       {rule.Get("DESC-09"), rule.Note, rule.Policy},
	RepeatedDialect:     {rule.Get("DESC-09"), rule.Note, rule.Policy},
	InvalidSchema:       {rule.Get("DESC-10"), rule.Reject, rule.SpecMust},
	InvalidPattern:      {rule.Get("DESC-10"), rule.Reject, rule.SpecMust},
	PatternNotEvaluated: {rule.Get("DESC-10"), rule.Condition, rule.Policy},
	UnresolvedReference: {rule.Get("DESC-11"), rule.Reject, rule.SpecShould},
	BundledReference:    {rule.Get("DESC-11"), rule.Note, rule.SpecShould},
	ExceedsBound:        {rule.Get("DESC-12"), rule.Reject, rule.SpecShould},
	Explodes:            {rule.Get("DESC-22"), rule.Reject, rule.SpecShould},
	AmbiguousPattern:    {rule.Get("DESC-22"), rule.Condition, rule.SpecShould},
	NotPortablePattern:  {rule.Get("DESC-22"), rule.Condition, rule.SpecShould},
}

func (k ProblemKind) consequence() consequence {
	if k == 0 || int(k) >= len(consequences) {
		panic(fmt.Sprintf("schema: invalid problem kind %d", k))
	}
	return consequences[k]
}

// Rule is the rule that the problem breaks.
func (k ProblemKind) Rule() *rule.Rule { return k.consequence().rule }

// Effect is what the problem does to the tool.
func (k ProblemKind) Effect() rule.Effect { return k.consequence().effect }

// Provenance is what the demand rests on.
func (k ProblemKind) Provenance() rule.Provenance { return k.consequence().provenance }

// rejects reports whether any of the problems leaves no schema to use.
func rejects(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return p.Kind.Effect() == rule.Reject })
}

// sortProblems orders problems by pointer from the root, then kind and text.
func sortProblems(doc *strictjson.Document, root *strictjson.Value, problems []Problem) {
	if len(problems) < 2 {
		return
	}
	type placed struct {
		pointer string
		Problem
	}
	all := make([]placed, len(problems))
	for i, p := range problems {
		all[i] = placed{doc.PointerFrom(root, p.At), p}
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		return cmp.Or(rule.ComparePointers(a.pointer, b.pointer), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text))
	})
	for i := range all {
		problems[i] = all[i].Problem
	}
}
