package replay

import "sync"

// Spec is the profile of the revision itself: what the specification demands,
// without the course's deliberate strictness, and over whole conversations.
var Spec = &Profile{
	Name:     "spec",
	Protocol: "2025-11-25",
	limits: limits{
		cases: 256, steps: 512, open: 1024,
		uri: unlimited, cursor: unlimited, name: unlimited, toolName: 128,
		page: unlimited, contents: unlimited, readBytes: unlimited,
		schemaDepth: 16, properties: 256, propertyName: 128, enum: 256, evaluation: 200_000,
	},
	grammar: grammar{
		uri: specURIFault, template: specTemplateFault, mediaType: specMediaTypeFault, root: specRootFault, webURL: specWebURLFault,
		audience:   sameAudience,
		secret:     asksForSecret,
		timestamp:  isInstant,
		integer:    integral,
		schema:     specSchema,
		iconSource: specIconSource,
		iconSize:   func(s string) bool { return iconSizes().MatchString(s) },
		document:   specDocument,
	},
	shapes: shapes{
		tool: exactly("name", "inputSchema").maybe("description", "title", "icons", "outputSchema", "annotations", "execution", "_meta"),

		toolPresentation:  toolPresentation,
		partyPresentation: partyPresentation,
	},
	conduct: conduct{
		openObjects: true, emptyTexts: true, unreadableErrors: true, idsOnce: true,
		boundToSwitch: true, anyCovering: true, repeatSubscriptions: true, severalParts: true, wholeTTL: true, anyToolName: true,
		batch:     "JSON-RPC batches do not exist in 2025-11-25",
		lifecycle: negotiate,
		admit:     admit,
		notice:    notice,
		result:    answersRelated,
		failure:   refused,
		end:       refusalsArrived,
	},
	requests:      specRequests,
	notifications: specNotifications,
	capabilities:  specCapabilities,
	rules:         sync.OnceValue(func() []*Rule { return rulesOf(specDemands()) }),
}

var specRequests = map[string]*method{
	"ping":                     {sender: anyone, params: onlyMeta(64), result: emptyResult},
	"tools/list":               {sender: client, capability: "tools", params: enumerate, result: enumerated, success: keepPage},
	"tools/call":               {sender: client, capability: "tools", params: callListed, result: augmentable(toolResult), body: toolResult, success: create},
	"resources/list":           {sender: client, capability: "resources", scope: scopeList, params: listResources, result: listedResources},
	"resources/templates/list": {sender: client, capability: "resources", scope: scopeList, params: listResources, result: listedTemplates},
	"resources/read":           {sender: client, capability: "resources", scope: scopeRead, params: readResource, result: resourceContents},
	"resources/subscribe":      {sender: client, capability: "resources", scope: scopeSubscribe, params: subscribe, result: subscribed, success: beginSubscription},
	"resources/unsubscribe":    {sender: client, capability: "resources", scope: scopeSubscribe, params: unsubscribe, result: unsubscribed, success: endSubscription},
	"prompts/list":             {sender: client, capability: "prompts", params: listPrompts, result: listedPrompts},
	"prompts/get":              {sender: client, capability: "prompts", params: getPrompt, result: gotPrompt},
	"logging/setLevel":         {sender: client, capability: "logging", params: setLevel, result: emptyResult},
	"completion/complete":      {sender: client, capability: "completions", params: completeArgument, result: completed},
	"roots/list":               {sender: server, capability: "roots", params: onlyMeta(130), result: listedRoots},
	"sampling/createMessage":   {sender: server, capability: "sampling", params: requestSample, result: augmentable(sampleResult), body: sampleResult, success: create},
	"elicitation/create":       {sender: server, capability: "elicitation", params: requestInput, filed: remember, result: augmentable(inputResult), body: inputResult, success: create},
	"tasks/list":               {sender: anyone, capability: "tasks.list", aboutTasks: true, params: listTasks, result: tasksShown, success: keepTasksShown},
	"tasks/get":                {sender: anyone, capability: "tasks", aboutTasks: true, params: aboutTask, result: gotTask, failure: refusedTask, success: keepShownTask},
	"tasks/result":             {sender: anyone, capability: "tasks", aboutTasks: true, params: aboutTask, result: taskResult, failure: refusedTask, success: keepTaskResult},
	"tasks/cancel":             {sender: anyone, capability: "tasks.cancel", aboutTasks: true, params: aboutTask, result: cancelledTask, failure: refusedTask, success: keepShownTask},
}

var specNotifications = map[string]*notification{
	"notifications/tools/list_changed":     {sender: server, flag: "tools.listChanged", params: toolsChanged},
	"notifications/prompts/list_changed":   {sender: server, flag: "prompts.listChanged"},
	"notifications/resources/list_changed": {sender: server, flag: "resources.listChanged", params: resourcesListChanged},
	"notifications/resources/updated":      {sender: server, flag: "resources.subscribe", context: true, params: resourceUpdated},
	"notifications/roots/list_changed":     {sender: client, flag: "roots.listChanged"},
	"notifications/message":                {sender: server, own: "logging", params: logged},
	"notifications/elicitation/complete":   {sender: server, capability: "elicitation.url", params: inputComplete},
	"notifications/progress":               {sender: anyone, params: progressed},
	"notifications/cancelled":              {sender: anyone, params: cancelled},
	"notifications/tasks/status":           {sender: anyone, params: taskStatus},
}

// onlyMeta is the check of a method whose params hold nothing else.
func onlyMeta(number int) func(*session, *request) *Violation {
	return func(s *session, r *request) *Violation {
		return s.object(r.params, number, "params", exactly().maybe("_meta"))
	}
}
