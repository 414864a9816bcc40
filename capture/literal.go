package capture

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"mcpreview/headers"
	"mcpreview/internal/policy"
	"mcpreview/internal/recording"
	"mcpreview/internal/rule"
)

// CheckLiteral refuses a credential that is written out where the name of an
// environment variable belongs: it could not be told from other text in a
// recording. what is the kind of the thing ("header"), name its name, and text
// its value as it was written, with ${env:NAME} for what is a secret. The error
// never repeats the value.
func CheckLiteral(what, name, text string) error {
	switch {
	case text == "" || namesVariable(text):
		return nil
	case isCredentialName(what, name):
		return fmt.Errorf("%s %s is named as a credential is, and its value is written out: name an environment variable instead, as ${env:VARIABLE}",
			what, rule.Quote(name))
	case holdsUser().MatchString(text):
		return fmt.Errorf("%s %s holds a URL with a password that is written out: name an environment variable instead, as ${env:VARIABLE}",
			what, rule.Quote(name))
	}
	return nil
}

// The kinds of things that have a name and a value.
const (
	KindHeader   = "header"
	KindQuery    = "query member"
	KindVariable = "variable"
)

// addresses are words of header names that an import replaces because an address
// may carry a credential. What a user writes of one is looked at itself.
var addresses = []string{"referer", "location", "url"}

// isCredentialName reports whether a name is one that a review takes for a
// credential's (HDR-11), or of a header whose value an import replaces. Words of
// personal data are none.
func isCredentialName(what, name string) bool {
	if class := headers.ClassOfName(name, policy.DefaultVocabulary()); class != "" && class != policy.PII {
		return true
	}
	if what == KindVariable { // of words of its own: GIT_AUTHOR_NAME, XDG_SESSION_TYPE
		return false
	}
	lower := strings.ToLower(name)
	for _, word := range addresses {
		lower = strings.ReplaceAll(lower, word, "-")
	}
	return recording.IsSecretHeader(lower)
}

// namesVariable reports whether a text names an environment variable as Expand
// reads it.
func namesVariable(text string) bool {
	for i := 0; ; {
		n := strings.Index(text[i:], placeholder)
		if n < 0 {
			return false
		}
		if i += n; i == 0 || text[i-1] != '$' {
			return true
		}
		i += len(placeholder)
	}
}

// holdsUser matches a URL with a name and a password.
var holdsUser = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`://[^/?#@\s:]*:[^/?#@\s]+@`)
})

// CheckLiteralURL is CheckLiteral for the members of a URL's query, before
// variables are put in.
func CheckLiteralURL(text string) error {
	_, query, _ := strings.Cut(text, "?")
	query, _, _ = strings.Cut(query, "#")
	for _, member := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(member, "=")
		if plain, err := url.QueryUnescape(name); err == nil {
			name = plain
		}
		if err := CheckLiteral(KindQuery, name, value); err != nil {
			return err
		}
	}
	return nil
}

// isConventional reports whether a text is surely the name of an environment
// variable and no secret in its place: capitals, digits and underscores, and no
// long word of capitals and digits.
func isConventional(name string) bool {
	const longWord = 12
	for word := range strings.SplitSeq(name, "_") {
		if strings.ToUpper(word) != word || len(word) > longWord && strings.ContainsAny(word, "0123456789") || len(word) > 2*longWord {
			return false
		}
	}
	return IsVariable(name)
}
