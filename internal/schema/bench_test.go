package schema

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpreview/internal/strictjson"
)

// typical writes schemas like those of tools: a few described members, some
// with enums, lists, nested objects.
func typical(r *rand.Rand, depth int) string {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	for i := range 4 + r.IntN(6) {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"member_%d":`, i)
		switch n := r.IntN(8); {
		case n == 0 && depth > 0:
			b.WriteString(typical(r, depth-1))
		case n == 1 && depth > 0:
			fmt.Fprintf(&b, `{"type":"array","items":%s}`, typical(r, depth-1))
		case n == 2:
			b.WriteString(`{"type":"string","enum":["open","closed","all"],"description":"Which state the listed items are in"}`)
		case n == 3:
			b.WriteString(`{"type":"integer","minimum":1,"maximum":100,"description":"How many a page"}`)
		case n == 4:
			b.WriteString(`{"type":"string","pattern":"^[a-z0-9-]{1,64}$","format":"uri","description":"Where it is"}`)
		default:
			b.WriteString(`{"type":"string","description":"A sentence of the usual length that says what it is for"}`)
		}
	}
	b.WriteString(`},"required":["member_0","member_1"],"additionalProperties":false}`)
	return b.String()
}

func corpus(b *testing.B) []*strictjson.Document {
	r := rand.New(rand.NewPCG(1, 2))
	docs := make([]*strictjson.Document, 200)
	for i := range docs {
		docs[i] = parse(b, typical(r, 2))
	}
	return docs
}

func BenchmarkCompile(b *testing.B) {
	docs := corpus(b)
	b.Run("judged", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			doc := docs[i%len(docs)]
			if s, problems := Compile(doc, doc.Root, limits); s == nil {
				b.Fatal(problems)
			}
		}
	})
	b.Run("library", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			c := jsonschema.NewCompiler()
			if err := c.AddResource("https://example.net/s", docs[i%len(docs)].Root.Any()); err != nil {
				b.Fatal(err)
			}
			if _, err := c.Compile("https://example.net/s"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("judgement alone", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			j := newJudge(docs[i%len(docs)].Root, limits)
			j.start(draft2020)
		}
	})
	b.Run("walk", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			Walk(docs[i%len(docs)].Root, func(Position) {})
		}
	})
}

func BenchmarkValidate(b *testing.B) {
	s := mustCompile(b, `{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},"required":["id"]}}},"required":["items"]}`)
	v := parse(b, `{"items":[`+strings.Repeat(`{"id":1,"name":"a name"},`, 20)+`{"id":2}]}`).Root
	b.Run("judged", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if s.Validate(v).Verdict != Valid {
				b.Fatal("not valid")
			}
		}
	})
	b.Run("library", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if s.whole().compiled.Validate(v.Any()) != nil {
				b.Fatal("not valid")
			}
		}
	})
}
