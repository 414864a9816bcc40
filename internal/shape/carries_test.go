package shape_test

import (
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/shape"
	"mcpreview/internal/strictjson"
)

func TestCargoOf(t *testing.T) {
	for _, c := range []struct {
		text string
		want shape.Cargo
	}{
		{`{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`, shape.Answered},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, shape.Asked},
		{`{"clientReply":{"jsonrpc":"2.0","id":1,"result":{"role":"assistant","content":{},"model":"m"}}}`, shape.Asked},
		{`{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}`, shape.Asked},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":1}}`, shape.Answered},
		{`{"result":{"tools":[]}}`, shape.Answered},
		{`{"result":{"isBad":true}}`, shape.NoMessage},
		{`{"tools":[{"name":"t"}]}`, shape.Answered},
		{`[[{"a":{"name":"t","inputSchema":{}}}]]`, shape.Answered},
		{`[{"jsonrpc":"2.0","method":"ping","id":1},{"x":{"result":{"isError":true}}}]`, shape.Answered},
		{`[{"jsonrpc":"2.0","method":"notifications/message"}]`, shape.Asked},
		{`{"result":"pass","error":{"code":1},"tools":[],"method":"POST","name":"n"}`, shape.NoMessage},
		{`{"tools":["a","b"],"inputSchema":{"type":"object"}}`, shape.NoMessage},
		{`"{\"jsonrpc\":\"2.0\"}"`, shape.NoMessage},
		{`null`, shape.NoMessage},
	} {
		doc, err := strictjson.Parse([]byte(c.text), "", 1, policy.DefaultLimits().JSON())
		if err != nil {
			t.Fatal(err)
		}
		if got := shape.CargoOf(doc.Root); got != c.want {
			t.Errorf("%s: %d, want %d", c.text, got, c.want)
		}
	}
}
