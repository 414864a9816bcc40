// Package report runs the analyzers over the evidence, decides, and builds the
// review. The packages below it render a finished review, one a format; no
// renderer decides anything.
package report

import "mcpreview/internal/rule"

// SchemaVersion is the version of the review's JSON form.
const SchemaVersion = 1

// Verdicts on a server.
const (
	Approve     = "APPROVE"
	Conditional = "CONDITIONAL"
	Refuse      = "REFUSE"
)

// A Review is everything a report says, in the order reports print it. Its
// JSON form is published as docs/review.schema.json; lists are never nil.
// Strings that a server wrote are exact here: each renderer escapes them for
// its medium.
type Review struct {
	SchemaVersion   int          `json:"schemaVersion"`
	Tool            Program      `json:"tool"`
	ProtocolVersion string       `json:"protocolVersion"`
	Profile         string       `json:"profile"`
	Transport       string       `json:"transport"` // "streamable-http", "stdio" or "unknown"
	Verdict         Verdict      `json:"verdict"`
	Requests        []Input      `json:"requests"`
	Tools           []Tool       `json:"tools"` // what is not ADMIT first
	Allowlist       []string     `json:"allowlist"`
	Results         []Result     `json:"results"`
	Mappings        []Mapping    `json:"mappings"`
	Listings        []Listing    `json:"listings"`
	Completions     []Completion `json:"completions"`
	Exchanges       []Exchange   `json:"exchanges"`
	Matrix          []Row        `json:"matrix"`
	Findings        []Finding    `json:"findings"`
	Evidence        []File       `json:"evidence"`
	Limits          Limits       `json:"limits"` // in the order of the policy's keys
	Accepted        []Acceptance `json:"accepted"`
	Baseline        *Baseline    `json:"baseline,omitempty"` // nil where nothing was compared
}

// Program names the program that made the review.
type Program struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// A Verdict is the answer for the server.
type Verdict struct {
	Decision string `json:"decision"` // Approve, Conditional or Refuse
	Reason   string `json:"reason"`   // one sentence
	Counts   Counts `json:"counts"`
}

// Counts are the totals of the review; what was left out of a list is counted
// here all the same.
type Counts struct {
	Tools       int `json:"tools"`
	Admitted    int `json:"admitted"`
	Conditional int `json:"conditional"`
	Rejected    int `json:"rejected"`

	Results            int `json:"results"`
	ResultsAdmitted    int `json:"resultsAdmitted"`
	ResultsConditional int `json:"resultsConditional"`
	ResultsRejected    int `json:"resultsRejected"`

	Mappings    int `json:"mappings"`
	Listings    int `json:"listings"`
	Completions int `json:"completions"`
	Exchanges   int `json:"exchanges"`

	Documents int `json:"documents"` // JSON documents read
	Files     int `json:"files"`
	Findings  int `json:"findings"` // of every effect but note
	Notes     int `json:"notes"`
	NotJudged int `json:"notJudged"` // subjects that could not be judged
	Links     int `json:"links"`     // resource links seen in results, never fetched
	Embedded  int `json:"embedded"`  // embedded resources seen in results
}

// An Input is one piece of evidence that is missing.
type Input struct {
	Rule     string       `json:"rule"`
	Input    string       `json:"input"` // what to bring, in words a recorder can act on
	Subject  rule.Subject `json:"subject"`
	Reason   string       `json:"reason"`
	Blocking bool         `json:"blocking"`
}

// A Source is a place in the evidence.
type Source struct {
	File    string `json:"file"`
	Pointer string `json:"pointer"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	// Inside is the place within the JSON text that the string at Pointer
	// holds; "" elsewhere.
	Inside string `json:"inside"`
}

// A Tool is the decision on one name in one caller's surface, or on one entry
// that has no usable name.
type Tool struct {
	Name          string       `json:"name"` // exact; "" where there is none
	Decision      string       `json:"decision"`
	Rule          string       `json:"rule"` // "" for an admitted tool
	Reason        string       `json:"reason"`
	Page          Source       `json:"page"`  // where its first listing stands
	Index         int          `json:"index"` // from 0 within its page
	Caller        string       `json:"caller"`
	Dialect       string       `json:"dialect"`       // "2020-12", "2019-09", "draft-07", "draft-06"; "" where unusable
	OutputDialect string       `json:"outputDialect"` // "" without an outputSchema
	Digest        string       `json:"digest"`        // "sha256:..." of the canonical descriptor
	Hints         Hints        `json:"hints"`         // untrusted
	Headers       []Header     `json:"headers"`
	Evidence      ToolEvidence `json:"evidence"`
}

// Hints are a tool's annotations of boolean type: what its server claims, in
// the order of their names. They decide nothing.
type Hints map[string]bool

// A Header is one parameter mirrored into a header.
type Header struct {
	Name    string `json:"name"`
	Pointer string `json:"pointer"`
	Type    string `json:"type"`
}

// ToolEvidence counts the recorded results of one tool.
type ToolEvidence struct {
	Success        int `json:"success"` // validated results without isError
	Failure        int `json:"failure"` // validated results with isError
	Rejected       int `json:"rejected"`
	ProtocolErrors int `json:"protocolErrors"`
}

// A Result is the judgement of one tools/call exchange.
type Result struct {
	Source   Source  `json:"source"`
	Tool     string  `json:"tool"`
	Outcome  string  `json:"outcome"` // success, failure, protocol-error, input-required or unusable
	Decision string  `json:"decision"`
	Rule     string  `json:"rule"`
	Reason   string  `json:"reason"`
	Blocks   []Block `json:"blocks"`
}

// A Block is the judgement of one content block, independent of its siblings.
type Block struct {
	Index     int    `json:"index"`
	Type      string `json:"type"` // one of the protocol's five, else ""
	Decision  string `json:"decision"`
	Rule      string `json:"rule"`
	Reason    string `json:"reason"`
	Bytes     int    `json:"bytes"`     // decoded size of text or media; 0 for a link
	MediaType string `json:"mediaType"` // "" where none is stated or it is malformed
}

// A Mapping is the judgement of one request's headers against its body.
type Mapping struct {
	Source   Source   `json:"source"`
	Tool     string   `json:"tool"`
	Decision string   `json:"decision"`
	Rule     string   `json:"rule"`
	Reason   string   `json:"reason"`
	Boundary string   `json:"boundary"` // "pass" or "400/-32020"
	Category string   `json:"category"`
	Answer   string   `json:"answer"` // correct, wrong or not-recorded
	Headers  []string `json:"headers"`
}

// A Listing is the judgement of one pass over one list method.
type Listing struct {
	Method   string `json:"method"`
	Caller   string `json:"caller"`
	Pass     int    `json:"pass"`
	Decision string `json:"decision"`
	Rule     string `json:"rule"`
	Reason   string `json:"reason"`
	Complete bool   `json:"complete"`
	// The pages there are, and the items on all of them; Pages has the first.
	PageCount int    `json:"pageCount"`
	ItemCount int    `json:"itemCount"`
	Pages     []Page `json:"pages"`
}

// A Page is one page of a listing. Cursors themselves are never shown.
type Page struct {
	Source     Source `json:"source"`
	Items      int    `json:"items"`
	CursorSent string `json:"cursorSent"` // none, empty, present or unknown
	NextCursor string `json:"nextCursor"` // absent, null, empty, present or invalid
}

// A Completion is the judgement of one completion exchange.
type Completion struct {
	Source   Source `json:"source"`
	Caller   string `json:"caller"`
	Ref      string `json:"ref"`
	Argument string `json:"argument"`
	Decision string `json:"decision"`
	Rule     string `json:"rule"`
	Reason   string `json:"reason"`
	Values   int    `json:"values"`
}

// An Exchange is an envelope-level judgement.
type Exchange struct {
	Source   Source `json:"source"`
	Decision string `json:"decision"`
	Rule     string `json:"rule"`
	Reason   string `json:"reason"`
}

// A Row is one row of the validation matrix.
type Row struct {
	Row       int       `json:"row"` // 1 to 12
	Check     string    `json:"check"`
	Fixture   string    `json:"fixture"`
	Expected  string    `json:"expected"`
	Rules     []string  `json:"rules"`
	SelfCheck SelfCheck `json:"selfCheck"`
	Server    Exercise  `json:"server"`
	State     string    `json:"state"` // pass, fail, conditional, not-exercised or not-applicable
	// Record says what to record to exercise the row, or why it does not
	// apply; "" for a row that was exercised. The JSON form asks for the same
	// among its requests.
	Record string `json:"-"`
}

// SelfCheck counts the built-in fixtures of a row and those that came out as
// they must.
type SelfCheck struct {
	Passed int `json:"passed"`
	Total  int `json:"total"`
}

// Exercise counts how often the evidence exercised a row, and how it came out.
type Exercise struct {
	Exercised   int `json:"exercised"`
	Admitted    int `json:"admitted"`
	Conditional int `json:"conditional"`
	Rejected    int `json:"rejected"`
}

// A Finding is a rule's finding as data.
type Finding struct {
	Rule       string       `json:"rule"`
	Name       string       `json:"name"`
	Provenance string       `json:"provenance"`
	Effect     string       `json:"effect"`
	Subject    rule.Subject `json:"subject"`
	Reason     string       `json:"reason"`
	Source     Source       `json:"source"`
	Related    []Source     `json:"related"`
	Accepted   bool         `json:"accepted"`
}

// A File is one file of the evidence, and what it can prove.
type File struct {
	Path        string   `json:"path"`
	SHA256      string   `json:"sha256"` // hexadecimal; "" for a file that could not be read
	Bytes       int64    `json:"bytes"`
	Kind        string   `json:"kind"`
	Documents   int      `json:"documents"`
	Proves      []string `json:"proves"`
	CannotProve []string `json:"cannotProve"`
}

// Limits are the bounds in force, by name.
type Limits []Limit

// A Limit is one bound in force. Value is a number or a list of names.
type Limit struct {
	Name  string
	Value any // int64 or []string
}

// An Acceptance is a finding that the policy accepts.
type Acceptance struct {
	Rule    string       `json:"rule"`
	Subject rule.Subject `json:"subject"`
	Reason  string       `json:"reason"`
	By      string       `json:"by"`
	Until   string       `json:"until"` // YYYY-MM-DD
}
