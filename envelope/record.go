package envelope

import (
	"fmt"
	"slices"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

// Members that a record in mcpreview's own form has. Others are the recorder's
// own and are ignored; what one of these is meant to say must not stand in a
// member of almost the same name.
var (
	messageMembers = []string{"request", "response", "sse", "http", "notifications"}
	recordMembers  = append([]string{
		"server", "version", "protocolVersion", "transport", "caller", "pass", "label", "known", "batch", "at",
	}, messageMembers...)
	httpMembers   = []string{"method", "path", "version", "headers", "status", "contentType"}
	callerMembers = []string{"name", "tenant", "maySee", "allowed", "forbidden"}
	maySeeMembers = []string{"prompts", "resources"}
	knownMembers  = []string{"type", "name", "uri", "arguments"}
	wrapMembers   = []string{"result", "appInfo"} // of what Inspector's command line prints
)

// besides judges what stands beside the messages of a record, or around them.
func (j *judge) besides() {
	v := j.ex.Value
	switch j.ex.Form {
	case evidence.FormExchange:
		http, caller := v.Get("http"), v.Get("caller")
		j.unread(v, recordMembers)
		j.unread(http, httpMembers)
		j.unread(caller, callerMembers)
		j.unread(caller.Get("maySee"), maySeeMembers)
		for _, k := range v.Get("known").Elements() {
			j.unread(k, knownMembers)
		}
		j.kinds(v, recordKinds)
		j.kinds(http, httpKinds)
		j.misplaced(v, http)
	case evidence.FormResult:
		if v != j.ex.Result {
			j.unread(v, wrapMembers)
		} else {
			j.wrapper(v)
		}
	case evidence.FormResponse, evidence.FormDescriptor:
	}
}

// unread reports members that nearly have the name of one that is read
// (JSON-07), and others that carry messages (EVID-14): what is passed over in
// silence could be what matters. One finding stands for all of an object.
func (j *judge) unread(of *strictjson.Value, known []string) {
	var near, answered, asked []shape.Member
	for _, m := range shape.Unknown(of, known) {
		if m.NearMissOf == "" && !m.Value.Is(strictjson.Null) {
			m.NearMissOf = shape.Numbered(m.Name, messageMembers) // a record is of one exchange
		}
		switch cargo := shape.CargoOf(m.Value); {
		case m.NearMissOf != "":
			near = append(near, m)
		case cargo == shape.Answered:
			answered = append(answered, m)
		case cargo == shape.Asked:
			asked = append(asked, m)
		}
	}
	if len(near) > 0 {
		j.find(ruleNearMiss, rule.Condition, rule.Policy, j.ex.Value, near[0].Value, near[0].NearMiss()+more(near))
	}
	if len(answered) > 0 {
		j.aside(rule.Condition, answered[0].Value, "member "+rule.Quote(answered[0].Name)+" is not read and carries what could be evidence"+more(answered)+": give it as an exchange of its own")
	}
	if len(asked) > 0 {
		j.aside(rule.Note, asked[0].Value, "member "+rule.Quote(asked[0].Name)+" carries messages and is not read"+more(asked))
	}
}

// aside reports what a record holds and nobody reads.
func (j *judge) aside(e rule.Effect, at *strictjson.Value, text string) {
	j.find(ruleUnusable, e, rule.Policy, j.ex.Value, at, text)
}

func more(all []shape.Member) string {
	if len(all) == 1 {
		return ""
	}
	return fmt.Sprintf(" (and %s)", rule.Count(len(all)-1, "more such member"))
}

// contentMembers are those of results whose values are not the protocol's, or
// are judged with the result.
var contentMembers = []string{
	"_meta", "tools", "content", "structuredContent", "messages", "contents", "completion", "prompts", "resources", "resourceTemplates", "inputRequests",
}

// wrapper reports a bare result that is a wrapper of some program's around
// recorded messages, under the name of a member that results have or any other.
func (j *judge) wrapper(result *strictjson.Value) {
	for name, m := range result.Members() {
		recorded := false
		for _, e := range m.Elements() {
			recorded = recorded || e.Get("jsonrpc") != nil || e.Get("request").Is(strictjson.Object) && e.Get("response") != nil
		}
		if recorded || !slices.Contains(contentMembers, name) && shape.CargoOf(m) == shape.Answered {
			j.aside(rule.Condition, m, "member "+rule.Quote(name)+" of the result carries recorded messages, which are not read there: give them alone")
			return
		}
	}
}

// A memberKind is what kinds a member of the record may have; null is absent.
type memberKind struct {
	name  string
	kinds []strictjson.Kind
	want  string
}

func text(name string) memberKind {
	return memberKind{name, []strictjson.Kind{strictjson.String}, "string"}
}

var (
	recordKinds = []memberKind{
		text("server"), text("version"), text("protocolVersion"), text("transport"), text("label"), text("at"),
		{"caller", []strictjson.Kind{strictjson.String, strictjson.Object}, "string or object"},
		{"pass", []strictjson.Kind{strictjson.Number}, "number"},
		{"batch", []strictjson.Kind{strictjson.Bool}, "boolean"},
		{"notifications", []strictjson.Kind{strictjson.Array}, "array"},
		{"known", []strictjson.Kind{strictjson.Array}, "array"},
		{"http", []strictjson.Kind{strictjson.Object}, "object"},
	}
	httpKinds = []memberKind{
		text("method"), text("path"), text("version"), text("contentType"),
		{"headers", []strictjson.Kind{strictjson.Array, strictjson.Object}, "array or object"},
		{"status", []strictjson.Kind{strictjson.Number}, "number"},
	}
)

// kinds reports members that are read and could not be, for their kind.
func (j *judge) kinds(of *strictjson.Value, known []memberKind) {
	for _, k := range known {
		m := of.Get(k.name)
		if m == nil || m.Is(strictjson.Null) {
			continue
		}
		fits := false
		for _, kind := range k.kinds {
			fits = fits || m.Is(kind)
		}
		if !fits {
			j.aside(rule.Condition, m, k.name+" is "+m.Kind().String()+", must be "+k.want+"; it is ignored")
			continue
		}
		if _, small := m.Int(); m.Is(strictjson.Number) && !small {
			j.aside(rule.Condition, m, k.name+" is not an integer of its range; it is ignored")
		}
	}
}

// misplaced reports what was recorded of the transport outside of http, where it
// is not read. A status of success says nothing that is missed.
func (j *judge) misplaced(record, http *strictjson.Value) {
	at := record.Get("status")
	status, ok := at.Int()
	read, _ := http.Get("status").Int()
	if ok && 100 <= status && status <= 599 && status != read && status != protocol.StatusOK {
		j.aside(rule.Condition, at, fmt.Sprintf("status %d stands beside the messages, where it is not read: it belongs into http", status))
	}
	if at := record.Get("headers"); (at.Is(strictjson.Array) || at.Is(strictjson.Object)) && http.Get("headers") == nil {
		j.aside(rule.Note, at, "headers stand beside the messages, where they are not read: they belong into http")
	}
}
