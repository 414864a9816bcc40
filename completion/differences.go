package completion

import (
	"slices"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// An outcome is what a caller can tell answers apart by. It is compared, never
// shown.
type outcome struct {
	kind                         answerKind
	code                         string // as recorded
	message, values, total, more string
}

// outcome is the answer as its caller sees it, without what repeats the request.
func (j *judge) outcome() outcome {
	completion := j.ex.Result.Get("completion")
	o := outcome{kind: j.answer.kind, code: j.ex.Error.Get("code").Text(), more: completion.Get("hasMore").Text()}
	if total := completion.Get("total"); total != nil {
		o.total = string(strictjson.AppendCanonical(nil, total))
	}
	if j.answer.count > 0 {
		all := texts(j.answer.values)
		slices.Sort(all)
		o.values = strings.Join(all, "\x00")
	}
	o.message = j.wording()
	return o
}

// wording is the error message without what was sent and without words that
// hold a digit, which may be of one request alone.
func (j *judge) wording() string {
	text := j.ex.Error.Get("message").Text()
	if text == "" {
		return ""
	}
	for _, s := range j.sent() {
		text = withoutEcho(text, s)
	}
	words := strings.Fields(text)
	words = slices.DeleteFunc(words, func(w string) bool { return strings.ContainsAny(w, "0123456789") })
	return strings.Join(words, " ")
}

// context is the canonical form of the arguments already resolved.
func (j *judge) context() string {
	v := j.ex.Params.Path("context", "arguments")
	if v.Len() == 0 {
		return ""
	}
	return string(strictjson.AppendCanonical(nil, v))
}

// answered reports whether the exchange shows how the server completes.
func (j *judge) answered() bool {
	return !j.broken && j.ref.ok && j.complete && (j.answer.kind == answerResult || j.answer.kind == answerError) && !j.lacksCapability()
}

// A field is one argument that one caller completes.
type field struct {
	contextKey
	reference
	argument, context string
}

func (j *judge) field() field {
	return field{contextKey{j.ex.Session, j.ex.Caller}, j.ref.reference, j.argument, j.context()}
}

// A probe says what was typed: a part of a hidden name, nonsense, or neither.
type probe uint8

const (
	noProbe probe = iota
	hiddenProbe
	nonsenseProbe
)

// probe tells what was typed from the stated names and values. Text that any
// allowed value matches is neither; without allowed values, an answer that
// suggests something shows that there is something to match.
func (j *judge) probe() probe {
	typed := spell(j.typed)
	if typed.folded == "" || typed.squeezed == "" || j.caller.starts == "" {
		return noProbe
	}
	if allowed := j.caller.allowedFor(j.ref.name, j.argument); allowed != nil {
		if strings.Contains(allowed.folded, typed.folded) || j.answer.count > 0 && j.isFuzzy(typed, allowed) {
			return noProbe
		}
	} else if j.answer.count > 0 {
		return noProbe
	}
	switch {
	case strings.Contains(j.caller.starts, "\x00"+typed.folded), strings.Contains(j.caller.bareStarts, "\x00"+typed.squeezed):
		return hiddenProbe
	case strings.Contains(j.caller.starts, typed.folded), strings.Contains(j.caller.bareStarts, typed.squeezed):
		return noProbe // inside a name, which a server may match or not
	}
	read := spellings(j.typed)
	for i := range j.caller.names {
		if j.caller.names[i].in(read) {
			return hiddenProbe
		}
	}
	return nonsenseProbe
}

// isFuzzy reports whether every suggestion is an allowed value that holds what
// was typed with gaps, so that a tolerant match explains it.
func (j *judge) isFuzzy(typed spelling, allowed *allowed) bool {
	for _, v := range j.answer.values.Elements() {
		text, ok := v.Str()
		if !ok || !allowed.values[text] || !isSubsequence(typed.squeezed, fold(text)) {
			return false
		}
	}
	return true
}

func isSubsequence(part, text string) bool {
	for _, r := range part {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}

// differences finds answers to a part of a hidden name that differ from those
// to nonsense (CMP-11).
func (r *review) differences() {
	nonsense := make(map[field]map[outcome]bool)
	var probes []*judge
	for _, j := range r.judged {
		if !j.answered() || j.standing == hidden || j.standing == unlisted {
			continue
		}
		switch j.probe() {
		case nonsenseProbe:
			f := j.field()
			if nonsense[f] == nil {
				nonsense[f] = make(map[outcome]bool)
			}
			nonsense[f][j.outcome()] = true
		case hiddenProbe:
			probes = append(probes, j)
		case noProbe:
		}
	}
	for _, j := range probes {
		if n := nonsense[j.field()]; len(n) > 0 && !n[j.outcome()] {
			j.distinguishable(ruleCounts, rule.SpecMust, "hidden and nonsense prefixes are distinguishable")
		}
	}
}

// distinguishable is a finding on the answer as a whole.
func (j *judge) distinguishable(r *rule.Rule, p rule.Provenance, text string) {
	at := j.ex.Result
	if j.answer.kind == answerError {
		at = j.ex.Error
	}
	j.find(j.record, r, rule.Reject, p, at, text)
}

// lookAlikes finds references hidden from a caller that are answered otherwise
// than those that nobody published (CMP-12).
func (r *review) lookAlikes() {
	type key struct {
		contextKey
		kind string
	}
	strange := make(map[key]map[outcome]bool)
	of := func(j *judge) key { return key{contextKey{j.ex.Session, j.ex.Caller}, j.ref.kind} }
	for _, j := range r.judged {
		if !j.answered() || j.standing != unlisted {
			continue
		}
		if strange[of(j)] == nil {
			strange[of(j)] = make(map[outcome]bool)
		}
		strange[of(j)][j.outcome()] = true
	}
	for _, j := range r.judged {
		if !j.answered() || j.standing != hidden {
			continue
		}
		if s := strange[of(j)]; len(s) > 0 && !s[j.outcome()] {
			j.distinguishable(ruleErrors, rule.SpecShould, "a hidden ref is answered otherwise than an unknown ref")
		}
	}
}
