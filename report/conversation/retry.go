package conversation

import (
	"crypto/sha256"
	"slices"

	"mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// Members of params that only a retry has.
const (
	memberResponses = "inputResponses"
	memberState     = "requestState"
)

// interims are the requests that were answered with input_required, by what
// a retry of theirs must repeat.
type interims map[origin][]*interim

// An origin is what a retry and the request before it have in common: the
// method and the other params, and the state that was given.
type origin struct {
	call     call
	hasState bool
	state    string
}

// A call is a request without its id and its metadata.
type call struct {
	method string
	params [sha256.Size]byte
}

// An interim is one input_required result.
type interim struct {
	id    id // of the request that it answered
	asked map[string]*question
}

// A question is one request to the client, with the schema of its form, which
// an answer compiles.
type question struct {
	value    *strictjson.Value
	form     *schema.Schema // nil where it cannot be used
	compiled bool
}

// spareLooks is how often in a conversation a retry is held against an interim
// result that is not the newest for equal requests: thousands of each could
// make every retry go through all before it.
const spareLooks = 10_000

// callOf digests a request by what a retry repeats. Metadata is sent anew with
// every request.
func callOf(x *exchange) call {
	h := sha256.New()
	names := make([]string, 0, x.params.Len())
	for name := range x.params.Members() {
		if name != "_meta" && name != memberResponses && name != memberState {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, strictjson.CompareNames)
	var text []byte
	for _, name := range names {
		text = append(strictjson.AppendQuoted(text, name), ':')
		text = append(strictjson.AppendCanonical(text, x.params.Get(name)), ',')
	}
	h.Write(text)
	c := call{method: x.method}
	h.Sum(c.params[:0])
	return c
}

// ask keeps an interim result for the retry that may follow.
func (s *session) ask(x *exchange, result *strictjson.Value) {
	o := origin{call: callOf(x)}
	o.state, o.hasState = result.Get(memberState).Str()
	requests := result.Get("inputRequests")
	asked := make(map[string]*question, requests.Len())
	for name, r := range requests.Members() {
		asked[name] = &question{value: r}
	}
	s.interims[o] = append(s.interims[o], &interim{x.id, asked})
	s.retriable[o.call] = true
}

// retry judges a request with members that only a retry has (CONV-11).
func (s *session) retry(x *exchange, m *message) *breach {
	responses, state := m.params.Get(memberResponses), m.params.Get(memberState)
	if responses == nil && state == nil {
		return nil
	}
	switch {
	case responses != nil && !responses.Is(strictjson.Object):
		return breaks(11, responses, memberResponses+" must be an object")
	case state != nil && !state.Is(strictjson.String):
		return breaks(11, state, memberState+" must be a string")
	case !asksForInput(x.method):
		return breaks(11, m.at.Get("method"), "a method that is never asked for input is retried")
	case len(s.interims) == 0:
		return breaks(11, m.params, "nothing was asked for, and yet the request is a retry")
	}
	o := origin{call: callOf(x)}
	if !s.retriable[o.call] {
		return breaks(11, m.params, "method and params are those of no request that was asked for input")
	}
	o.state, o.hasState = state.Str()
	candidates := s.interims[o]
	if len(candidates) == 0 {
		return wrongState(m, state)
	}
	var last *breach
	for i := len(candidates) - 1; i >= 0; i-- {
		if last = s.answers(candidates[i], x, m, responses); last == nil || s.spare == 0 {
			break
		}
		s.spare--
	}
	return last
}

func wrongState(m *message, state *strictjson.Value) *breach {
	if state == nil {
		return breaks(11, m.params, "requestState was given and is missing")
	}
	return breaks(11, state, "requestState is not the one that was given")
}

// answers judges a retry against one interim result.
func (s *session) answers(in *interim, x *exchange, m *message, responses *strictjson.Value) *breach {
	if x.id == in.id {
		return breaks(11, m.at.Get("id"), "the retry has the id of the request that it retries")
	}
	for name, v := range responses.Members() {
		q := in.asked[name]
		if q == nil {
			return breaks(11, v, "an answer to what was not asked")
		}
		if b := fits(q.value, v); b != nil {
			return b
		}
		if b := s.filled(q, v); b != nil {
			return b
		}
	}
	return nil
}
