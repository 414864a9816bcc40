package tests

import "testing"

// TestNotJudged holds what counts as not judged: a result whose contract is not
// known, unless it is rejected all the same.
func TestNotJudged(t *testing.T) {
	const failed = `{"resultType":"complete","content":[{"type":"text","text":"no"}],"isError":true}`
	for _, c := range []struct {
		name      string
		exchanges []string
		decision  string
		notJudged int
	}{
		{"of a listed tool", []string{anyTool, call(2, "any", "{}", failed)}, "ADMIT", 0},
		{"of an unknown tool", []string{anyTool, call(2, "none", "{}", failed)}, "REJECT", 0},
		{"without any page", []string{call(2, "none", "{}", failed)}, "ADMIT", 1},
		{"without any page, and malformed", []string{call(2, "none", "{}", `{"resultType":"complete"}`)}, "REJECT", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reviewOf(c.exchanges...)
			if got := r.Results[0]; got.Decision != c.decision || r.Verdict.Counts.NotJudged != c.notJudged {
				t.Errorf("%s (%s), %d not judged", got.Decision, got.Reason, r.Verdict.Counts.NotJudged)
			}
		})
	}
}

// TestBrokenCompletion holds a completion whose answer is no result against its
// row: what nobody can read is not admitted.
func TestBrokenCompletion(t *testing.T) {
	ask := func(answer string) string {
		return exchange(2, "", "completion/complete", `"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""},`, answer)
	}
	for answer, want := range map[string]string{
		`"result":{"resultType":"complete","completion":{"values":["x"]}}`: "ADMIT",
		`"result":null`: "REJECT",
	} {
		r := reviewOf(anyTool, ask(answer))
		if len(r.Completions) != 1 || r.Completions[0].Decision != want {
			t.Errorf("%s: %+v", answer, r.Completions)
		}
	}
}
