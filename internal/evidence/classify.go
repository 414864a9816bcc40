package evidence

import (
	"path"
	"strconv"
	"strings"

	"mcpreview/internal/protocol"
	"mcpreview/internal/recording"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// A kind is what a document turns out to be. The zero value is unknown.
type kind uint8

const (
	kindUnknown kind = iota
	kindExchange
	kindResponse
	kindResult
	kindDescriptor
	kindMapping
	kindLog
	kindList
	kindOwn      // a review, a SARIF log or a lock of this program
	kindMixed    // members of two forms
	kindGap      // what a recording does not show
	kindUnparsed // a body that is no JSON value
)

var kindNames = [...]string{
	"unknown", "exchange", "JSON-RPC response", "result", "tool descriptor", "header mapping", "log", "list", "made by mcpreview", "mixed",
	"gap", "unparsed body",
}

// resultMembers tells from the members of a bare result which method it answers.
var resultMembers = []struct{ member, method string }{
	{"tools", protocol.MethodListTools},
	{"resourceTemplates", protocol.MethodListTemplates},
	{"prompts", protocol.MethodListPrompts},
	{"resources", protocol.MethodListResources},
	{"completion", protocol.MethodComplete},
	{"content", protocol.MethodCallTool},
	{"structuredContent", protocol.MethodCallTool},
	{"isError", protocol.MethodCallTool},
	{"inputRequests", protocol.MethodCallTool},
	{"messages", protocol.MethodGetPrompt},
	{"contents", protocol.MethodReadResource},
	{"supportedVersions", protocol.MethodDiscover},
}

// methodOfResult is the method that a bare result answers, "" where its members
// do not tell. Servers may add members, so one that names two methods could be
// made to pass for either: other is then the member that disagrees.
func methodOfResult(result *strictjson.Value) (method, member, other string) {
	for _, m := range resultMembers {
		switch {
		case !has(result, m.member):
		case method == "":
			method, member = m.method, m.member
		case m.method != method:
			return "", member, m.member
		}
	}
	if method == "" && has(result, "capabilities") {
		switch {
		case has(result, "protocolVersion"):
			return protocol.MethodInitialize, "capabilities", ""
		case has(result, "resultType") || has(result, "serverInfo"):
			return protocol.MethodDiscover, "capabilities", ""
		}
	}
	return method, member, ""
}

func has(v *strictjson.Value, name string) bool { return v.Get(name) != nil }

// signs are the members that mark a form, members of results aside.
var signs = []struct {
	member string
	kind   kind
}{
	{"jsonrpc", kindResponse}, {"request", kindExchange}, {"response", kindExchange}, {"sse", kindExchange},
	{"headerMapping", kindMapping}, {"log", kindLog}, {"inputSchema", kindDescriptor},
	{"resultType", kindResult}, {"capabilities", kindResult},
	{recording.GapMember, kindGap}, {recording.UnparsedMember, kindUnparsed}, {recording.UnparsedEncoding, kindUnparsed},
}

// formOf is the form that an object's members mark, kindMixed where they mark
// two: all members of a bare result are the server's to choose, so if one form
// went before another, a server could have a listing read as something else.
// The members say which two.
func formOf(v *strictjson.Value) (form kind, member, other string) {
	note := func(k kind, name string) {
		switch {
		case form == kindUnknown:
			form, member = k, name
		case form != k && other == "":
			other = name
		}
	}
	for _, s := range signs {
		if has(v, s.member) {
			note(s.kind, s.member)
		}
	}
	for _, m := range resultMembers {
		if has(v, m.member) {
			note(kindResult, m.member)
		}
	}
	if has(v, "result") && form != kindResponse && form != kindResult { // Inspector's wrapper
		note(kindResult, "result")
	}
	if other != "" {
		return kindMixed, member, other
	}
	return form, member, ""
}

// classify says what a value is, by its content alone.
func classify(v *strictjson.Value) kind {
	switch {
	case v.Is(strictjson.Array):
		return kindList
	case !v.Is(strictjson.Object):
		return kindUnknown
	case isOwn(v):
		return kindOwn
	}
	form, _, _ := formOf(v)
	known := true
	switch form {
	case kindResponse: // a request or notification alone shows nothing of the server
		known = has(v, "result") || has(v, "error")
	case kindMapping:
		known = v.Get("headerMapping").Is(strictjson.Object)
	case kindLog:
		known = v.Get("log").Is(strictjson.Array)
	case kindResult:
		method, _, other := methodOfResult(v)
		known = method != "" || other != "" || has(v, "resultType") || wrapped(v) != nil
	}
	if !known {
		return kindUnknown
	}
	return form
}

// wrapped is the result in the wrapper that Inspector's command line prints.
func wrapped(v *strictjson.Value) *strictjson.Value {
	if r := v.Get("result"); r.Is(strictjson.Object) && (v.Len() == 1 || has(v, "appInfo")) {
		return r
	}
	return nil
}

// memberCapture marks the file in which a capture of this program says whether
// something is missing.
const memberCapture = "mcpreviewCapture"

// isOwn recognises a review, a SARIF log, a lock or a capture file of this program. What is left out for it
// is not reviewed, so nothing that could be evidence may pass for one: no
// member of a form but those that a review has as well, no tool that a client
// could use, and no message in any member.
func isOwn(v *strictjson.Value) bool {
	review := v.Get("schemaVersion").Is(strictjson.Number) && v.Path("tool", "name").Text() == "mcpreview" &&
		v.Get("verdict").Is(strictjson.Object)
	if !review && !has(v, "mcpreviewLock") && !has(v, memberCapture) && !isOwnLog(v) {
		return false
	}
	for _, s := range signs {
		if has(v, s.member) {
			return false
		}
	}
	for _, m := range resultMembers {
		if m.member != "tools" && has(v, m.member) {
			return false
		}
	}
	for _, tool := range v.Get("tools").Elements() {
		if has(tool, "inputSchema") {
			return false
		}
	}
	for name, m := range v.Members() {
		if name != "tools" && shape.CargoOf(m) == shape.Answered {
			return false
		}
	}
	return true
}

// isOwnLog recognises a SARIF log of this program, and of no other beside it.
func isOwnLog(v *strictjson.Value) bool {
	runs := v.Get("runs")
	for _, run := range runs.Elements() {
		if run.Path("tool", "driver", "name").Text() != "mcpreview" {
			return false
		}
	}
	return has(v, "$schema") && runs.Is(strictjson.Array) && runs.Len() > 0
}

// recorded is a member, nil where it is absent or null: recorders write null
// for what they did not see.
func recorded(v *strictjson.Value, name string) *strictjson.Value {
	if m := v.Get(name); !m.Is(strictjson.Null) {
		return m
	}
	return nil
}

// build makes the exchange that a value of a recorded kind is; given is the
// path that labels are read off.
func (l *loader) build(doc *strictjson.Document, v *strictjson.Value, k kind, given string) *Exchange {
	e := &Exchange{Doc: doc, Value: v}
	switch k {
	case kindExchange:
		e.Form = FormExchange
		e.Request, e.Response, e.SSE = recorded(v, "request"), recorded(v, "response"), recorded(v, "sse")
		if e.Response == nil && e.SSE.Is(strictjson.String) {
			e = l.fromStream(e)
			v = e.Value
		}
		l.readRecord(e, v)
	case kindResponse:
		e.Form, e.Response = FormResponse, v
	case kindResult:
		e.Form, e.Result = FormResult, v
		if method, _, other := methodOfResult(v); method == "" && other == "" {
			if r := wrapped(v); r != nil {
				e.Result = r
			}
		}
	case kindDescriptor:
		e.Form = FormDescriptor
	}
	if e.Response != nil {
		e.Result, e.Error = e.Response.Get("result"), e.Response.Get("error")
	}
	e.Params = e.Request.Get("params")
	e.Method, _ = e.Request.Get("method").Str()
	if e.Request == nil {
		e.Method, _, _ = methodOfResult(e.Result)
	}
	e.labelByPath(given)
	e.nameTool(given)
	return e
}

// readRecord reads the members that a recorder puts beside request and response.
func (l *loader) readRecord(e *Exchange, v *strictjson.Value) {
	text := func(name string) string { return rule.ShortName(v.Get(name).Text()) }
	e.Session = Session{text("server"), text("version"), text("protocolVersion"), text("transport")}
	e.Label = Label(text("label"))
	e.Batch = v.Get("batch").True()
	e.Caller = text("caller")
	if c := v.Get("caller"); c.Is(strictjson.Object) {
		e.Caller = rule.ShortName(c.Get("name").Text())
	}
	if n, ok := v.Get("pass").Int(); ok && n > 0 {
		e.Pass = n
	}
	for _, n := range v.Get("notifications").Elements() {
		e.Notifications = append(e.Notifications, n)
	}
	if h := v.Get("http"); h.Is(strictjson.Object) {
		e.HTTP = readHTTP(h)
		if e.Session.Transport == "" {
			e.Session.Transport = protocol.TransportHTTP
		}
	}
}

func readHTTP(v *strictjson.Value) *HTTP {
	h := &HTTP{Value: v}
	h.Status, _ = v.Get("status").Int()
	h.ContentType = v.Get("contentType").Text()
	version := v.Get("version").Text()
	h.Folded = version == "HTTP/2" || version == "HTTP/3"
	if lines := v.Get("headers"); lines.Is(strictjson.Array) {
		h.Headers = make([]Header, 0, lines.Len())
		for _, line := range lines.Elements() {
			h.Headers = append(h.Headers, Header{line.At(0).Text(), line.At(1).Text()})
		}
	}
	return h
}

// labelByPath reads caller and pass off the folders below one called pages,
// where the record does not say.
func (e *Exchange) labelByPath(given string) {
	caller, pass := folderLabels(given)
	if e.Caller == "" {
		e.Caller = caller
	}
	if e.Pass == 0 {
		e.Pass = max(pass, 1)
	}
}

func folderLabels(file string) (caller string, pass int) {
	if !strings.Contains(file, "pages/") {
		return "", 0
	}
	parts := strings.Split(path.Dir(file), "/")
	for i, p := range parts {
		if p != "pages" {
			continue
		}
		for _, below := range parts[i+1:] {
			if n, ok := strings.CutPrefix(below, "pass-"); ok && pass == 0 {
				if k, err := strconv.Atoi(n); err == nil && k > 0 {
					pass = k
					continue
				}
			}
			if caller == "" {
				caller = below
			}
		}
		return caller, pass
	}
	return "", 0
}

// labels are the words that may follow a tool's name in a file's name.
var labels = map[string]Label{
	string(LabelSuccess): LabelSuccess, string(LabelFailure): LabelFailure, string(LabelUnknownTool): LabelUnknownTool,
	string(LabelArguments): LabelArguments, string(LabelMalformed): LabelMalformed, string(LabelProbe): LabelProbe,
}

// nameTool finds the tool that a call is about. An answer that does not show
// what it answers, such as an error, is a call where its file's name says what
// the call was meant to show.
func (e *Exchange) nameTool(given string) {
	if e.Request != nil {
		if e.Method == protocol.MethodCallTool {
			e.Tool, _ = e.Params.Get("name").Str()
		}
		return
	}
	name, label := toolOfFile(given)
	if e.Method == "" && label != Unlabelled && e.answersUnnamed() {
		e.Method = protocol.MethodCallTool
	}
	if e.Method != protocol.MethodCallTool {
		return
	}
	e.Tool = name
	if e.Label == Unlabelled {
		e.Label = label
	}
}

// answersUnnamed reports whether an exchange is an answer that names no method.
func (e *Exchange) answersUnnamed() bool {
	_, _, other := methodOfResult(e.Result)
	return other == "" && (e.Result != nil || e.Error != nil)
}

// toolOfFile reads NAME.json, NAME.label.json and NAME/label.json.
func toolOfFile(file string) (string, Label) {
	base := strings.TrimSuffix(path.Base(file), path.Ext(file))
	if label, ok := labels[base]; ok {
		if parent := path.Base(path.Dir(file)); parent != "results" && parent != "." {
			return parent, label
		}
	}
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		if label, ok := labels[base[i+1:]]; ok {
			return base[:i], label
		}
	}
	return base, Unlabelled
}
