package difference

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"mcpreview/internal/strictjson"
)

// polarity is what a wider schema at a place makes of the schema around it.
type polarity int8

const (
	negative polarity = -1 // a narrower one
	neither  polarity = 0  // nothing that its place tells
	positive polarity = 1  // a wider one
)

// of is a direction seen from the root.
func (p polarity) of(d Direction) Direction {
	switch {
	case d == Unaffected || p == positive:
		return d
	case p == neither || d == Undecided:
		return Undecided
	case d == Widens:
		return Narrows
	}
	return Widens
}

// isDefinition reports whether a reference leads to a definition at the root.
func isDefinition(target string) bool {
	for _, prefix := range []string{"#/$defs/", "#/definitions/"} {
		if name, ok := strings.CutPrefix(target, prefix); ok {
			return !strings.ContainsAny(name, "/%")
		}
	}
	return false
}

// A keyword says how the values of a schema keyword are compared. Keywords are
// demands, all of which a value has to meet: one more narrows the schema, one
// less widens it, unless the comparison says otherwise.
type keyword struct {
	kind    Kind
	compare func(s site, old, now *strictjson.Value)
}

// A site is a keyword of a pair of schemas.
type site struct {
	*comparer
	at       string // of the keyword
	name     string
	kind     Kind
	old, now *strictjson.Value // the schemas around it
	polarity polarity
}

// say takes in a change with a direction seen from this place.
func (s site) say(d Direction, text string) { s.sayAt(s.at, s.kind, d, text) }

func (s site) sayAt(at string, k Kind, d Direction, text string) {
	d = s.polarity.of(d)
	if s.untold {
		d = Undecided
	}
	s.add(at, k, d, text)
}

// into compares schemas below the keyword; turn is what the keyword makes of
// their direction.
func (s site) into(at string, old, now *strictjson.Value, turn polarity) {
	s.schema(at, old, now, s.polarity*turn)
}

// came says that a demand was added or removed.
func (s site) came(old *strictjson.Value, text string) {
	if old == nil {
		s.say(Narrows, text+" added")
		return
	}
	s.say(Widens, text+" removed")
}

// schema compares two schemas at one place.
func (c *comparer) schema(at string, old, now *strictjson.Value, p polarity) {
	if c.alone && (old.Get("$ref") != nil || now.Get("$ref") != nil) {
		p = neither
	}
	if !old.Is(strictjson.Object) || !now.Is(strictjson.Object) {
		s := site{comparer: c, at: at, kind: Structure, polarity: p}
		if !strictjson.Equal(old, now) {
			s.say(relation(old, now), "changed from "+schemaText(old)+" to "+schemaText(now))
		}
		return
	}
	pairs(old, now, func(name string, a, b *strictjson.Value) {
		s := site{comparer: c, at: below(at, name), name: name, old: old, now: now, polarity: p}
		k, known := keywordOf(name)
		switch {
		case known:
			s.kind = k.kind
			s.compare(k, a, b)
		case strings.HasPrefix(name, "x-"):
			c.data(s.at, Other, a, b)
		default:
			c.value(s.at, Other, Undecided, a, b)
		}
	})
}

// compare compares the values of a keyword. No difference goes unsaid: what the
// comparison has no word for is an empty list or object beside none, or else
// undecided.
func (s site) compare(k keyword, old, now *strictjson.Value) {
	before := s.count()
	k.compare(s, old, now)
	if s.count() > before || same(old, now) {
		return
	}
	d := Undecided
	if old.Len()+now.Len() == 0 && (old == nil || now == nil) {
		d = Unaffected
	}
	s.say(d, "changed from "+sort(old)+" to "+sort(now))
}

// allows reports whether a schema has no demand: it is absent, true, or holds
// annotations alone.
func allows(v *strictjson.Value) bool {
	if v == nil || v.True() {
		return true
	}
	if !v.Is(strictjson.Object) {
		return false
	}
	for name := range v.Members() {
		if !slices.Contains(annotations, name) {
			return false
		}
	}
	return true
}

// annotations are keywords that demand nothing.
var annotations = []string{"title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly", annotation}

// forbids reports whether a schema is false.
func forbids(v *strictjson.Value) bool { return v.Is(strictjson.Bool) && !v.True() }

// relation is the direction from one schema to another where that follows from
// what they are as a whole. An absent schema allows everything.
func relation(old, now *strictjson.Value) Direction {
	switch {
	case allows(old) && allows(now), forbids(old) && forbids(now), old != nil && now != nil && strictjson.Equal(old, now):
		return Unaffected
	case allows(now), forbids(old):
		return Widens
	case allows(old), forbids(now):
		return Narrows
	}
	return Undecided
}

// schemaText is a schema in two words.
func schemaText(v *strictjson.Value) string {
	switch {
	case v == nil:
		return "absent"
	case v.Is(strictjson.Bool):
		return v.Text()
	case v.Is(strictjson.Object) && v.Get("type") != nil:
		return "a schema of type " + typeText(v.Get("type"))
	case v.Is(strictjson.Object):
		return "a schema"
	}
	return sort(v)
}

// described is a schema that is new, with what it tells a model.
func described(v *strictjson.Value) string {
	if d, ok := v.Get("description").Str(); ok && d != "" {
		return schemaText(v) + ", described as " + quoteStart(d)
	}
	return schemaText(v)
}

// compareType compares values of type.
func compareType(s site, old, now *strictjson.Value) {
	if old != nil && now != nil && strictjson.Equal(old, now) {
		return
	}
	a, known := typeBits(old)
	b, too := typeBits(now)
	d := Undecided
	switch {
	case !known || !too:
	case a == b:
		d = Unaffected
	case a&b == a:
		d = Widens
	case a&b == b:
		d = Narrows
	}
	s.say(d, "changed from "+typeText(old)+" to "+typeText(now))
}

// compareRequired compares lists of property names.
func compareRequired(s site, old, now *strictjson.Value) {
	a, known := texts(old)
	b, too := texts(now)
	if !known || !too {
		s.value(s.at, s.kind, Undecided, old, now)
		return
	}
	gained, lost := minus(b, a), minus(a, b)
	if len(gained) > 0 {
		s.say(Narrows, "now required: "+list(quoteAll(gained)))
	}
	if len(lost) > 0 {
		s.say(Widens, "no longer required: "+list(quoteAll(lost)))
	}
	if len(gained)+len(lost) == 0 && old != nil && now != nil && !same(old, now) {
		s.say(Unaffected, "order or repetition changed")
	}
}

func same(old, now *strictjson.Value) bool {
	return old != nil && now != nil && strictjson.Equal(old, now)
}

// texts are the elements of an array of strings; none for an absent one.
func texts(v *strictjson.Value) (all []string, ok bool) {
	for _, e := range v.Elements() {
		s, isText := e.Str()
		if !isText {
			return nil, false
		}
		all = append(all, s)
	}
	return all, v == nil || v.Is(strictjson.Array)
}

// minus are the distinct elements of a that are not in b, in the order of a.
func minus(a, b []string) []string {
	seen := make(map[string]bool, len(b))
	for _, s := range b {
		seen[s] = true
	}
	var left []string
	for _, s := range a {
		if !seen[s] {
			seen[s] = true
			left = append(left, s)
		}
	}
	return left
}

// compareEnum compares choices.
func compareEnum(s site, old, now *strictjson.Value) {
	if !old.Is(strictjson.Array) || !now.Is(strictjson.Array) {
		if old == nil || now == nil {
			v := old
			if v == nil {
				v = now
			}
			s.came(old, "enum of "+length(v))
			return
		}
		s.value(s.at, s.kind, Undecided, old, now)
		return
	}
	gained, lost := without(now, old), without(old, now)
	if len(gained) > 0 {
		s.say(Widens, "gained "+list(gained))
	}
	if len(lost) > 0 {
		s.say(Narrows, "lost "+list(lost))
	}
	if len(gained)+len(lost) == 0 && !same(old, now) {
		s.say(Unaffected, "order or repetition changed")
	}
}

// without are the elements of a that are none of b, in words.
func without(a, b *strictjson.Value) []string {
	in := canonicalSet(b)
	var left []string
	for _, e := range a.Elements() {
		if form := string(strictjson.AppendCanonical(nil, e)); in[form] == 0 {
			in[form]++
			left = append(left, choice(e))
		}
	}
	return left
}

// canonicalSet counts the elements of an array by their canonical form.
func canonicalSet(v *strictjson.Value) map[string]int {
	in := make(map[string]int, v.Len())
	for _, e := range v.Elements() {
		in[string(strictjson.AppendCanonical(nil, e))]++
	}
	return in
}

// compareConst shows nothing of either value.
func compareConst(s site, old, now *strictjson.Value) {
	switch {
	case old == nil || now == nil:
		s.came(old, "const")
	case !strictjson.Equal(old, now):
		s.say(Undecided, "changed from "+sort(old)+" to another value")
	}
}

// upper compares limits from above: a higher one widens.
func upper(s site, old, now *strictjson.Value) { compareBound(s, old, now, Widens, Narrows) }

// lower compares limits from below: a higher one narrows.
func lower(s site, old, now *strictjson.Value) { compareBound(s, old, now, Narrows, Widens) }

func compareBound(s site, old, now *strictjson.Value, raised, lowered Direction) {
	switch {
	case old == nil && now.Is(strictjson.Number), now == nil && old.Is(strictjson.Number):
		v := old
		if v == nil {
			v = now
		}
		s.came(old, "limit "+number(v))
	case !old.Is(strictjson.Number) || !now.Is(strictjson.Number):
		s.value(s.at, s.kind, Undecided, old, now)
	default:
		switch n := now.Decimal().Compare(old.Decimal()); {
		case n > 0:
			s.say(raised, "raised from "+number(old)+" to "+number(now))
		case n < 0:
			s.say(lowered, "lowered from "+number(old)+" to "+number(now))
		}
	}
}

// compareMinContains knows that 1 is demanded where nothing is said.
func compareMinContains(s site, old, now *strictjson.Value) {
	one := strictjson.ParseDecimal("1")
	switch {
	case old == nil && now.Is(strictjson.Number):
		s.say(from(now.Decimal().Compare(one)), "limit "+number(now)+" added")
	case now == nil && old.Is(strictjson.Number):
		s.say(from(one.Compare(old.Decimal())), "limit "+number(old)+" removed")
	default:
		lower(s, old, now)
	}
}

// from is the direction of a limit from below that rose or fell.
func from(change int) Direction {
	switch {
	case change > 0:
		return Narrows
	case change < 0:
		return Widens
	}
	return Unaffected
}

// compareMultiple compares divisors: a multiple of a multiple is one too.
func compareMultiple(s site, old, now *strictjson.Value) {
	switch {
	case old == nil || now == nil:
		lower(s, old, now)
	case !old.Is(strictjson.Number) || !now.Is(strictjson.Number):
		s.value(s.at, s.kind, Undecided, old, now)
	case !strictjson.Equal(old, now):
		d := Undecided
		a, known := new(big.Rat).SetString(old.Decimal().String())
		b, too := new(big.Rat).SetString(now.Decimal().String())
		switch {
		case !known || !too || a.Sign() <= 0 || b.Sign() <= 0:
		case new(big.Rat).Quo(a, b).IsInt():
			d = Widens
		case new(big.Rat).Quo(b, a).IsInt():
			d = Narrows
		}
		s.say(d, "changed from "+number(old)+" to "+number(now))
	}
}

// compareUnique compares uniqueItems.
func compareUnique(s site, old, now *strictjson.Value) {
	if !isWord(old) || !isWord(now) {
		s.value(s.at, s.kind, Undecided, old, now)
		return
	}
	d := Unaffected
	switch {
	case now.True() && !old.True():
		d = Narrows
	case old.True() && !now.True():
		d = Widens
	}
	if word(old) != word(now) {
		s.say(d, "changed from "+word(old)+" to "+word(now))
	}
}

// comparePattern compares texts that values have to match.
func comparePattern(s site, old, now *strictjson.Value) {
	a, isText := old.Str()
	b, isToo := now.Str()
	switch {
	case isText && isToo:
		if a != b {
			s.say(Undecided, changedText(a, b))
		}
	case old == nil && isToo:
		s.say(Narrows, "added: "+quoteStart(b))
	case now == nil && isText:
		s.say(Widens, "removed, was "+quoteStart(a))
	default:
		s.value(s.at, s.kind, Undecided, old, now)
	}
}

// compareText compares what is written for people.
func compareText(s site, old, now *strictjson.Value) { s.text(s.at, s.kind, old, now) }

// compareWord compares annotations that are true or false.
func compareWord(s site, old, now *strictjson.Value) {
	switch {
	case !isWord(old) || !isWord(now):
		s.data(s.at, s.kind, old, now)
	case word(old) != word(now):
		s.say(Unaffected, "changed from "+word(old)+" to "+word(now))
	}
}

// compareData compares values that are not shown and demand nothing.
func compareData(s site, old, now *strictjson.Value) { s.data(s.at, s.kind, old, now) }

// compareStructure compares what schemas are tied together by.
func compareStructure(s site, old, now *strictjson.Value) {
	a, isText := old.Str()
	b, isToo := now.Str()
	switch {
	case same(old, now):
	case isText && isToo:
		s.say(Undecided, changedText(a, b))
	case old == nil && isToo:
		s.say(Undecided, "added: "+quoteStart(b))
	case now == nil && isText:
		s.say(Undecided, "removed, was "+quoteStart(a))
	default:
		s.value(s.at, s.kind, Undecided, old, now)
	}
}

// compareDialect compares $schema: examine has settled whether anything follows
// from it.
func compareDialect(s site, old, now *strictjson.Value) {
	d := Unaffected
	if s.untold {
		d = Undecided
	}
	a, isText := old.Str()
	b, isToo := now.Str()
	switch {
	case same(old, now):
	case isText && isToo:
		s.say(d, changedText(a, b))
	case old == nil && isToo:
		s.say(d, "added: "+quoteStart(b))
	case now == nil && isText:
		s.say(d, "removed, was "+quoteStart(a))
	default:
		s.value(s.at, s.kind, Undecided, old, now)
	}
}

func index(at string, i int) string { return at + "/" + strconv.Itoa(i) }
