package headers

import (
	stdbase64 "encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/uri"
)

// A Secret is what a log or an error must not carry of one copy: the argument,
// what its header held, or a payload of either.
type Secret struct {
	text    string
	header  string // final name
	payload bool   // base64
	whole   bool   // counts as a whole word only
	common  bool   // so common that in a log it counts only beside its header's name
}

const (
	shortest    = 4   // bytes below which a value counts as a whole word only
	secretBytes = 128 // what is searched of a longer value: its beginning
)

// Secrets are those of one call, in the order of the bindings. The call is not
// kept.
func Secrets(call *evidence.Exchange, tool Tool) []Secret {
	if call.HTTP == nil || !tool.Known {
		return nil
	}
	var all []Secret
	for i := range tool.Bindings {
		bd := &tool.Bindings[i]
		s := secrets{binding: bd}
		if value := bd.Argument(call.Params.Get("arguments")); value != nil {
			s.add(value.Text(), value.Kind())
			if field, err := Encode(value); err == nil && value.Is(strictjson.Number) {
				s.add(field, strictjson.Number)
			}
		}
		for _, h := range call.HTTP.Headers {
			if lower(h.Name) != lower(bd.Header) {
				continue
			}
			field := TrimField(fieldBytes(h.Value))
			received := Decode(field)
			s.add(received.Text, kinds[bd.Type])
			if payload, encoded := payloadOf(field); encoded {
				s.append(payload, true, strictjson.String)
			}
		}
		all = append(all, s.all...)
	}
	return all
}

// kinds are the JSON types of values whose text has the declared type.
var kinds = map[Type]strictjson.Kind{String: strictjson.String, Integer: strictjson.Number, Boolean: strictjson.Bool}

type secrets struct {
	binding *Binding
	all     []Secret
}

// add takes a value and its payload. What a log says anyway is no value: a
// category, or the name of the header or the argument.
func (s *secrets) add(text string, kind strictjson.Kind) {
	switch lowered := lower(text); Category(lowered) {
	case "", CategoryMissing, CategoryDuplicate, CategoryUnexpected, CategoryMalformed, CategoryMismatch:
		return
	default:
		if lowered == lower(s.binding.Name) || lowered == lower(s.binding.Property) {
			return
		}
	}
	s.append(text, false, kind)
	if kind == strictjson.String {
		s.append(stdbase64.StdEncoding.EncodeToString([]byte(text)), true, kind)
	}
}

func (s *secrets) append(text string, payload bool, kind strictjson.Kind) {
	if trimmed := strings.TrimRight(text, "="); payload && len(trimmed) >= shortest {
		text = trimmed // also where padding was left out
	}
	if text = cut(text, secretBytes); text == "" {
		return
	}
	spelt := kind != strictjson.String
	s.all = append(s.all, Secret{
		text: strings.Clone(text), header: s.binding.Header, payload: payload,
		whole: spelt || len(text) < shortest, common: spelt && (kind == strictjson.Bool || len(text) < shortest),
	})
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// A Search looks for secrets in texts. What it costs follows the texts, not the
// number of secrets.
type Search struct {
	known  map[Secret]bool
	texts  map[string][]Secret
	starts map[[shortest]byte]*lengths
	first  [256]bool // bytes that some secret starts with
	short  bool      // some are shorter than a start
}

// lengths are those of the secrets with one start, each once.
type lengths struct {
	seen [secretBytes + 1]bool
	all  []int
}

// secretsKept bounds what a search looks for.
const secretsKept = 200_000

// Add makes the search look for more.
func (s *Search) Add(all ...Secret) {
	if s.known == nil {
		s.known, s.texts, s.starts = make(map[Secret]bool), make(map[string][]Secret), make(map[[shortest]byte]*lengths)
	}
	for _, one := range all {
		if s.known[one] || len(s.known) >= secretsKept {
			continue
		}
		s.known[one] = true
		s.texts[one.text] = append(s.texts[one.text], one)
		s.first[one.text[0]] = true
		if len(one.text) < shortest {
			s.short = true
			continue
		}
		start := [shortest]byte([]byte(one.text[:shortest]))
		l := s.starts[start]
		if l == nil {
			l = new(lengths)
			s.starts[start] = l
		}
		if n := len(one.text); !l.seen[n] {
			l.seen[n] = true
			l.all = append(l.all, n)
		}
	}
}

// find is the first secret in a text, as it stands, with its percent escapes or
// its JSON escapes undone. beside reports that common values count although
// the text does not name their header.
func (s *Search) find(text string, beside bool) (Secret, bool) {
	if len(s.known) == 0 {
		return Secret{}, false
	}
	names := sync.OnceValue(func() string { return lower(text) })
	for _, form := range forms(text) {
		for at := range len(form) {
			if !s.first[form[at]] {
				continue
			}
			for _, n := range s.lengthsAt(form[at:]) {
				if at+n > len(form) {
					continue
				}
				for _, one := range s.texts[form[at:at+n]] {
					if one.stands(form, at) && (!one.common || beside || strings.Contains(names(), lower(one.header))) {
						return one, true
					}
				}
			}
		}
	}
	return Secret{}, false
}

var shortLengths = []int{1, 2, 3}

// lengthsAt are those of the secrets that may stand at the start of a text.
func (s *Search) lengthsAt(text string) []int {
	var all []int
	if s.short {
		all = shortLengths
	}
	if len(text) < shortest {
		return all
	}
	l := s.starts[[shortest]byte([]byte(text[:shortest]))]
	switch {
	case l == nil:
		return all
	case all == nil:
		return l.all
	}
	return append(all[:len(all):len(all)], l.all...)
}

// within is find for every name, text, number and boolean of a value.
func (s *Search) within(v *strictjson.Value, beside bool) (Secret, bool) {
	for name, member := range v.Members() {
		if one, found := s.find(name, beside); found {
			return one, true
		}
		if one, found := s.within(member, beside); found {
			return one, true
		}
	}
	for _, element := range v.Elements() {
		if one, found := s.within(element, beside); found {
			return one, true
		}
	}
	return s.find(v.Text(), beside)
}

// stands reports whether the secret, whose text is at an offset, is there as
// itself: not as a part of a header's name, nor of a longer word where it counts
// as a whole one.
func (one *Secret) stands(text string, at int) bool {
	end := at + len(one.text)
	if one.whole && (at > 0 && wordByte(text[at-1]) || end < len(text) && wordByte(text[end])) {
		return false
	}
	const longest = 100 // bytes of a header's name that are looked at
	from := at
	for from > 0 && at-from < longest && wordByte(text[from-1]) {
		from--
	}
	return len(text)-from < len(Prefix) || !strings.EqualFold(text[from:from+len(Prefix)], Prefix)
}

// wordByte reports whether a byte continues a word: letters, digits, what joins
// them in names, and all that is not ASCII.
func wordByte(c byte) bool {
	return c == '-' || c == '_' || c >= utf8.RuneSelf || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
}

// forms are the readings of a text that differ.
func forms(text string) []string {
	all := []string{text}
	if strings.Contains(text, "%") {
		all = append(all, uri.Unescape(text))
	}
	if strings.Contains(text, `\`) {
		all = append(all, unescape(text))
	}
	return all
}

var escapes = map[byte]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', '"': '"', '\\': '\\', '/': '/'}

// unescape undoes JSON escapes wherever they stand.
func unescape(s string) string {
	var b strings.Builder
	unit := func(i int) (rune, bool) { // \uXXXX at i
		if i+6 > len(s) || s[i] != '\\' || s[i+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(s[i+2:i+6], 16, 16)
		return rune(n), err == nil
	}
	const lead, trail, end = 0xd800, 0xdc00, 0xe000
	for i := 0; i < len(s); i++ {
		if r, ok := unit(i); ok {
			i += 5
			if low, paired := unit(i + 1); r >= lead && r < trail && paired && low >= trail && low < end {
				r = (r-lead)<<10 | (low - trail) + 0x10000
				i += 6
			}
			b.WriteRune(r)
			continue
		}
		if s[i] == '\\' && i+1 < len(s) {
			if c, known := escapes[s[i+1]]; known {
				b.WriteByte(c)
				i++
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func (one *Secret) carried() string {
	what := "value"
	if one.payload {
		what = "payload"
	}
	return "carries the " + what + " of header " + rule.Quote(one.header)
}

// Leaks looks for the copies of a call in the error that refused it for its
// headers (PAR-15): its message and its data. Other errors speak of arguments
// for good reasons.
func Leaks(call *evidence.Exchange, tool Tool, p policy.Policy) []rule.Finding {
	code, _ := call.Error.Get("code").Int()
	if p.Profile == rule.Spec || code != protocol.CodeHeaderMismatch && code != protocol.CodePrefinalHeaderMisfits {
		return nil
	}
	var s Search
	s.Add(Secrets(call, tool)...)
	spot := evidence.Spot{Doc: call.Doc, Base: call.Value, Subject: rule.Subject{Kind: rule.KindMapping, Name: tool.Name}}
	var found []rule.Finding
	for _, part := range []string{"message", "data"} {
		v := call.Error.Get(part)
		if v == nil {
			continue
		}
		if one, leaks := s.within(v, true); leaks {
			found = append(found, spot.Find(ruleLeak, rule.Reject, rule.Policy, v, "error "+part+" "+one.carried()))
		}
	}
	return found
}

// leaksTold is how many lines of one log are told one by one.
const leaksTold = 100

// Log looks through the lines of a log for the secrets of the search (PAR-15).
func (s *Search) Log(log *evidence.Log, p policy.Policy) []rule.Finding {
	if p.Profile == rule.Spec {
		return nil
	}
	spot := evidence.Spot{Doc: log.Doc, Base: log.Value, Subject: rule.Subject{Kind: rule.KindDocument, Name: log.Doc.File}}
	var found []rule.Finding
	more := 0
	for i, l := range log.Lines.Elements() {
		one, leaks := s.within(l, false)
		switch {
		case !leaks:
		case len(found) == leaksTold:
			more++
		default:
			found = append(found, spot.Find(ruleLeak, rule.Reject, rule.Policy, l, fmt.Sprintf("log line %d %s", i+1, one.carried())))
		}
	}
	if more > 0 {
		found[leaksTold-1].Text += fmt.Sprintf(" (and %d more lines carry some)", more)
	}
	return found
}

// Retries notes every call that repeats one which was refused with -32020, where
// no tools/list came between (PAR-14). The exchanges are in the order they were
// sent; probes are no retries.
func Retries(exchanges []*evidence.Exchange) []rule.Finding {
	var found []rule.Finding
	refused := make(map[string]*evidence.Exchange) // by tool, since the last listing
	for _, ex := range exchanges {
		switch {
		case ex.Method == protocol.MethodListTools:
			clear(refused)
		case ex.Method != protocol.MethodCallTool, ex.Label == evidence.LabelProbe, ex.Revision == nil, !ex.Revision.HeaderCopies:
		default:
			if before := refused[ex.Tool]; before != nil && strictjson.Equal(before.Params.Get("arguments"), ex.Params.Get("arguments")) {
				spot := evidence.Spot{Doc: ex.Doc, Base: ex.Value, Subject: rule.Subject{Kind: rule.KindMapping, Name: ex.Tool}}
				found = append(found, spot.Find(ruleRetry, rule.Note, rule.SpecShould, nil, "retried without refreshing the descriptor"))
			}
			delete(refused, ex.Tool)
			if outcomeOf(ex).refused() {
				refused[ex.Tool] = ex
			}
		}
	}
	return found
}
