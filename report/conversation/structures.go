package conversation

import (
	"mcpreview/internal/base64"
	"mcpreview/internal/strictjson"
)

// The structures that several messages share, as schema.ts of revision 2026-07-28
// defines them.
var (
	aString     = &structure{kind: strictjson.String}
	aBool       = &structure{kind: strictjson.Bool}
	aNumber     = &structure{kind: strictjson.Number}
	anInteger   = &structure{kind: strictjson.Number, whole: true}
	aShare      = &structure{kind: strictjson.Number, unit: true}
	anObject    = &structure{kind: strictjson.Object}
	allStrings  = &structure{kind: strictjson.Array, elements: aString}
	someObjects = &structure{kind: strictjson.Object, values: anObject}
	someStrings = &structure{kind: strictjson.Object, values: aString}

	aRole = &structure{kind: strictjson.String, words: []string{"user", "assistant"}}
)

// What shows a thing to people.
var (
	iconStructure = &structure{kind: strictjson.Object, members: []member{
		{"src", true, aString}, {"mimeType", false, aString}, {"sizes", false, allStrings},
		{"theme", false, &structure{kind: strictjson.String, words: []string{"light", "dark"}}},
	}}
	someIcons = &structure{kind: strictjson.Array, elements: iconStructure}

	someAnnotations = &structure{kind: strictjson.Object, members: []member{
		{"audience", false, &structure{kind: strictjson.Array, elements: aRole}}, {"priority", false, aShare}, {"lastModified", false, aString},
	}}
	anImplementation = &structure{kind: strictjson.Object, members: []member{
		{"name", true, aString}, {"version", true, aString}, {"title", false, aString}, {"description", false, aString},
		{"websiteUrl", false, aString}, {"icons", false, someIcons},
	}}
)

// What lists hold, but for tools, which the analyzer of descriptors judges.
var (
	promptStructure = &structure{kind: strictjson.Object, members: []member{
		{"name", true, aString}, {"title", false, aString}, {"description", false, aString}, {"icons", false, someIcons},
		{"arguments", false, &structure{kind: strictjson.Array, elements: &structure{kind: strictjson.Object, members: []member{
			{"name", true, aString}, {"title", false, aString}, {"description", false, aString}, {"required", false, aBool},
		}}}},
		{"_meta", false, anObject},
	}}
	resourceMembers = []member{
		{"uri", true, aString}, {"name", true, aString}, {"title", false, aString}, {"description", false, aString}, {"mimeType", false, aString},
		{"size", false, anInteger}, {"icons", false, someIcons}, {"annotations", false, someAnnotations}, {"_meta", false, anObject},
	}
	resourceStructure = &structure{kind: strictjson.Object, members: resourceMembers}
	templateStructure = &structure{kind: strictjson.Object, members: []member{
		{"uriTemplate", true, aString}, {"name", true, aString}, {"title", false, aString}, {"description", false, aString}, {"mimeType", false, aString},
		{"icons", false, someIcons}, {"annotations", false, someAnnotations}, {"_meta", false, anObject},
	}}
)

// Content of every kind.
var (
	contentsStructure = &structure{
		kind:    strictjson.Object,
		members: []member{{"uri", true, aString}, {"mimeType", false, aString}, {"text", false, aString}, {"blob", false, aString}, {"_meta", false, anObject}},
		beyond:  oneOfTextAndBlob,
	}
	textBlock  = []*structure{{members: []member{{"text", true, aString}, {"annotations", false, someAnnotations}, {"_meta", false, anObject}}}}
	mediaBlock = []*structure{{
		members: []member{{"data", true, aString}, {"mimeType", true, aString}, {"annotations", false, someAnnotations}, {"_meta", false, anObject}},
		beyond:  canonicalData,
	}}
	linkBlock     = []*structure{{members: resourceMembers}}
	embeddedBlock = []*structure{{members: []member{{"resource", true, contentsStructure}, {"annotations", false, someAnnotations}, {"_meta", false, anObject}}}}

	contentBlock = &structure{byType: []variant{
		{"text", textBlock}, {"image", mediaBlock}, {"audio", mediaBlock}, {"resource_link", linkBlock}, {"resource", embeddedBlock},
	}}
	toolUseBlock    = []*structure{{members: []member{{"id", true, aString}, {"name", true, aString}, {"input", true, anObject}, {"_meta", false, anObject}}}}
	toolResultBlock = []*structure{{members: []member{
		{"toolUseId", true, aString}, {"content", true, &structure{kind: strictjson.Array, elements: contentBlock}},
		{"isError", false, aBool}, {"_meta", false, anObject},
	}}}
	sampledBlocks = []variant{
		{"text", textBlock}, {"image", mediaBlock}, {"audio", mediaBlock}, {"tool_use", toolUseBlock}, {"tool_result", toolResultBlock},
	}
	sampledContent = &structure{byType: sampledBlocks, orList: &structure{byType: sampledBlocks}}
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
	clientCapabilities = &structure{kind: strictjson.Object, members: []member{
		{"roots", false, anObject},
		{"sampling", false, &structure{kind: strictjson.Object, members: []member{{"tools", false, anObject}, {"context", false, anObject}}}},
		{"elicitation", false, &structure{kind: strictjson.Object, members: []member{{"form", false, anObject}, {"url", false, anObject}}}},
		{"experimental", false, someObjects}, {"extensions", false, someObjects},
	}}
	changing           = &structure{kind: strictjson.Object, members: []member{{"listChanged", false, aBool}}}
	serverCapabilities = &structure{kind: strictjson.Object, members: []member{
		{"tools", false, changing}, {"prompts", false, changing},
		{"resources", false, &structure{kind: strictjson.Object, members: []member{{"listChanged", false, aBool}, {"subscribe", false, aBool}}}},
		{"completions", false, anObject}, {"logging", false, anObject}, {"experimental", false, someObjects}, {"extensions", false, someObjects},
	}}
)

// resultStructures are those of the complete results of methods, beyond what the
// analyzers of the review look at.
var resultStructures = map[string]*structure{
	"server/discover": {members: []member{
		{"supportedVersions", true, allStrings}, {"capabilities", true, serverCapabilities}, {"instructions", false, aString},
	}},
	"prompts/list":             {members: []member{{"prompts", true, &structure{elements: promptStructure}}}},
	"resources/list":           {members: []member{{"resources", true, &structure{elements: resourceStructure}}}},
	"resources/templates/list": {members: []member{{"resourceTemplates", true, &structure{elements: templateStructure}}}},
	"resources/read":           {members: []member{{"contents", true, &structure{kind: strictjson.Array, elements: contentsStructure}}}},
	"prompts/get": {members: []member{
		{"description", false, aString},
		{"messages", true, &structure{kind: strictjson.Array, elements: &structure{
			kind: strictjson.Object, members: []member{{"role", true, aRole}, {"content", true, contentBlock}},
		}}},
	}},
}

// interimStructure is that of a result that asks for input, beyond the requests
// in it.
var interimStructure = &structure{members: []member{{"_meta", false, &structure{
	kind: strictjson.Object, members: []member{{"io.modelcontextprotocol/serverInfo", false, anImplementation}},
}}}}

// requestStructures are those of the params of requests, beyond what the rules on
// single members look at.
var requestStructures = map[string]*structure{
	"server/discover":          {members: []member{requestMeta}},
	"tools/list":               pageRequest,
	"prompts/list":             pageRequest,
	"resources/list":           pageRequest,
	"resources/templates/list": pageRequest,
	"tools/call":               {members: []member{requestMeta}},
	"prompts/get":              {members: []member{requestMeta, {"name", true, aString}, {"arguments", false, someStrings}}},
	"resources/read":           {members: []member{requestMeta, {"uri", true, aString}}},
	"completion/complete": {members: []member{
		requestMeta, {"ref", false, &structure{members: []member{{"title", false, aString}}}},
	}},
	"subscriptions/listen": {members: []member{requestMeta}},
}

var (
	requestMeta = member{"_meta", false, &structure{members: []member{
		{"io.modelcontextprotocol/clientCapabilities", false, clientCapabilities},
		{"io.modelcontextprotocol/clientInfo", false, anImplementation},
	}}}
	pageRequest = &structure{members: []member{requestMeta, {"cursor", false, aString}}}
)

// noticeStructures are those of the params of notifications, beyond what the rules
// on single members look at, with the number of the rule that they are a
// matter of.
var noticeStructures = map[string]struct {
	rule      int
	structure *structure
}{
	notifyCancelled: {17, &structure{members: []member{{"reason", false, aString}, {"_meta", false, anObject}}}},
	notifyProgress:  {15, &structure{members: []member{{"_meta", false, anObject}}}},
	notifyMessage:   {16, &structure{members: []member{{"_meta", false, anObject}}}},
}

// The data of errors that have some of their own.
var (
	missingCapability  = &structure{kind: strictjson.Object, members: []member{{"requiredCapabilities", true, clientCapabilities}}}
	unsupportedVersion = &structure{kind: strictjson.Object, members: []member{{"supported", true, allStrings}, {"requested", true, aString}}}
)

// What a server asks the client for, by the params of each request.
var (
	formAsked = &structure{members: []member{{"message", true, aString}, {"requestedSchema", true, &structure{kind: strictjson.Object, members: []member{
		{"$schema", false, aString},
		{"type", true, &structure{kind: strictjson.String, words: []string{"object"}}},
		{"properties", true, &structure{kind: strictjson.Object, values: fieldStructure}},
		{"required", false, allStrings},
	}}}}}
	pageAsked = &structure{members: []member{{"message", true, aString}, {"url", true, aString}}}

	sampledMessage = &structure{kind: strictjson.Object, members: []member{{"role", true, aRole}, {"content", true, sampledContent}, {"_meta", false, anObject}}}
	samplingAsked  = &structure{members: []member{
		{"messages", true, &structure{kind: strictjson.Array, elements: sampledMessage}}, {"maxTokens", true, anInteger},
		{"systemPrompt", false, aString}, {"includeContext", false, &structure{kind: strictjson.String, words: []string{"none", "thisServer", "allServers"}}},
		{"temperature", false, aNumber}, {"stopSequences", false, allStrings}, {"metadata", false, anObject},
		{"modelPreferences", false, &structure{kind: strictjson.Object, members: []member{
			{"hints", false, &structure{kind: strictjson.Array, elements: &structure{kind: strictjson.Object, members: []member{{"name", false, aString}}}}},
			{"costPriority", false, aShare}, {"speedPriority", false, aShare}, {"intelligencePriority", false, aShare},
		}}},
		{"toolChoice", false, &structure{kind: strictjson.Object, members: []member{
			{"mode", false, &structure{kind: strictjson.String, words: []string{"auto", "required", "none"}}},
		}}},
		{"tools", false, &structure{kind: strictjson.Array}}, // each is judged as a descriptor
	}}
	rootsAsked = &structure{members: []member{{"_meta", false, anObject}}}
)

// fieldStructure is what a form asks for in one field.
var fieldStructure = &structure{byType: []variant{
	{"string", []*structure{
		{members: append([]member{
			{"minLength", false, anInteger}, {"maxLength", false, anInteger}, {"default", false, aString},
			{"format", false, &structure{kind: strictjson.String, words: []string{"email", "uri", "date", "date-time"}}},
		}, twoLabels...)},
		{members: append([]member{{"enum", true, allStrings}, {"enumNames", false, allStrings}, {"default", false, aString}}, twoLabels...)},
		{members: append([]member{{"oneOf", true, titledChoices}, {"default", false, aString}}, twoLabels...)},
	}},
	{"number", numberField}, {"integer", numberField},
	{"boolean", []*structure{{members: append([]member{{"default", false, aBool}}, twoLabels...)}}},
	{"array", []*structure{
		{members: append([]member{{"items", true, &structure{kind: strictjson.Object, members: []member{
			{"type", true, &structure{kind: strictjson.String, words: []string{"string"}}}, {"enum", true, allStrings},
		}}}}, severalChoices...)},
		{members: append([]member{{"items", true, &structure{kind: strictjson.Object, members: []member{{"anyOf", true, titledChoices}}}}}, severalChoices...)},
	}},
}}

var (
	twoLabels   = []member{{"title", false, aString}, {"description", false, aString}}
	numberField = []*structure{{members: append([]member{
		{"minimum", false, aNumber}, {"maximum", false, aNumber}, {"default", false, aNumber},
	}, twoLabels...)}}
	titledChoices = &structure{kind: strictjson.Array, elements: &structure{
		kind: strictjson.Object, members: []member{{"const", true, aString}, {"title", true, aString}},
	}}
	severalChoices = append([]member{{"minItems", false, anInteger}, {"maxItems", false, anInteger}, {"default", false, allStrings}}, twoLabels...)
)

// What the client answers.
var (
	samplingAnswer = &structure{kind: strictjson.Object, members: []member{
		{"role", true, aRole}, {"content", true, sampledContent}, {"model", true, aString}, {"stopReason", false, aString}, {"_meta", false, anObject},
	}}
	rootsAnswer = &structure{kind: strictjson.Object, members: []member{
		{"roots", true, &structure{kind: strictjson.Array, elements: &structure{
			kind: strictjson.Object, members: []member{{"uri", true, aString}, {"name", false, aString}, {"_meta", false, anObject}},
		}}},
	}}
	elicitAnswer = &structure{kind: strictjson.Object, members: []member{
		{"action", true, &structure{kind: strictjson.String, words: []string{"accept", "decline", "cancel"}}},
		{"content", false, &structure{kind: strictjson.Object, values: &structure{either: []*structure{aString, aNumber, aBool, allStrings}}}},
	}}
)
