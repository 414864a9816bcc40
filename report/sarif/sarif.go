// Package sarif writes a review as SARIF 2.1.0, the form that code-scanning
// services and editors read: every rule that ran with its help, and every
// finding as a result with its place, its JSON pointer and a fingerprint that
// outlives edits of the file around it.
//
// Only what services show is limited: the number of results and the size of
// the file. What was left out is stated in the file itself, and the least
// severe goes first.
package sarif

import (
	"bytes"
	"compress/gzip"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mcpreview/report"
	"mcpreview/report/escape"
)

// MaxResults is how many results a file has at most. GitHub refuses more than
// 25,000 in a run and keeps 5,000.
const MaxResults = 5000

// maxCompressed is how many bytes a file has at most after gzip, as GitHub
// takes it.
const maxCompressed = 10_000_000

// Options are what the review does not say itself.
type Options struct {
	ExitCode int // of the process that wrote the review
}

// Write writes r as one indented SARIF log and a final newline. The same
// review and options give the same bytes. An error is one of w.
func Write(w io.Writer, r *report.Review, o Options) error {
	text, err := fit(r, o, MaxResults, maxCompressed)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// fit is the log with as many of its results as fit: at most so many, and in
// so many compressed bytes. The rules alone always fit.
func fit(r *report.Review, o Options, results, compressed int) ([]byte, error) {
	for {
		text, err := marshal(newLog(r, o, results))
		if err != nil || len(text) <= compressed || results == 0 || gzipped(text) <= compressed {
			return text, err
		}
		results = min(results, len(r.Findings)) / 2
	}
}

func marshal(l *log) ([]byte, error) {
	text, err := json.Marshal(l,
		jsontext.WithIndent("  "),
		jsontext.EscapeForHTML(true),
		jsontext.EscapeForJS(true),
		json.Deterministic(true),
	)
	if err != nil {
		return nil, err
	}
	return append(escape.JSON(text), '\n'), nil
}

// gzipped is the length of text after gzip.
func gzipped(text []byte) int {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text) // into memory: no error
	z.Close()
	return b.Len()
}
