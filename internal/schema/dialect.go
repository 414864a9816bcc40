package schema

import (
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// dialect is a supported dialect, in order of age. The zero value is none.
type dialect uint8

const (
	draft06 dialect = iota + 1
	draft07
	draft2019
	draft2020

	dialects = int(draft2020) + 1
)

var dialectNames = [dialects]string{draft06: "draft-06", draft07: "draft-07", draft2019: "2019-09", draft2020: "2020-12"}

// String is the dialect's name.
func (d dialect) String() string { return dialectNames[d] }

// refAlone reports whether a $ref hides the keywords beside it.
func (d dialect) refAlone() bool { return d < draft2019 }

// dialectURIs are the published identifiers, without the empty fragment.
var dialectURIs = map[string]dialect{
	"http://json-schema.org/draft-06/schema":       draft06,
	"http://json-schema.org/draft-07/schema":       draft07,
	"https://json-schema.org/draft/2019-09/schema": draft2019,
	"https://json-schema.org/draft/2020-12/schema": draft2020,
}

const supportedDialects = "(supported: 2020-12, 2019-09, draft-07, draft-06)"

// DialectOf is the dialect that the schema at root declares, 2020-12 where it
// declares none; false where it declares an unsupported one.
func DialectOf(root *strictjson.Value) (string, bool) {
	d, _ := declared(root.Get("$schema"))
	if d == 0 {
		return "", false
	}
	return d.String(), true
}

// declared reads the value of $schema; zero is an unsupported dialect. swapped
// reports that http stands for https, or the other way round.
func declared(v *strictjson.Value) (d dialect, swapped bool) {
	if v == nil {
		return draft2020, false
	}
	uri, _ := v.Str()
	uri = strings.TrimSuffix(uri, "#")
	if d := dialectURIs[uri]; d != 0 {
		return d, false
	}
	if rest, ok := strings.CutPrefix(uri, "https://"); ok {
		return dialectURIs["http://"+rest], true
	}
	if rest, ok := strings.CutPrefix(uri, "http://"); ok {
		return dialectURIs["https://"+rest], true
	}
	return 0, false
}

func unsupportedText(v *strictjson.Value) string {
	if uri, ok := v.Str(); ok {
		return "dialect " + rule.Quote(uri) + " is not supported " + supportedDialects
	}
	return "dialect is " + v.Kind().String() + ", not a string " + supportedDialects
}

// rootDialect judges $schema at the root.
func (j *judge) rootDialect(root *strictjson.Value) dialect {
	v := root.Get("$schema")
	d, swapped := declared(v)
	switch {
	case d == 0:
		j.problem(UnknownDialect, v, unsupportedText(v))
		return 0
	case swapped:
		j.problem(DialectScheme, v, "dialect "+rule.Quote(v.Text())+" is read as "+d.String()+"; its scheme is not the published one")
	}
	if d != draft2020 {
		j.problem(OlderDialect, v, "dialect is "+d.String()+", not 2020-12")
	}
	return d
}

// nestedDialect judges $schema below the root, in a schema whose surroundings
// are of dialect d, and returns the schema's dialect.
func (j *judge) nestedDialect(v *strictjson.Value, d dialect, identified bool) dialect {
	found, _ := declared(v)
	switch {
	case found == 0:
		j.problem(UnknownDialect, v, unsupportedText(v))
	case found == d:
		j.problem(RepeatedDialect, v, "dialect "+d.String()+" is declared again")
	case identified:
		j.problem(RepeatedDialect, v, "dialect is "+found.String()+" inside a schema of "+d.String())
		return found
	default:
		j.problem(OtherDialect, v, "dialect "+found.String()+" is declared inside a schema of "+d.String()+" without $id beside it; readers differ")
	}
	return d
}
