package completion

import (
	"cmp"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/strictjson"
)

// A profile is what is stated of one caller, by the policy and with the
// recording. Both bind: a value has to be in every list that is stated.
type profile struct {
	name   string
	rank   int
	tenant string // as recorded
	names  []hiddenName
	allow  []allowList
	stated int // allowed and forbidden names

	// starts holds the plain names, each after a NUL, to look prefixes up in;
	// bareStarts the same without separators.
	starts, bareStarts string

	prompts   map[string]bool // nil where the recording does not bound them
	resources []string        // patterns; nil where it does not bound them

	effective map[allowKey]*allowed
}

type allowKey struct{ ref, argument string }

type allowList struct {
	allowKey // ref "" is every reference
	values   []string
}

// allowed are the values that a caller may see for one argument.
type allowed struct {
	values map[string]bool
	folded string // all of them, each after a NUL
}

// callers make one profile for all exchanges that state the same of a caller.
type callers struct {
	policy map[string]*policy.Caller
	made   map[string]*profile
}

func newCallers(stated []policy.Caller) callers {
	c := callers{make(map[string]*policy.Caller), make(map[string]*profile)}
	for i := range stated {
		c.policy[stated[i].Name] = &stated[i]
	}
	return c
}

func (c callers) of(e *evidence.Exchange) *profile {
	recorded := e.Value.Get("caller")
	key := e.Caller + "\x00"
	if recorded.Is(strictjson.Object) {
		key += e.Doc.Source(recorded)
	}
	p := c.made[key]
	if p == nil {
		p = newProfile(e.Caller, c.policy[e.Caller], recorded)
		c.made[key] = p
	}
	return p
}

func newProfile(name string, stated *policy.Caller, recorded *strictjson.Value) *profile {
	p := &profile{name: name, tenant: recorded.Get("tenant").Text(), effective: make(map[allowKey]*allowed)}
	if stated != nil {
		p.rank = stated.Rank
		for i, n := range stated.Forbidden {
			p.forbid(n.Text, n.Class, i+1, "the policy", strings.Contains(n.Text, "*"))
		}
		for _, a := range stated.Allowed {
			p.allow = append(p.allow, allowList{allowKey{cmp.Or(a.Prompt, a.Resource), a.Argument}, a.Values})
			p.stated += len(a.Values)
		}
	}
	for i, n := range recorded.Get("forbidden").Elements() {
		if text, ok := n.Str(); ok {
			p.forbid(text, "", i+1, "the recorded caller", false)
		}
	}
	p.join()
	for argument, values := range recorded.Get("allowed").Members() {
		if !values.Is(strictjson.Array) {
			continue
		}
		p.allow = append(p.allow, allowList{allowKey{"", argument}, texts(values)})
		p.stated += values.Len()
	}
	may := recorded.Get("maySee")
	if names := may.Get("prompts"); names.Is(strictjson.Array) {
		p.prompts = make(map[string]bool)
		for _, n := range texts(names) {
			p.prompts[n] = true
		}
	}
	if patterns := may.Get("resources"); patterns.Is(strictjson.Array) {
		p.resources = []string{}
		for _, t := range texts(patterns) {
			p.resources = append(p.resources, wildcards(t))
		}
	}
	return p
}

func texts(list *strictjson.Value) []string {
	all := make([]string, 0, list.Len())
	for _, v := range list.Elements() {
		if s, ok := v.Str(); ok {
			all = append(all, s)
		}
	}
	return all
}

func (p *profile) forbid(text string, class policy.HiddenClass, n int, source string, pattern bool) {
	h, ok := newHiddenName(text, class, n, source)
	if !ok {
		return
	}
	h.pattern = pattern
	p.names = append(p.names, h)
	p.stated++
}

// join makes the names ready for looking prefixes up.
func (p *profile) join() {
	var whole, bare strings.Builder
	for i := range p.names {
		if !p.names[i].pattern {
			whole.WriteString("\x00" + p.names[i].folded)
			bare.WriteString("\x00" + p.names[i].squeezed)
		}
	}
	p.starts, p.bareStarts = whole.String(), bare.String()
}

// bounds reports whether anything is stated that an answer could break.
func (p *profile) bounds() bool {
	return len(p.names) > 0 || len(p.allow) > 0 || p.prompts != nil || p.resources != nil
}

// maySee reports whether the recording lets the caller see a prompt, or a
// resource that is no template. Templates are not bounded.
func (p *profile) maySee(ref reference, concrete bool) bool {
	if ref.kind == refPrompt {
		return p.prompts == nil || p.prompts[ref.name]
	}
	if p.resources == nil || !concrete || strings.Contains(ref.name, "{") {
		return true
	}
	return p.reaches(ref.name, true)
}

// reaches reports whether a URI, or some URI that starts with text where it is
// not whole, is among those that the caller may see.
func (p *profile) reaches(text string, whole bool) bool {
	for _, pattern := range p.resources {
		for _, form := range []string{pattern, percentDecode(pattern)} {
			if exact, longer := match(form, text); exact || longer && !whole {
				return true
			}
		}
	}
	return false
}

// allowedFor are the values stated for an argument of a reference; nil where
// none are.
func (p *profile) allowedFor(ref, argument string) *allowed {
	key := allowKey{ref, argument}
	if a, made := p.effective[key]; made {
		return a
	}
	var a *allowed
	for _, l := range p.allow {
		if l.argument != argument || l.ref != "" && l.ref != ref {
			continue
		}
		next := &allowed{values: make(map[string]bool, len(l.values))}
		for _, v := range l.values {
			if a == nil || a.values[v] {
				next.values[v] = true
			}
		}
		a = next
	}
	if a != nil {
		var b strings.Builder
		for v := range a.values { // looked into, never shown: order does not matter
			b.WriteString("\x00" + fold(v))
		}
		a.folded = b.String()
	}
	p.effective[key] = a
	return a
}
