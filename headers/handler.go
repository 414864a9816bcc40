package headers

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"

	"mcpreview/internal/protocol"
)

// Handler stands before an MCP endpoint of revision 2026-07-28 and lets through
// only requests whose headers agree with their body. lookup returns the
// bindings of a tool (see Bind); false where the tool is not known, whose
// requests pass with their standard headers checked. Other requests than POST
// pass untouched, and of a POST that passes so does the body.
//
// A refused request never reaches next. It is answered with status 400 and a
// JSON-RPC error -32020 that names the header and the category, and never a
// value; with -32700 or -32600 where the body is no JSON-RPC message, and with
// status 413 where it is over MaxBody. Nothing is logged. Requests of older
// revisions, which have no such headers, belong to an endpoint of their own.
//
// What net/http has done before a handler runs cannot be seen from one: it
// trims values, joins a folded line with one space, writes names in one case,
// and keeps no order between names. It refuses by itself, with a bare status
// 400, a name with white space before the colon and a value with a control
// character. Whoever must tell a folded line from a space has to look at the
// raw bytes and call Check.
func Handler(next http.Handler, lookup func(tool string) (bindings []Binding, ok bool)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		body, refusal := read(w, r)
		if refusal == nil {
			refusal = check(linesOf(r.Header), slices.Sorted(maps.Keys(r.Trailer)), body, lookup)
		}
		if refusal != nil {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(refusal.Status)
			// A client that has gone is no concern of the answer.
			_, _ = w.Write(refusal.Body())
			return
		}
		passed := *r
		passed.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, &passed)
	})
}

func read(w http.ResponseWriter, r *http.Request) ([]byte, *Refusal) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, tooLarge
	case err != nil:
		return nil, &Refusal{Status: protocol.StatusBadRequest, Code: protocol.CodeParseError, Message: "request body cannot be read"}
	}
	return body, nil
}

// linesOf are the header lines that net/http kept, ordered by name.
func linesOf(h http.Header) []line {
	var lines []line
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			lines = append(lines, line{name, value})
		}
	}
	return lines
}
