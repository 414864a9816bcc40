package recording

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"mcpreview/internal/mediatype"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/sse"
	"mcpreview/internal/strictjson"
)

var har = &Format{
	Kind:   "HAR",
	About:  "HTTP Archive 1.2, as browsers and proxies write it.",
	Proves: with(everyMessage, WireJSON, HeaderLines, RepeatedHeaders, HeaderCase, Status),
	whole: func(root *strictjson.Value) bool {
		return root.Path("log", "entries").Is(strictjson.Array)
	},
	read: readHAR,
}

// readHAR turns the entries of MCP endpoints into exchanges; what else the file
// holds is counted by host.
func readHAR(r *reading, root *strictjson.Value) {
	entries := root.Path("log", "entries")
	r.around(root, entries)
	r.unread(root, harRoot)
	r.unread(root.Get("log"), harLog)
	h := newWeb(r)
	h.addAll(entries, harEntry)
	h.finish(root)
	if entries.Len() == 0 {
		r.note(root, "the HAR file has no entries")
	}
}

// outerFaults are the strict JSON faults of what a recorder wrote.
func (r *reading) outerFaults(v *strictjson.Value) []strictjson.Fault { return r.doc.FaultsIn(v) }

// A fetch is one HTTP request with its answer, as a recorder of any kind keeps
// it.
type fetch struct {
	at      rule.Location
	method  string
	url     string
	time    string
	version string   // as of traffic
	headers []header // of the request; nil where they were not recorded
	merged  bool
	status  int
	// contentType is the answer's, "" where none was recorded.
	contentType string
	aborted     bool
	request     body
	response    body
}

// A body is what was recorded of a request's or an answer's content.
type body struct {
	part    part
	literal part // the string as it stands in the file; absent for Base64
	has     bool // a text was recorded, be it empty
	stream  bool // an event stream
	gap     Gap  // why it is not whole, or ""
	size    int  // as stated; -1 where it is not
}

func harEntry(r *reading, e *strictjson.Value) fetch {
	q, a := e.Get("request"), e.Get("response")
	r.unread(e, harEntryOf)
	r.unread(q, harRequest)
	r.unread(a, harResponse)
	r.unread(q.Get("postData"), harBody)
	r.unread(a.Get("content"), harBody)
	f := fetch{
		at: r.doc.Locate(e), method: q.Get("method").Text(), url: q.Get("url").Text(), time: timeOf(e.Get("startedDateTime")),
		request: r.body(q.Get("postData")), response: r.body(a.Get("content")),
	}
	f.status, _ = a.Get("status").Int()
	f.aborted = f.status == 0
	f.contentType = answerType(a)
	f.version = foldingVersion(q.Get("httpVersion").Text())
	for _, line := range q.Get("headers").Elements() {
		name := line.Get("name").Text()
		if name != "" && !strings.HasPrefix(name, ":") { // the pseudo-headers of HTTP/2 are no field lines
			f.headers = append(f.headers, header{name, line.Get("value").Text()})
		}
	}
	return f
}

// answerType is the Content-Type of an answer: that of its header lines, where
// they were recorded, else what the recorder says of the body. Browsers guess the
// latter where the server states nothing. Of several lines it is the first that
// carries no message.
func answerType(answer *strictjson.Value) string {
	lines := answer.Get("headers")
	if lines.Len() == 0 {
		stated := answer.Path("content", "mimeType").Text()
		if _, ok := mediatype.Parse(stated); !ok {
			return ""
		}
		return stated
	}
	var all []string
	for _, line := range lines.Elements() {
		if strings.EqualFold(line.Get("name").Text(), "content-type") {
			all = append(all, line.Get("value").Text())
		}
	}
	return carrier(all)
}

// carrier is the first media type that carries no message, else the first.
func carrier(types []string) string {
	first := ""
	for _, t := range types {
		switch {
		case isWithheld(t):
		case !protocol.CarriesMessages(t):
			return t
		case first == "":
			first = t
		}
	}
	return first
}

// foldingVersion is the version of HTTP where that has header names in lower
// case alone, so that how a recorder writes them shows nothing; else "".
func foldingVersion(stated string) string {
	switch strings.ToLower(strings.TrimSpace(stated)) {
	case "h2", "h2c", "http/2", "http/2.0":
		return "HTTP/2"
	case "h3", "http/3", "http/3.0":
		return "HTTP/3"
	}
	return ""
}

// body reads postData or content.
func (r *reading) body(v *strictjson.Value) body {
	b := body{size: -1, stream: isStream(v.Get("mimeType").Text())}
	if n, ok := v.Get("size").Int(); ok {
		b.size = n
	}
	text := v.Get("text")
	switch {
	case !text.Is(strictjson.String):
		if v.Get("_file") != nil {
			b.gap = OtherFile
		}
		return b
	case v.Get("encoding").Text() == "base64":
		data, err := base64.StdEncoding.DecodeString(text.Text())
		if err != nil {
			b.gap = Cut
			return b
		}
		at := r.doc.Locate(text)
		b.part = part{text: string(data), place: func(_ int, pointer string) rule.Location {
			place := at
			place.Inside = "#" + pointer
			return place
		}}
	default:
		b.part, b.literal = r.inside(text), r.of(text)
	}
	b.has = true
	if isWithheld(b.part.text) {
		b.gap = Redacted
	}
	return b
}

func isStream(mediaType string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(mediaType)), "text/event-stream")
}

// timeOf is a recorded time in the form that this program reads, or "".
func timeOf(v *strictjson.Value) string {
	if t, err := time.Parse(time.RFC3339Nano, v.Text()); err == nil {
		return t.Format(time.RFC3339Nano)
	}
	return ""
}

// web makes exchanges of fetches.
type web struct {
	*reading
	fetches []fetch
	names   map[string]string // endpoint to the server's name in records
	hosts   map[string]int    // names taken on a host
}

func newWeb(r *reading) *web {
	return &web{reading: r, names: make(map[string]string), hosts: make(map[string]int)}
}

// addAll adds each entry of a list as read makes a fetch of it; one that is
// damaged is a gap.
func (w *web) addAll(list *strictjson.Value, read func(*reading, *strictjson.Value) fetch) {
	for e := range w.entries(list) {
		if len(w.outerFaults(e)) > 0 {
			w.reading.add(gap(Damaged, w.doc.Locate(e)))
			continue
		}
		w.add(read(w.reading, e))
	}
}

func (w *web) add(f fetch) {
	w.fetches = append(w.fetches, f)
	if f.speaks() {
		w.name(f.endpoint())
	}
}

// speaks reports whether a fetch plainly is of MCP: it carries a JSON-RPC
// message to the server.
func (f *fetch) speaks() bool {
	e, ok := peek(first(strings.TrimSpace(f.request.part.text)))
	return ok && e.standard && (e.asks || e.answers)
}

// endpoint is the URL that tells servers apart.
func (f *fetch) endpoint() string {
	u, err := url.Parse(f.url)
	if err != nil {
		return ""
	}
	query := u.Query()
	for name := range query {
		if passing().MatchString(name) {
			query.Del(name)
		}
	}
	return u.Scheme + "://" + u.Host + u.Path + "?" + query.Encode()
}

// passing are names of query parameters that change from request to request of
// one server: credentials, sessions, times.
var passing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)auth|token|secret|passw|credential|key|session|sig|jwt|nonce|code|state|csrf|xsrf|time|request|^(sid|_|t|ts|v)$`)
})

func (f *fetch) host() string {
	u, err := url.Parse(f.url)
	if err != nil || u.Host == "" {
		return "another address"
	}
	return u.Host
}

// name gives an endpoint the name of its server: the host alone, for a path can
// hold a secret, with a number where a host has several endpoints.
func (w *web) name(endpoint string) {
	if _, known := w.names[endpoint]; known {
		return
	}
	u, err := url.Parse(endpoint)
	if err != nil {
		return
	}
	w.hosts[u.Host]++
	name := u.Host
	if n := w.hosts[u.Host]; n > 1 {
		name += " (endpoint " + strconv.Itoa(n) + ")"
	}
	w.names[endpoint] = name
}

// hints reports whether a fetch looks like MCP although no message of it was
// recorded.
func (f *fetch) hints() bool {
	for _, h := range f.headers {
		if strings.HasPrefix(strings.ToLower(h.name), "mcp-") {
			return true
		}
	}
	e, ok := peek(strings.TrimSpace(f.response.part.text))
	return ok && e.standard && e.answers
}

// finish makes the exchanges, in the order of the file.
func (w *web) finish(root *strictjson.Value) {
	callers := w.callers()
	left := newTally()
	silent := 0 // messages that ask for nothing
	refused := 0
	p := newPairs()
	for i := range w.fetches {
		f := &w.fetches[i]
		name, endpoint := w.names[f.endpoint()]
		switch {
		case f.method == "OPTIONS" || f.method == "DELETE" && (endpoint || f.hints()):
			left.add(f.host())
		case f.speaks():
			x := exchange{at: f.at, server: name, caller: callers[i], time: f.time, http: f.traffic()}
			if f.status == 401 || f.status == 407 {
				refused++
				continue
			}
			n := w.messages(f, x, p)
			silent += n
		case !endpoint && !f.hints():
			left.add(f.host())
		case f.method == "POST":
			w.gap(f, f.request.gapOr(NoRequestBody))
		case f.method == "GET" && f.response.stream:
			silent += w.listen(f, name, p)
		default:
			left.add(f.host())
		}
	}
	for _, open := range p.rest() {
		w.Records = append(w.Records, open.unanswered()...)
	}
	w.summary(root, left, silent, refused)
}

func (w *web) gap(f *fetch, g Gap) { w.Records = append(w.Records, gap(g, f.at)) }

func (w *web) summary(root *strictjson.Value, left *tally, silent, refused int) {
	w.count(root, left.n, "without MCP messages, left out: "+left.names(), "HTTP request")
	w.count(root, silent, silentNote, "message")
	w.count(root, refused, "refused for want of credentials (HTTP 401 or 407), left out", "HTTP request")
}

// silentNote is said of what passed and is judged by no rule.
const silentNote = "passed over: notifications, requests of the server's own, answers to those"

func (r *reading) count(at *strictjson.Value, n int, what, noun string) {
	if n > 0 {
		r.note(at, rule.Count(n, noun)+" "+what)
	}
}

// gapOr is why a body is missing.
func (b body) gapOr(g Gap) Gap {
	if b.gap != "" {
		return b.gap
	}
	return g
}

func (f *fetch) traffic() *traffic {
	t := &traffic{method: f.method, headers: f.headers, merged: f.merged, status: f.status, contentType: f.contentType, version: f.version}
	if f.headersWithheld() {
		t.headers = nil
	}
	return t
}

// headersWithheld reports whether headers that are compared with the body were
// replaced.
func (f *fetch) headersWithheld() bool {
	return slices.ContainsFunc(f.headers, func(h header) bool {
		return strings.HasPrefix(strings.ToLower(h.name), "mcp-") && !IsSecretHeader(h.name) && isWithheld(h.value)
	})
}

// callers tells apart who sent each fetch, by the credentials of its headers. A
// credential is a caller's of its own where it was used to list tools from the
// start, for then it may have been shown another list; the requests of any other
// belong to the caller before them: tokens are renewed within a session. Where
// there is one caller it has no name.
func (w *web) callers() []string {
	number := make(map[string]map[string]int) // by endpoint and credential
	for i := range w.fetches {
		f := &w.fetches[i]
		known := number[f.endpoint()]
		if known == nil {
			known = make(map[string]int)
			number[f.endpoint()] = known
		}
		if c := f.credential(); f.starts() && known[c] == 0 {
			known[c] = len(known) + 1
		}
	}
	names := make([]string, len(w.fetches))
	last := make(map[string]int)
	for i := range w.fetches {
		f := &w.fetches[i]
		endpoint := f.endpoint()
		if n := number[endpoint][f.credential()]; n > 0 {
			last[endpoint] = n
		}
		if len(number[endpoint]) > 1 {
			names[i] = "credential " + strconv.Itoa(max(last[endpoint], 1))
		}
	}
	return names
}

// credential is what the headers say of who asks.
func (f *fetch) credential() string {
	var all []string
	for _, h := range f.headers {
		switch name := strings.ToLower(h.name); {
		case name == "authorization", name == "cookie", strings.Contains(name, "api-key"), strings.Contains(name, "apikey"):
			all = append(all, name+": "+h.value)
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// starts reports whether a fetch asks for the first page of the tools, and gets
// one.
func (f *fetch) starts() bool {
	e, ok := peek(strings.TrimSpace(f.request.part.text))
	return ok && e.method == "tools/list" && f.status < 300 && !strings.Contains(f.request.part.text, `"cursor"`)
}

// messages makes the exchanges of one POST; it returns how many of its messages
// ask for nothing.
func (w *web) messages(f *fetch, x exchange, p *pairs) (silent int) {
	if f.headersWithheld() {
		w.Records = append(w.Records, gap(RedactedHeader, f.at))
	}
	request := f.request.part.trim()
	switch {
	case f.request.gap != "":
		w.gap(f, f.request.gap)
		return 0
	case !isValue(request.text):
		w.Records = append(w.Records, unparsed(request, request.where()))
		return 0
	}
	if isBatch(request.text) {
		return w.batch(f, x, request)
	}
	e, _ := peek(request.text)
	if !e.isRequest() {
		return 1
	}
	x.request = request
	if e.begins() {
		w.restart(p, x.server)
	}
	w.answer(f, x, e, p)
	return 0
}

// answer adds a request with what answered it.
func (w *web) answer(f *fetch, x exchange, e envelope, p *pairs) {
	text := f.response.part.trim()
	switch {
	case f.aborted:
		w.gap(f, Aborted)
	case f.response.gap != "":
		w.gap(f, f.response.gap)
	case f.response.has && f.response.stream && text.is():
		if f.response.shortened() {
			w.gap(f, Cut)
			return
		}
		x.stream = f.response.literal
		if !x.stream.is() {
			quoted := string(appendQuoted(nil, f.response.part.text))
			at := f.response.part.where()
			x.stream = part{text: quoted, place: func(int, string) rule.Location { return at }}
		}
		if !utf8.ValidString(f.response.part.text) {
			w.Records = append(w.Records, unparsed(f.response.part, f.response.part.where()))
			return
		}
		w.Records = append(w.Records, x.record())
	case f.status == 202 && !text.is():
		p.ask(e, &open{exchange: x}) // answered on the session's own stream
	case !text.is():
		w.empty(f, x, e)
	case isValue(text.text):
		w.value(f, x, e, text)
	case f.response.shortened() || isCut(text.text):
		w.gap(f, Cut)
	case f.status >= 400:
		w.Records = append(w.Records, x.record()) // a page for people, not for programs
	default:
		w.Records = append(w.Records, unparsed(text, text.where()))
	}
}

// shortened reports whether less was recorded of a body than its stated size.
func (b body) shortened() bool { return b.size > len(b.part.text) }

// empty adds a request whose answer has no body.
func (w *web) empty(f *fetch, x exchange, e envelope) {
	switch {
	case f.response.size > 0 || !f.response.has && f.response.size < 0 && f.status < 300:
		w.gap(f, NoAnswerBody)
	case f.status >= 400 || e.method == "":
		w.Records = append(w.Records, x.record())
	default:
		w.gap(f, NoAnswerBody)
	}
}

// value adds a request that one JSON value answered.
func (w *web) value(f *fetch, x exchange, e envelope, text part) {
	if answer, ok := peek(text.text); !ok || !answer.standard && !answer.answers {
		if f.status >= 400 { // an error of a gateway's own
			w.Records = append(w.Records, x.record())
			return
		}
	}
	if f.response.shortened() && f.response.size >= 0 {
		w.Notes = append(w.Notes, Note{"a body is whole but shorter than its stated size: it may have been written anew", f.at})
	}
	x.response = text
	w.Records = append(w.Records, x.record())
}

// listen reads a stream that a client opened for messages of the server's own.
// Answers on it belong to requests that were accepted without one.
func (w *web) listen(f *fetch, name string, p *pairs) (silent int) {
	if !f.response.has {
		return 0
	}
	unasked := false
	for event := range sse.Events(f.response.part.text) {
		e, ok := peek(event.Data)
		if !ok || !e.answers || !isValue(event.Data) {
			silent++
			continue
		}
		if len(p.waiting[name][e.id]) == 0 {
			if !unasked {
				w.gap(f, Unasked) // once for the stream
			}
			unasked = true
			continue
		}
		w.reading.add(p.answer(name, e, f.at, func(o *open) Record { return o.answered(f.response.part.event(event)) })...)
	}
	return silent
}

// batch makes the exchanges of a JSON-RPC batch.
func (w *web) batch(f *fetch, x exchange, request part) (silent int) {
	values, starts := elements(request.text)
	if values == nil {
		w.gap(f, TooMany)
	}
	byID := f.answers()
	for i, v := range values {
		e, ok := peek(v)
		if !ok || !e.isRequest() {
			silent++
			continue
		}
		one := x
		one.batch = true
		one.http = &traffic{method: f.method, status: f.status, contentType: f.contentType} // headers name one operation, a batch has several
		one.request = request.element(v, starts[i], i)
		one.at = one.request.where()
		if a, found := byID[e.id]; found {
			one.response = a
			w.Records = append(w.Records, one.record())
			continue
		}
		w.Records = append(w.Records, gap(Unanswered, one.at))
	}
	return silent
}

// answers are the answers to a batch, by their IDs.
func (f *fetch) answers() map[string]part {
	byID := make(map[string]part)
	add := func(text string, p part) {
		if e, ok := peek(text); ok && e.answers && isValue(text) && len(byID) < maxBatch {
			byID[e.id] = p
		}
	}
	if f.response.stream {
		for event := range sse.Events(f.response.part.text) {
			add(event.Data, f.response.part.event(event))
		}
		return byID
	}
	text := f.response.part.trim()
	values, at := elements(text.text)
	for i, v := range values {
		add(v, text.element(v, at[i], i))
	}
	return byID
}

// event is the data of one event of a part that is a stream.
func (p part) event(e sse.Event) part {
	return part{text: e.Data, place: func(offset int, pointer string) rule.Location {
		at := p.place(e.Offset(offset), pointer)
		at.Inside = fmt.Sprintf("event %d#%s", e.Number, pointer)
		return at
	}}
}

// element is one value of a part that is an array.
func (p part) element(text string, start, index int) part {
	if p.place == nil {
		return part{text: text, at: p.at}
	}
	prefix := "/" + strconv.Itoa(index)
	return part{text: text, place: func(offset int, pointer string) rule.Location { return p.place(start+offset, prefix+pointer) }}
}
