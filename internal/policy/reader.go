package policy

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"mcpreview/internal/mediatype"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
)

// A reader fills a policy from the nodes of its file.
type reader struct {
	source
	policy *Policy
}

// optional is a key that may be left out.
func optional(name string, read func(n *yaml.Node) error) key { return key{name: name, read: read} }

// required is a key that must be there.
func required(name string, read func(n *yaml.Node) error) key {
	return key{name: name, read: read, required: true}
}

// into reads a key's value into a place.
func into[T any](at *T, read func(n *yaml.Node) (T, error)) func(n *yaml.Node) error {
	return func(n *yaml.Node) (err error) {
		*at, err = read(n)
		return err
	}
}

// string reads a string into a place, as those that follow it do for values of
// other types.
func (r reader) string(at *string, what string) func(n *yaml.Node) error {
	return into(at, func(n *yaml.Node) (string, error) { return r.text(n, what) })
}

func (r reader) oneOf(at *string, what string, known ...string) func(n *yaml.Node) error {
	return into(at, func(n *yaml.Node) (string, error) { return r.word(n, what, known...) })
}

func (r reader) number(at *int, what string, most int) func(n *yaml.Node) error {
	return into(at, func(n *yaml.Node) (int, error) { return r.whole(n, what, most) })
}

func (r reader) strings(at *[]string, what string) func(n *yaml.Node) error {
	return into(at, func(n *yaml.Node) ([]string, error) { return r.texts(n, what) })
}

func (r reader) file(n *yaml.Node) error {
	return r.keys(n, "a policy",
		optional("transport", r.oneOf(&r.policy.Transport, "transport", protocol.TransportHTTP, protocol.TransportStdio)),
		optional("limits", r.limits),
		optional("headers", r.headers),
		optional("callers", r.callers),
		optional("contexts", r.contexts),
		optional("completion", r.completion),
		optional("require", r.requirements),
		optional("accept", r.acceptances),
	)
}

func (r reader) limits(n *yaml.Node) error {
	l := &r.policy.Limits
	var known []key
	for _, num := range l.numbers() {
		known = append(known, optional(num.name, r.number(num.at, "limits."+num.name, num.most)))
	}
	known = append(known,
		optional("imageTypes", into(&l.ImageTypes, func(n *yaml.Node) ([]string, error) { return r.mediaTypes(n, "limits.imageTypes", "image") })),
		optional("audioTypes", into(&l.AudioTypes, func(n *yaml.Node) ([]string, error) { return r.mediaTypes(n, "limits.audioTypes", "audio") })),
	)
	return r.keys(n, "limits", known...)
}

// mediaTypes reads a list of media types of one family; an empty one accepts
// no media.
func (r reader) mediaTypes(n *yaml.Node, what, family string) ([]string, error) {
	all, err := r.texts(n, what)
	if err != nil {
		return nil, err
	}
	for i, t := range all {
		if essence, ok := mediatype.Parse(t); !ok || essence != t || !strings.HasPrefix(t, family+"/") {
			return nil, r.fault(n.Content[i], "%s: %s is not a media type like %s/name, in lower case and without parameters",
				element(what, i), rule.Quote(t), family)
		}
	}
	return all, nil
}

func (r reader) headers(n *yaml.Node) error {
	return r.keys(n, "headers", optional("deny", func(n *yaml.Node) error {
		return r.mapping(n, "headers.deny", r.deny)
	}))
}

// deny reads one denied name with its class.
func (r reader) deny(name string, k, v *yaml.Node) error {
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return r.fault(k, "headers.deny: %s must be the words of a name, joined, in lower case: customernumber stands for customerNumber and Customer-Number", rule.Quote(name))
	}
	var classes []string
	for _, c := range Classes {
		classes = append(classes, string(c))
	}
	class, err := r.word(v, "headers.deny."+name, classes...)
	if err == nil {
		r.policy.Denied[name] = Class(class)
	}
	return err
}

func (r reader) contexts(n *yaml.Node) error {
	return r.keys(n, "contexts", required("vary", func(n *yaml.Node) error {
		varies, err := r.truth(n, "contexts.vary")
		r.policy.Vary = Fixed
		if varies {
			r.policy.Vary = Varies
		}
		return err
	}))
}

// A debounce or rate beyond these is a slip of the unit.
const (
	mostDebounceMs = 60_000
	mostRequests   = 1_000_000
	mostSeconds    = 86_400
)

func (r reader) completion(n *yaml.Node) error {
	c := &r.policy.Completion
	return r.keys(n, "completion",
		optional("debounceMs", r.number(&c.DebounceMs, "completion.debounceMs", mostDebounceMs)),
		optional("rateLimit", func(n *yaml.Node) error {
			c.RateLimit = new(RateLimit)
			const what = "completion.rateLimit"
			return r.keys(n, what,
				required("requests", r.number(&c.RateLimit.Requests, what+".requests", mostRequests)),
				required("perSeconds", r.number(&c.RateLimit.PerSeconds, what+".perSeconds", mostSeconds)),
				required("key", r.oneOf(&c.RateLimit.Key, what+".key", RateKeys...)),
			)
		}),
	)
}

func (r reader) requirements(n *yaml.Node) error {
	all, err := r.texts(n, "require")
	if err != nil {
		return err
	}
	var words []string
	for _, q := range requirements[1:] {
		words = append(words, q.word)
	}
	for i := range all {
		word, err := r.word(n.Content[i], element("require", i), words...)
		if err != nil {
			return err
		}
		r.policy.Require = append(r.policy.Require, Requirement(1+slices.Index(words, word)))
	}
	return nil
}
