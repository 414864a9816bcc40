package rule

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Word renders a string that a server put where one of a few known words
// belongs. The result around it may be withheld, and a password has the form of
// a word as well, so it is quoted only where it is a known word or nearly one:
// another case, a slip of the pen. Any other is told by its length (RES-22).
func Word(s string, known ...string) string {
	if s == "" || !strings.ContainsFunc(s, isNoWord) && slices.ContainsFunc(known, func(k string) bool { return isNearly(s, k) }) {
		return Quote(s)
	}
	return "a string of " + Count(utf8.RuneCountInString(s), "character")
}

// Revision is Word for the name of a protocol revision that a message states: a
// date, and what drafts are called.
func Revision(name string) string {
	if _, err := time.Parse(time.DateOnly, name); err == nil {
		return Quote(name)
	}
	return Word(name, "latest", "draft", "unstable", "DRAFT-2026-v1", "1.0", "2.0", "v1")
}

func isNoWord(r rune) bool { return r >= utf8.RuneSelf || r < '!' || r == 0x7f }

// slipLength is how many bytes of a known word allow for one slip, and maxSlips
// how many slips any word may have.
const (
	slipLength = 4
	maxSlips   = 2
)

// isNearly reports whether s is a known word but for case, or but for a letter
// or two that are wrong, missing or too many.
func isNearly(s, known string) bool {
	slips := min(maxSlips, len(known)/slipLength)
	if len(s) > len(known)+slips || len(s) < len(known)-slips {
		return false
	}
	return strings.EqualFold(s, known) || distance(strings.ToLower(s), strings.ToLower(known)) <= slips
}

// distance is how many bytes have to be put in, taken out or replaced to make
// one word of the other (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// Key renders the name of a member that stands among data, as the object of a
// sentence: quoted where it is plain, and else by its length.
func Key(name string) string {
	if IsPlain(name) {
		return Quote(name)
	}
	return "of " + Count(utf8.RuneCountInString(name), "character")
}

// Placeholder stands where a part of a pointer or a name may be data itself: an
// address, a person, a key of a map. It says what the part is, and its length in
// code points: "{11-character-key}".
func Placeholder(part, what string) string {
	return "{" + strconv.Itoa(utf8.RuneCountInString(part)) + "-character-" + what + "}"
}

// Bounds of what is taken for an identifier.
const (
	plainLength = 40 // bytes, of either part of prefix/name
	plainDigits = 8  // a date has as many, a card or a telephone more
	// From this length on a run of letters and digits with plainSwitches
	// changes between the two is no word, but chosen at random.
	randomLength  = 12
	plainSwitches = 3
)

// IsPlain reports whether a member name among data reads like an identifier
// that a program chose: letters, digits and "_", "-", ".", "$", after an "@" or
// a prefix with a slash (_meta), short, and not like a credential.
func IsPlain(name string) bool {
	prefix, rest, prefixed := strings.Cut(strings.TrimPrefix(name, "@"), "/")
	if strings.ContainsFunc(prefix+rest, isNoIdentifier) || len(prefix) > plainLength || prefixed && len(rest) > plainLength {
		return false
	}
	return !isCredential(name)
}

func isNoIdentifier(r rune) bool {
	return r >= utf8.RuneSelf || !isAlphanumeric(byte(r)) && !strings.ContainsRune("_-.$", r)
}

func isAlphanumeric(c byte) bool { return isDigit(c) || isLetter(c) }

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// credentialPrefixes begin what issuers hand out as credentials.
var credentialPrefixes = []string{
	"sk-", "sk_", "pk_live_", "pk_test_", "rk_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "akia", "asia", "aiza",
	"eyj", "npm_", "hf_", "pypi-", "whsec_", "ya29.", "shpat_", "dop_v1_", "key-",
}

// credentialLength is how long a name with such a prefix has to be.
const credentialLength = 16

// isCredential reports whether a name reads like a credential, a number that
// somebody was given, or the identifier of a record.
func isCredential(name string) bool {
	lower := strings.ToLower(name)
	if len(name) >= credentialLength && slices.ContainsFunc(credentialPrefixes, func(p string) bool { return strings.HasPrefix(lower, p) }) {
		return true
	}
	digits, start, switches := 0, 0, 0
	for i := range len(name) {
		c := name[i]
		if isDigit(c) {
			digits++
		}
		switch {
		case !isAlphanumeric(c):
			start, switches = i+1, 0
			continue
		case i > start && isDigit(c) != isDigit(name[i-1]):
			switches++
		}
		if i+1-start >= randomLength && switches > plainSwitches {
			return true
		}
	}
	return digits > plainDigits
}
