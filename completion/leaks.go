package completion

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// searchCost bounds the search for names in one exchange: bytes of text times
// names. Beyond it nothing is searched, and the exchange is conditional.
const searchCost = 1 << 32

// uriLength bounds the part of a URI that is compared with patterns.
const uriLength = 4096

// searchNames looks for names that the caller must not see in everything that
// the answer says (CMP-10).
func (j *judge) searchNames() {
	if len(j.caller.names) == 0 {
		return
	}
	if len(j.ex.Doc.Source(j.ex.Value)) > searchCost/len(j.caller.names) {
		j.find(j.record, ruleHidden, rule.Condition, rule.Policy, nil, "too long to be searched for "+rule.Count(len(j.caller.names), "forbidden name"))
		return
	}
	j.searchValues()
	sent := j.sent()
	for _, p := range j.places() {
		if p.text == "" {
			continue
		}
		read := spellings(p.text)
		for i := range j.caller.names {
			h := &j.caller.names[i]
			if h.in(read) && !j.isEcho(h, p.text, sent) {
				j.find(p.spot, ruleHidden, rule.Reject, rule.SpecMust, p.at, h.label+" occurs in "+p.name)
			}
		}
	}
}

// searchValues looks through the suggestions. All of them are searched at once,
// and one by one only for a name that occurs.
func (j *judge) searchValues() {
	if j.answer.count == 0 {
		return
	}
	var all strings.Builder
	for _, v := range j.answer.values.Elements() {
		gather(&all, v)
	}
	read, typed := spellings(all.String()), spellings(j.typed)
	for i := range j.caller.names {
		h := &j.caller.names[i]
		if !h.in(read) {
			continue
		}
		known := j.typed != "" && h.in(typed) // a value that only repeats it says nothing
		var first *strictjson.Value
		n, at := 0, 0
		for k, v := range j.answer.values.Elements() {
			var one strings.Builder
			gather(&one, v)
			if known && utf8.RuneCountInString(one.String()) <= utf8.RuneCountInString(j.typed)+1 || !h.in(spellings(one.String())) {
				continue
			}
			if n++; first == nil {
				first, at = v, k
			}
		}
		if first == nil {
			continue
		}
		text := fmt.Sprintf("%s occurs in value %d", h.label, at)
		if n > 1 {
			text += fmt.Sprintf(" and in %d more", n-1)
		}
		j.find(j.result, ruleHidden, rule.Reject, rule.SpecMust, first, text)
	}
}

// A place is a part of an answer where a name may show.
type place struct {
	name string
	spot evidence.Spot
	at   *strictjson.Value
	text string
}

// places are the parts of an answer beside its values. Findings never point
// deeper into them: the names of members are text as well.
func (j *judge) places() []place {
	var meta, rest, notices strings.Builder
	result := j.ex.Result
	for name, v := range result.Members() {
		switch name {
		case "_meta":
			gather(&meta, v)
		case "completion":
			for inner, w := range v.Members() {
				if inner != "values" || !w.Is(strictjson.Array) {
					gather(&rest, w)
					rest.WriteString("\x00" + inner)
				}
			}
		default:
			gather(&rest, v)
			rest.WriteString("\x00" + name)
		}
	}
	if !result.Is(strictjson.Object) {
		gather(&rest, result)
	}
	var message, data strings.Builder
	for name, v := range j.ex.Error.Members() {
		if name == "message" {
			gather(&message, v)
			continue
		}
		gather(&data, v)
		data.WriteString("\x00" + name)
	}
	for _, n := range j.ex.Notifications {
		gather(&notices, n)
	}
	return []place{
		{"_meta", j.result, result.Get("_meta"), meta.String()},
		{"a member of the result", j.result, nil, rest.String()},
		{"the error message", j.record, j.ex.Error.Get("message"), message.String()},
		{"the error data", j.record, j.ex.Error, data.String()},
		{"a notification", j.record, j.ex.Value.Get("notifications"), notices.String()},
	}
}

// gather appends every name, string and number within a value, each after a NUL.
func gather(b *strings.Builder, v *strictjson.Value) {
	switch v.Kind() {
	case strictjson.String, strictjson.Number:
		b.WriteByte(0)
		b.WriteString(v.Text())
	case strictjson.Array:
		for _, e := range v.Elements() {
			gather(b, e)
		}
	case strictjson.Object:
		for name, e := range v.Members() {
			b.WriteByte(0)
			b.WriteString(name)
			gather(b, e)
		}
	case strictjson.Absent, strictjson.Null, strictjson.Bool:
	}
}

// echoes bounds the texts that an answer is taken to repeat.
const echoes = 16

// sent are the texts of the request that an answer may repeat.
func (j *judge) sent() []string {
	all := []string{j.ref.name, j.argument, j.typed}
	for _, v := range j.ex.Params.Path("context", "arguments").Members() {
		if len(all) == echoes {
			break
		}
		all = append(all, v.Text())
	}
	return all
}

// isEcho reports whether a name occurs in a text only where the text repeats
// what the caller sent, to the letter. The caller had the whole name then.
func (j *judge) isEcho(h *hiddenName, text string, sent []string) bool {
	for _, s := range sent {
		if s != "" && h.in(spellings(s)) {
			text = withoutEcho(text, s)
		}
	}
	return !h.in(spellings(text))
}

// judgeSuggestions judges what is suggested by what the caller may see: CMP-09
// and the counts of CMP-11.
func (j *judge) judgeSuggestions() {
	if j.answer.kind != answerResult || !j.ref.ok {
		return
	}
	allowed := j.caller.allowedFor(j.ref.name, j.argument)
	if allowed == nil && j.caller.resources == nil {
		if j.answer.count > 0 {
			j.find(j.result, ruleAllowed, rule.Note, rule.Policy, j.answer.values, "no allowed values are stated for "+j.callerName()+": only names and counts are tested for leaks")
		}
		return
	}
	if allowed != nil {
		j.outside("are outside the allowed list of "+j.callerName(), func(v string) bool { return allowed.values[v] })
		j.judgeCounts(allowed)
	}
	if j.isBounded() {
		j.outside("lead outside the resources that "+j.callerName()+" may see", j.leadsInside)
	}
}

// isBounded reports whether values complete a template whose resources are
// bounded for the caller.
func (j *judge) isBounded() bool {
	return j.caller.resources != nil && j.standing == listed && j.ref.kind == refResource && !j.fixed && j.entry.judged
}

// leadsInside reports whether a value leads to a resource that the caller may
// see, as far as the settled variables tell.
func (j *judge) leadsInside(value string) bool {
	settled := make(map[string]string)
	for name, v := range j.ex.Params.Path("context", "arguments").Members() {
		settled[name] = v.Text()
	}
	settled[j.argument] = value
	text, whole := leading(j.ref.name, settled)
	if len(text) > uriLength {
		text, whole = text[:uriLength], false
		for !utf8.ValidString(text) {
			text = text[:len(text)-1]
		}
	}
	return j.caller.reaches(text, whole)
}

// outside is a finding where values are not inside some bound. Those beyond the
// hundredth are rejected already.
func (j *judge) outside(what string, inside func(string) bool) {
	var first *strictjson.Value
	n, at := 0, 0
	for i, v := range j.answer.values.Elements() {
		text, ok := v.Str()
		if i >= MaxValues {
			break
		}
		if ok && !inside(text) {
			if n++; first == nil {
				first, at = v, i
			}
		}
	}
	if n > 0 {
		j.find(j.result, ruleAllowed, rule.Reject, rule.SpecMust, first,
			fmt.Sprintf("%s %s, the first at index %d", rule.Count(n, "suggestion"), agree(n, what), at))
	}
}

// agree puts a verb in the singular.
func agree(n int, what string) string {
	if n != 1 {
		return what
	}
	if rest, ok := strings.CutPrefix(what, "are "); ok {
		return "is " + rest
	}
	return "leads " + strings.TrimPrefix(what, "lead ")
}

// judgeCounts judges total and hasMore by how much the caller may see (CMP-11).
func (j *judge) judgeCounts(allowed *allowed) {
	completion := j.ex.Result.Get("completion")
	total, more := completion.Get("total"), completion.Get("hasMore")
	if total.Is(strictjson.Number) && total.Decimal().Compare(decimal(len(allowed.values))) > 0 {
		j.find(j.result, ruleCounts, rule.Reject, rule.SpecMust, total, "total exceeds what "+j.callerName()+" may see")
	}
	if !more.True() {
		return
	}
	shown := make(map[string]bool)
	for _, v := range j.answer.values.Elements() {
		if text, ok := v.Str(); ok && allowed.values[text] {
			shown[text] = true
		}
	}
	if len(shown) == len(allowed.values) {
		j.find(j.result, ruleCounts, rule.Reject, rule.SpecMust, more, "hasMore is true, and all that "+j.callerName()+" may see is shown")
	}
}
