// Package jsonform writes a review as JSON, in the form that
// docs/review.schema.json publishes.
package jsonform

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mcpreview/report"
	"mcpreview/report/escape"
)

// Write writes r as one indented JSON value and a final newline. Strings are
// exact; <, > and & and every character that a reader could not see stand as
// \u escapes. The same review gives the same bytes. An error is one of w, or
// a limit whose value is neither a number nor a list.
func Write(w io.Writer, r *report.Review) error {
	b, err := json.Marshal(r,
		jsontext.WithIndent("  "),
		jsontext.EscapeForHTML(true),
		jsontext.EscapeForJS(true),
		json.Deterministic(true),
	)
	if err != nil {
		return err
	}
	_, err = w.Write(append(escape.JSON(b), '\n'))
	return err
}
