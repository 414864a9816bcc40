package policy

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"mcpreview/internal/rule"
)

// A source reads the YAML of one policy file strictly: what a value means does
// not depend on which version of YAML a reader knows. Its errors begin with the
// place, "name:line:column", both from 1 and the column in characters.
type source struct{ name string }

func (s source) fault(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", s.name, n.Line, n.Column, fmt.Sprintf(format, args...))
}

// document returns the root of the only document in data.
func (s source) document(data []byte) (*yaml.Node, error) {
	if i := invalidUTF8(data); i >= 0 {
		return nil, fmt.Errorf("%s:%d: not UTF-8", s.name, 1+bytes.Count(data[:i], []byte("\n")))
	}
	in := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	switch err := in.Decode(&doc); {
	case err == io.EOF:
		return nil, fmt.Errorf("%s:1:1: no policy: the file states nothing; write {} for the defaults", s.name)
	case err != nil:
		return nil, s.syntax(err)
	}
	switch err := in.Decode(&more); {
	case err == nil:
		return nil, s.fault(&more, "a second document: a policy is one")
	case err != io.EOF:
		return nil, s.syntax(err)
	}
	root := doc.Content[0]
	return root, s.plain(root)
}

func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// syntax is an error of the parser, which knows the line only.
func (s source) syntax(err error) error {
	text, line := strings.TrimPrefix(err.Error(), "yaml: "), 1
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if digits, problem, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				line, text = n, problem
			}
		}
	}
	return fmt.Errorf("%s:%d: not YAML: %s", s.name, line, text)
}

// plain refuses anchors, aliases and tags: with them a value stands somewhere
// else, many times over, or means something else than it says.
func (s source) plain(n *yaml.Node) error {
	switch {
	case n.Anchor != "" || n.Kind == yaml.AliasNode:
		return s.fault(n, "anchors and aliases are not read in a policy")
	case n.Style&yaml.TaggedStyle != 0:
		return s.fault(n, "tags are not read in a policy")
	}
	for _, c := range n.Content {
		if err := s.plain(c); err != nil {
			return err
		}
	}
	return nil
}

// A key is one key of a mapping with what reads its value.
type key struct {
	name     string
	read     func(n *yaml.Node) error
	required bool
}

// keys reads a mapping that has some of the given keys, each at most once, and
// all that are required.
func (s source) keys(n *yaml.Node, what string, known ...key) error {
	seen := make(map[string]bool)
	err := s.mapping(n, what, func(name string, k, v *yaml.Node) error {
		i := slices.IndexFunc(known, func(k key) bool { return k.name == name })
		if i < 0 {
			return s.fault(k, "unknown key %s; known: %s", rule.Quote(name), names(known))
		}
		seen[name] = true
		return known[i].read(v)
	})
	if err != nil {
		return err
	}
	for _, k := range known {
		if k.required && !seen[k.name] {
			return s.fault(n, "%s lacks the key %q", what, k.name)
		}
	}
	return nil
}

func names(keys []key) string {
	all := make([]string, len(keys))
	for i, k := range keys {
		all[i] = k.name
	}
	return strings.Join(all, ", ")
}

// mapping reads a mapping of any keys, each at most once.
func (s source) mapping(n *yaml.Node, what string, each func(name string, k, v *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return s.fault(n, "%s must be a mapping of keys to values, is %s", what, kindOf(n))
	}
	seen := make(map[string]int)
	for i := 0; i < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode {
			return s.fault(k, "a key must be a word, is %s", kindOf(k))
		}
		if line, dup := seen[k.Value]; dup {
			return s.fault(k, "key %s again, first in line %d", rule.Quote(k.Value), line)
		}
		seen[k.Value] = k.Line
		if err := each(k.Value, k, v); err != nil {
			return err
		}
	}
	return nil
}

// list reads a list.
func (s source) list(n *yaml.Node, what string, each func(i int, n *yaml.Node) error) error {
	if n.Kind != yaml.SequenceNode {
		return s.fault(n, "%s must be a list, is %s", what, kindOf(n))
	}
	for i, c := range n.Content {
		if err := each(i, c); err != nil {
			return err
		}
	}
	return nil
}

// texts reads a list of strings, each at most once. It is never nil.
func (s source) texts(n *yaml.Node, what string) ([]string, error) {
	all := make([]string, 0, len(n.Content))
	seen := make(map[string]bool)
	err := s.list(n, what, func(i int, n *yaml.Node) error {
		text, err := s.text(n, element(what, i))
		switch {
		case err != nil:
			return err
		case seen[text]:
			return s.fault(n, "%s repeats %s", element(what, i), rule.Quote(text))
		}
		seen[text] = true
		all = append(all, text)
		return nil
	})
	return all, err
}

func element(what string, i int) string { return what + "[" + strconv.Itoa(i) + "]" }

// text reads a string that is not blank. Whatever some version of YAML takes
// for null, a boolean or a number has to be in quotes; a day need not be.
func (s source) text(n *yaml.Node, what string) (string, error) {
	const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	switch tag := n.ShortTag(); {
	case n.Kind != yaml.ScalarNode:
		return "", s.fault(n, "%s must be a string, is %s", what, kindOf(n))
	case n.Style&quoted == 0 && n.Value == "":
		return "", s.fault(n, "%s must be a string, is missing", what)
	case n.Style&quoted == 0 && tag != "!!str" && tag != "!!timestamp":
		return "", s.fault(n, "%s must be a string: put %s in quotes", what, rule.Quote(n.Value))
	case strings.TrimSpace(n.Value) == "":
		return "", s.fault(n, "%s must not be blank", what)
	}
	return n.Value, nil
}

// word reads one of a closed list of words.
func (s source) word(n *yaml.Node, what string, known ...string) (string, error) {
	text, err := s.text(n, what)
	if err == nil && !slices.Contains(known, text) {
		err = s.fault(n, "%s: %s is not one of %s", what, rule.Quote(text), strings.Join(known, ", "))
	}
	return text, err
}

// wholeDigits is how many digits a number may have before it is looked at.
const wholeDigits = 15

// whole reads a whole number from 1 to most in plain decimal digits.
func (s source) whole(n *yaml.Node, what string, most int) (int, error) {
	value, ok := 0, n.Kind == yaml.ScalarNode && n.Style == 0 && n.Value != "" && len(n.Value) <= wholeDigits &&
		n.Value[0] != '0' && strings.Trim(n.Value, "0123456789") == ""
	if ok {
		var err error
		value, err = strconv.Atoi(n.Value)
		ok = err == nil && value <= most
	}
	if !ok {
		return 0, s.fault(n, "%s must be a whole number from 1 to %d in plain digits, is %s", what, most, shown(n))
	}
	return value, nil
}

// truth reads true or false, in these spellings only.
func (s source) truth(n *yaml.Node, what string) (bool, error) {
	if n.Kind == yaml.ScalarNode && n.Style == 0 && (n.Value == "true" || n.Value == "false") {
		return n.Value == "true", nil
	}
	return false, s.fault(n, "%s must be true or false, is %s", what, shown(n))
}

// shown is a wrong value in an error: it was written by the operator.
func shown(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Value == "" {
		return kindOf(n)
	}
	return rule.Quote(n.Value)
}

func kindOf(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.ShortTag() == "!!null":
		return "missing"
	}
	return "a single value"
}
