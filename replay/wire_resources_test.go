package replay

import (
	"encoding/base64"
	"strings"
)

// resourceList is an answered resources/list with those descriptors.
func resourceList(descriptors ...string) []string {
	return answer(fromClient, ann, "resources/list", `{}`, `{"resources":[`+strings.Join(descriptors, ",")+`]}`)
}

func templateList(descriptors ...string) []string {
	return answer(fromClient, ann, "resources/templates/list", `{}`, `{"resourceTemplates":[`+strings.Join(descriptors, ",")+`]}`)
}

// withMember is resourceList of x://a with one more member.
func withMember(member string) []string {
	return resourceList(`{"uri":"x://a","name":"a",` + member + `}`)
}

// readItems is an answered resources/read of x://a with those items.
func readItems(items ...string) []string {
	return answer(fromClient, ann, "resources/read", `{"uri":"x://a"}`, `{"contents":[`+strings.Join(items, ",")+`]}`)
}

// readParams is a resources/read with those params.
func readParams(params string) []string {
	return []string{cAs(ann, `{"id":1,"method":"resources/read","params":`+params+`}`)}
}

func text(n int) string { return strings.Repeat("a", n) }

func blob(n int) string { return base64.StdEncoding.EncodeToString(make([]byte, n)) }

// subscribeTo is a subscription of whom the context says, answered.
func subscribeTo(context, id, uri string) []string {
	return exchange(fromClient, context, `{"id":`+id+`,"method":"resources/subscribe","params":{"uri":"`+uri+`"}}`, `{"id":`+id+`,"result":{}}`)
}

func unsubscribeFrom(context, id, uri string) []string {
	return exchange(fromClient, context, `{"id":`+id+`,"method":"resources/unsubscribe","params":{"uri":"`+uri+`"}}`, `{"id":`+id+`,"result":{}}`)
}

func updated(context, uri string) string {
	return sAs(context, `{"method":"notifications/resources/updated","params":{"uri":"`+uri+`"}}`)
}

// steps sets single steps and lists of them one after another.
func steps(parts ...any) []string {
	var all []string
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			all = append(all, p)
		case []string:
			all = append(all, p...)
		}
	}
	return all
}

const noSubscribe = `"server_capabilities":{"resources":{}}`

var resourceTests = []wireTest{
	{"RPL-93", "pass", "", withMember(`"annotations":{"audience":[],"priority":0.0,"lastModified":"yesterday"}`)},
	{"RPL-93", "pass", "", withMember(`"annotations":{"audience":["assistant","user"],"priority":1}`)},
	{"RPL-93", "RPL-93", "", withMember(`"annotations":{"audience":["user","user"]}`)},
	{"RPL-93", "RPL-93", "", withMember(`"annotations":{"audience":["admin"]}`)},
	{"RPL-93", "RPL-93", "", withMember(`"annotations":{"priority":1.0000000001}`)},
	{"RPL-93", "RPL-93", "", withMember(`"annotations":{"priority":true}`)},
	{"RPL-93", "RPL-93", "", withMember(`"annotations":{"lastModified":""}`)},
	{"RPL-93", "RPL-93", "", withMember(`"annotations":{"more":1}`)},
	{"RPL-93", "RPL-93", "", withMember(`"annotations":null`)},
	{"RPL-94", "pass", "", withMember(`"icons":[{"src":"javascript:alert(1)","mimeType":"image/png","sizes":["weird"],"theme":"dark"}]`)},
	{"RPL-94", "pass", "", withMember(`"icons":[]`)},
	{"RPL-94", "RPL-94", "", withMember(`"icons":{}`)},
	{"RPL-94", "RPL-94", "", withMember(`"icons":[{"src":"icon.png"}]`)},
	{"RPL-94", "RPL-94", "", withMember(`"icons":[{"src":"x:y","sizes":"48x48"}]`)},
	{"RPL-94", "RPL-94", "", withMember(`"icons":[{"src":"x:y","sizes":[""]}]`)},
	{"RPL-94", "RPL-94", "", withMember(`"icons":[{"src":"x:y","theme":["dark"]}]`)},
	{"RPL-94", "RPL-94", "", withMember(`"icons":[{"src":"x:y","alt":"x"}]`)},
	{"RPL-94", "RPL-92", "", withMember(`"icons":[{"src":"x:y","mimeType":"png"}]`)},
	{"RPL-95", "pass", "", withMember(`"title":"t","description":"d","mimeType":"text/plain","size":65536,"_meta":{}`)},
	{"RPL-95", "pass", "", resourceList(`{"uri":"x://a","name":"` + strings.Repeat("é", 255) + `"}`)},
	{"RPL-95", "RPL-95", "", resourceList(`{"uri":"x://a","name":"` + strings.Repeat("é", 256) + `"}`)},
	{"RPL-95", "RPL-95", "", withMember(`"size":65537`)},
	{"RPL-95", "RPL-95", "", withMember(`"size":-1`)},
	{"RPL-95", "RPL-95", "", withMember(`"size":1.0`)},
	{"RPL-95", "RPL-95", "", withMember(`"title":""`)},
	{"RPL-95", "RPL-95", "", withMember(`"_meta":[]`)},
	{"RPL-95", "RPL-95", "", withMember(`"etag":"x"`)},
	{"RPL-95", "RPL-90", "", resourceList(`{"uri":"a","name":"a"}`)},
	{"RPL-96", "pass", "", templateList(`{"uriTemplate":"x://a/{n}","name":"n","title":"t","mimeType":"a/b","icons":[]}`)},
	{"RPL-96", "RPL-96", "", templateList(`{"uriTemplate":"x://a/{n}","name":"n","size":1}`)},
	{"RPL-96", "RPL-96", "", templateList(`{"uriTemplate":"x://a/{n}","name":""}`)},
	{"RPL-96", "RPL-91", "", templateList(`{"uriTemplate":"x://a/n","name":"n"}`)},
	{"RPL-97", "pass", "", []string{cAs(ann, `{"id":1,"method":"resources/list","params":{"cursor":"x","_meta":{}}}`)}},
	{"RPL-97", "RPL-97", "", []string{cAs(ann, `{"id":1,"method":"resources/list","params":{"cursor":5}}`)}},
	{"RPL-97", "RPL-97", "", []string{cAs(ann, `{"id":1,"method":"resources/templates/list","params":{"uri":"x://a"}}`)}},
	{"RPL-98", "pass", "", resourceList(`{"uri":"x://a","name":"a"}`, `{"uri":"x://a/1","name":"a"}`)},
	{"RPL-98", "RPL-98", "", resourceList(`{"uri":"x://a","name":"a"}`, `{"uri":"x://a","name":"b"}`)},
	{"RPL-98", "RPL-121", "", resourceList(`{"uri":"x://b","name":"b"}`)},
	{"RPL-98", "RPL-121", "", resourceList(`{"uri":"x://unlisted","name":"b"}`)},
	{"RPL-98", "RPL-98", "", answer(fromClient, ann, "resources/list", `{}`, `{"resources":[],"tools":[]}`)},
	{"RPL-98", "RPL-98", "", answer(fromClient, ann, "resources/list", `{}`, `{"resources":null}`)},
	{"RPL-98", "RPL-98", "", resourceList(numbered(257, `{"uri":"x://%d","name":"a"}`))},
	{"RPL-99", "pass", "", templateList(`{"uriTemplate":"x://a/{n}","name":"n"}`)},
	{"RPL-99", "RPL-99", "", templateList(`{"uriTemplate":"x://a/{n}","name":"n"}`, `{"uriTemplate":"x://a/{n}","name":"m"}`)},
	{"RPL-99", "RPL-99", "", templateList(`{"uriTemplate":"x://b/{n}","name":"n"}`)},
	{"RPL-99", "RPL-99", "", templateList(`{"uriTemplate":"x://a/{m}","name":"n"}`)},
	{"RPL-100", "pass", "", readParams(`{"uri":"x://a","_meta":{}}`)},
	{"RPL-100", "RPL-100", "", readParams(`{}`)},
	{"RPL-100", "RPL-100", "", readParams(`{"uri":"x://a","range":1}`)},
	{"RPL-100", "RPL-100", "", readParams(`{"uri":"x://a","_meta":null}`)},
	{"RPL-100", "RPL-90", "", readParams(`{"uri":["x://a"]}`)},
	{"RPL-101", "pass", "", readItems()},
	{"RPL-101", "pass", "", readItems(`{"uri":"x://a","text":"","mimeType":"text/plain","_meta":{}}`)},
	{"RPL-101", "RPL-101", "", readItems(`{"uri":"x://a"}`)},
	{"RPL-101", "RPL-101", "", readItems(`{"uri":"x://a","text":"a","blob":""}`)},
	{"RPL-101", "RPL-101", "", readItems(`{"uri":"x://a","text":null}`)},
	{"RPL-101", "RPL-101", "", readItems(`{"uri":"x://a","text":"\ud800"}`)},
	{"RPL-101", "RPL-101", "", readItems(`{"uri":"x://a","text":"a","name":"x"}`)},
	{"RPL-101", "RPL-101", "", answer(fromClient, ann, "resources/read", `{"uri":"x://a"}`, `{"contents":{}}`)},
	{"RPL-102", "pass", "", readItems(`{"uri":"x://a","blob":"AAE="}`, `{"uri":"x://a/1","blob":""}`)},
	{"RPL-102", "RPL-102", "", readItems(`{"uri":"x://a","blob":"AAE"}`)},
	{"RPL-102", "RPL-102", "", readItems(`{"uri":"x://a","blob":"AAF="}`)},
	{"RPL-102", "RPL-102", "", readItems(`{"uri":"x://a","blob":"_-8="}`)},
	{"RPL-102", "RPL-102", "", readItems(`{"uri":"x://a","blob":"AA E="}`)},
	{"RPL-102", "RPL-102", "", readItems(`{"uri":"x://a","blob":5}`)},
	{"RPL-103", "pass", "", readItems(`{"uri":"x://a","text":"` + text(65536) + `"}`)},
	{"RPL-103", "RPL-103", "", readItems(`{"uri":"x://a","text":"` + text(65537) + `"}`)},
	{"RPL-103", "RPL-103", "", readItems(`{"uri":"x://a","text":"` + strings.Repeat("é", 32769) + `"}`)},
	{"RPL-103", "pass", "", readItems(`{"uri":"x://a","blob":"`+blob(65530)+`"}`, `{"uri":"x://a/1","text":"`+text(6)+`"}`)},
	{"RPL-103", "RPL-103", "", readItems(`{"uri":"x://a","blob":"`+blob(65530)+`"}`, `{"uri":"x://a/1","text":"`+text(7)+`"}`)},
	{"RPL-103", "RPL-103", "", readItems(numbered(65, `{"uri":"x://a/%d","text":""}`))},
	{"RPL-104", "pass", "", readItems(`{"uri":"x://a/1","text":""}`, `{"uri":"x://a/2","text":""}`)},
	{"RPL-104", "RPL-104", "", readItems(`{"uri":"x://ab","text":""}`)},
	{"RPL-104", "RPL-104", "", readItems(`{"uri":"x://a","text":""}`, `{"uri":"x://a","text":""}`)},
	{"RPL-104", "RPL-104", "", answer(fromClient, ann, "resources/read", `{"uri":"x://a/1"}`, `{"contents":[{"uri":"x://a","text":""}]}`)},
	{"RPL-105", "pass", "", steps(subscribeTo(ann, "1", "x://a"), subscribeTo(bob, "2", "x://a/1"))},
	{"RPL-105", "RPL-105", "", steps(subscribeTo(ann, "1", "x://a"), subscribeTo(bob, "2", "x://a"))},
	{"RPL-105", "RPL-105", "", []string{cAs(ann, `{"id":1,"method":"resources/subscribe","params":{"uri":"x://a"}}`), cAs(ann, `{"id":2,"method":"resources/subscribe","params":{"uri":"x://a"}}`)}},
	{"RPL-105", "RPL-105", noSubscribe, subscribeTo(ann, "1", "x://a")},
	{"RPL-105", "RPL-109", "", answer(fromClient, ann, "resources/subscribe", `{"uri":"x://a"}`, `{"ok":1}`)},
	{"RPL-105", "RPL-107", "", []string{cAs(ann, `{"id":1,"method":"resources/subscribe","params":{"uri":"x://a"}}`), updated(ann, "x://a")}},
	{"RPL-105", "pass", "", steps(exchange(fromClient, ann, `{"id":1,"method":"resources/subscribe","params":{"uri":"x://a"}}`, `{"id":1,"error":{"code":1,"message":"no"}}`), subscribeTo(ann, "1", "x://a"))},
	{"RPL-106", "pass", "", steps(subscribeTo(ann, "1", "x://a"), unsubscribeFrom(ann, "1", "x://a"), subscribeTo(bob, "1", "x://a"))},
	{"RPL-106", "RPL-106", "", unsubscribeFrom(ann, "1", "x://a")},
	{"RPL-106", "RPL-106", "", steps(subscribeTo(ann, "1", "x://a"), unsubscribeFrom(ann, "1", "x://a/1"))},
	{"RPL-106", "RPL-106", "", steps(subscribeTo(ann, "1", "x://a"), unsubscribeFrom(bob, "1", "x://a"))},
	{"RPL-106", "RPL-106", "", steps(subscribeTo(ann, "1", "x://a"), cAs(ann, `{"id":1,"method":"resources/unsubscribe","params":{"uri":"x://a"}}`), unsubscribeFrom(ann, "2", "x://a"))},
	{"RPL-106", "pass", "", steps(subscribeTo(ann, "1", "x://a"), exchange(fromClient, ann, `{"id":1,"method":"resources/unsubscribe","params":{"uri":"x://a"}}`, `{"id":1,"error":{"code":1,"message":"no"}}`), updated(ann, "x://a"))},
	{"RPL-106", "RPL-106", "", steps(subscribeTo(ann, "1", "x://a"), cAs(ann, `{"id":1,"method":"resources/unsubscribe","params":{"uri":"x://a"}}`), activate("r2"), activate("r1"), s(`{"id":1,"result":{}}`))},
	{"RPL-107", "pass", "", steps(subscribeTo(ann, "1", "x://a"), updated(ann, "x://a"), updated(ann, "x://a/2"))},
	{"RPL-107", "RPL-107", "", steps(subscribeTo(ann, "1", "x://a"), updated(ann, "x://ab"))},
	{"RPL-107", "RPL-107", "", steps(subscribeTo(ann, "1", "x://a/1"), updated(ann, "x://a"))},
	{"RPL-107", "RPL-107", "", steps(subscribeTo(ann, "1", "x://a"), unsubscribeFrom(ann, "1", "x://a"), updated(ann, "x://a"))},
	{"RPL-107", "RPL-107", "", steps(subscribeTo(ann, "1", "x://a"), subscribeTo(bob, "1", "x://a/1"), updated(bob, "x://a/1"))},
	{"RPL-107", "pass", "", steps(subscribeTo(bob, "1", "x://a/1"), subscribeTo(ann, "1", "x://a"), updated(bob, "x://a/1"))},
	{"RPL-107", "RPL-62", noSubscribe, []string{updated(ann, "x://a")}},
	{"RPL-107", "RPL-110", "", []string{s(`{"method":"notifications/resources/updated","params":{"uri":"x://a"}}`)}},
	{"RPL-107", "RPL-107", "", []string{sAs(ann, `{"method":"notifications/resources/updated"}`)}},
	{"RPL-107", "RPL-107", "", steps(subscribeTo(ann, "1", "x://a"), sAs(ann, `{"method":"notifications/resources/updated","params":{"uri":"x://a","title":"x"}}`))},
	{"RPL-107", "RPL-121", "", []string{updated(ann, "x://b")}},
	{"RPL-108", "pass", "", []string{s(`{"method":"notifications/resources/list_changed","params":{"_meta":{}}}`)}},
	{"RPL-108", "RPL-108", "", []string{s(`{"method":"notifications/resources/list_changed","params":{"uri":"x://a"}}`)}},
	{"RPL-108", "RPL-108", "", []string{s(`{"method":"notifications/resources/list_changed","params":{"_meta":1}}`)}},
	{"RPL-108", "RPL-62", noSubscribe, []string{s(`{"method":"notifications/resources/list_changed"}`)}},
}

// lists is an unanswered resources/list in that context.
func lists(context string) []string {
	return []string{cAs(context, `{"id":1,"method":"resources/list"}`)}
}

var authTests = []wireTest{
	{"RPL-110", "pass", "", lists(ann)},
	{"RPL-110", "RPL-110", "", []string{c(`{"id":1,"method":"resources/list"}`)}},
	{"RPL-110", "RPL-110", "", lists(`{}`)},
	{"RPL-110", "RPL-110", "", lists(as(`"token":"x"`))},
	{"RPL-111", "pass", "", lists(as(`"transport":"streamable_http"`))},
	{"RPL-111", "RPL-111", "", lists(as(`"transport":"stdio"`))},
	{"RPL-111", "RPL-111", "", lists(as(`"transport":"stdio"`, `"token_active":false`))},
	{"RPL-112", "pass", "", lists(as(`"token_active":true`))},
	{"RPL-112", "RPL-112", "", lists(as(`"token_active":false`, `"token_audience":"x"`))},
	{"RPL-112", "RPL-112", "", lists(as(`"token_active":"true"`))},
	{"RPL-113", "pass", "", lists(as(`"token_audience":"https://api.example.com/mcp"`))},
	{"RPL-113", "RPL-113", "", lists(as(`"token_audience":"https://other.example.com/mcp"`))},
	{"RPL-113", "RPL-113", "", lists(as(`"token_audience":"HTTPS://api.example.com/mcp"`))},
	{"RPL-113", "RPL-113", "", lists(as(`"resource":"https://api.example.com/"`))},
	{"RPL-113", "RPL-113", "", lists(as(`"resource":5`, `"subject":""`))},
	{"RPL-114", "pass", "", lists(as(`"subject":"dan"`, `"scopes":["resources:list"]`))},
	{"RPL-114", "RPL-114", "", lists(as(`"subject":""`))},
	{"RPL-114", "RPL-114", "", lists(as(`"tenant":null`, `"scopes":5`))},
	{"RPL-115", "pass", "", lists(as(`"scopes":["resources:list"]`))},
	{"RPL-115", "RPL-115", "", lists(as(`"scopes":["resources:list","resources:list"]`, `"authorization_revision":"r9"`))},
	{"RPL-115", "RPL-115", "", lists(as(`"scopes":["resources:list",""]`))},
	{"RPL-115", "RPL-115", "", lists(as(`"scopes":"resources:list"`))},
	{"RPL-116", "pass", "", steps(activate("r2"), lists(bob2))},
	{"RPL-116", "RPL-116", "", lists(ann2)},
	{"RPL-116", "RPL-116", "", lists(as(`"authorization_revision":"r9"`, `"subject":"nobody"`))},
	{"RPL-116", "RPL-116", "", steps(activate("r2"), lists(bob))},
	{"RPL-117", "pass", "", lists(bob)},
	{"RPL-117", "RPL-117", "", lists(as(`"subject":"nobody"`))},
	{"RPL-117", "RPL-117", "", lists(as(`"subject":"eve"`, `"tenant":"t2"`))},
	{"RPL-117", "RPL-117", "", steps(activate("r2"), lists(ann2))},
	{"RPL-118", "pass", "", lists(as(`"subject":"cay"`, `"tenant":"t2"`))},
	{"RPL-118", "RPL-118", "", lists(as(`"tenant":"t2"`, `"scopes":["other"]`))},
	{"RPL-119", "pass", "", lists(as(`"subject":"dan"`, `"scopes":["resources:list"]`))},
	{"RPL-119", "RPL-119", "", lists(as(`"subject":"dan"`))},
	{"RPL-119", "RPL-119", "", lists(as(`"scopes":["admin"]`))},
	{"RPL-120", "pass", "", []string{cAs(as(`"scopes":["resources:read"]`), `{"id":1,"method":"resources/read","params":{"uri":"x://a"}}`)}},
	{"RPL-120", "RPL-120", "", lists(as(`"scopes":[]`))},
	{"RPL-120", "RPL-120", "", []string{cAs(as(`"scopes":["resources:list"]`), `{"id":1,"method":"resources/read","params":{"uri":"x://b"}}`)}},
	{"RPL-120", "RPL-120", "", []string{cAs(as(`"scopes":["resources:list","resources:read"]`), `{"id":1,"method":"resources/subscribe","params":{"uri":"x://a"}}`)}},
	{"RPL-121", "pass", "", []string{cAs(as(`"subject":"cay"`, `"tenant":"t2"`), `{"id":1,"method":"resources/read","params":{"uri":"x://b"}}`)}},
	{"RPL-121", "RPL-121", "", readParams(`{"uri":"x://b"}`)},
	{"RPL-121", "RPL-121", "", readParams(`{"uri":"x://c"}`)},
	{"RPL-121", "RPL-121", "", steps(activate("r2"), cAs(bob2, `{"id":1,"method":"resources/read","params":{"uri":"x://ab"}}`))},
	{"RPL-122", "pass", "", []string{activate("r2"), activate("r1"), activate("r1")}},
	{"RPL-122", "RPL-122", "", []string{activate("r3")}},
	{"RPL-122", "RPL-122", "", []string{`{"control_event":{"type":"revoke","revision":"r2"}}`}},
	{"RPL-122", "RPL-122", "", []string{`{"control_event":{"type":"activate_authorization_revision","revision":"r2","x":1}}`}},
	{"RPL-122", "RPL-122", "", []string{`{"control_event":null}`}},
	{"RPL-123", "pass", "", steps(subscribeTo(ann, "1", "x://a"), activate("r1"), updated(ann, "x://a"))},
	{"RPL-123", "RPL-107", "", steps(subscribeTo(bob, "1", "x://a"), activate("r2"), updated(bob2, "x://a"))},
	{"RPL-123", "RPL-107", "", steps(subscribeTo(ann, "1", "x://a"), activate("r2"), activate("r1"), updated(ann, "x://a"))},
	{"RPL-123", "RPL-116", "", steps(cAs(ann, `{"id":1,"method":"resources/read","params":{"uri":"x://a"}}`), activate("r2"), s(`{"id":1,"result":{"contents":[]}}`))},
	{"RPL-123", "pass", "", steps(cAs(ann, `{"id":1,"method":"resources/read","params":{"uri":"x://a"}}`), activate("r2"), s(`{"id":1,"error":{"code":1,"message":"gone"}}`))},
	{"RPL-123", "pass", "", steps(cAs(ann, `{"id":1,"method":"resources/read","params":{"uri":"x://a"}}`), activate("r2"), activate("r1"), s(`{"id":1,"result":{"contents":[]}}`))},
	{"RPL-123", "pass", "", steps(c(`{"id":1,"method":"tools/list"}`), activate("r2"), s(`{"id":1,"result":{"tools":[]}}`))},
	{"RPL-123", "RPL-105", "", steps(cAs(ann, `{"id":1,"method":"resources/subscribe","params":{"uri":"x://a"}}`), activate("r2"), cAs(bob2, `{"id":2,"method":"resources/subscribe","params":{"uri":"x://a"}}`))},
}
