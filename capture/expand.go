package capture

import (
	"errors"
	"net/url"
	"strings"
)

// placeholder starts the name of an environment variable in a text, which ends
// at the next brace. "$${env:" is a plain "${env:".
const placeholder = "${env:"

// Expand replaces ${env:NAME} in a text by the value of that environment
// variable, which becomes a secret.
func (s *Secrets) Expand(text string) (string, error) {
	return s.expand(text, func(value string) string { return value })
}

// ExpandURL is Expand for a URL, in which values are escaped.
func (s *Secrets) ExpandURL(text string) (string, error) {
	return s.expand(text, func(value string) string {
		return strings.ReplaceAll(url.QueryEscape(value), "+", "%20") // right in a path, too
	})
}

func (s *Secrets) expand(text string, escaped func(value string) string) (string, error) {
	var out strings.Builder
	for {
		i := strings.Index(text, placeholder)
		if i < 0 {
			out.WriteString(text)
			return out.String(), nil
		}
		if i > 0 && text[i-1] == '$' {
			out.WriteString(text[:i-1] + placeholder)
			text = text[i+len(placeholder):]
			continue
		}
		out.WriteString(text[:i])
		name, rest, closed := strings.Cut(text[i+len(placeholder):], "}")
		if !closed {
			return "", errors.New("${env: without a closing brace")
		}
		value, err := s.Lookup(name)
		if err != nil {
			return "", err
		}
		out.WriteString(escaped(value))
		text = rest
	}
}
