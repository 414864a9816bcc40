package replay

import (
	"slices"
	"sync"
)

// specDemands are the rules of the profile of the revision, by number: those of
// the teaching profile where the revision demands the same thing, its own words
// where it demands it otherwise, and what only it demands.
var specDemands = sync.OnceValue(func() []demand {
	var all []demand
	for _, d := range teachingDemands {
		switch text, otherwise := specWords[d.number]; {
		case otherwise:
			all = append(all, demand{d.number, text})
		case !slices.Contains(courseOnly, d.number):
			all = append(all, d)
		}
	}
	return append(all, specOnly...)
})

// courseOnly are the rules that the revision does not know.
var courseOnly = []int{48, 63, 71, 103, 140}

// specWords are the rules that the revision words otherwise.
var specWords = map[int]string{
	4:   "a file is one RFC 8259 value of numbers that a double holds and strings that UTF-8 carries; integers have at most 4300 digits",
	34:  "an id is a string or a number of integral value",
	37:  "a response has an id, but for an error to what could not be read, and exactly one of result and error",
	38:  "an error has an integer code, a message and perhaps data",
	40:  "a client's initialize request is the first interaction, also after one that was refused",
	41:  "initialize carries a version, the client's capabilities and clientInfo",
	42:  "clientInfo and serverInfo have a name and a version; what shows them is typed",
	43:  "the server's answer to initialize comes before anything but pings",
	44:  "the answer carries the revision, the server's capabilities and serverInfo",
	45:  "every known capability is an object of boolean flags and of objects",
	46:  "the client's notifications/initialized follows, after nothing but pings and log messages",
	50:  "a request's id was not used before by its sender",
	53:  "an error closes its request; a success does so only if it is a valid object",
	64:  "ping has no params but _meta",
	70:  "a tool descriptor has a name and an inputSchema of type object; its other members are typed",
	72:  "a schema is valid JSON Schema of a known dialect, without references elsewhere, and with bounds in order",
	73:  "an enum has at most 256 items",
	74:  "a schema is at most 16 deep, with at most 256 properties of at most 128 characters",
	75:  "tools/list takes a cursor and _meta",
	76:  "the result of tools/list is tools of different names, and perhaps nextCursor",
	77:  "tools/call has a name, and an object of arguments",
	79:  "a value fits its schema",
	80:  "a tool result has an array of content",
	81:  "isError is a boolean and structuredContent an object; a success of a tool with an outputSchema has one that fits",
	82:  "a call is a task exactly where the tool's taskSupport says so and the server declared it",
	90:  "a URI is one of RFC 3986",
	91:  "a URI template is one of RFC 6570 with a scheme",
	92:  "a MIME type is one of RFC 9110",
	93:  "annotations are audience, priority from 0 to 1, and lastModified as RFC 3339",
	94:  "icons have an https or data src, and perhaps mimeType, sizes and theme",
	95:  "a resource descriptor has a uri and a name; its other members are typed",
	96:  "a template descriptor has a uriTemplate and a name; its other members are typed",
	97:  "resource lists take a cursor and _meta",
	98:  "the result of resources/list is permitted resources, each once",
	99:  "the result of resources/templates/list is permitted templates, each once",
	105: "a subscription begins with the success of resources/subscribe",
	107: "a resource update has an active subscription of its principal and tenant, one of all that cover it",
	113: "its token audience and resource indicator are the protected resource, scheme and host in any case",
	116: "its authorization revision is the active one, and has been so since",
	130: "roots/list has no params but _meta",
	131: "roots are file:// URIs without dot segments, with perhaps a name and _meta",
	132: "a sampling request has messages and a positive integer maxTokens; what it wishes of the model is typed",
	134: "a sampling result is a role, a model and typed content",
	135: "an elicitation has a message and a declared mode",
	136: "neither names nor titles of a form's fields request secrets",
	151: "a request made a task is answered with a task",
	152: "tasks/list takes and returns pages of tasks",
	153: "a task has an id, a known status, times of RFC 3339 and an integer ttl or null",
	154: "tasks/get, tasks/result and tasks/cancel name a task",
}

// specOnly are the rules that only the revision has.
var specOnly = []demand{
	{160, "a call of an unknown tool or with bad arguments is refused"},
	{161, "error -32042 asks a client that declared elicitation.url for elicitations in url mode"},
	{170, "a cursor of tools/list was issued for the current list, no name is on two pages, and pages make no loop"},
	{171, "a form has flat fields: strings, numbers, booleans and choices, with fitting defaults"},
	{172, "accepted content fits the form"},
	{173, "a message is one object: there are no batches"},
	{174, "_meta is an object, and a progressToken in it a string or integer that no other active request uses"},
	{175, "progress names a token of an active request of the other side, and rises"},
	{176, "a cancellation names an earlier request of its side that is neither initialize nor a task"},
	{177, "a task is created as working, with an id of its own"},
	{178, "a task is known, is created once, and does not change after its end"},
	{179, "an unknown task is refused with -32602 or -32603"},
	{180, "tasks/cancel succeeds with a cancelled task, and never for one that has ended"},
	{181, "the result of a task agrees with its status"},
	{182, "related-task names an active task, and what answers names it too"},
	{183, "prompts, their arguments and their messages are typed"},
	{184, "a log level is one of the eight of RFC 5424"},
	{185, "a completion is for a prompt or a resource template, with at most 100 values"},
	{186, "a content block has a type that belongs there, and the members of that type"},
	{187, "sampling messages have roles, and every tool use is answered by the next message alone"},
	{188, "an elicitationId is used once, and its completion names it"},
}
