package recording

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// Members of the documents that stand for what a recording does not show.
const (
	GapMember        = "recordingGap"
	UnparsedMember   = "unparsedBody"
	UnparsedEncoding = "unparsedBodyBase64"
)

// A Gap is why a recording does not show a message. Its name goes into
// documents. The zero value is invalid.
type Gap string

// The gaps.
const (
	NoRequestBody  Gap = "request-body-missing"
	NoAnswerBody   Gap = "answer-body-missing"
	OtherFile      Gap = "body-in-another-file"
	Cut            Gap = "truncated"
	Redacted       Gap = "redacted"
	RedactedHeader Gap = "headers-redacted"
	Unasked        Gap = "request-missing"
	Unanswered     Gap = "answer-missing"
	ReusedID       Gap = "id-reused"
	Aborted        Gap = "aborted"
	Missing        Gap = "messages-missing"
	Damaged        Gap = "damaged"
	TooMany        Gap = "too-many-open"
	Foreign        Gap = "not-of-the-log"
	Unread         Gap = "member-not-read"
)

// gaps are the clauses of findings.
var gaps = map[Gap]string{
	NoRequestBody:  "the body of a request was not recorded: what it asked and what it was answered is left out",
	NoAnswerBody:   "the body of an answer was not recorded: the exchange is left out",
	OtherFile:      "the body of a message is kept in another file, which is not read: record again with bodies embedded",
	Cut:            "a message was cut by its recorder: the exchange is left out",
	Redacted:       "values of a message were replaced by its recorder: the exchange is left out",
	RedactedHeader: "header values of a request were replaced by its recorder: its headers are not judged",
	Unasked:        "an answer whose request is not in the recording is left out",
	Unanswered:     "a request has no answer in the recording",
	ReusedID:       "requests with one ID were open at the same time: which of them was answered is not shown",
	Aborted:        "a request was aborted before it was answered",
	Missing:        "messages are missing from the recording",
	Damaged:        "strict JSON faults outside of messages: what the recorder wrote here is left out",
	TooMany:        "more entries or open requests than are read: the rest is left out",
	Foreign:        "is no line of the log's format",
	Unread:         "a member that the format does not have is not read, although it carries messages or nearly has the name of one that does",
}

// Clause says what a gap is; known is false for a name that is none.
func (g Gap) Clause() (text string, known bool) {
	text, known = gaps[g]
	return text, known
}

func gap(g Gap, at rule.Location) Record {
	return Record{Text: `{"` + GapMember + `":"` + string(g) + `"}`, At: at}
}

func isUnprinted(r rune) bool { return r < ' ' && r != '\n' && r != '\r' && r != '\t' }

// unparsed is the record of a body that is no JSON value.
func unparsed(p part, at rule.Location) Record {
	member, text := UnparsedMember, p.text
	if !utf8.ValidString(text) || strings.ContainsFunc(text, isUnprinted) { // quoted they would take six bytes each
		member, text = UnparsedEncoding, base64.StdEncoding.EncodeToString([]byte(text))
	}
	return Record{Text: string(appendQuoted([]byte(`{"`+member+`":`), text)) + "}", At: at}
}

// Unparsed are the bytes of a body that a document keeps because it is no JSON
// value.
func Unparsed(v *strictjson.Value) ([]byte, error) {
	if text, ok := v.Get(UnparsedMember).Str(); ok {
		return []byte(text), nil
	}
	return base64.StdEncoding.DecodeString(v.Get(UnparsedEncoding).Text())
}
