package replay

import (
	"slices"
	"strings"
	"unicode"
)

// Words that ask for a secret wherever they stand, only at the end, and only
// next to each other.
var (
	secretWords = []string{"password", "passwd", "pwd", "passcode", "passphrase", "otp", "cvv", "cvc", "apikey", "accesstoken"}
	secretLast  = []string{"secret", "token", "pin"}
	secretPairs = [][2]string{
		{"api", "key"}, {"access", "token"}, {"private", "key"}, {"secret", "key"},
		{"credit", "card"}, {"card", "number"}, {"security", "code"},
	}
)

// asksForSecret reports whether the name or title of a field does.
func asksForSecret(text string) bool {
	words := wordsOf(text)
	for i, w := range words {
		if slices.Contains(secretWords, w) {
			return true
		}
		if i+1 < len(words) && slices.Contains(secretPairs, [2]string{w, words[i+1]}) {
			return true
		}
	}
	return len(words) > 0 && slices.Contains(secretLast, words[len(words)-1])
}

// wordsOf splits a text at whatever is no letter, and where a capital follows a
// small letter.
func wordsOf(text string) []string {
	var spaced strings.Builder
	before := ' '
	for _, r := range text {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			spaced.WriteByte(' ')
		}
		if before = r; !unicode.IsLetter(r) {
			r = ' '
		}
		spaced.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(spaced.String())
}
