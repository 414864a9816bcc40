package report

import (
	"slices"
	"sync"

	"mcpreview/admission"
	"mcpreview/baseline"
	"mcpreview/completion"
	"mcpreview/envelope"
	"mcpreview/headers"
	"mcpreview/internal/evidence"
	"mcpreview/internal/lock"
	"mcpreview/internal/matrix"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/version"
	"mcpreview/pagination"
	"mcpreview/sufficiency"
)

// Options are what a review is made under beside the evidence.
type Options struct {
	Policy policy.Policy
	Jobs   int // results and tools judged at a time; at least 1
	// Server is the name of the server under review: recordings of others are
	// left out. "" takes all, and more than one server is refused.
	Server string
	// Baseline is an earlier approval that the tools are compared with; nil for
	// none.
	Baseline *lock.Lock
	// Date is the day of the review, YYYY-MM-DD. It is needed where the policy
	// accepts anything: an acceptance expires.
	Date string
}

// Build reviews the evidence. The same evidence and policy give the same
// review, whatever the number of jobs and the order of the files.
func Build(set *evidence.Set, o Options) *Review {
	return analyze(set, &o, checkedSelf()).review()
}

// BuildLock reviews the evidence like Build, and makes the lock of what is
// admitted: nil where the server is refused, and nothing is approved.
func BuildLock(set *evidence.Set, o Options) (*Review, *lock.Lock) {
	a := analyze(set, &o, checkedSelf())
	r := a.review()
	return r, a.approval(r)
}

// checkedSelf runs the built-in fixtures once a process: they are the same in
// every review, and so is what comes of them.
var checkedSelf = sync.OnceValue(runFixtures)

// An analysis is one run of all analyzers over one set of evidence.
type analysis struct {
	all    *evidence.Set
	set    *evidence.Set // what is of the server under review
	again  bool          // all is to be analyzed anew, as it is now
	scope  scope
	policy *policy.Policy
	jobs   int
	check  *selfCheck
	accept *acceptances
	lock   *lock.Lock // nil for none

	changes        baseline.Judgement // against the lock
	changeAccepted []bool             // of each change

	// documents are what reading the evidence found.
	documents []rule.Finding
	discovery envelope.Discovery
	pages     pagination.Judgement
	// broken holds the exchanges outside calls whose envelope makes what they
	// carry count as missing, with what was found of it.
	broken    map[*evidence.Exchange][]rule.Finding
	isForeign map[*evidence.Exchange]bool // outside calls
	foreign   foreigners
	tally     tally
	spending  spending // of the values of all calls

	secrets       headers.Search
	timed         []*evidence.Exchange // calls that say when they took place
	callsOverHTTP bool
	mappingsOpen  int // mappings that are not admitted, but for what their senders did wrong

	completion      completion.Judgement
	completionsOpen int

	servers    []sufficiency.ServerName
	serverSeen map[string]bool
	// statedSeen and stated are the names that answers give their server.
	statedSeen map[string]bool
	stated     []sufficiency.ServerName

	tools  []*tool
	byName map[string]map[string]*tool // caller, name
	placed map[rule.Location][]*tool   // nil until it is asked for
	shown  map[string]evidence.Shown   // by file

	rows      rows
	counts    Counts
	findings  findings
	server    onServer
	unsettled int // exchanges that are not admitted
	elsewhere int // exchanges of other servers than the one under review
	matrix    [matrix.Last + 1]Exercise
	layers    layers

	missing  []missing
	accepted []Acceptance
}

// analyze runs the analyzers, and says what is missing.
func analyze(set *evidence.Set, o *Options, check *selfCheck) *analysis {
	a := examine(set, o, check)
	a.judgeSufficiency()
	a.compareBaseline()
	a.settleAcceptances()
	return a
}

// examine runs the analyzers over what there is, again where the calls show that
// more is to be known before them.
func examine(set *evidence.Set, o *Options, check *selfCheck) *analysis {
	a := new(analysis)
	for a.begin(set, o, check); !a.take(steps[:]); a.begin(set, o, check) {
	}
	return a
}

// take takes steps in their order, up to one that says that all of them are to
// be taken again, which it reports by false.
func (a *analysis) take(steps []step) bool {
	for i := range steps {
		if steps[i].do(a); a.again {
			return false
		}
	}
	return true
}

// begin makes it a new analysis, of what is known before any analyzer ran.
func (a *analysis) begin(set *evidence.Set, o *Options, check *selfCheck) {
	*a = analysis{
		all: set, scope: scope(o.Server), policy: &o.Policy, jobs: o.Jobs, check: check, lock: o.Baseline,
		broken: make(map[*evidence.Exchange][]rule.Finding), isForeign: make(map[*evidence.Exchange]bool),
		serverSeen: make(map[string]bool), statedSeen: make(map[string]bool), shown: make(map[string]evidence.Shown), accept: newAcceptances(o.Policy.Accept, o.Date),
	}
	if a.lock == nil {
		a.accept.idle = ruleSinceApproval
	}
	a.set, a.elsewhere = a.scope.narrow(set)
	a.discovery = envelope.Discover(a.set.Discoveries)
	a.discovery.Toolless = toolless(a.set)
	if f, ok := a.discovery.Unseen(); ok {
		a.decideOnServer(f)
	}
	a.findings.add(envelope.Retold(a.set.Discoveries)...)
	a.addDocuments(set.Findings)
}

// addDocuments takes in what reading the evidence found.
func (a *analysis) addDocuments(found []rule.Finding) {
	fs := slices.Clone(found)
	a.accept.mark(fs, "")
	a.documents = append(a.documents, fs...)
	a.findings.add(fs...)
}

// toolless reports that tools/list was asked for and never answered with a
// result.
func toolless(set *evidence.Set) bool {
	asked := slices.ContainsFunc(set.Probes, func(p *evidence.Probe) bool { return p.Method == protocol.MethodListTools })
	for _, l := range set.Listings {
		if l.List.Method != protocol.MethodListTools {
			continue
		}
		asked = true
		if slices.ContainsFunc(l.Pages, func(p *evidence.Page) bool { return p.Result != nil }) {
			return false
		}
	}
	return asked
}

// decideOnServer takes in findings on the server as a whole.
func (a *analysis) decideOnServer(fs ...rule.Finding) {
	a.accept.mark(fs, "")
	a.server.add(fs...)
	a.findings.add(fs...)
}

// onServer is what the findings on the server as such come to: there may be as
// many as calls.
type onServer struct {
	strongest *rule.Finding // that decides; nil for none
	open      int           // those that decide, refusals aside
}

func (s *onServer) add(fs ...rule.Finding) {
	for i := range fs {
		f := &fs[i]
		if !f.Decides() {
			continue
		}
		if f.Effect != rule.Refuse {
			s.open++
		}
		if s.strongest == nil || f.Compare(*s.strongest) < 0 {
			strongest := *f // of its own, so that it does not keep the others
			s.strongest = &strongest
		}
	}
}

// judgeEnvelopes judges every exchange but the calls.
func (a *analysis) judgeEnvelopes() {
	for _, l := range a.set.Listings {
		for _, p := range l.Pages {
			a.judgeEnvelope(p.Exchange, false)
		}
	}
	for _, p := range a.set.Probes {
		a.judgeEnvelope(p.Exchange, false) // its row is written with what pagination finds
	}
	for _, group := range [][]*evidence.Exchange{a.set.Others, a.set.Completions, a.set.Descriptors} {
		for _, e := range group {
			a.judgeEnvelope(e, e.Form != evidence.FormDescriptor)
		}
	}
}

// isBroken reports that what an exchange carries counts as missing.
func (a *analysis) isBroken(e *evidence.Exchange) bool {
	_, broken := a.broken[e]
	return broken
}

// judgeEnvelope judges one exchange; those with findings always get a row.
func (a *analysis) judgeEnvelope(e *evidence.Exchange, row bool) {
	a.shows(e.Doc.File, e.Shown())
	j := envelope.Judge(e, a.discovery, *a.policy)
	if !j.Usable {
		a.broken[e] = j.Findings
	}
	if j.Foreign {
		a.foreign.add(e)
		a.isForeign[e] = true
	}
	a.sawServer(e.Session.Server, e.StatedServer(), e.Place())
	if m := headers.JudgeStandard(e, a.discovery.SupportedVersions, *a.policy); m.Judged {
		j.Findings = rule.Sort(append(j.Findings, m.Findings...))
		a.decideOnServer(m.ServerFindings...)
		a.exercise(matrix.Parity, m.Rows[matrix.Parity])
	}
	a.accept.mark(j.Findings, "")
	a.exercise(matrix.ErrorLayering, errorLayering(e, j.Findings))
	a.findings.add(j.Findings...)
	if row || decides(j.Findings) {
		a.addExchange(e, j.Findings)
	}
}

// shows notes what an exchange of a file was recorded with.
func (a *analysis) shows(file string, s evidence.Shown) {
	if len(a.set.Files) <= rowLimit {
		a.shown[file] = a.shown[file].And(s)
	}
}

// errorLayering is the decision on an exchange under the envelope rules of that
// row of the matrix; 0 where it shows no error.
func errorLayering(e *evidence.Exchange, fs []rule.Finding) rule.Decision {
	if e.Error == nil || e.Method != protocol.MethodCallTool {
		return 0
	}
	return decideRow(matrix.ErrorLayering, fs)
}

func decides(fs []rule.Finding) bool {
	_, decided := rule.Strongest(fs)
	return decided
}

func (a *analysis) addExchange(e *evidence.Exchange, fs []rule.Finding) {
	decision, id, reason := judged(fs, "well-formed "+methodName(e))
	a.countExchange(decision)
	a.rows.addExchange(e.Method, Exchange{Source: source(e.Place()), Decision: decision, Rule: id, Reason: reason})
}

func (a *analysis) countExchange(decision string) {
	a.counts.Exchanges++
	if decision != rule.Admit.String() {
		a.unsettled++
	}
}

func methodName(e *evidence.Exchange) string {
	if e.Method == "" {
		return "exchange of an unknown method"
	}
	return rule.Quote(e.Method) + " exchange"
}

// judgeListings judges the walks over every list method.
func (a *analysis) judgeListings() {
	a.pages = pagination.Review(a.set.Listings, a.set.Probes, *a.policy)
	for i := range a.pages.Listings {
		a.accept.mark(a.pages.Listings[i].Findings, "")
		a.findings.add(a.pages.Listings[i].Findings...)
		a.exerciseCursors(i)
	}
	for i, p := range a.pages.Probes {
		a.accept.mark(p.Findings, "")
		a.findings.add(p.Findings...)
		a.addExchange(a.set.Probes[i].Exchange, p.Findings)
	}
	a.decideOnServer(a.pages.Server...)
	a.counts.Listings = len(a.pages.Listings)
}

// exerciseCursors counts a listing in which the empty cursor was issued or sent.
func (a *analysis) exerciseCursors(i int) {
	for _, p := range a.pages.Listings[i].Pages {
		if p.Next == "empty" || p.Sent == "empty" {
			a.exercise(matrix.EmptyCursor, decideRow(matrix.EmptyCursor, a.pages.Listings[i].Findings))
			return
		}
	}
}

// judgeTools judges the descriptors, and adds what other analyzers say of them.
func (a *analysis) judgeTools() {
	in := admission.Input{Listings: a.set.Listings, Descriptors: a.set.Descriptors}
	a.byName = make(map[string]map[string]*tool)
	transport := a.transport()
	for _, t := range admission.Review(in, *a.policy, a.jobs) {
		w := newTool(t, a.accept)
		w.bind(transport, *a.policy)
		w.promise()
		a.exerciseAnnotations(w)
		a.tools = append(a.tools, w)
		if !t.Named {
			continue
		}
		if a.byName[t.Caller] == nil {
			a.byName[t.Caller] = make(map[string]*tool)
		}
		a.byName[t.Caller][t.Name] = w
	}
	for _, f := range a.pages.Tools {
		if w := a.byName[f.Caller][f.Name]; w != nil {
			w.add(f.Finding)
			continue
		}
		a.findings.add(f.Finding) // a tool that only a superseded pass lists has no row
	}
	a.compareMappings()
	a.decideOnServer(admission.Overflow(in, a.policy.Limits)...)
}

// review assembles what the analysis found.
func (a *analysis) review() *Review {
	r := &Review{
		SchemaVersion:   SchemaVersion,
		Tool:            Program{version.Name, version.Version},
		ProtocolVersion: a.policy.Revision.Name,
		Profile:         a.policy.Profile.String(),
		Transport:       a.transport(),
		Requests:        []Input{},
		Tools:           []Tool{},
		Allowlist:       []string{},
		Results:         []Result{},
		Mappings:        []Mapping{},
		Listings:        []Listing{},
		Completions:     []Completion{},
		Exchanges:       []Exchange{},
		Matrix:          a.matrixOf(),
		Findings:        []Finding{},
		Evidence:        a.files(),
		Baseline:        a.baseline(),
		Limits:          limits(a.policy.Limits),
		Accepted:        a.accepted,
	}
	a.addRequests(r)
	a.addTools(r)
	a.addRows(r)
	a.addListings(r)
	a.addCompletions(r)
	a.addFindings(r)
	a.decide(r)
	r.Listings, r.Completions, r.Requests = upTo(r.Listings), upTo(r.Completions), upTo(r.Requests)
	return r
}
