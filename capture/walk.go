package capture

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mcpreview/headers"
	"mcpreview/internal/protocol"
	"mcpreview/internal/strictjson"
)

// passes is how often each list is walked: whether a list is stable shows the
// second time.
const passes = 2

// listFolders are where the pages of each list go. A folder called pages labels
// what is below it.
var listFolders = map[string]string{
	protocol.MethodListTools: "pages", protocol.MethodListPrompts: "prompts",
	protocol.MethodListResources: "resources", protocol.MethodListTemplates: "resource-templates",
}

// listCapabilities are the capabilities under which each list is offered.
var listCapabilities = map[string]string{
	protocol.MethodListTools: "tools", protocol.MethodListPrompts: "prompts",
	protocol.MethodListResources: "resources", protocol.MethodListTemplates: "resources",
}

// lists walks every list that the server offers; tools whatever it says.
func (s *session) lists(ctx context.Context) {
	for _, list := range protocol.Lists {
		capability := listCapabilities[list.Method]
		offered := s.capabilities == nil || s.capabilities.Get(capability) != nil
		if !offered && list.Method != protocol.MethodListTools {
			continue
		}
		for pass := 1; pass <= passes && !s.hopeless; pass++ {
			s.walk(ctx, list, pass)
		}
	}
}

// walk follows the cursors of one list from its first page to its last, each
// sent back as it came.
func (s *session) walk(ctx context.Context, list protocol.List, pass int) {
	step := Step{Caller: s.caller.Name, Method: list.Method, Pass: pass}
	defer func() { s.steps = append(s.steps, step) }()
	seen := make(map[[sha256.Size]byte]bool) // a cursor may be as long as a page
	var cursor json.RawMessage               // as it was written; nil for the first page
	for page := 1; ; page++ {
		what := fmt.Sprintf("%s, pass %d, page %d", list.Method, pass, page)
		var own []param
		if cursor != nil {
			own = append(own, param{"cursor", cursor})
		}
		r := s.ask(ctx, what, &outgoing{method: list.Method, params: s.params(own...)})
		s.keep(record{file: fmt.Sprintf("%s/pass-%d/page-%d", listFolders[list.Method], pass, page), pass: pass, reply: r})
		if problem := r.problem(); problem != "" {
			s.missed(list, what, problem, r)
			return
		}
		result := r.response.doc.Root.Get("result")
		step.Pages++
		step.Items += result.Get(list.Items).Len()
		if list.Method == protocol.MethodListTools && pass == 1 {
			s.readTools(r.response.doc, result.Get(list.Items))
		}
		next := result.Get("nextCursor")
		switch text, ok := next.Str(); {
		case !ok:
			return // absent or null, which ends a list, or no cursor at all
		case seen[sha256.Sum256([]byte(text))]:
			s.say("%s: its cursor was issued before: the list goes in circles, and is not followed further", what)
			return
		case page == s.options.Limits.Pages:
			s.lack("%s: more than %d pages: the list is not followed further", what, page)
			return
		default:
			seen[sha256.Sum256([]byte(text))] = true
			cursor = json.RawMessage(r.response.doc.Source(next))
		}
		if s.hopeless {
			return
		}
	}
}

// missed notes a page that did not come. A list that is not there at all is no
// gap: the error is the evidence.
func (s *session) missed(list protocol.List, what, problem string, r *reply) {
	code, _ := r.response.root().Path("error", "code").Int()
	if code == protocol.CodeMethodNotFound && list.Method != protocol.MethodListTools {
		s.say("%s: %s", what, problem)
		return
	}
	s.lack("%s: %s", what, problem)
}

// root is the message's value; nil where it is none.
func (m message) root() *strictjson.Value {
	if m.doc == nil {
		return nil
	}
	return m.doc.Root
}

// readTools remembers what later requests need: which of the arguments of tools
// that are to be called are copied into headers.
func (s *session) readTools(doc *strictjson.Document, list *strictjson.Value) {
	for _, tool := range list.Elements() {
		name, ok := tool.Get("name").Str()
		if !ok {
			continue
		}
		if strings.HasPrefix(name, unknownTool) && len(name) < nameBytes {
			s.taken[name] = true
		}
		if !slices.ContainsFunc(s.options.Calls.Tools, func(c Call) bool { return c.Tool == name }) {
			continue
		}
		bindings, err := headers.Bind([]byte(doc.Source(tool)))
		switch {
		case err != nil:
			s.unusable[name] = true
		case len(bindings) > 0:
			s.bindings[name] = bindings
		}
	}
}
