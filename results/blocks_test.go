package results

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mcpreview/internal/policy"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A blockCase is one block, and its findings with pointers from the block.
type blockCase struct {
	name, block string
	want        []string
	revision    string
}

func runBlocks(t *testing.T, cases []blockCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			result := content(hi, c.block)
			if c.revision != "" {
				result = `{"content":[` + hi + `,` + c.block + `]}`
			}
			j := Judge(bare(t, result), listed, under(rule.House, c.revision))
			var want []string
			for _, w := range c.want {
				id, rest, _ := strings.Cut(w, " ")
				effect, pointer, _ := strings.Cut(rest, " ")
				want = append(want, id+" "+effect+" /content/1"+pointer)
			}
			check(t, j.Findings, want...)
			check(t, j.Blocks[1].Findings, want...)
			check(t, j.Blocks[0].Findings)
		})
	}
}

func TestBlockType(t *testing.T) {
	typ := []string{"RES-03 reject /type"}
	runBlocks(t, []blockCase{
		{name: "text", block: `{"type":"text","text":""}`},
		{name: "tool_use", block: `{"type":"tool_use","id":"1","name":"x","input":{}}`, want: typ},
		{name: "capital", block: `{"type":"Text","text":""}`, want: typ},
		{name: "video", block: `{"type":"video"}`, want: typ},
		{name: "link", block: `{"type":"link"}`, want: typ},
		{name: "tool_result", block: `{"type":"tool_result"}`, want: typ},
		{name: "missing", block: `{"text":"a"}`, want: typ},
		{name: "null type", block: `{"type":null,"text":"a"}`, want: typ},
		{name: "near miss", block: `{"Type":"text","text":"a"}`, want: []string{"RES-03 reject /type", "JSON-07 condition /Type"}},
		{name: "null", block: `null`, want: []string{"RES-03 reject"}},
		{name: "string", block: `"a"`, want: []string{"RES-03 reject"}},
		{name: "another type's members", block: `{"type":"text","text":"a","data":"!!!","mimeType":5}`, want: []string{"RES-03 note /data"}},
		{name: "audio before it existed", block: `{"type":"audio","data":"AAAA","mimeType":"audio/mpeg"}`, want: typ, revision: "2024-11-05"},
		{name: "audio once it existed", block: `{"type":"audio","data":"AAAA","mimeType":"audio/mpeg"}`, revision: "2025-03-26"},
		{name: "link before it existed", block: `{"type":"resource_link","uri":"a:b","name":"n"}`, want: typ, revision: "2025-03-26"},
		{name: "link once it existed", block: `{"type":"resource_link","uri":"a:b","name":"n"}`, revision: "2025-06-18"},
		{name: "icons before they existed", block: `{"type":"resource_link","uri":"a:b","name":"n","icons":7}`, want: []string{"RES-03 note /icons"}, revision: "2025-06-18"},
	})
}

func TestBlockTypeReason(t *testing.T) {
	for revision, want := range map[string]string{
		"2024-11-05": `RES-03 /content/0/type: a string of 6 characters is not text, image or resource`,
		"2025-03-26": `RES-03 /content/0/type: a string of 6 characters is not text, image, audio or resource`,
		"2025-06-18": `RES-03 /content/0/type: a string of 6 characters is not text, image, audio, resource_link or resource`,
	} {
		j := Judge(bare(t, `{"content":[{"type":"vi\u202edeo"}]}`), listed, under(rule.House, revision))
		if got := j.Findings[0].Reason(); got != want {
			t.Errorf("%s: %s, want %s", revision, got, want)
		}
	}
}

func TestTextBlock(t *testing.T) {
	text := []string{"RES-04 reject /text"}
	runBlocks(t, []blockCase{
		{name: "number", block: `{"type":"text","text":5}`, want: text},
		{name: "missing", block: `{"type":"text"}`, want: text},
		{name: "null", block: `{"type":"text","text":null}`, want: text},
		{name: "near miss", block: `{"type":"text","Text":"a"}`, want: []string{"RES-04 reject /text", "JSON-07 condition /Text"}},
	})
}

const png = `iVBORw0KGgo=`

func TestMediaBlock(t *testing.T) {
	media := []string{"RES-05 reject /mimeType"}
	data := []string{"RES-06 reject /data"}
	image := func(mimeType string) string {
		return `{"type":"image","data":"` + png + `","mimeType":` + mimeType + `}`
	}
	audio := func(mimeType string) string {
		return `{"type":"audio","data":"SUQzBAA=","mimeType":"` + mimeType + `"}`
	}
	of := func(data string) string { return `{"type":"image","data":` + data + `,"mimeType":"image/png"}` }
	runBlocks(t, []blockCase{
		{name: "png", block: image(`"image/png"`)},
		{name: "case and parameters", block: image(`"IMAGE/PNG; q=1"`)},
		{name: "audio", block: audio("audio/mpeg")},
		{name: "html", block: image(`"text/html"`), want: media},
		{name: "no slash", block: image(`"png"`), want: media},
		{name: "no subtype", block: image(`"image/"`), want: media},
		{name: "wildcard", block: image(`"image/*"`), want: media},
		{name: "empty", block: image(`""`), want: media},
		{name: "null", block: image(`null`), want: media},
		{name: "missing", block: `{"type":"image","data":"` + png + `"}`, want: media},
		{name: "image as audio", block: audio("image/png"), want: media},
		{name: "application/ogg", block: audio("application/ogg"), want: media},
		{name: "svg", block: image(`"image/svg+xml"`), want: []string{"RES-17 reject /mimeType"}},
		{name: "magic bytes disagree", block: image(`"image/jpeg"`), want: []string{"RES-05 note /data"}},
		{name: "data url", block: of(`"data:image/png;base64,` + png + `"`), want: data},
		{name: "line break", block: of(`"iVBORw0K\nGgo="`), want: data},
		{name: "url alphabet", block: of(`"-__-"`), want: data},
		{name: "missing padding", block: of(`"iVBORw0KGgo"`), want: data},
		{name: "trailing bits", block: of(`"iVBORw0KGgp="`), want: data},
		{name: "empty data", block: of(`""`), want: data},
		{name: "data missing", block: `{"type":"image","mimeType":"image/png"}`, want: data},
		{name: "data null", block: of(`null`), want: data},
		{name: "sentinel form", block: of(`"=?base64?iVBORw0KGgo=?="`), want: data},
		{name: "both", block: `{"type":"image","image_url":{"url":"https://example.com/p.png"}}`,
			want: []string{"RES-05 reject /mimeType", "RES-06 reject /data", "RES-03 note /image_url"}},
	})
}

func TestPolicyMayListMediaTypes(t *testing.T) {
	p := under(rule.House, "")
	p.Limits.AudioTypes = []string{"Application/Ogg"}
	j := Judge(bare(t, content(`{"type":"audio","data":"T2dnUw==","mimeType":"application/ogg"}`)), listed, p)
	check(t, j.Findings)
	j = Judge(bare(t, content(`{"type":"audio","data":"T2dnUw==","mimeType":"audio/ogg"}`)), listed, p)
	check(t, j.Findings, "RES-17 reject /content/0/mimeType")
}

func TestLink(t *testing.T) {
	link := func(members string) string { return `{"type":"resource_link",` + members + `}` }
	named := func(uri string) string { return link(`"uri":"` + uri + `","name":"b"`) }
	uri := []string{"RES-07 reject /uri"}
	more := func(members string) string { return link(`"uri":"repo://a/b","name":"b",` + members) }
	runBlocks(t, []blockCase{
		{name: "full", block: more(`"size":42.0,"mimeType":"text/plain; charset=utf-8","title":"t","description":"d"`)},
		{name: "relative", block: named("b.txt"), want: uri},
		{name: "space", block: named("repo://a b"), want: uri},
		{name: "angle", block: named("repo://a/<b>"), want: uri},
		{name: "javascript", block: named("JavaScript:alert(1)"), want: uri},
		{name: "data", block: named("data:text/plain,Hi"), want: uri},
		{name: "vbscript", block: named("vbscript:x"), want: uri},
		{name: "livescript", block: named("LiveScript:x"), want: uri},
		{name: "feed of a script", block: named("feed:javascript:alert(1)"), want: uri},
		{name: "source of a script", block: named("view-source:JAVASCRIPT:1"), want: uri},
		{name: "jar of a script", block: named("jar:javascript:1!/"), want: uri},
		{name: "wrapped twice", block: named("feed:View-Source:data:,x"), want: uri},
		{name: "line feed in the scheme", block: named("java\\nscript:1"), want: uri},
		{name: "control character before the scheme", block: named("\\u0001javascript:1"), want: uri},
		{name: "feed", block: named("feed:https://a.example/x")},
		{name: "source of a page", block: named("view-source:https://a.example/")},
		{name: "script in the path", block: named("x-own:javascript:1")},
		{name: "custom", block: named("x-y+z.1:opaque")},
		{name: "file", block: named("file:///a/b%20c.txt#L1")},
		{name: "uri missing", block: link(`"name":"b"`), want: uri},
		{name: "uri null", block: link(`"uri":null,"name":"b"`), want: uri},
		{name: "name missing", block: link(`"uri":"a:b","title":"T"`), want: []string{"RES-07 reject /name"}},
		{name: "name number", block: link(`"uri":"a:b","name":1`), want: []string{"RES-07 reject /name"}},
		{name: "name empty", block: link(`"uri":"a:b","name":""`), want: []string{"RES-07 note /name"}},
		{name: "title number", block: more(`"title":1`), want: []string{"RES-07 reject /title"}},
		{name: "description null", block: more(`"description":null`), want: []string{"RES-07 reject /description"}},
		{name: "size zero", block: more(`"size":0`)},
		{name: "size -0", block: more(`"size":-0`)},
		{name: "size negative", block: more(`"size":-1`), want: []string{"RES-07 reject /size"}},
		{name: "size fraction", block: more(`"size":1.5`), want: []string{"RES-07 reject /size"}},
		{name: "size string", block: more(`"size":"9"`), want: []string{"RES-07 reject /size"}},
		{name: "mimeType", block: more(`"mimeType":"text"`), want: []string{"RES-07 reject /mimeType"}},
		{name: "mimeType number", block: more(`"mimeType":1`), want: []string{"RES-07 reject /mimeType"}},
		{name: "text", block: more(`"text":"x"`), want: []string{"RES-07 reject /text", "RES-03 note /text"}},
		{name: "blob", block: more(`"blob":"eA=="`), want: []string{"RES-07 reject /blob", "RES-03 note /blob"}},
		{name: "resource", block: more(`"resource":{}`), want: []string{"RES-07 reject /resource", "RES-03 note /resource"}},
		{name: "icons", block: more(`"icons":[{"src":"data:image/png;base64,` + png + `"}]`)},
		{name: "icons no array", block: more(`"icons":{}`), want: []string{"RES-07 reject /icons"}},
		{name: "icon without src", block: more(`"icons":[{}]`), want: []string{"RES-07 reject /icons/0/src"}},
		{name: "icon by script", block: more(`"icons":[{"src":"javascript:0"}]`), want: []string{"RES-07 condition /icons/0/src"}},
	})
}

func TestEmbedded(t *testing.T) {
	of := func(members string) string { return `{"type":"resource","resource":{` + members + `}}` }
	runBlocks(t, []blockCase{
		{name: "text", block: of(`"uri":"file:///a.txt","mimeType":"text/plain","text":""`)},
		{name: "blob", block: of(`"uri":"file:///a","mimeType":"a/b","blob":""`)},
		{name: "both", block: of(`"uri":"file:///a","mimeType":"a/b","text":"a","blob":"YQ=="`), want: []string{"RES-08 reject /resource"}},
		{name: "neither", block: of(`"uri":"file:///a","mimeType":"a/b"`), want: []string{"RES-08 reject /resource"}},
		{name: "text null", block: of(`"uri":"file:///a","mimeType":"a/b","text":null`), want: []string{"RES-08 reject /resource/text"}},
		{name: "blob number", block: of(`"uri":"file:///a","mimeType":"a/b","blob":1`), want: []string{"RES-06 reject /resource/blob"}},
		{name: "blob padding", block: of(`"uri":"file:///a","mimeType":"a/b","blob":"YQ"`), want: []string{"RES-06 reject /resource/blob"}},
		{name: "flat", block: `{"type":"resource","uri":"repo://a","text":"x"}`, want: []string{"RES-08 reject /resource", "RES-03 note /uri"}},
		{name: "uri on the block", block: `{"type":"resource","uri":"repo://a","resource":{"mimeType":"a/b","text":"x"}}`,
			want: []string{"RES-08 reject /resource/uri", "RES-03 note /uri"}},
		{name: "resource string", block: `{"type":"resource","resource":"x"}`, want: []string{"RES-08 reject /resource"}},
		{name: "uri relative", block: of(`"uri":"a.txt","mimeType":"a/b","text":""`), want: []string{"RES-08 reject /resource/uri"}},
		{name: "mimeType missing", block: of(`"uri":"a:b","text":""`), want: []string{"RES-08 note /resource/mimeType"}},
		{name: "mimeType malformed", block: of(`"uri":"a:b","text":"","mimeType":"text"`), want: []string{"RES-08 reject /resource/mimeType"}},
		{name: "mimeType null", block: of(`"uri":"a:b","text":"","mimeType":null`), want: []string{"RES-08 reject /resource/mimeType"}},
		{name: "near miss", block: of(`"uri":"a:b","text":"","mime_type":"a/b"`), want: []string{"JSON-07 condition /resource/mime_type", "RES-08 note /resource/mimeType"}},
		{name: "annotations inside", block: of(`"uri":"a:b","text":"","mimeType":"a/b","annotations":{"priority":2}`),
			want: []string{"RES-11 reject /resource/annotations/priority", "RES-11 note /resource/annotations"}},
	})
}

func TestAnnotations(t *testing.T) {
	of := func(a string) string { return `{"type":"text","text":"t","annotations":` + a + `}` }
	at := func(effect, member string) []string { return []string{"RES-11 " + effect + " /annotations" + member} }
	runBlocks(t, []blockCase{
		{name: "all", block: of(`{"audience":["user","assistant"],"priority":1.0,"lastModified":"2026-08-01T10:00:00Z"}`)},
		{name: "empty", block: of(`{}`)},
		{name: "null", block: of(`null`), want: at("reject", "")},
		{name: "array", block: of(`[]`), want: at("reject", "")},
		{name: "priority 0", block: of(`{"priority":0}`)},
		{name: "priority -0", block: of(`{"priority":-0}`)},
		{name: "priority 1e0", block: of(`{"priority":1e0}`)},
		{name: "priority 0.10e1", block: of(`{"priority":0.10e1}`)},
		{name: "priority over", block: of(`{"priority":1.01}`), want: at("reject", "/priority")},
		{name: "priority just over", block: of(`{"priority":1.00000000000000000001}`), want: at("reject", "/priority")},
		{name: "priority just under", block: of(`{"priority":-1e-300}`), want: at("reject", "/priority")},
		{name: "priority string", block: of(`{"priority":"0.5"}`), want: at("reject", "/priority")},
		{name: "priority null", block: of(`{"priority":null}`), want: at("reject", "/priority")},
		{name: "audience empty", block: of(`{"audience":[]}`)},
		{name: "audience system", block: of(`{"audience":["user","system"]}`), want: at("reject", "/audience/1")},
		{name: "audience number", block: of(`{"audience":[1]}`), want: at("reject", "/audience/0")},
		{name: "audience string", block: of(`{"audience":"user"}`), want: at("reject", "/audience")},
		{name: "audience repeats", block: of(`{"audience":["user","user"]}`), want: at("note", "/audience")},
		{name: "lastModified number", block: of(`{"lastModified":1}`), want: at("reject", "/lastModified")},
		{name: "lastModified month 13", block: of(`{"lastModified":"2026-13-40"}`), want: at("note", "/lastModified")},
		{name: "lastModified local", block: of(`{"lastModified":"2026-08-01T10:00:00"}`), want: at("note", "/lastModified")},
		{name: "lastModified offset", block: of(`{"lastModified":"2026-08-01T10:00:00.5+02:00"}`)},
		{name: "lastModified before it existed", block: of(`{"lastModified":1}`), revision: "2025-03-26"},
		{name: "near miss", block: of(`{"Priority":7}`), want: []string{"JSON-07 condition /annotations/Priority"}},
		{name: "unknown", block: of(`{"weight":7}`)},
	})
}

func TestLimits(t *testing.T) {
	p := under(rule.House, "")
	p.Limits.TextBytes, p.Limits.MediaBytes, p.Limits.ResultBytes = 8, 9, 20
	text := func(n int) string {
		return `{"type":"text","text":"` + strings.Repeat("é", n/2) + strings.Repeat("x", n%2) + `"}`
	}
	image := func(n int) string {
		return `{"type":"image","mimeType":"image/bmp","data":"` + base64.StdEncoding.EncodeToString(make([]byte, n)) + `"}`
	}
	p.Limits.ImageTypes = []string{"image/bmp"}
	embed := func(member string) string {
		return `{"type":"resource","resource":{"uri":"a:b","mimeType":"a/b",` + member + `}}`
	}
	for _, c := range []struct {
		name, result string
		want         []string
	}{
		{"text at the limit", content(text(8)), nil},
		{"text over it", content(text(9)), []string{"RES-17 reject /content/0"}},
		{"media at the limit", content(image(9)), nil},
		{"media over it", content(image(10)), []string{"RES-17 reject /content/0"}},
		{"embedded text over it", content(embed(`"text":"123456789"`)), []string{"RES-17 reject /content/0"}},
		{"blob at the limit", content(embed(`"blob":"AAAAAAAAAAAA"`)), nil},
		{"blob over it", content(embed(`"blob":"AAAAAAAAAAAAAA=="`)), []string{"RES-17 reject /content/0"}},
		{"sum at the limit", content(image(9), image(9), text(2)), nil},
		{"sum over it", content(image(9), image(9), text(3)), []string{"RES-17 reject /content"}},
		{"size of a link is a claim", content(hi, `{"type":"resource_link","uri":"a:b","name":"n","size":1e9}`), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, Judge(bare(t, c.result), listed, p).Findings, c.want...)
		})
	}
}

func TestLimitReason(t *testing.T) {
	p := under(rule.House, "")
	p.Limits.TextBytes = 1
	j := Judge(bare(t, content(hi)), listed, p)
	if got, want := j.Findings[0].Reason(), "RES-17 /content/0: text size 2 exceeds 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTooManyBlocks(t *testing.T) {
	p := under(rule.House, "")
	p.Limits.Blocks = 3
	blocks := slices.Repeat([]string{hi}, p.Limits.Blocks)
	j := Judge(bare(t, content(blocks...)), listed, p)
	check(t, j.Findings)
	j = Judge(bare(t, content(append(blocks, "null")...)), listed, p)
	check(t, j.Findings, "RES-17 reject /content")
	if len(j.Blocks) != p.Limits.Blocks {
		t.Errorf("%d blocks judged", len(j.Blocks))
	}
}

func TestHiddenText(t *testing.T) {
	runBlocks(t, []blockCase{
		{name: "layout", block: `{"type":"text","text":"a\n\tb\r"}`},
		{name: "escape", block: `{"type":"text","text":"\u001b[31mred"}`, want: []string{"RES-24 condition /text"}},
		{name: "nul", block: `{"type":"text","text":"a\u0000b"}`, want: []string{"RES-24 condition /text"}},
		{name: "c1", block: `{"type":"text","text":"a\u009bb"}`, want: []string{"RES-24 condition /text"}},
		{name: "override", block: `{"type":"text","text":"a\u202eb"}`, want: []string{"RES-24 condition /text"}},
		{name: "tags", block: `{"type":"text","text":"a\udb40\udc41\udb40\udc42"}`, want: []string{"RES-24 condition /text"}},
		{name: "emoji flag", block: `{"type":"text","text":"\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f"}`},
		{name: "embedded", block: `{"type":"resource","resource":{"uri":"a:b","mimeType":"a/b","text":"\u001b"}}`, want: []string{"RES-24 condition /resource/text"}},
		{name: "link", block: `{"type":"resource_link","uri":"a:b","name":"\u0007","description":"\u202e"}`,
			want: []string{"RES-24 condition /description", "RES-24 condition /name"}},
	})
	j := Judge(bare(t, complete(`"content":[{"type":"text","text":"x"}],"structuredContent":{"a":["\u001b","\u202e"],"b\u200b":1}`)), listed, under(rule.House, ""))
	check(t, j.Findings, "RES-24 condition /structuredContent/a/0", "RES-16 note /content/0/text")
	if got, want := j.Findings[0].Text, "U+001B at 0 (control); one of 3 such strings"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestBlockFacts(t *testing.T) {
	j := Judge(bare(t, content(`{"type":"text","text":"é"}`, `{"type":"image","data":"`+png+`","mimeType":"IMAGE/png;a=b"}`,
		`{"type":"resource_link","uri":"a:b","name":"n","mimeType":"Text/Plain"}`, `{"type":"resource","resource":{"uri":"a:b","mimeType":"c/d","blob":"AAA="}}`,
		`{"type":"video"}`, `{"type":"image","data":"?","mimeType":"?"}`)), listed, under(rule.House, ""))
	want := []Block{{0, "text", 2, "", nil}, {1, "image", 8, "image/png", nil}, {2, "resource_link", 0, "text/plain", nil}, {3, "resource", 2, "another type", nil},
		{4, "", 0, "", nil}, {5, "image", 0, "", nil}}
	for i, b := range j.Blocks {
		b.Findings = nil
		if fmt.Sprint(b) != fmt.Sprint(want[i]) {
			t.Errorf("block %v, want %v", b, want[i])
		}
	}
	if j.Links != 1 || j.Embedded != 1 {
		t.Errorf("%d links, %d embedded", j.Links, j.Embedded)
	}
}

// blocksOfAllKinds are good, doubtful and bad blocks.
var blocksOfAllKinds = []string{
	hi, `{"type":"text","text":7}`, `{"type":"text","text":"\u001b"}`, `{"type":"text","text":"a","text":"b"}`, `null`, `{"type":"video"}`,
	`{"type":"image","data":"` + png + `","mimeType":"image/png"}`, `{"type":"image","data":"AAA","mimeType":"image/png"}`,
	`{"type":"audio","data":"AAAA","mimeType":"image/png"}`, `{"type":"resource_link","uri":"repo://a","name":"a"}`,
	`{"type":"resource_link","uri":"repo://a","name":"a","text":"x"}`, `{"type":"resource","resource":{"uri":"repo://a","text":"x","mimeType":"a/b"}}`,
	`{"type":"resource","uri":"repo://a","text":"x"}`, `{"type":"text","text":"a","annotations":{"priority":2},"_meta":[]}`,
}

func TestPermutingBlocksPermutesTheirStatuses(t *testing.T) {
	alone := map[string]string{}
	for _, b := range blocksOfAllKinds {
		j := Judge(bare(t, content(b)), listed, under(rule.House, ""))
		alone[b] = statusOf(j.Blocks[0])
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		blocks := slices.Clone(blocksOfAllKinds)
		random.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
		j := Judge(bare(t, content(blocks...)), listed, under(rule.House, ""))
		for i, b := range j.Blocks {
			if got := statusOf(b); got != alone[blocks[i]] {
				t.Fatalf("block %s: %q beside others, %q alone", blocks[i], got, alone[blocks[i]])
			}
		}
		if j.Decision() != rule.Rejected {
			t.Fatal("bad blocks do not reject the result")
		}
	}
}

// statusOf is what a block's judgement says, its place aside.
func statusOf(b Block) string {
	all := []string{b.Type, fmt.Sprint(b.Bytes), b.MediaType}
	for _, f := range b.Findings {
		pointer := strings.TrimPrefix(f.Pointer, fmt.Sprintf("/content/%d", b.Index))
		all = append(all, f.Rule.ID, f.Effect.String(), f.Text, pointer)
	}
	return strings.Join(all, "\n")
}

// Whatever two blocks are, each is judged as if the other were not there, in
// either order.
func FuzzBlocks(f *testing.F) {
	for i, b := range blocksOfAllKinds {
		f.Add(b, blocksOfAllKinds[(i+1)%len(blocksOfAllKinds)])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, text := range []string{a, b} {
			if doc, err := strictjson.Parse([]byte(text), "e.json", 1, policy.DefaultLimits().JSON()); err != nil || len(doc.Faults) > 0 {
				return // beside a fault all are as they would be alone, too, but its place differs
			}
		}
		judged := func(blocks ...string) (all []string) {
			j := Judge(bare(t, content(blocks...)), listed, under(rule.House, ""))
			if len(j.Blocks) != len(blocks) {
				t.Fatalf("%d blocks of %q", len(j.Blocks), blocks)
			}
			for _, one := range j.Blocks {
				all = append(all, statusOf(one))
			}
			return all
		}
		alone := slices.Concat(judged(a), judged(b))
		if got := judged(a, b); !slices.Equal(got, alone) {
			t.Errorf("%s beside %s: %q, alone %q", a, b, got, alone)
		}
		slices.Reverse(alone)
		if got := judged(b, a); !slices.Equal(got, alone) {
			t.Errorf("%s beside %s: %q, alone %q", b, a, got, alone)
		}
	})
}

func TestOneBadBlockRejectsTheResult(t *testing.T) {
	for _, bad := range blocksOfAllKinds {
		j := Judge(bare(t, content(bad)), listed, under(rule.House, ""))
		want := rule.Decide(j.Blocks[0].Findings)
		for n := range 3 {
			blocks := slices.Insert([]string{hi, hi}, n, bad)
			if got := Judge(bare(t, content(blocks...)), listed, under(rule.House, "")); got.Decision() != want {
				t.Errorf("%s at %d: %s, want %s", bad, n, got.Decision(), want)
			}
		}
	}
}
