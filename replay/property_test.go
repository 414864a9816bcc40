package replay

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mcpreview/samples"
)

// A looseCase is a case of a fixture as plain JSON.
type looseCase struct {
	name  string
	setup string
	text  string // members of the case but its steps and what it expects
	steps []string
}

// A world is what a fixture holds beside its cases (%s), and the profile.
type world struct {
	profile *Profile
	text    string
}

func inOrder(tables map[world][]wireTest) iter.Seq2[world, wireTest] {
	return func(yield func(world, wireTest) bool) {
		for w, table := range tables {
			for _, tt := range table {
				if !yield(w, tt) {
					return
				}
			}
		}
	}
}

// looseCases are the cases of the built-in fixture and those of the tables, all
// of the same world each.
func looseCases(t testing.TB) map[world][]looseCase {
	t.Helper()
	var built struct {
		Cases []map[string]json.RawMessage
	}
	if err := json.Unmarshal(samples.Conversations(), &built); err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(samples.Conversations()), `"cases": [`)
	builtIn := world{Teaching, strings.ReplaceAll(head, "%", "%%") + `"cases": [%s]}`}
	all := map[world][]looseCase{}
	for _, m := range built.Cases {
		c := looseCase{name: string(m["name"]), setup: string(m["setup"])}
		for _, member := range []string{"setup", "client_capabilities", "server_capabilities"} {
			if m[member] != nil {
				c.text += `"` + member + `":` + string(m[member]) + `,`
			}
		}
		var steps []json.RawMessage
		if err := json.Unmarshal(m["steps"], &steps); err != nil {
			t.Fatal(err)
		}
		for _, s := range steps {
			c.steps = append(c.steps, string(s))
		}
		all[builtIn] = append(all[builtIn], c)
	}
	tables := map[world][]wireTest{{Teaching, baseFixture}: allWireTests(), {Spec, baseFixture}: specTests}
	for w, tt := range inOrder(tables) {
		c := looseCase{name: fmt.Sprintf("%s of %s: %.300s", tt.rule, w.profile.Name, strings.Join(tt.steps, "\n")), steps: tt.steps}
		if tt.members != "" {
			c.text = tt.members + ","
		}
		if strings.Contains(tt.members, "setup") {
			c.setup = tt.members
		}
		all[w] = append(all[w], c)
	}
	return all
}

// outcome is how a case with those steps goes in a world.
func outcome(t *testing.T, w world, c looseCase, steps []string) string {
	t.Helper()
	return verdictUnder(t, w.profile, fmt.Sprintf(w.text, `{"name":"case","expect":"pass",`+c.text+`"steps":[`+strings.Join(steps, ",")+`]}`))
}

var failingStep = regexp.MustCompile(`^RPL-\d+ step (\d+)`)

// atTheEnd is a violation of a conversation that stops too early.
var atTheEnd = regexp.MustCompile(`^RPL-\d+ end: `)

// What comes after the failing step changes nothing, and what comes before the
// end of a passing conversation passes.
func TestCuttingSteps(t *testing.T) {
	for world, cases := range looseCases(t) {
		for _, c := range cases {
			whole := outcome(t, world, c, c.steps)
			m := failingStep.FindStringSubmatch(whole)
			for n := range c.steps {
				got := outcome(t, world, c, c.steps[:n])
				if atTheEnd.MatchString(got) {
					continue
				}
				if m == nil {
					if got != whole && whole == "pass" {
						t.Errorf("%s: the first %d steps: %s", c.name, n, got)
					}
					continue
				}
				failing := len(m[1]) // of one digit in all these cases
				if failing != 1 {
					t.Fatalf("%s: step %s", c.name, m[1])
				}
				if want := n <= int(m[1][0]-'0'); want != (got == "pass") {
					t.Errorf("%s: the first %d steps: %s; all: %s", c.name, n, got, whole)
				} else if !want && got != whole {
					t.Errorf("%s: the first %d steps: %s; all: %s", c.name, n, got, whole)
				}
			}
		}
	}
}

// renamed gives every id of a step another value of its type.
func renamed(t *testing.T, step string) string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(step))
	dec.UseNumber()
	var s any
	if err := dec.Decode(&s); err != nil {
		t.Fatal(err)
	}
	object, _ := s.(map[string]any)
	message, _ := object["message"].(map[string]any)
	if params, ok := message["params"].(map[string]any); ok && params["requestId"] != nil {
		params["requestId"] = renamedID(params["requestId"])
	}
	if id, ok := message["id"]; ok {
		message["id"] = renamedID(id)
	}
	out, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func renamedID(id any) any {
	switch id := id.(type) {
	case string:
		return "renamed " + id
	case json.Number:
		if n, ok := new(big.Rat).SetString(id.String()); ok {
			digits := 0
			if strings.ContainsAny(id.String(), ".eE") {
				digits = 1
			}
			return json.Number(n.Add(n, big.NewRat(1000, 1)).FloatString(digits))
		}
	}
	return id
}

// handshakeID is that of the built-in handshake where a step names it.
var handshakeID = regexp.MustCompile(`"(?:id|requestId)":1[,}]`)

func TestRenamingIDs(t *testing.T) {
	for w, cases := range looseCases(t) {
		for _, c := range cases {
			if w.profile == Spec && !strings.Contains(c.setup, setupNone) && handshakeID.MatchString(strings.Join(c.steps, "")) {
				continue
			}
			if strings.Contains(c.setup, setupRequestOnly) || strings.Contains(strings.Join(c.steps, ""), `\ud8`) {
				continue // the handshake's own id cannot be renamed; encoding/json cannot carry a lone surrogate
			}
			var steps []string
			for _, s := range c.steps {
				steps = append(steps, renamed(t, s))
			}
			if got, want := outcome(t, w, c, steps), outcome(t, w, c, c.steps); got != want {
				t.Errorf("%s: %s after renaming, %s before", c.name, got, want)
			}
		}
	}
}

// entangled is what bears on the requests of both sides.
var entangled = regexp.MustCompile(`control_event|list_changed`)

// oneSided are the conversations of a world in which only that side sends
// requests and notifications, in the ordinary setup and without control events.
func oneSided(cases []looseCase, direction string) []looseCase {
	var found []looseCase
	for _, c := range cases {
		if c.text != "" || len(c.steps) == 0 || entangled.MatchString(strings.Join(c.steps, "")) {
			continue
		}
		good := true
		for _, s := range c.steps {
			var step struct {
				Direction any
				Message   struct{ Method any }
			}
			if json.Unmarshal([]byte(s), &step) != nil {
				good = false
				break
			}
			good = good && (step.Message.Method != nil) == (step.Direction == direction)
		}
		if good {
			found = append(found, c)
		}
	}
	return found
}

// Requests of the two directions have nothing to do with each other: however
// two such conversations interleave, each goes as it would alone, even where
// both use the same ids.
func TestInterleaving(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	each := 8
	if testing.Short() {
		each = 1
	}
	pairs := 0
	all := looseCases(t)
	worlds := slices.SortedFunc(maps.Keys(all), func(a, b world) int {
		return cmp.Or(cmp.Compare(a.profile.Name, b.profile.Name), cmp.Compare(a.text, b.text))
	})
	for _, world := range worlds {
		cases := all[world]
		clients, servers := oneSided(cases, fromClient), oneSided(cases, fromServer)
		for _, a := range clients {
			for range each {
				b := servers[random.IntN(len(servers))]
				if shareTask(a.steps, b.steps) {
					continue // what one does to a task, the other relies on
				}
				x, y := outcome(t, world, a, a.steps), outcome(t, world, b, b.steps)
				merged := interleave(random, a.steps, b.steps)
				got := ruleIn(outcome(t, world, looseCase{}, merged))
				pairs++
				if x == "pass" && y == "pass" {
					if got != "pass" {
						t.Errorf("%s with %s: %s", a.name, b.name, got)
					}
				} else if got != ruleIn(x) && got != ruleIn(y) || got == "pass" {
					t.Errorf("%s (%s) with %s (%s): %s", a.name, x, b.name, y, got)
				}
			}
		}
	}
	if pairs < 60*each {
		t.Errorf("only %d pairs were tried", pairs)
	}
}

var taskID = regexp.MustCompile(`"taskId":("[^"]*")`)

// shareTask reports whether two lists of steps speak of one task, and so are
// not independent.
func shareTask(a, b []string) bool {
	for _, m := range taskID.FindAllString(strings.Join(a, "\n"), -1) {
		if strings.Contains(strings.Join(b, "\n"), m) {
			return true
		}
	}
	return false
}

// interleave mixes two lists and keeps the order of each.
func interleave(random *rand.Rand, a, b []string) []string {
	var all []string
	for len(a) > 0 && len(b) > 0 {
		if random.IntN(2) == 0 {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}
