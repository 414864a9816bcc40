package policy

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"mcpreview/internal/rule"
)

// mostRank bounds the ranks of callers.
const mostRank = 1000

func (r reader) callers(n *yaml.Node) error {
	seen := make(map[string]bool)
	return r.list(n, "callers", func(i int, n *yaml.Node) error {
		c, err := r.caller(n, element("callers", i))
		switch {
		case err != nil:
			return err
		case seen[c.Name]:
			return r.fault(n, "%s: caller %s again", element("callers", i), rule.Quote(c.Name))
		}
		seen[c.Name] = true
		r.policy.Callers = append(r.policy.Callers, c)
		return nil
	})
}

func (r reader) caller(n *yaml.Node, what string) (c Caller, err error) {
	err = r.keys(n, what,
		required("name", r.string(&c.Name, what+".name")),
		optional("rank", r.number(&c.Rank, what+".rank", mostRank)),
		optional("forbidden", into(&c.Forbidden, func(n *yaml.Node) ([]Hidden, error) { return r.forbidden(n, what+".forbidden") })),
		optional("allowed", into(&c.Allowed, func(n *yaml.Node) ([]Allowed, error) { return r.allowed(n, what+".allowed") })),
	)
	return c, err
}

// hiddenClasses are the keys of forbidden names, in the order of the model.
var hiddenClasses = []struct {
	key   string
	class HiddenClass
}{
	{"tenants", HiddenTenant}, {"resources", HiddenResource}, {"environments", HiddenEnvironment}, {"names", ""},
}

func (r reader) forbidden(n *yaml.Node, what string) ([]Hidden, error) {
	lists := make([][]Hidden, len(hiddenClasses))
	var known []key
	for i, c := range hiddenClasses {
		known = append(known, optional(c.key, into(&lists[i], func(n *yaml.Node) ([]Hidden, error) {
			return r.hidden(n, what+"."+c.key, c.class)
		})))
	}
	err := r.keys(n, what, known...)
	return slices.Concat(lists...), err
}

func (r reader) hidden(n *yaml.Node, what string, class HiddenClass) ([]Hidden, error) {
	texts, err := r.texts(n, what)
	if err != nil {
		return nil, err
	}
	var all []Hidden
	for i, text := range texts {
		if strings.Trim(text, "* ") == "" {
			return nil, r.fault(n.Content[i], "%s would forbid everything", element(what, i))
		}
		all = append(all, Hidden{class, text})
	}
	return all, nil
}

func (r reader) allowed(n *yaml.Node, what string) ([]Allowed, error) {
	type place struct{ prompt, resource, argument string }
	var all []Allowed
	seen := make(map[place]bool)
	err := r.list(n, what, func(i int, n *yaml.Node) error {
		var a Allowed
		what := element(what, i)
		err := r.keys(n, what,
			optional("prompt", r.string(&a.Prompt, what+".prompt")),
			optional("resource", r.string(&a.Resource, what+".resource")),
			required("argument", r.string(&a.Argument, what+".argument")),
			required("values", r.strings(&a.Values, what+".values")),
		)
		at := place{a.Prompt, a.Resource, a.Argument}
		switch {
		case err != nil:
			return err
		case (a.Prompt == "") == (a.Resource == ""):
			return r.fault(n, "%s must have one of the keys prompt and resource", what)
		case seen[at]:
			return r.fault(n, "%s: argument %s of the same reference again", what, rule.Quote(a.Argument))
		}
		seen[at] = true
		all = append(all, a)
		return nil
	})
	return all, err
}
