package replay

import (
	"fmt"
	"sync"
)

// A Rule is one demand on a fixture file or a conversation. Numbers are never
// reused; gaps mean nothing.
type Rule struct {
	ID     string // "RPL-31"
	Demand string // what must hold, as one clause
}

// ruleOf is the rule of a number that is written in the program itself.
func ruleOf(number int) *Rule {
	r := ruleByNumber()[number]
	if r == nil {
		panic(fmt.Sprintf("replay: no rule %d", number))
	}
	return r
}

// A demand is a rule as this program's texts hold it.
type demand struct {
	number int
	text   string
}

// ruleByNumber holds the rules of all profiles: what one demands under a number
// is about the same thing as what another does.
var ruleByNumber = sync.OnceValue(func() map[int]*Rule {
	m := make(map[int]*Rule)
	for _, demands := range [][]demand{specDemands(), teachingDemands} {
		for i, r := range rulesOf(demands) {
			m[demands[i].number] = r
		}
	}
	return m
})

func rulesOf(demands []demand) []*Rule {
	var all []*Rule
	for _, d := range demands {
		all = append(all, &Rule{ID: fmt.Sprintf("RPL-%02d", d.number), Demand: d.text})
	}
	return all
}

// teachingDemands are the rules of the teaching profile, by number.
var teachingDemands = []demand{
	// The file.
	{1, "a file has at most 2,000,000 bytes"},
	{2, "a file is UTF-8 without byte order mark"},
	{3, "at most 64 arrays and objects are open at once"},
	{4, "a file is one RFC 8259 value; integers have at most 4300 digits"},
	{5, "no object repeats a key, at any depth"},
	{6, "a file can be read, and its root is an object"},
	{7, "a plain conversation names a revision and a transport, and each of its steps has a direction and a message"},
	{10, "the root has exactly its eight keys"},
	{11, "schema_version is 3"},
	{12, "protocol_version is the profile's revision"},
	{13, "client and server are objects with info and capabilities"},
	{14, "cases is an array of 1 to 256 items"},
	{15, "every case is an object, and no two have one name"},
	{16, "the transport defaults name an active streamable_http token that is bound to the protected resource"},
	{17, "protected_resource is an absolute https URI with a host, without user information and fragment"},
	{18, "revisions is a non-empty object of whole policies, and initial_revision names one"},
	{19, "every principal has a tenant, distinct known scopes and perhaps enabled"},
	{20, "every resource has a unique URI and a tenant; its children are listed resources of that tenant"},
	{21, "every resource template has a unique URI template and a tenant"},
	{22, "tool is one tool descriptor"},
	{23, "a case has a non-empty name, and expect is pass or fail"},
	{24, "setup is ready, initialize_request_only or none"},
	{25, "steps is an array of at most 512 items"},
	{26, "a step is either a control event, or a direction and a message object with perhaps a transport context"},
	{27, "a transport context is null or an object"},
	{28, "client_capabilities and server_capabilities replace a party's capabilities in the handshake"},
	{29, "the reason of an expected failure contains error_contains"},
	{30, "a case goes as it expects; what else it holds is not looked at"},
	// The envelope.
	{31, "jsonrpc is the string 2.0"},
	{32, "method does not stand beside result or error"},
	{33, "method is a non-empty string, and params is an object"},
	{34, "an id is a string or an integer"},
	{35, "a message whose method starts with notifications/ has no id"},
	{36, "a message has no unknown keys"},
	{37, "a response has an id and exactly one of result and error"},
	{38, "an error has an integer code, a non-empty message and perhaps data"},
	// The lifecycle.
	{40, "a client's initialize request is the first interaction"},
	{41, "initialize carries exactly the revision, the client's capabilities and clientInfo"},
	{42, "clientInfo and serverInfo have a name and a version, and no unknown keys"},
	{43, "the server's answer to initialize comes before anything else"},
	{44, "the answer carries exactly the revision, the server's capabilities and serverInfo"},
	{45, "the server's resources capability is an object of boolean subscribe and listChanged"},
	{46, "the client's notifications/initialized, without params, is the third message"},
	{47, "transport contexts and control events come after the handshake"},
	{48, "initialize is answered by a result"},
	{49, "the handshake happens once"},
	// Correlation.
	{50, "a request's id is not that of an open request of its sender"},
	{51, "a response answers an open request of the other side, by type and value of its id"},
	{52, "at most 1024 requests are open"},
	{53, "an error closes its request and changes nothing else; a success does so only if it is valid"},
	{54, "a response has no transport context"},
	// Methods.
	{60, "the sender may send that method"},
	{61, "the receiver declared the capability of a request"},
	{62, "a notification is known, and its sender and capability allow it"},
	{63, "prompts, logging and completion are not part of the profile"},
	{64, "ping has no params or empty ones"},
	{65, "only resource operations and resource updates have a transport context"},
	// Tools.
	{70, "a tool descriptor has a name, a description and an inputSchema of type object, and known members only"},
	{71, "a schema uses the profile's keywords only, and its texts are not empty"},
	{72, "a schema has one known type, keywords of that type, and bounds in order"},
	{73, "an enum has 1 to 256 different items of the schema's type"},
	{74, "a schema is at most 16 deep, with at most 256 properties of 1 to 128 characters"},
	{75, "tools/list takes a cursor of 1 to 1024 characters and _meta"},
	{76, "the result of tools/list is at most 256 tools of different names, and perhaps nextCursor"},
	{77, "tools/call names the tool, with an object of arguments"},
	{78, "an object value has its required members and no unknown ones"},
	{79, "a value has the type, bounds and enum of its schema"},
	{80, "a tool result has a non-empty array of typed content"},
	{81, "isError is a boolean; a success of a tool with an outputSchema has fitting structuredContent"},
	{82, "a call is a task exactly where the tool's taskSupport says so"},
	// Resources.
	{90, "a URI is absolute, of 1 to 2048 permitted characters"},
	{91, "a URI template is of RFC 6570, has an expression, and expands to a URI"},
	{92, "a MIME type is type/subtype with name=value parameters"},
	{93, "annotations are audience, priority from 0 to 1, and lastModified"},
	{94, "icons are objects with a src, and perhaps mimeType, sizes and theme"},
	{95, "a resource descriptor has a uri and a name, known members only, and at most 65,536 bytes"},
	{96, "a template descriptor has a uriTemplate and a name, and known members only"},
	{97, "resource lists take a cursor of 1 to 1024 characters and _meta"},
	{98, "the result of resources/list is at most 256 permitted resources, each once"},
	{99, "the result of resources/templates/list is at most 256 permitted templates, each once"},
	{100, "resources/read takes the uri of a permitted resource and _meta"},
	{101, "a read result is contents, each with a uri and exactly one of text and blob"},
	{102, "a blob is canonical padded Base64"},
	{103, "a read result has at most 64 items and 65,536 bytes"},
	{104, "a read result holds the resource asked for and its listed children, each once"},
	{105, "a subscription is new, and begins with the success of resources/subscribe"},
	{106, "only its subscriber ends an active subscription, with the success of resources/unsubscribe"},
	{107, "a resource update has an active subscription of its principal and tenant, to the resource or its listed parent"},
	{108, "resources/list_changed has no params but _meta"},
	{109, "the result of subscribe, unsubscribe and ping is empty but for _meta"},
	// Authorization.
	{110, "an authorization snapshot has exactly its eight members"},
	{111, "its transport is streamable_http"},
	{112, "its token is active"},
	{113, "its token audience and resource indicator are the protected resource"},
	{114, "its subject and tenant are not empty"},
	{115, "its scopes are distinct and not empty"},
	{116, "its authorization revision is the active one"},
	{117, "its principal is known and not revoked"},
	{118, "its tenant is the principal's"},
	{119, "its scopes are granted to the principal"},
	{120, "its scopes include that of the operation"},
	{121, "the resource is in the active policy, for its tenant"},
	{122, "a control event activates a known revision, after the handshake"},
	{123, "another revision ends every subscription, and success of older requests"},
	// Client features.
	{130, "roots/list has no params or empty ones"},
	{131, "roots are file URIs with perhaps a name and _meta"},
	{132, "a sampling request has messages and a positive integer maxTokens"},
	{133, "tools and context of a sampling request are declared and well formed"},
	{134, "a sampling result is a role, a model and 1 to 64 blocks of bounded text"},
	{135, "an elicitation has a message and a declared mode; a form has an object schema"},
	{136, "a form does not request secrets"},
	{137, "a URL elicitation is declared, with an absolute https URL and an elicitationId"},
	{138, "an elicitation's answer is accept, decline or cancel, with content exactly where it belongs"},
	{139, "notifications/elicitation/complete has exactly an elicitationId"},
	{140, "progress, cancellation and task status have an object of params"},
	// Tasks.
	{150, "a request is made a task by an object with perhaps a positive ttl, where the receiver declared it"},
	{151, "a call made a task is answered with a task object"},
	{152, "tasks/list takes and returns pages of at most 256 tasks"},
	{153, "a task has an id, a known status, times and a ttl"},
	{154, "tasks/get, tasks/result and tasks/cancel name a task, and are not part of the profile"},
}
