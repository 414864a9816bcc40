package capture

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/version"
)

// manifest is the file that says what the folder was recorded from, and what of
// it is missing.
func (r *Recording) manifest(o *Options, files []string) []byte {
	m := &members{secrets: o.Secrets}
	m.raw("version", []byte("1"))
	m.text("recorder", version.Name+" "+version.Version)
	m.text("recordedAt", recordedAt())
	m.text("server", o.Name)
	m.text("serverVersion", o.Version)
	m.text("transport", transportOf(o))
	m.text("endpoint", endpointOf(o))
	m.raw("protocolVersions", textList(r.Revisions, o.Secrets))
	m.raw("complete", fmt.Appendf(nil, "%t", r.Complete()))
	m.raw("missing", textList(r.Missing, o.Secrets))
	m.raw("notes", textList(r.Notes, o.Secrets))
	m.raw("replaced", r.replacedMember())
	m.raw("files", nameList(files))
	return append(append([]byte(`{"mcpreviewCapture": `), bytes.TrimSpace(m.close())...), "}\n"...)
}

// endpointOf is the program or the place that was spoken to, without what
// could be a secret in it: arguments, and a query.
func endpointOf(o *Options) string {
	if o.URL == "" {
		return filepath.Base(o.Command[0])
	}
	u, err := url.Parse(o.URL)
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

func transportOf(o *Options) string {
	if o.URL != "" {
		return protocol.TransportHTTP
	}
	return protocol.TransportStdio
}

func textList(texts []string, secrets *Secrets) []byte {
	quotes := make([]string, len(texts))
	for i, text := range texts {
		quotes[i] = string(secrets.Quoted([]byte(text)))
	}
	return []byte("[" + strings.Join(quotes, ", ") + "]")
}

// nameList lists the files beside the manifest, by which a later capture knows
// what it may replace.
func nameList(files []string) []byte {
	out := []byte{'['}
	for i, name := range slices.Sorted(slices.Values(files)) {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = strictjson.AppendQuoted(out, name)
	}
	return append(out, ']')
}

// replacedMember lists where the recording is not byte for byte what passed.
func (r *Recording) replacedMember() []byte {
	all := slices.SortedFunc(maps.Keys(r.Replaced), func(a, b Replacement) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Variable, b.Variable))
	})
	var list []string
	for _, at := range all {
		if at.File == "" {
			continue // in what was printed, which is no evidence
		}
		list = append(list, fmt.Sprintf(`{"file": %s, "variable": %s, "times": %d}`,
			strictjson.AppendQuoted(nil, at.File), strictjson.AppendQuoted(nil, at.Variable), r.Replaced[at]))
	}
	return []byte("[" + strings.Join(list, ", ") + "]")
}
