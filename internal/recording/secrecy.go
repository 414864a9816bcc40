package recording

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"mcpreview/internal/policy"
)

// Replaced stands where the value of a header that carries a credential was.
const Replaced = "[replaced by mcpreview]"

// secretWords are words of header names whose values are credentials, stand for
// a session, or are addresses, which can carry either.
var secretWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)auth|cookie|token|secret|password|passwd|credential|api-?_?key|session|signature|jwt|private|x-amz-security|csrf|xsrf|referer|location|url`)
})

// secretNames are the names that no header may carry by default (HDR-11), and
// those of well-known headers that carry a credential under a name of their own.
var secretNames = sync.OnceValue(func() policy.Vocabulary {
	names := policy.DefaultVocabulary()
	for _, n := range names.Names(policy.PII) { // of people, and no credential
		delete(names, n)
	}
	for _, n := range []string{"dpop", "key", "assertion", "hmac", "sig", "nonce", "ticket", "sid", "saml"} {
		names[n] = policy.Credential
	}
	return names
})

// longestName is how many words of a header are joined to one name.
const longestName = 3

// namesSecret reports whether words of a header's name, neighbours joined, are a
// secret name.
func namesSecret(header string) bool {
	words := strings.FieldsFunc(header, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i := range words {
		for n := 1; n <= min(longestName, len(words)-i); n++ {
			joined := strings.Join(words[i:i+n], "")
			if secretNames()[joined] != "" || secretNames()[strings.TrimSuffix(joined, "s")] != "" {
				return true
			}
		}
	}
	return false
}

// IsSecretHeader reports whether the value of a header is replaced. Copies of
// arguments and the protocol's own headers are evidence: they stand in the body
// as well.
func IsSecretHeader(name string) bool {
	lower := strings.ToLower(strings.TrimSpace(name))
	switch {
	case strings.HasPrefix(lower, "mcp-param-"), lower == "mcp-method", lower == "mcp-name", lower == "mcp-protocol-version":
		return false
	case lower == "www-authenticate", lower == "idempotency-key":
		return false
	}
	return secretWords().MatchString(lower) || namesSecret(lower)
}

// withheld matches what recorders write in the place of a value.
var withheld = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\W*(redacted|removed|masked|hidden|sanitized|filtered|elided|scrubbed)\W*$|^\*{3,}$|^x{8,}$`)
})

// isWithheld reports whether a text stands in the place of another.
func isWithheld(text string) bool {
	return len(text) <= 64 && withheld().MatchString(strings.TrimSpace(text))
}

// cutMark matches what recorders write behind a text that they cut.
var cutMark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(\[?\W*truncated\W*|\.\.\.|…)\s*$`)
})

// isCut reports whether a text that is no JSON value looks as if its end was
// cut off.
func isCut(text string) bool {
	tail := text[max(0, len(text)-64):]
	return cutMark().MatchString(tail) || unfinished(text)
}

// unfinished reports whether a text is the beginning of a JSON value.
func unfinished(text string) bool {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return depth > 0 || inString
}

func (c *composer) traffic(t *traffic) {
	c.name("http")
	for _, l := range t.headers {
		if IsSecretHeader(l.name) {
			c.replaced++
		}
	}
	inner := composer{}
	inner.text("method", t.method)
	inner.text("version", t.version)
	switch {
	case t.merged:
		inner.name("headers")
		h := composer{}
		for _, l := range t.headers {
			h.name(l.name)
			h.b = appendQuoted(h.b, l.shown())
		}
		inner.b = append(inner.b, h.object()...)
	case t.headers != nil:
		inner.name("headers")
		inner.b = append(inner.b, '[')
		for i, l := range t.headers {
			if i > 0 {
				inner.b = append(inner.b, ',')
			}
			inner.b = appendQuoted(append(inner.b, '['), l.name)
			inner.b = appendQuoted(append(inner.b, ','), l.shown())
			inner.b = append(inner.b, ']')
		}
		inner.b = append(inner.b, ']')
	}
	inner.number("status", t.status)
	inner.text("contentType", t.contentType)
	c.b = append(c.b, inner.object()...)
}

// shown is a header's value, replaced where it is a credential.
func (h header) shown() string {
	if IsSecretHeader(h.name) {
		return Replaced
	}
	return h.value
}
