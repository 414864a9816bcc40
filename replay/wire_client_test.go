package replay

import "strings"

func rootsAnswer(value string) []string { return answer(fromServer, "", "roots/list", `{}`, value) }

func root(members string) []string { return rootsAnswer(`{"roots":[{` + members + `}]}`) }

// sampling is a sampling request with those params beside its messages and
// maxTokens.
func sampling(members string) []string {
	return []string{s(`{"id":1,"method":"sampling/createMessage","params":{"messages":[5],"maxTokens":1` + members + `}}`)}
}

func sampled(value string) []string {
	return answer(fromServer, "", "sampling/createMessage", `{"messages":[{}],"maxTokens":1}`, value)
}

func sampledContent(content string) []string {
	return sampled(`{"role":"assistant","model":"m","content":` + content + `}`)
}

func elicitation(params string) []string {
	return []string{s(`{"id":1,"method":"elicitation/create","params":` + params + `}`)}
}

func formOf(schema string) []string {
	return elicitation(`{"message":"m","requestedSchema":` + schema + `}`)
}

func urlOf(url string) []string {
	return elicitation(`{"mode":"url","message":"m","url":` + url + `,"elicitationId":"e"}`)
}

func formAnswer(value string) []string {
	return answer(fromServer, "", "elicitation/create", `{"message":"m","requestedSchema":{"type":"object"}}`, value)
}

func urlAnswer(value string) []string {
	return answer(fromServer, "", "elicitation/create", `{"mode":"url","message":"m","url":"https://h/","elicitationId":"e"}`, value)
}

const (
	block       = `{"type":"text","text":"x"}`
	onlyURL     = `"client_capabilities":{"elicitation":{"url":{}}}`
	anyForm     = `"client_capabilities":{"elicitation":{}}`
	plainSample = `"client_capabilities":{"sampling":{}}`
)

var clientTests = []wireTest{
	{"RPL-130", "pass", "", []string{s(`{"id":1,"method":"roots/list","params":{}}`)}},
	{"RPL-130", "RPL-130", "", []string{s(`{"id":1,"method":"roots/list","params":{"_meta":{}}}`)}},
	{"RPL-131", "pass", "", rootsAnswer(`{"roots":[],"more":1}`)},
	{"RPL-131", "pass", "", root(`"uri":"FILE:x","name":"n","_meta":{}`)},
	{"RPL-131", "pass", "", root(`"uri":"file://host"`)},
	{"RPL-131", "RPL-131", "", root(`"uri":"file:"`)},
	{"RPL-131", "RPL-131", "", root(`"uri":"file:?x"`)},
	{"RPL-131", "RPL-131", "", root(`"uri":"https://h/"`)},
	{"RPL-131", "RPL-131", "", root(`"uri":"file:///a b"`)},
	{"RPL-131", "RPL-131", "", root(`"uri":5`)},
	{"RPL-131", "RPL-131", "", root(`"uri":"file:///a","name":""`)},
	{"RPL-131", "RPL-131", "", root(`"uri":"file:///a","_meta":5`)},
	{"RPL-131", "RPL-131", "", root(`"uri":"file:///a","x":5`)},
	{"RPL-131", "RPL-131", "", rootsAnswer(`[]`)},
	{"RPL-132", "pass", "", sampling(`,"free":1,"toolChoice":5`)},
	{"RPL-132", "RPL-132", "", []string{s(`{"id":1,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}`)}},
	{"RPL-132", "RPL-132", "", []string{s(`{"id":1,"method":"sampling/createMessage","params":{"messages":[{}],"maxTokens":0}}`)}},
	{"RPL-132", "RPL-132", "", []string{s(`{"id":1,"method":"sampling/createMessage","params":{"messages":[{}],"maxTokens":1.0}}`)}},
	{"RPL-132", "RPL-132", "", []string{s(`{"id":1,"method":"sampling/createMessage"}`)}},
	{"RPL-133", "pass", "", sampling(`,"tools":[` + described(``) + `],"includeContext":"allServers"`)},
	{"RPL-133", "pass", plainSample, sampling(`,"includeContext":"none"`)},
	{"RPL-133", "RPL-133", plainSample, sampling(`,"tools":[` + described(``) + `]`)},
	{"RPL-133", "RPL-133", plainSample, sampling(`,"includeContext":"thisServer"`)},
	{"RPL-133", "RPL-133", "", sampling(`,"includeContext":["none"]`)},
	{"RPL-133", "RPL-133", "", sampling(`,"includeContext":null`)},
	{"RPL-133", "RPL-133", "", sampling(`,"tools":[]`)},
	{"RPL-133", "RPL-133", "", sampling(`,"tools":[` + described(``) + `,` + described(``) + `]`)},
	{"RPL-133", "RPL-70", "", sampling(`,"tools":[{}]`)},
	{"RPL-134", "pass", "", sampled(`{"role":"user","model":"m","content":` + block + `,"stopReason":"x","_meta":{}}`)},
	{"RPL-134", "pass", "", sampledContent(`[` + numbered(64, `{"type":"text","text":"%d"}`) + `]`)},
	{"RPL-134", "pass", "", sampledContent(`{"type":"text","text":"` + text(100000) + `","annotations":{"priority":1},"_meta":{}}`)},
	{"RPL-134", "RPL-134", "", sampledContent(`[` + numbered(65, `{"type":"text","text":"%d"}`) + `]`)},
	{"RPL-134", "RPL-134", "", sampledContent(`[]`)},
	{"RPL-134", "RPL-134", "", sampledContent(`{"type":"text","text":"` + text(100001) + `"}`)},
	{"RPL-134", "RPL-134", "", sampledContent(`{"type":"image","text":"x"}`)},
	{"RPL-134", "RPL-134", "", sampledContent(`{"type":"text"}`)},
	{"RPL-134", "RPL-134", "", sampledContent(`"x"`)},
	{"RPL-134", "RPL-134", "", sampled(`{"role":["user"],"model":"m","content":` + block + `}`)},
	{"RPL-134", "RPL-134", "", sampled(`{"role":"user","model":"","content":` + block + `}`)},
	{"RPL-134", "RPL-134", "", sampled(`{"role":"user","model":"m","content":` + block + `,"stopReason":""}`)},
	{"RPL-135", "pass", "", formOf(`{"type":"object","properties":{"deep":{"type":"object"}}}`)},
	{"RPL-135", "pass", anyForm, elicitation(`{"mode":"form","message":"m","requestedSchema":{"type":"object"},"_meta":5}`)},
	{"RPL-135", "RPL-135", onlyURL, formOf(`{"type":"object"}`)},
	{"RPL-135", "RPL-135", "", formOf(`{"type":"string"}`)},
	{"RPL-135", "RPL-72", "", formOf(`{"type":"object","properties":{"x":{}}}`)},
	{"RPL-135", "RPL-135", "", elicitation(`{"message":"","requestedSchema":{"type":"object"}}`)},
	{"RPL-135", "RPL-135", "", elicitation(`{"mode":null,"message":"m","requestedSchema":{"type":"object"}}`)},
	{"RPL-135", "RPL-135", "", elicitation(`{"mode":["form"],"message":"m","requestedSchema":{"type":"object"}}`)},
	{"RPL-135", "RPL-135", "", elicitation(`{"message":"m"}`)},
	{"RPL-135", "RPL-135", "", elicitation(`{"message":"m","requestedSchema":{"type":"object"},"url":"https://h/"}`)},
	{"RPL-136", "pass", "", formOf(`{"type":"object","properties":{"tokens":{"type":"string"},"o":{"type":"object","properties":{"secret":{"type":"string"}}}}}`)},
	{"RPL-136", "RPL-136", "", formOf(`{"type":"object","properties":{"API-Key":{"type":"string"}}}`)},
	{"RPL-136", "RPL-136", "", formOf(`{"type":"object","properties":{"CVV":{"type":"string"}}}`)},
	{"RPL-137", "pass", onlyURL, urlOf(`"HTTPS://h"`)},
	{"RPL-137", "pass", "", urlOf(`"  https://u:p@h:99999/a b"`)},
	{"RPL-137", "pass", "", urlOf(`"ht\ntps:\t//h"`)},
	{"RPL-137", "RPL-137", anyForm, urlOf(`"https://h/"`)},
	{"RPL-137", "RPL-137", "", urlOf(`"http://h/"`)},
	{"RPL-137", "RPL-137", "", urlOf(`"https:/h"`)},
	{"RPL-137", "RPL-137", "", urlOf(`"https:///h"`)},
	{"RPL-137", "RPL-137", "", urlOf(`"https://?x"`)},
	{"RPL-137", "RPL-137", "", urlOf(`"https://[::1/"`)},
	{"RPL-137", "RPL-137", "", urlOf(`"https://h\u2100x/"`)},
	{"RPL-137", "RPL-137", "", urlOf(`"\u017fttps://h/"`)},
	{"RPL-137", "RPL-137", "", urlOf(`17`)},
	{"RPL-137", "RPL-137", "", elicitation(`{"mode":"url","message":"m","url":"https://h/","elicitationId":""}`)},
	{"RPL-137", "RPL-137", "", elicitation(`{"mode":"url","message":"m","url":"https://h/","elicitationId":"e","_meta":{},"x":1}`)},
	{"RPL-138", "pass", "", formAnswer(`{"action":"accept","content":{"any":[]},"more":1}`)},
	{"RPL-138", "pass", "", formAnswer(`{"action":"decline","content":5}`)},
	{"RPL-138", "pass", "", urlAnswer(`{"action":"accept"}`)},
	{"RPL-138", "RPL-138", "", formAnswer(`{"action":"accept"}`)},
	{"RPL-138", "RPL-138", "", formAnswer(`{"action":"accept","content":[]}`)},
	{"RPL-138", "RPL-138", "", formAnswer(`{"action":"Accept","content":{}}`)},
	{"RPL-138", "RPL-138", "", formAnswer(`{"action":["cancel"]}`)},
	{"RPL-138", "RPL-138", "", formAnswer(`"accept"`)},
	{"RPL-138", "RPL-138", "", urlAnswer(`{"action":"cancel","content":null}`)},
	{"RPL-139", "pass", "", []string{s(`{"method":"notifications/elicitation/complete","params":{"elicitationId":5}}`)}},
	{"RPL-139", "RPL-139", "", []string{s(`{"method":"notifications/elicitation/complete","params":{"elicitationId":"e","_meta":{}}}`)}},
	{"RPL-139", "RPL-139", "", []string{s(`{"method":"notifications/elicitation/complete"}`)}},
	{"RPL-139", "RPL-62", anyForm, []string{s(`{"method":"notifications/elicitation/complete","params":{"elicitationId":"e"}}`)}},
}

// taskCall is a call with that task member.
func taskCall(task string) string {
	return `{"id":1,"method":"tools/call","params":{"name":"weigh","arguments":{"n":1},"task":` + task + `}}`
}

const aTask = `{"taskId":"k","status":"working","createdAt":"now","lastUpdatedAt":"then","ttl":null}`

// tasks is an answered tasks/list with those tasks.
func tasks(list ...string) []string {
	return answer(fromServer, "", "tasks/list", `{}`, `{"tasks":[`+strings.Join(list, ",")+`]}`)
}

// taskWith is aTask with one member replaced or added.
func taskWith(old, replacement string) []string {
	return tasks(strings.Replace(aTask, old, replacement, 1))
}

var taskTests = []wireTest{
	{"RPL-150", "pass", "", []string{c(taskCall(`{"ttl":0.1}`))}},
	{"RPL-150", "pass", "", []string{s(`{"id":1,"method":"sampling/createMessage","params":{"messages":[{}],"maxTokens":1,"task":{}}}`)}},
	{"RPL-150", "RPL-150", "", []string{c(taskCall(`{"ttl":0}`))}},
	{"RPL-150", "RPL-150", "", []string{c(taskCall(`{"ttl":null}`))}},
	{"RPL-150", "RPL-150", "", []string{c(taskCall(`{"ttl":1e999}`))}},
	{"RPL-150", "RPL-150", "", []string{c(taskCall(`{"pollInterval":1}`))}},
	{"RPL-150", "RPL-150", "", []string{c(taskCall(`true`))}},
	{"RPL-150", "RPL-150", `"server_capabilities":{"tools":{},"tasks":{"requests":{"tools":{"call":true}}}}`, []string{c(taskCall(`{}`))}},
	{"RPL-150", "RPL-150", `"client_capabilities":{"sampling":{}}`, []string{s(`{"id":1,"method":"sampling/createMessage","params":{"messages":[{}],"maxTokens":1,"task":{}}}`)}},
	{"RPL-150", "RPL-150", `"client_capabilities":{"elicitation":{}}`, elicitation(`{"message":"m","requestedSchema":{"type":"object"},"task":{}}`)},
	{"RPL-151", "pass", "", exchange(fromClient, "", taskCall(`{}`), result(`{"task":`+aTask+`,"more":1}`))},
	{"RPL-151", "RPL-151", "", exchange(fromClient, "", taskCall(`{}`), result(goodOutput))},
	{"RPL-151", "RPL-151", "", exchange(fromClient, "", taskCall(`{}`), result(`{"task":[]}`))},
	{"RPL-151", "RPL-153", "", exchange(fromClient, "", taskCall(`{}`), result(`{"task":{}}`))},
	{"RPL-151", "pass", "", exchange(fromServer, "", `{"id":1,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object"},"task":{}}}`, result(`{"action":"cancel"}`))},
	{"RPL-152", "pass", "", tasks(aTask, aTask)},
	{"RPL-152", "RPL-152", "", []string{c(`{"id":1,"method":"tasks/list","params":{"status":"working"}}`)}},
	{"RPL-152", "RPL-152", "", answer(fromClient, "", "tasks/list", `{}`, `{"tasks":{}}`)},
	{"RPL-152", "RPL-152", "", tasks(numbered(257, strings.Replace(aTask, `"k"`, `"%d"`, 1)))},
	{"RPL-153", "pass", "", taskWith(`"ttl":null`, `"ttl":0,"pollInterval":0.5,"statusMessage":"","more":1`)},
	{"RPL-153", "RPL-153", "", taskWith(`"ttl":null`, `"more":1`)},
	{"RPL-153", "RPL-153", "", taskWith(`"ttl":null`, `"ttl":-1`)},
	{"RPL-153", "RPL-153", "", taskWith(`"ttl":null`, `"ttl":null,"pollInterval":null`)},
	{"RPL-153", "RPL-153", "", taskWith(`"ttl":null`, `"ttl":1e999`)},
	{"RPL-153", "RPL-153", "", taskWith(`"ttl":null`, `"ttl":null,"statusMessage":5`)},
	{"RPL-153", "RPL-153", "", taskWith(`"working"`, `"canceled"`)},
	{"RPL-153", "RPL-153", "", taskWith(`"k"`, `""`)},
	{"RPL-153", "RPL-153", "", taskWith(`"now"`, `5`)},
	{"RPL-153", "RPL-153", "", tasks(`null`)},
	{"RPL-154", "RPL-154", "", []string{c(`{"id":1,"method":"tasks/get","params":{"taskId":"k"}}`)}},
	{"RPL-154", "RPL-154", "", []string{s(`{"id":1,"method":"tasks/cancel","params":{}}`)}},
	{"RPL-154", "RPL-61", `"server_capabilities":{"tasks":{}}`, []string{c(`{"id":1,"method":"tasks/cancel","params":{"taskId":"k"}}`)}},
	{"RPL-154", "pass", "", []string{c(`{"id":1,"method":"tasks/list"}`)}},
}
