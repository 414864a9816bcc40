package evidence

import (
	"errors"
	"fmt"
	"slices"

	"mcpreview/internal/protocol"
	"mcpreview/internal/recording"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// document reads one document and sorts what it holds. It returns the document
// where that includes a call, which is left for the second reading; else nil.
func (r *reader) document(sc *scan, data []byte, u unit, line int) *strictjson.Document {
	doc, err := r.parser.Parse(data, u.shown, line)
	if err != nil {
		sc.find(documentFinding(err))
		if sc.file.Kind == "" {
			sc.file.Kind = "unusable"
		}
		return nil
	}
	if !r.take(sc, doc, len(data), u) {
		return nil
	}
	return doc
}

// take sorts what a document of some bytes holds, and reports a call.
func (r *reader) take(sc *scan, doc *strictjson.Document, size int, u unit) (call bool) {
	k := classify(doc.Root)
	keep, before := sc.keeps(), len(sc.exchanges)
	if f := recordedAs(doc.Root, k); f != nil && !u.lines() {
		call = r.recorded(sc, f, doc, u)
		if sc.keeps() > keep {
			sc.kept += size + sc.judging(before) // places are looked up in it
		}
		return call
	}
	if sc.file.Kind == "" {
		sc.file.Kind = kindNames[k]
	}
	if what := impostor(doc.Root, k); what != "" {
		sc.file.Kind = orLines(sc.file.Kind, u)
		f := fileFinding(u.shown, what)
		f.At = doc.Locate(doc.Root)
		sc.find(f)
		return false
	}
	// A repeated member could hide what isOwn looks for; this program writes none.
	if k == kindOwn && !u.lines() && len(doc.Faults) == 0 {
		sc.own(doc, u.shown)
		return false
	}
	call = r.sort(sc, doc, doc.Root, k, u.given)
	if sc.keeps() > keep {
		sc.kept += doc.Memory() + sc.judging(before)
	}
	return call
}

// descriptorBytes is about how much memory a descriptor takes beside its document
// once it is judged. Each listing of a tool may be another version of it.
const descriptorBytes = 1 << 10

// judging is how much memory the descriptors take that the exchanges from the
// given one on hold.
func (sc *scan) judging(from int) (bytes int) {
	for _, e := range sc.exchanges[from:] {
		switch {
		case e.Form == FormDescriptor:
			bytes += descriptorBytes
		case e.Method == protocol.MethodListTools:
			bytes += e.Result.Get("tools").Len() * descriptorBytes
		}
	}
	return bytes
}

// recordedAs is the format of another program that a document is in; nil for
// none, and for one that could be evidence by itself.
func recordedAs(root *strictjson.Value, k kind) *recording.Format {
	if k != kindUnknown && k != kindList || impostor(root, k) != "" {
		return nil
	}
	return recording.Recognise(root)
}

// impostor says what a document is that looks like evidence and is none; "" for
// any other. Exchanges and responses are what they are.
func impostor(root *strictjson.Value, k kind) string {
	switch k {
	case kindExchange, kindResponse, kindOwn, kindGap, kindUnparsed:
		return ""
	case kindUnknown, kindResult, kindDescriptor, kindMapping, kindLog, kindList, kindMixed:
	}
	return recording.RecogniseImpostor(root)
}

// orLines is the kind of a file that holds what is no evidence.
func orLines(kind string, u unit) string {
	if u.lines() {
		return kind
	}
	return "no evidence"
}

// own leaves out what this program wrote. A capture that says itself that
// something is missing is not left at that: the listings that are there may be
// whole, and nothing else would show that a server failed on the way.
func (sc *scan) own(doc *strictjson.Document, shown string) {
	sc.file.Left = "a review, lock or capture file of mcpreview is no evidence"
	f := fileFinding(shown, sc.file.Left)
	f.At = doc.Locate(doc.Root)
	capture := doc.Root.Get(memberCapture)
	sc.file.written = capture == nil
	switch complete := capture.Get("complete"); {
	case capture == nil || complete.True():
		f.Effect = rule.Note
	default:
		f.Text = fmt.Sprintf("the capture is incomplete: %d of its steps failed", capture.Get("missing").Len())
		f.At = doc.Locate(capture)
	}
	sc.find(f)
}

// keeps is how much a scan keeps in memory, in values.
func (sc *scan) keeps() int { return len(sc.exchanges) + len(sc.mappings) + len(sc.logs) }

func documentFinding(err error) rule.Finding {
	var e *strictjson.Error
	if !errors.As(err, &e) {
		panic("evidence: unexpected error " + err.Error())
	}
	return rule.Finding{
		Rule: e.Rule(), Effect: rule.Reject, Provenance: e.Rule().Provenance[0],
		Subject: rule.Subject{Kind: rule.KindDocument, Name: e.File}, Text: e.Text, At: e.Location(),
	}
}

// sort puts a value where its kind belongs; elements of lists one by one.
func (r *reader) sort(sc *scan, doc *strictjson.Document, v *strictjson.Value, k kind, given string) (call bool) {
	switch k {
	case kindList:
		if v.Len() == 0 {
			sc.find(unknownKind(doc, v, "an empty list"))
		}
		for _, e := range v.Elements() {
			inner := classify(e)
			if inner == kindList {
				inner = kindUnknown
			}
			call = r.sort(sc, doc, e, inner, given) || call
		}
		return call
	case kindMapping:
		if !sc.faulty(doc, v, r.bounds) {
			sc.unread(doc, v, "headerMapping")
			sc.unread(doc, v.Get("headerMapping"), "tool", "map")
			tool, _ := v.Path("headerMapping", "tool").Str()
			sc.mappings = append(sc.mappings, &HeaderMapping{Doc: doc, Value: v, Tool: tool, Map: v.Path("headerMapping", "map")})
		}
	case kindLog:
		if !sc.faulty(doc, v, r.bounds) {
			sc.unread(doc, v, "log")
			sc.logs = append(sc.logs, &Log{Doc: doc, Value: v, Lines: v.Get("log")})
		}
	case kindExchange, kindResponse, kindResult, kindDescriptor:
		return r.exchange(sc, r.build(doc, v, k, given))
	case kindMixed, kindGap, kindUnparsed, kindUnknown, kindOwn:
		if sc.room() {
			sc.find(r.noEvidence(doc, v, k))
		}
	}
	return false
}

// noEvidence says of a value, by its kind, that it is none.
func (r *reader) noEvidence(doc *strictjson.Document, v *strictjson.Value, k kind) rule.Finding {
	switch k {
	case kindMixed:
		_, member, other := formOf(v)
		return unknownKind(doc, v, mixed(member, other))
	case kindGap:
		return gapFinding(doc, v)
	case kindUnparsed:
		return r.unparsedFinding(doc, v)
	}
	return unknownKind(doc, v, "none of the accepted forms of evidence")
}

// exchange keeps one that is no call, and reports whether it is one.
func (r *reader) exchange(sc *scan, e *Exchange) (call bool) {
	if e.Method == protocol.MethodCallTool {
		return true
	}
	if _, member, other := methodOfResult(e.Result); other != "" && e.Request == nil {
		if sc.room() {
			sc.find(unknownKind(e.Doc, e.Value, mixed(member, other)))
		}
		return false
	}
	if lossy := lossyForm(e); lossy != "" && !slices.Contains(sc.file.Lossy, lossy) {
		sc.file.Lossy = append(sc.file.Lossy, lossy)
	}
	sc.exchanges = append(sc.exchanges, e)
	return false
}

// unread reports the first member beside those that are read which nearly has
// the name of one, or carries messages.
func (sc *scan) unread(doc *strictjson.Document, v *strictjson.Value, read ...string) {
	for _, m := range shape.Unknown(v, read) {
		text := ""
		switch {
		case m.NearMissOf != "":
			text = m.NearMiss()
		case shape.CargoOf(m.Value) == shape.Answered:
			text = "member " + rule.Quote(m.Name) + " is not read and carries what could be evidence: give it as an exchange of its own"
		default:
			continue
		}
		f := fileFinding(doc.File, text)
		f.At = doc.Locate(m.Value)
		sc.find(f)
		return
	}
}

func unknownKind(doc *strictjson.Document, v *strictjson.Value, why string) rule.Finding {
	f := fileFinding(doc.File, "unknown kind: "+why)
	f.At = doc.Locate(v)
	return f
}

// mixed names two members of ours, so nothing that a server wrote.
func mixed(member, other string) string {
	return "the members " + member + " and " + other + " belong to different forms of evidence"
}

// faulty reports the first strict JSON fault of a document that no narrower
// scope takes: such a document is unusable.
func (sc *scan) faulty(doc *strictjson.Document, v *strictjson.Value, b strictjson.Bounds) bool {
	faults := doc.FaultsIn(v)
	if len(faults) == 0 {
		return false
	}
	f := Spot{Doc: doc, Base: v, Subject: rule.Subject{Kind: rule.KindDocument, Name: doc.File}}.FindFault(faults[0], rule.Reject, b)
	if len(faults) > 1 {
		f.Text += fmt.Sprintf(" (and %d more faults)", len(faults)-1)
	}
	sc.find(f)
	return true
}

// lossyForm says what the form of an exchange cannot prove; "" for a whole one.
func lossyForm(e *Exchange) string {
	_, list := protocol.ListOf(e.Method)
	switch {
	case e.Form == FormDescriptor:
		return "that a listing is complete: there is no page"
	case list && e.Form == FormResult:
		return "cursors and caching hints: pages may have been merged"
	case list && e.Request == nil:
		return "that cursors were sent back: no request was recorded"
	}
	return ""
}
