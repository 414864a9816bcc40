package headers

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcpreview/internal/base64"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// An Issue is what a sender did wrong with one binding, or what is worth
// saying of it. Its text never holds a value.
type Issue struct {
	Rule       *rule.Rule
	Effect     rule.Effect
	Provenance rule.Provenance
	Text       string // one clause; the header's name is not in it
}

// Sender judges how one argument of a call was sent (ENC-01 to ENC-09, ENC-11).
// argument is a value of doc, nil where the call has none; lines are the fields
// of all header lines of the binding's name, ASCII case ignored. A copy that is
// missing is the boundary's matter. Like the boundary's rules these go by the
// argument's own type, whatever the binding declares. The issues are in the
// order of their rules.
func Sender(doc *strictjson.Document, argument *strictjson.Value, lines []string, profile rule.Profile) []Issue {
	var issues []Issue
	field, err := Encode(argument)
	if err == nil && argument.Is(strictjson.String) && hasSurrogate(doc, argument) {
		err = ErrText
	}
	switch {
	case errors.Is(err, ErrNoValue):
		if len(lines) > 0 {
			issues = append(issues, wrong(ruleNoValue, rule.SpecMust, "header sent for an argument that is "+argument.Kind().String()))
		}
	case err != nil:
		issues = append(issues, wrong(ruleNoForm, rule.SpecMust, err.Error()+" has no header form; the call must not be sent"))
	case len(lines) == 1:
		c := copied{value: argument.Text(), want: field, field: TrimField(lines[0]), profile: profile}
		c.received = Decode(c.field)
		if issue, found := c.judge(argument.Kind()); found {
			return []Issue{issue}
		}
	}
	if len(lines) > 1 {
		issues = append(issues, wrong(ruleOneLine, rule.SpecMust, fmt.Sprintf("%d lines for one binding", len(lines))))
	}
	return issues
}

func hasSurrogate(doc *strictjson.Document, v *strictjson.Value) bool {
	return slices.ContainsFunc(doc.FaultsIn(v), func(f strictjson.Fault) bool { return f.Kind == strictjson.LoneSurrogate })
}

func wrong(r *rule.Rule, p rule.Provenance, text string) Issue {
	return Issue{Rule: r, Effect: rule.Reject, Provenance: p, Text: text}
}

// copied is one argument and the one field that was sent for it.
type copied struct {
	value    string // the argument's text
	want     string // the field that the house policy prescribes
	field    string
	received Received
	profile  rule.Profile
}

func (c *copied) judge(kind strictjson.Kind) (Issue, bool) {
	if c.field == c.want {
		return Issue{}, false
	}
	switch kind {
	case strictjson.String:
		return c.text()
	case strictjson.Number:
		return c.integer()
	default:
		return c.boolean()
	}
}

// payload judges a field that looks encoded and is not.
func (c *copied) payload() (Issue, bool) {
	payload, _ := payloadOf(c.field)
	if _, why := base64.Canonical(payload); why != "" {
		return wrong(rulePayload, rule.SpecMust, "payload is not canonical base64 ("+why+")"), true
	}
	return wrong(ruleSentinel, rule.SpecMust, "payload is not the UTF-8 of any text"), true
}

// needless is of a value that was encoded and could have gone in clear.
func (c *copied) needless() (Issue, bool) {
	if c.profile == rule.Spec {
		return Issue{}, false
	}
	return Issue{ruleForm, rule.Note, rule.Policy, "value decodes correctly but house policy prescribes the plain form"}, true
}

func (c *copied) text() (Issue, bool) {
	switch {
	case c.field == c.value:
		return c.inClear()
	case c.received.Defect == Encoding:
		return c.payload()
	case c.received.Class == Sentinel && c.received.Text == c.value:
		return c.needless()
	case c.received.Class == Sentinel:
		return c.altered(c.received.Text)
	case c.want == c.value && c.received.Class == Plain && c.field == quoted(c.value):
		return wrong(ruleText, rule.SpecMust, "string rendered in a form other than string as is"), true
	case c.want == c.value:
		return c.altered(c.received.Text)
	case c.received.Defect == Empty, c.received.Class == Plain && c.field == strings.TrimSpace(c.value):
		return c.altered(c.field)
	case c.received.Defect == Bytes:
		return wrong(ruleClear, rule.SpecMust, "value sent in clear although it "+clearOf(c.value)), true
	}
	return wrong(ruleSentinel, rule.SpecMust, "value must be sent as the base64 sentinel"), true
}

// inClear judges a value that was sent as it is and should not have been.
func (c *copied) inClear() (Issue, bool) {
	p := rule.SpecMust
	if specClear(c.value) {
		if c.profile == rule.Spec {
			return Issue{}, false
		}
		p = rule.Policy
	}
	return wrong(ruleClear, p, "value sent in clear although it "+clearOf(c.value)), true
}

// specClear reports whether the specification lets a string go in clear, or
// says nothing of it: visible ASCII, spaces and tabs, and no value that both
// starts and ends as an encoded one. Of the empty string it says nothing. Outer
// spaces are no matter here: no value that has them arrives as it is.
func specClear(s string) bool {
	lookalike := strings.HasPrefix(s, sentinelStart) && strings.HasSuffix(s, sentinelEnd)
	return !lookalike && !foreign(s)
}

// altered says where what was sent parts from the argument.
func (c *copied) altered(sent string) (Issue, bool) {
	a, b := []rune(c.value), []rune(sent)
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	where := "length"
	if at < len(a) && at < len(b) {
		where = fmt.Sprintf("code point at %d", at)
	}
	return wrong(ruleAltered, rule.SpecMust, "decoded text differs from the argument ("+where+")"), true
}

// quoted is a text as a JSON encoder that escapes nothing writes it.
func quoted(s string) string { return `"` + s + `"` }

func (c *copied) integer() (Issue, bool) {
	text := c.received.Text
	switch {
	case c.received.Defect == Encoding:
		return c.payload()
	case c.received.Class == Sentinel && text == c.want:
		return c.needless()
	case !isIntegerText(text):
		return wrong(ruleInteger, rule.SpecMust, "field is not an integer text"), true
	}
	switch sent := strictjson.ParseDecimal(text); {
	case !sent.IsSafeInteger():
		return wrong(ruleInteger, rule.SpecMust, "field is outside the safe range"), true
	case sent != strictjson.ParseDecimal(c.want):
		return wrong(ruleInteger, rule.SpecMust, "field is not the decimal of the argument"), true
	case c.profile == rule.Spec:
		return Issue{}, false
	}
	return wrong(ruleForm, rule.Policy, "value decodes correctly but house policy prescribes the canonical decimal form"), true
}

func (c *copied) boolean() (Issue, bool) {
	switch text := c.received.Text; {
	case c.received.Defect == Encoding:
		return c.payload()
	case c.received.Class == Sentinel && text == c.want:
		return c.needless()
	case text == "true" || text == "false":
		return wrong(ruleAltered, rule.SpecMust, "decoded text differs from the argument"), true
	}
	return wrong(ruleText, rule.SpecMust, "boolean rendered in a form other than true/false"), true
}
