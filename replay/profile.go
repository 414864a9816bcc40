package replay

// A Profile says which demands a conversation is held to. Everything in which
// profiles differ is data or a function here; the machinery that walks a
// conversation knows none of them by name.
type Profile struct {
	Name     string // as summaries print it
	Protocol string // the revision that is validated

	limits        limits
	grammar       grammar
	requests      map[string]*method
	requestPrefix map[string]*method // methods known by the start of their name
	notifications map[string]*notification
	capabilities  func(*judge, party, node) *Violation // the shape of a whole declaration
}

// grammar holds the checks of single values that profiles do differently. Each
// returns a clause that says what is wrong, "" for nothing.
type grammar struct {
	uri       func(text string, max int) string
	template  func(text string, max int) string
	mediaType func(text string) string
	root      func(text string, max int) string
	webURL    func(text string) string
	audience  func(given, protected string) bool
	secret    func(property string) bool
}

// limits bound what a conversation may hold; lengths are in code points.
type limits struct {
	cases, steps, open          int
	uri, cursor, name, toolName int
	page                        int // items of a listing, tools of a sampling request
	contents                    int // items of a read or sampling result
	readBytes                   int // of one item, of all items together, and as a declared size
	schemaDepth, properties     int
	propertyName, enum          int
	items, members, text        int // of one value under a schema
}

// Teaching is the profile of the course: a subset of the revision that is
// stricter on purpose about unknown members, URIs, Base64 and sizes.
var Teaching = &Profile{
	Name:     "offline-mcp-teaching-profile-v2",
	Protocol: "2025-11-25",
	limits: limits{
		cases: 256, steps: 512, open: 1024,
		uri: 2048, cursor: 1024, name: 255, toolName: 128,
		page: 256, contents: 64, readBytes: 64 << 10,
		schemaDepth: 16, properties: 256, propertyName: 128, enum: 256,
		items: 1024, members: 1024, text: 100_000,
	},
	grammar: grammar{
		uri: uriFault, template: templateFault, mediaType: mediaTypeFault, root: rootFault, webURL: webURLFault,
		audience: func(given, protected string) bool { return given == protected },
		secret:   namesSecret,
	},
	requests:      teachingRequests,
	requestPrefix: map[string]*method{"prompts/": unimplemented("prompts")},
	notifications: teachingNotifications,
	capabilities:  teachingCapabilities,
}

// A judge checks single values as its profile demands.
type judge struct{ *Profile }
