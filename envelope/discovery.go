package envelope

import (
	"slices"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// A Discovery is what the discovery exchanges of the evidence state together.
type Discovery struct {
	// Toolless reports that tools/list was asked for and never answered with a
	// result, so that the server need not declare what it does not have.
	Toolless bool

	Known                                  bool // a result of server/discover or initialize was recorded
	Tools, Prompts, Resources, Completions bool // capabilities declared
	// SupportedVersions are those that server/discover lists, sorted; empty
	// where none was recorded.
	SupportedVersions []string
	Extensions        []string // identifiers declared, sorted
}

// Discover reads the results of server/discover and initialize exchanges; other
// exchanges, and errors, state nothing.
func Discover(exchanges []*evidence.Exchange) Discovery {
	var d Discovery
	for _, ex := range exchanges {
		if !isDiscovery(ex) {
			continue
		}
		capabilities := ex.Result.Get("capabilities")
		d.Known = true
		d.Tools = d.Tools || declares(capabilities, "tools")
		d.Prompts = d.Prompts || declares(capabilities, "prompts")
		d.Resources = d.Resources || declares(capabilities, "resources")
		d.Completions = d.Completions || declares(capabilities, "completions")
		for name := range capabilities.Get("extensions").Members() {
			d.Extensions = append(d.Extensions, name)
		}
		if ex.Method == protocol.MethodDiscover {
			for _, v := range ex.Result.Get("supportedVersions").Elements() {
				if version, ok := v.Str(); ok {
					d.SupportedVersions = append(d.SupportedVersions, version)
				}
			}
		}
	}
	d.SupportedVersions = unique(d.SupportedVersions)
	d.Extensions = unique(d.Extensions)
	return d
}

// Supports reports whether server/discover lists a version.
func (d Discovery) Supports(version string) bool {
	_, listed := slices.BinarySearch(d.SupportedVersions, version)
	return listed
}

// Extends reports whether one of the extensions that a client declares is
// declared by the server too.
func (d Discovery) Extends(declared *strictjson.Value) bool {
	for name, v := range declared.Members() {
		if _, offered := slices.BinarySearch(d.Extensions, name); offered && v.Is(strictjson.Object) {
			return true
		}
	}
	return false
}

func unique(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

func isDiscovery(ex *evidence.Exchange) bool {
	return (ex.Method == protocol.MethodDiscover || ex.Method == protocol.MethodInitialize) && ex.Result.Is(strictjson.Object)
}

// declares reports whether a capability is declared: its value is an object.
func declares(capabilities *strictjson.Value, name string) bool {
	return capabilities.Get(name).Is(strictjson.Object)
}

// lacks reports whether discovery shows that the server does not offer a
// method: no capability is declared for it.
func (d Discovery) lacks(method string) bool {
	if !d.Known {
		return false
	}
	family, _, _ := strings.Cut(method, "/")
	switch family {
	case "tools":
		return !d.Tools
	case "prompts":
		return !d.Prompts
	case "resources":
		return !d.Resources
	case "completion":
		return !d.Completions
	}
	return false
}

// Unseen is the note that stands in a report where no discovery result was
// recorded (DESC-18); ok is false where one was.
func (d Discovery) Unseen() (f rule.Finding, ok bool) {
	if d.Known {
		return rule.Finding{}, false
	}
	return rule.Finding{
		Rule: ruleCapability, Effect: rule.Note, Provenance: rule.SpecMust, Subject: rule.Subject{Kind: rule.KindServer},
		Text: "no discovery result was recorded: whether the tools capability is declared is not known",
	}, true
}

// A teller is who told what a server says of itself, and to whom.
type teller struct {
	session evidence.Session
	caller  string
	method  string
}

// selfTold are the members of a discovery result that a model or its client acts on.
var selfTold = []string{"instructions", "capabilities"}

// Retold notes answers to discovery that one caller got in one session and that
// differ in what the server says of itself (DESC-21): the reviewed text is then
// not the only one. A server may word it anew, with the day in it for one. There
// is at most one note for a member, session and caller.
func Retold(exchanges []*evidence.Exchange) []rule.Finding {
	var fs []rule.Finding
	first := make(map[teller]*evidence.Exchange)
	noted := make(map[teller]map[string]bool)
	for _, ex := range exchanges {
		if !isDiscovery(ex) || ex.Label == evidence.LabelProbe || ex.Label == evidence.LabelMalformed {
			continue
		}
		by := teller{ex.Session, ex.Caller, ex.Method}
		before := first[by]
		if before == nil {
			first[by], noted[by] = ex, make(map[string]bool)
			continue
		}
		for _, name := range selfTold {
			was, is := before.Result.Get(name), ex.Result.Get(name)
			if noted[by][name] || was == nil && is == nil || was != nil && is != nil && strictjson.Equal(was, is) {
				continue
			}
			noted[by][name] = true
			j := judge{ex: ex, subject: rule.Subject{Kind: rule.KindExchange, Name: ex.Method}}
			f := j.spot(ex.Result).Find(ruleChanged, rule.Note, rule.Policy, orAt(is, ex.Result), name+" are not those of the other answer to "+ex.Method)
			f.Related = []rule.Location{before.Place()}
			fs = append(fs, f)
		}
	}
	return fs
}

func orAt(v, of *strictjson.Value) *strictjson.Value {
	if v == nil {
		return of
	}
	return v
}

// capabilities judges what a discovery result declares (DESC-18). A handshake
// under a revision that has none is of another era of the same server.
func (j *judge) capabilities() {
	handshake := j.ex.Method == protocol.MethodInitialize
	if !isDiscovery(j.ex) || j.deliberate || j.out.Foreign || handshake && j.rev.RequestMeta {
		return
	}
	result := j.ex.Result
	capabilities := result.Get("capabilities")
	j.nearMisses(capabilities, capabilityMembers)
	switch tools := capabilities.Get("tools"); {
	case capabilities == nil:
		j.reject(ruleCapability, result, result, "tools capability is not declared", "capabilities")
	case tools == nil && j.discovery.Toolless:
	case tools == nil:
		j.reject(ruleCapability, result, capabilities, "tools capability is not declared", "tools")
	case !tools.Is(strictjson.Object):
		j.reject(ruleCapability, result, tools, "tools capability is not declared: it is "+tools.Kind().String()+", must be object")
	}
	if !handshake {
		j.supportedVersions(result)
	}
}

func (j *judge) supportedVersions(result *strictjson.Value) {
	versions := result.Get("supportedVersions")
	switch {
	case versions == nil:
		j.reject(ruleCapability, result, result, "supportedVersions is missing", "supportedVersions")
	case !isStrings(versions):
		j.reject(ruleCapability, result, versions, "supportedVersions is not an array of strings")
	case !contains(versions, j.rev.Name):
		j.reject(ruleCapability, result, versions, "supportedVersions does not contain "+j.rev.Name)
	}
}

func isStrings(v *strictjson.Value) bool {
	if !v.Is(strictjson.Array) {
		return false
	}
	for _, e := range v.Elements() {
		if !e.Is(strictjson.String) {
			return false
		}
	}
	return true
}

func contains(array *strictjson.Value, s string) bool {
	for _, e := range array.Elements() {
		if text, ok := e.Str(); ok && text == s {
			return true
		}
	}
	return false
}
