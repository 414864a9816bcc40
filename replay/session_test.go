package replay

import (
	"fmt"
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
)

// readySession is a session of the base fixture after its handshake.
func readySession(t *testing.T, p *Profile) *session {
	t.Helper()
	f, err := p.Parse([]byte(oneCase("")), "f.json")
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(f)
	if v := s.handshake(f.cases[0], setupReady); v != nil {
		t.Fatal(v.Text)
	}
	return s
}

// after replays one more step; unlike in a case, a violation does not end it.
func after(t *testing.T, s *session, text string) string {
	t.Helper()
	doc, err := strictjson.Parse([]byte(text), "step.json", 1, bounds)
	if err != nil {
		t.Fatal(err)
	}
	if v := s.step(node{doc, doc.Root}); v != nil {
		return v.Rule.ID
	}
	return "pass"
}

// follow replays steps and what each must come to, in one session.
func follow(t *testing.T, s *session, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if got := after(t, s, pairs[i]); got != pairs[i+1] {
			t.Errorf("step %d: %s, want %s\n%s", i/2, got, pairs[i+1], pairs[i])
		}
	}
}

func TestBadResultDoesNotCloseItsRequest(t *testing.T) {
	follow(t, readySession(t, Teaching),
		c(`{"id":1,"method":"tools/list"}`), "pass",
		s(`{"id":1,"result":{"tools":5}}`), "RPL-76",
		c(`{"id":1,"method":"ping"}`), "RPL-50",
		s(`{"id":1,"result":{"tools":[]}}`), "pass",
		s(`{"id":1,"result":{"tools":[]}}`), "RPL-51",
		c(`{"id":1,"method":"ping"}`), "pass",
	)
}

func TestBadInitializeResultDoesNotEndTheWait(t *testing.T) {
	f, err := Teaching.Parse([]byte(oneCase("")), "f.json")
	if err != nil {
		t.Fatal(err)
	}
	follow(t, newSession(f),
		c(handshakeInit), "pass",
		s(result(`{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"s","version":"1"}}`)), "RPL-44",
		s(result(handshakeAnswer)), "pass",
		c(`{"method":"notifications/initialized"}`), "pass",
		c(`{"id":1,"method":"ping"}`), "pass",
	)
}

func TestStateChangesWithValidSuccessOnly(t *testing.T) {
	follow(t, readySession(t, Teaching),
		cAs(ann, `{"id":1,"method":"resources/subscribe","params":{"uri":"x://a"}}`), "pass",
		updated(ann, "x://a"), "RPL-107",
		s(`{"id":1,"result":{"ok":1}}`), "RPL-109",
		updated(ann, "x://a"), "RPL-107",
		s(`{"id":1,"result":{}}`), "pass",
		updated(ann, "x://a"), "pass",
		cAs(ann, `{"id":2,"method":"resources/unsubscribe","params":{"uri":"x://a"}}`), "pass",
		updated(ann, "x://a"), "pass",
		s(`{"id":2,"result":5}`), "RPL-109",
		updated(ann, "x://a"), "pass",
		s(`{"id":2,"result":{}}`), "pass",
		updated(ann, "x://a"), "RPL-107",
	)
}

// A success that comes too late, for a subscription that there is already or
// no more, is refused and changes nothing.
func TestSubscriptionChangedMeanwhile(t *testing.T) {
	ready := readySession(t, Teaching)
	follow(t, ready, cAs(ann, `{"id":1,"method":"resources/subscribe","params":{"uri":"x://a"}}`), "pass")
	beginSubscription(ready, &request{uri: "x://a", caller: snapshot{"bob", "t1"}})
	follow(t, ready, s(`{"id":1,"result":{}}`), "RPL-105", updated(bob, "x://a"), "pass")
	ready = readySession(t, Teaching)
	follow(t, ready, passing(subscribeTo(ann, "1", "x://a"))...)
	follow(t, ready, cAs(ann, `{"id":1,"method":"resources/unsubscribe","params":{"uri":"x://a"}}`), "pass")
	endSubscription(ready, &request{uri: "x://a"})
	follow(t, ready, s(`{"id":1,"result":{}}`), "RPL-106", updated(ann, "x://a"), "RPL-107")
}

// passing pairs every step with pass.
func passing(all []string) []string {
	var pairs []string
	for _, s := range all {
		pairs = append(pairs, s, "pass")
	}
	return pairs
}

func TestRefusedRequestsAreNotFiled(t *testing.T) {
	follow(t, readySession(t, Teaching),
		c(`{"id":1,"method":"prompts/list"}`), "RPL-63",
		s(`{"id":1,"result":{}}`), "RPL-51",
		c(`{"id":1,"method":"tasks/get","params":{"taskId":"k"}}`), "RPL-154",
		c(`{"id":1,"method":"tools/call","params":{"name":"weigh","arguments":{}}}`), "RPL-78",
		c(`{"id":1,"method":"ping"}`), "pass",
	)
}

// What stands in the control plane never counts as part of a message, nor the
// other way round.
func TestControlPlaneIsApart(t *testing.T) {
	follow(t, readySession(t, Teaching),
		c(`{"id":1,"method":"resources/list","transport_context":`+ann+`}`), "RPL-36",
		c(`{"id":1,"method":"resources/list","params":{"authorization_revision":"r1"}}`), "RPL-110",
		cAs(ann, `{"id":1,"method":"resources/list","params":{"transport_context":`+ann+`}}`), "RPL-97",
		cAs(as(`"uri":"x://a"`), `{"id":1,"method":"resources/list"}`), "RPL-110",
		c(`{"jsonrpc":"2.0","control_event":{"type":"activate_authorization_revision","revision":"r2"}}`), "RPL-37",
		`{"control_event":{"type":"activate_authorization_revision","revision":"r2"},"message":{}}`, "RPL-26",
		cAs(ann, `{"id":1,"method":"resources/list"}`), "pass",
	)
}

func TestOpenRequests(t *testing.T) {
	small := *Teaching
	small.limits.open = 2
	follow(t, readySession(t, &small),
		c(`{"id":1,"method":"ping"}`), "pass",
		s(`{"id":1,"method":"ping"}`), "pass",
		c(`{"id":2,"method":"ping"}`), "RPL-52",
		s(`{"id":1,"result":{}}`), "pass",
		c(`{"id":2,"method":"ping"}`), "pass",
	)
}

func TestStepCount(t *testing.T) {
	for n, want := range map[int]string{0: "pass", 512: "pass", 513: "RPL-25"} {
		all := make([]string, n)
		for i := range all {
			all[i] = c(fmt.Sprintf(`{"id":%d,"method":"ping"}`, i))
		}
		if got := verdict(t, oneCase("", all...)); ruleIn(got) != want {
			t.Errorf("%d steps: %s, want %s", n, got, want)
		}
	}
	for _, steps := range []string{`null`, `{}`, `"x"`} {
		text := fmt.Sprintf(baseFixture, `{"name":"case","expect":"pass","steps":`+steps+`}`)
		if got := ruleIn(verdict(t, text)); got != "RPL-25" {
			t.Errorf("steps %s: %s", steps, got)
		}
	}
	if got := ruleIn(verdict(t, fmt.Sprintf(baseFixture, `{"name":"case","expect":"pass"}`))); got != "RPL-25" {
		t.Errorf("no steps: %s", got)
	}
}

func TestTaskSupport(t *testing.T) {
	plain := `{"id":1,"method":"tools/call","params":{"name":"weigh","arguments":{"n":1}}}`
	for _, tt := range []struct{ support, message, want string }{
		{`{"taskSupport":"forbidden"}`, plain, "pass"},
		{`{"taskSupport":"forbidden"}`, taskCall(`{}`), "RPL-82"},
		{`{}`, taskCall(`{}`), "RPL-82"},
		{`{"taskSupport":"optional"}`, plain, "pass"},
		{`{"taskSupport":"optional"}`, taskCall(`{}`), "pass"},
		{`{"taskSupport":"required"}`, plain, "RPL-82"},
		{`{"taskSupport":"required"}`, taskCall(`{}`), "pass"},
	} {
		text := strings.Replace(oneCase("", c(tt.message)), `{"taskSupport":"optional"}`, tt.support, 1)
		if got := ruleIn(verdict(t, text)); got != tt.want {
			t.Errorf("%s, %s: %s, want %s", tt.support, tt.message, got, tt.want)
		}
	}
}

// A bound of null can be declared, but nothing can be held against it.
func TestBoundOfNull(t *testing.T) {
	text := strings.Replace(oneCase("", call(`{"n":1}`)...), `"minimum":1,`, `"minimum":null,`, 1)
	if got := ruleIn(verdict(t, text)); got != "RPL-79" {
		t.Errorf("got %s", got)
	}
	text = strings.Replace(oneCase("", call(`{"n":1,"o":{"k":"v"}}`)...), `"minimum":0.5`, `"minimum":null`, 1)
	if got := verdict(t, text); got != "pass" {
		t.Errorf("a bound that no value reaches: %s", got)
	}
}

// Integers are compared exactly, also with doubles.
func TestExactBounds(t *testing.T) {
	for _, tt := range []struct{ maximum, value, want string }{
		{"9007199254740992", "9007199254740992", "pass"},
		{"9007199254740992", "9007199254740993", "RPL-79"},
		{"9007199254740992.0", "9007199254740993", "RPL-79"},
		{"1e40", "1" + strings.Repeat("0", 40), "pass"}, // the double is above 10^40
		{"1e40", "1" + strings.Repeat("0", 41), "RPL-79"},
	} {
		text := strings.Replace(oneCase("", call(`{"n":`+tt.value+`}`)...), `"maximum":40`, `"maximum":`+tt.maximum, 1)
		if got := ruleIn(verdict(t, text)); got != tt.want {
			t.Errorf("%s with maximum %s: %s, want %s", tt.value, tt.maximum, got, tt.want)
		}
	}
}

func TestUnquoteLoosely(t *testing.T) {
	for _, tt := range []struct {
		literal, want string
		length        int
	}{
		{`"a\ud800b"`, "a\xed\xa0\x80b", 3},
		{`"\udfff\ud800"`, "\xed\xbf\xbf\xed\xa0\x80", 2},
		{`"\ud83d\ude00\ud83d"`, "\U0001f600\xed\xa0\xbd", 2},
		{`"\\ud800\ud800\n\""`, "\\ud800\xed\xa0\x80\n\"", 9},
		{`"\ud800\u0041\ud800A"`, "\xed\xa0\x80A\xed\xa0\x80A", 4},
	} {
		got := unquoteLoosely(tt.literal)
		if got != tt.want || length(got) != tt.length {
			t.Errorf("%s: %q of length %d, want %q of length %d", tt.literal, got, length(got), tt.want, tt.length)
		}
	}
}
