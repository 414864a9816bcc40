package schema

import (
	"fmt"

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
	RepeatedDialect                            // $schema below the root, same dialect
	InvalidSchema                              // a keyword's value is not valid for the dialect
	InvalidPattern                             // not a regular expression of ECMA-262
	PatternNotEvaluated                        // a regular expression that cannot be evaluated here
	UnresolvedReference                        // a reference to elsewhere, to nothing, or to itself
	BundledReference                           // a reference to a published meta-schema
	ExceedsBound                               // too many, too deep, too long
	Explodes                                   // evaluation is bound to exceed the limit
	AmbiguousPattern                           // a regular expression that backtracks without bound
	NotPortablePattern                         // legal only without the u flag
)

// A Problem is one thing wrong, or worth saying, about a schema.
type Problem struct {
	Kind ProblemKind
	At   *strictjson.Value // at or below the schema's root
	// Missing are further reference tokens, of members that do not exist or of
	// names that are themselves at fault.
	Missing []string
	Text    string // a clause as findings say it
}

var kinds = [...]struct {
	rule       string
	effect     rule.Effect
	provenance rule.Provenance
}{
	UnknownDialect:      {"DESC-09", rule.Reject, rule.SpecMust},
	OtherDialect:        {"DESC-09", rule.Condition, rule.Policy},
	OlderDialect:        {"DESC-09", rule.Note, rule.Policy},
	DialectScheme:       {"DESC-09", rule.Note, rule.Policy},
	RepeatedDialect:     {"DESC-09", rule.Note, rule.Policy},
	InvalidSchema:       {"DESC-10", rule.Reject, rule.SpecMust},
	InvalidPattern:      {"DESC-10", rule.Reject, rule.SpecMust},
	PatternNotEvaluated: {"DESC-10", rule.Condition, rule.Policy},
	UnresolvedReference: {"DESC-11", rule.Reject, rule.SpecShould},
	BundledReference:    {"DESC-11", rule.Note, rule.Policy},
	ExceedsBound:        {"DESC-12", rule.Reject, rule.SpecShould},
	Explodes:            {"DESC-22", rule.Reject, rule.SpecShould},
	AmbiguousPattern:    {"DESC-22", rule.Condition, rule.SpecShould},
	NotPortablePattern:  {"DESC-22", rule.Condition, rule.SpecShould},
}

// Rule is the rule that the problem breaks.
func (k ProblemKind) Rule() *rule.Rule { return rule.Get(k.entry().rule) }

// Effect is what the problem does to the tool.
func (k ProblemKind) Effect() rule.Effect { return k.entry().effect }

// Provenance is what the demand rests on.
func (k ProblemKind) Provenance() rule.Provenance { return k.entry().provenance }

func (k ProblemKind) entry() struct {
	rule       string
	effect     rule.Effect
	provenance rule.Provenance
} {
	if k == 0 || int(k) >= len(kinds) {
		panic(fmt.Sprintf("schema: invalid problem kind %d", k))
	}
	return kinds[k]
}

// Rule, Effect and Provenance of a problem are those of its kind.
func (p Problem) Rule() *rule.Rule { return p.Kind.Rule() }

// Effect is what the problem does to the tool.
func (p Problem) Effect() rule.Effect { return p.Kind.Effect() }

// Provenance is what the demand rests on.
func (p Problem) Provenance() rule.Provenance { return p.Kind.Provenance() }
