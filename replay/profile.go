package replay

import (
	"math"
	"math/big"
	"strconv"
	"sync"

	jsonschema "mcpreview/internal/schema"
	"mcpreview/internal/strictjson"
)

// A Profile says which demands a conversation is held to. Everything in which
// profiles differ is data or a function here; the machinery that walks a
// conversation knows none of them by name.
type Profile struct {
	Name     string // as summaries print it
	Protocol string // the revision that is validated

	limits        limits
	grammar       grammar
	shapes        shapes
	conduct       conduct
	requests      map[string]*method
	requestPrefix map[string]*method // methods known by the start of their name
	notifications map[string]*notification
	capabilities  func(*judge, party, node) *Violation // the shape of a whole declaration
	rules         func() []*Rule
}

// Rules are the rules of the profile, by number.
func (p *Profile) Rules() []*Rule { return p.rules() }

// grammar holds the checks of single values that profiles do differently. Each
// of those that return a text returns a clause that says what is wrong, "" for
// nothing.
type grammar struct {
	uri       func(text string, max int) string
	template  func(text string, max int) string
	mediaType func(text string) string
	root      func(text string, max int) string
	webURL    func(text string) string
	audience  func(given, protected string) bool
	secret    func(property string) bool
	timestamp func(text string) bool
	integer   func(node) (*big.Int, bool)
	schema    func(j *judge, n node, number int, what string) (valueSchema, *Violation)
	// iconSource says what is wrong with a URI as that of an icon; fatal is
	// false where that is worth a warning only.
	iconSource func(uri string) (why string, fatal bool)
	iconSize   func(text string) bool
	// document refuses a whole text for what its grammar alone allows; nil for
	// nothing.
	document func(*strictjson.Document) *FileError
}

// shapes are the members of objects that profiles know differently.
type shapes struct {
	tool keys
	// What shows tools, and parties, to people; nil for nothing to check.
	toolPresentation  func(*judge, node) *Violation
	partyPresentation func(*judge, node) *Violation
}

// conduct holds the rules of whole conversations that profiles do differently.
// Functions are nil where there is nothing to check.
type conduct struct {
	openObjects         bool   // unknown members are legal, and worth a warning
	emptyTexts          bool   // titles, cursors and the like may be empty
	unreadableErrors    bool   // an error without id answers what could not be read
	idsOnce             bool   // an id is used once a session
	boundToSwitch       bool   // a request fails with its revision, even if that is activated again
	anyCovering         bool   // an update may go to any covering subscription
	repeatSubscriptions bool   // a resource may be subscribed again, and by others
	severalParts        bool   // the contents of one resource may come in several parts
	wholeTTL            bool   // the ttl that a request asks for has no fraction
	anyToolName         bool   // what a tool should be called is worth a warning
	batch               string // why an array is no message; "" where it is any other value

	lifecycle func(*session, party, *message) *Violation
	admit     func(*session, *request) *Violation       // before a request is filed
	notice    func(*session, *message) *Violation       // before the notification's own check
	result    func(*session, *request, node) *Violation // before the method's own check
	failure   func(*session, *request, node) *Violation // of an error that answers
	end       func(*session) *Violation                 // after the last step
}

// unlimited is a limit that no file reaches.
const unlimited = math.MaxInt

// limits bound what a conversation may hold; lengths are in code points.
type limits struct {
	cases, steps, open          int
	uri, cursor, name, toolName int
	page                        int // items of a listing, tools of a sampling request
	contents                    int // items of a read or sampling result
	readBytes                   int // of one item, of all items together, and as a declared size
	schemaDepth, properties     int
	propertyName, enum          int
	items, members, text        int // of one value under a schema of the subset
	evaluation                  int // steps that one value under a JSON Schema may cost
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
		audience:   func(given, protected string) bool { return given == protected },
		secret:     namesSecret,
		timestamp:  func(text string) bool { return text != "" },
		integer:    node.integer,
		schema:     teachingSchema,
		iconSource: func(string) (string, bool) { return "", false },
		iconSize:   func(text string) bool { return text != "" },
	},
	shapes: shapes{
		tool: exactly("name", "description", "inputSchema").maybe("title", "icons", "outputSchema", "annotations", "execution"),
	},
	conduct:       conduct{lifecycle: (*session).lifecycle},
	requests:      teachingRequests,
	requestPrefix: map[string]*method{"prompts/": unimplemented("prompts")},
	notifications: teachingNotifications,
	capabilities:  teachingCapabilities,
	rules:         sync.OnceValue(func() []*Rule { return rulesOf(teachingDemands) }),
}

// A judge checks single values as its profile demands.
type judge struct {
	*Profile
	warned []*Violation       // since the last step
	budget *jsonschema.Budget // of what the values of all cases of a file may cost
}

// warn keeps what is legal and worth saying.
func (j *judge) warn(v *Violation) { j.warned = append(j.warned, v) }

// maxWarnings bounds what is said of one case.
const maxWarnings = 64

// settle accepts a step, with the warnings that it gave.
func (s *session) settle(step int, within node) {
	for _, v := range s.warned {
		if len(s.warnings) < maxWarnings {
			s.warnings = append(s.warnings, v.reason(step, within))
		}
	}
	s.warned = nil
}

// span says which integers lie from low to high.
func span(low, high int) string {
	if high == unlimited {
		return "of at least " + strconv.Itoa(low)
	}
	return "from " + strconv.Itoa(low) + " to " + strconv.Itoa(high)
}

// atMost says how many items a page may have.
func (j *judge) atMost(items string) string {
	if j.limits.page == unlimited {
		return ""
	}
	return " of at most " + strconv.Itoa(j.limits.page) + " " + items
}

// countWithin reports whether an integer from 0 to max stands at n.
func (j *judge) countWithin(n node, max int) bool {
	i, ok := j.grammar.integer(n)
	return ok && i.Sign() >= 0 && (max == unlimited || i.Cmp(big.NewInt(int64(max))) <= 0)
}
