package structure

import (
	"mcpreview/internal/base64"
	"mcpreview/internal/strictjson"
)

// The structures that several messages share, as schema.ts of revision 2026-07-28
// defines them.
var (
	aString     = &Structure{kind: strictjson.String}
	aBool       = &Structure{kind: strictjson.Bool}
	aNumber     = &Structure{kind: strictjson.Number}
	anInteger   = &Structure{kind: strictjson.Number, whole: true}
	aShare      = &Structure{kind: strictjson.Number, unit: true}
	anObject    = &Structure{kind: strictjson.Object}
	allStrings  = &Structure{kind: strictjson.Array, elements: aString}
	someObjects = &Structure{kind: strictjson.Object, values: anObject}
	someStrings = &Structure{kind: strictjson.Object, values: aString}

	aRole = &Structure{kind: strictjson.String, words: []string{"user", "assistant"}}
)

// What shows a thing to people.
var (
	iconStructure = &Structure{kind: strictjson.Object, members: []member{
		{"src", true, aString}, {"mimeType", false, aString}, {"sizes", false, allStrings},
		{"theme", false, &Structure{kind: strictjson.String, words: []string{"light", "dark"}}},
	}}
	someIcons = &Structure{kind: strictjson.Array, elements: iconStructure}

	someAnnotations = &Structure{kind: strictjson.Object, members: []member{
		{"audience", false, &Structure{kind: strictjson.Array, elements: aRole}}, {"priority", false, aShare}, {"lastModified", false, aString},
	}}
	anImplementation = &Structure{kind: strictjson.Object, members: []member{
		{"name", true, aString}, {"version", true, aString}, {"title", false, aString}, {"description", false, aString},
		{"websiteUrl", false, aString}, {"icons", false, someIcons},
	}}
)

// What lists hold, but for tools, which the analyzer of descriptors judges.
var (
	promptStructure = &Structure{kind: strictjson.Object, members: []member{
		{"name", true, aString}, {"title", false, aString}, {"description", false, aString}, {"icons", false, someIcons},
		{"arguments", false, &Structure{kind: strictjson.Array, elements: &Structure{kind: strictjson.Object, members: []member{
			{"name", true, aString}, {"title", false, aString}, {"description", false, aString}, {"required", false, aBool},
		}}}},
		{"_meta", false, anObject},
	}}
	resourceMembers = []member{
		{"uri", true, aString}, {"name", true, aString}, {"title", false, aString}, {"description", false, aString}, {"mimeType", false, aString},
		{"size", false, anInteger}, {"icons", false, someIcons}, {"annotations", false, someAnnotations}, {"_meta", false, anObject},
	}
	resourceStructure = &Structure{kind: strictjson.Object, members: resourceMembers}
	templateStructure = &Structure{kind: strictjson.Object, members: []member{
		{"uriTemplate", true, aString}, {"name", true, aString}, {"title", false, aString}, {"description", false, aString}, {"mimeType", false, aString},
		{"icons", false, someIcons}, {"annotations", false, someAnnotations}, {"_meta", false, anObject},
	}}
)

// Content of every kind.
var (
	contentsStructure = &Structure{
		kind:    strictjson.Object,
		members: []member{{"uri", true, aString}, {"mimeType", false, aString}, {"text", false, aString}, {"blob", false, aString}, {"_meta", false, anObject}},
		beyond:  oneOfTextAndBlob,
	}
	textBlock  = []*Structure{{members: []member{{"text", true, aString}, {"annotations", false, someAnnotations}, {"_meta", false, anObject}}}}
	mediaBlock = []*Structure{{
		members: []member{{"data", true, aString}, {"mimeType", true, aString}, {"annotations", false, someAnnotations}, {"_meta", false, anObject}},
		beyond:  canonicalData,
	}}
	linkBlock     = []*Structure{{members: resourceMembers}}
	embeddedBlock = []*Structure{{members: []member{{"resource", true, contentsStructure}, {"annotations", false, someAnnotations}, {"_meta", false, anObject}}}}

	contentBlock = &Structure{byType: []variant{
		{"text", textBlock}, {"image", mediaBlock}, {"audio", mediaBlock}, {"resource_link", linkBlock}, {"resource", embeddedBlock},
	}}
	toolUseBlock    = []*Structure{{members: []member{{"id", true, aString}, {"name", true, aString}, {"input", true, anObject}, {"_meta", false, anObject}}}}
	toolResultBlock = []*Structure{{members: []member{
		{"toolUseId", true, aString}, {"content", true, &Structure{kind: strictjson.Array, elements: contentBlock}},
		{"isError", false, aBool}, {"_meta", false, anObject},
	}}}
	sampledBlocks = []variant{
		{"text", textBlock}, {"image", mediaBlock}, {"audio", mediaBlock}, {"tool_use", toolUseBlock}, {"tool_result", toolResultBlock},
	}
	sampledContent = &Structure{byType: sampledBlocks, orList: &Structure{byType: sampledBlocks}}
)

// oneOfTextAndBlob checks what the contents of a resource are.
func oneOfTextAndBlob(v *strictjson.Value) (at *strictjson.Value, text string) {
	blob := v.Get("blob")
	if (v.Get("text") == nil) == (blob == nil) {
		return v, "contents have exactly one of text and blob"
	}
	return canonical(blob, "blob")
}

func canonicalData(v *strictjson.Value) (at *strictjson.Value, text string) {
	return canonical(v.Get("data"), "data")
}

// canonical checks a text of Base64.
func canonical(v *strictjson.Value, what string) (at *strictjson.Value, text string) {
	if _, why := base64.Canonical(v.Text()); v != nil && why != "" {
		return v, what + " is no canonical Base64"
	}
	return nil, ""
}

// What the sides declare.
var (
	clientCapabilities = &Structure{kind: strictjson.Object, members: []member{
		{"roots", false, anObject},
		{"sampling", false, &Structure{kind: strictjson.Object, members: []member{{"tools", false, anObject}, {"context", false, anObject}}}},
		{"elicitation", false, &Structure{kind: strictjson.Object, members: []member{{"form", false, anObject}, {"url", false, anObject}}}},
		{"experimental", false, someObjects}, {"extensions", false, someObjects},
	}}
	changing           = &Structure{kind: strictjson.Object, members: []member{{"listChanged", false, aBool}}}
	serverCapabilities = &Structure{kind: strictjson.Object, members: []member{
		{"tools", false, changing}, {"prompts", false, changing},
		{"resources", false, &Structure{kind: strictjson.Object, members: []member{{"listChanged", false, aBool}, {"subscribe", false, aBool}}}},
		{"completions", false, anObject}, {"logging", false, anObject}, {"experimental", false, someObjects}, {"extensions", false, someObjects},
	}}
)

// Results are those of the complete results of methods, beyond what the
// analyzers of the review look at.
var Results = map[string]*Structure{
	"server/discover": {members: []member{
		{"supportedVersions", true, allStrings}, {"capabilities", true, serverCapabilities}, {"instructions", false, aString},
	}},
	"prompts/list":             {members: []member{{"prompts", true, &Structure{elements: promptStructure}}}},
	"resources/list":           {members: []member{{"resources", true, &Structure{elements: resourceStructure}}}},
	"resources/templates/list": {members: []member{{"resourceTemplates", true, &Structure{elements: templateStructure}}}},
	"resources/read":           {members: []member{{"contents", true, &Structure{kind: strictjson.Array, elements: contentsStructure}}}},
	"prompts/get": {members: []member{
		{"description", false, aString},
		{"messages", true, &Structure{kind: strictjson.Array, elements: &Structure{
			kind: strictjson.Object, members: []member{{"role", true, aRole}, {"content", true, contentBlock}},
		}}},
	}},
}

// Interim is that of a result that asks for input, beyond the requests
// in it.
var Interim = &Structure{members: []member{{"_meta", false, &Structure{
	kind: strictjson.Object, members: []member{{"io.modelcontextprotocol/serverInfo", false, anImplementation}},
}}}}

// Requests are those of the params of requests, beyond what the rules on
// single members look at.
var Requests = map[string]*Structure{
	"server/discover":          {members: []member{requestMeta}},
	"tools/list":               pageRequest,
	"prompts/list":             pageRequest,
	"resources/list":           pageRequest,
	"resources/templates/list": pageRequest,
	"tools/call":               {members: []member{requestMeta}},
	"prompts/get":              {members: []member{requestMeta, {"name", true, aString}, {"arguments", false, someStrings}}},
	"resources/read":           {members: []member{requestMeta, {"uri", true, aString}}},
	"completion/complete": {members: []member{
		requestMeta, {"ref", false, &Structure{members: []member{{"title", false, aString}}}},
	}},
	"subscriptions/listen": {members: []member{requestMeta}},
}

var (
	requestMeta = member{"_meta", false, &Structure{members: []member{
		{"io.modelcontextprotocol/clientCapabilities", false, clientCapabilities},
		{"io.modelcontextprotocol/clientInfo", false, anImplementation},
	}}}
	pageRequest = &Structure{members: []member{requestMeta, {"cursor", false, aString}}}
)

// Notices are those of the params of notifications, beyond what the rules on
// single members look at.
var Notices = map[string]*Structure{
	"notifications/cancelled": {members: []member{{"reason", false, aString}, {"_meta", false, anObject}}},
	"notifications/progress":  {members: []member{{"_meta", false, anObject}}},
	"notifications/message":   {members: []member{{"_meta", false, anObject}}},
}

// The data of errors that have some of their own.
var (
	MissingCapability  = &Structure{kind: strictjson.Object, members: []member{{"requiredCapabilities", true, clientCapabilities}}}
	UnsupportedVersion = &Structure{kind: strictjson.Object, members: []member{{"supported", true, allStrings}, {"requested", true, aString}}}
)

// What a server asks the client for, by the params of each request.
var (
	FormAsked = &Structure{members: []member{{"message", true, aString}, {"requestedSchema", true, &Structure{kind: strictjson.Object, members: []member{
		{"$schema", false, aString},
		{"type", true, &Structure{kind: strictjson.String, words: []string{"object"}}},
		{"properties", true, &Structure{kind: strictjson.Object, values: fieldStructure}},
		{"required", false, allStrings},
	}}}}}
	PageAsked = &Structure{members: []member{{"message", true, aString}, {"url", true, aString}}}

	sampledMessage = &Structure{kind: strictjson.Object, members: []member{{"role", true, aRole}, {"content", true, sampledContent}, {"_meta", false, anObject}}}
	SamplingAsked  = &Structure{members: []member{
		{"messages", true, &Structure{kind: strictjson.Array, elements: sampledMessage}}, {"maxTokens", true, anInteger},
		{"systemPrompt", false, aString}, {"includeContext", false, &Structure{kind: strictjson.String, words: []string{"none", "thisServer", "allServers"}}},
		{"temperature", false, aNumber}, {"stopSequences", false, allStrings}, {"metadata", false, anObject},
		{"modelPreferences", false, &Structure{kind: strictjson.Object, members: []member{
			{"hints", false, &Structure{kind: strictjson.Array, elements: &Structure{kind: strictjson.Object, members: []member{{"name", false, aString}}}}},
			{"costPriority", false, aShare}, {"speedPriority", false, aShare}, {"intelligencePriority", false, aShare},
		}}},
		{"toolChoice", false, &Structure{kind: strictjson.Object, members: []member{
			{"mode", false, &Structure{kind: strictjson.String, words: []string{"auto", "required", "none"}}},
		}}},
		{"tools", false, &Structure{kind: strictjson.Array}}, // each is judged as a descriptor
	}}
	RootsAsked = &Structure{members: []member{{"_meta", false, anObject}}}
)

// fieldStructure is what a form asks for in one field.
var fieldStructure = &Structure{byType: []variant{
	{"string", []*Structure{
		{members: append([]member{
			{"minLength", false, anInteger}, {"maxLength", false, anInteger}, {"default", false, aString},
			{"format", false, &Structure{kind: strictjson.String, words: []string{"email", "uri", "date", "date-time"}}},
		}, twoLabels...)},
		{members: append([]member{{"enum", true, allStrings}, {"enumNames", false, allStrings}, {"default", false, aString}}, twoLabels...)},
		{members: append([]member{{"oneOf", true, titledChoices}, {"default", false, aString}}, twoLabels...)},
	}},
	{"number", numberField}, {"integer", numberField},
	{"boolean", []*Structure{{members: append([]member{{"default", false, aBool}}, twoLabels...)}}},
	{"array", []*Structure{
		{members: append([]member{{"items", true, &Structure{kind: strictjson.Object, members: []member{
			{"type", true, &Structure{kind: strictjson.String, words: []string{"string"}}}, {"enum", true, allStrings},
		}}}}, severalChoices...)},
		{members: append([]member{{"items", true, &Structure{kind: strictjson.Object, members: []member{{"anyOf", true, titledChoices}}}}}, severalChoices...)},
	}},
}}

var (
	twoLabels   = []member{{"title", false, aString}, {"description", false, aString}}
	numberField = []*Structure{{members: append([]member{
		{"minimum", false, aNumber}, {"maximum", false, aNumber}, {"default", false, aNumber},
	}, twoLabels...)}}
	titledChoices = &Structure{kind: strictjson.Array, elements: &Structure{
		kind: strictjson.Object, members: []member{{"const", true, aString}, {"title", true, aString}},
	}}
	severalChoices = append([]member{{"minItems", false, anInteger}, {"maxItems", false, anInteger}, {"default", false, allStrings}}, twoLabels...)
)

// What the client answers.
var (
	SamplingAnswer = &Structure{kind: strictjson.Object, members: []member{
		{"role", true, aRole}, {"content", true, sampledContent}, {"model", true, aString}, {"stopReason", false, aString}, {"_meta", false, anObject},
	}}
	RootsAnswer = &Structure{kind: strictjson.Object, members: []member{
		{"roots", true, &Structure{kind: strictjson.Array, elements: &Structure{
			kind: strictjson.Object, members: []member{{"uri", true, aString}, {"name", false, aString}, {"_meta", false, anObject}},
		}}},
	}}
	ElicitAnswer = &Structure{kind: strictjson.Object, members: []member{
		{"action", true, &Structure{kind: strictjson.String, words: []string{"accept", "decline", "cancel"}}},
		{"content", false, &Structure{kind: strictjson.Object, values: &Structure{either: []*Structure{aString, aNumber, aBool, allStrings}}}},
	}}
)
