package recording

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// An envelope is what tells messages apart, without their content.
type envelope struct {
	id       string // the ID's literal; "" where there is none
	method   string
	asks     bool // a request or a notification
	answers  bool
	standard bool // it names a JSON-RPC version
}

func (e envelope) isRequest() bool { return e.asks && e.id != "" }

// jsonOptions leave faults to the strict parser, which reads every record.
var jsonOptions = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// isValue reports whether a text is one JSON value and nothing else, so that it
// can stand in a document of ours without changing what is around it.
func isValue(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	dec := jsontext.NewDecoder(strings.NewReader(text), jsonOptions...)
	if dec.SkipValue() != nil {
		return false
	}
	_, err := dec.ReadToken()
	return err == io.EOF
}

// prefix is the JSON value that a text begins with; ok is false where it begins
// with none, or with the beginning of one.
func prefix(text string) (value string, ok bool) {
	dec := jsontext.NewDecoder(strings.NewReader(text), jsonOptions...)
	if dec.SkipValue() != nil {
		return "", false
	}
	return text[:dec.InputOffset()], true
}

// peek reads the members of a message that tell what it is. ok is false for
// what is no object.
func peek(text string) (e envelope, ok bool) {
	dec := jsontext.NewDecoder(strings.NewReader(text), jsonOptions...)
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
		return e, false
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return e, false
		}
		switch name.String() {
		case "id":
			var v jsontext.Value
			if v, err = dec.ReadValue(); err == nil && v.Kind() != 'n' && e.id == "" {
				e.id = literal(v)
			}
		case "method":
			var v jsontext.Value
			if v, err = dec.ReadValue(); err == nil && !e.asks {
				e.asks = true
				if v.Kind() == '"' {
					b, _ := jsontext.AppendUnquote(nil, v)
					e.method = string(b)
				}
			}
		case "result", "error":
			e.answers = true
			err = dec.SkipValue()
		case "jsonrpc":
			e.standard = true
			err = dec.SkipValue()
		default:
			err = dec.SkipValue()
		}
		if err != nil {
			return e, false
		}
	}
	return e, true
}

// literal is an ID as a key: a string's escapes do not tell it from another.
func literal(v jsontext.Value) string {
	if v.Kind() == '"' {
		b, _ := jsontext.AppendUnquote([]byte{'"'}, v)
		return string(b)
	}
	return string(bytes.Clone(v))
}

// maxBatch is how many messages of one batch are read.
const maxBatch = 10_000

// isBatch reports whether a text is an array.
func isBatch(text string) bool { return strings.HasPrefix(text, "[") }

// elements are the values of a text that is an array, each with where it
// starts; nil for another text, and for one of more than maxBatch values.
func elements(text string) (values []string, starts []int) {
	dec := jsontext.NewDecoder(strings.NewReader(text), jsonOptions...)
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '[' {
		return nil, nil
	}
	for k := dec.PeekKind(); k != ']' && k != 0; k = dec.PeekKind() {
		v, err := dec.ReadValue()
		if err != nil || len(values) == maxBatch {
			return nil, nil
		}
		end := int(dec.InputOffset())
		values, starts = append(values, text[end-len(v):end]), append(starts, end-len(v))
	}
	return values, starts
}

// first is the message of a text, or the first of a batch.
func first(text string) string {
	if !isBatch(text) {
		return text
	}
	dec := jsontext.NewDecoder(strings.NewReader(text), jsonOptions...)
	if _, err := dec.ReadToken(); err != nil {
		return ""
	}
	v, err := dec.ReadValue()
	if err != nil {
		return ""
	}
	return string(v)
}
