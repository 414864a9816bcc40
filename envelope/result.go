package envelope

import (
	"cmp"

	"mcpreview/internal/evidence"
	"mcpreview/internal/meta"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/structure"
)

// result judges what every result has: its type, its _meta, and the caching
// hints of the methods that carry them. Call results and pages of listings are
// judged by their own sections.
func (j *judge) result() {
	result := j.ex.Result
	if !result.Is(strictjson.Object) || j.judgedElsewhere() {
		return
	}
	if !j.deliberate {
		j.nearMisses(result, resultMembers[j.ex.Method])
	}
	j.resultType(result)
	if j.rev.Titles {
		j.meta(result)
	}
	j.cachingHints(result)
	j.shape(result)
}

// shape judges complete results of methods that no other section judges by the
// schema (JSON-08).
func (j *judge) shape(result *strictjson.Value) {
	unseen := j.ex.Method == protocol.MethodGetPrompt || j.ex.Method == protocol.MethodReadResource
	if !unseen || j.deliberate || !j.rev.ResultType || result.Get("resultType").Text() == protocol.ResultInputRequired {
		return
	}
	if at, why := structure.Results[j.ex.Method].Fault(result, "result"); why != "" {
		j.reject(ruleEnvelope, j.ex.Value, cmp.Or(at, result), "the result is none of "+j.ex.Method+": "+why)
		return
	}
	if at, why := structure.Requests[j.ex.Method].Fault(j.ex.Params, "params"); why != "" && recorded(j.ex.Request) {
		j.find(ruleRefusal, rule.Condition, rule.Policy, j.ex.Value, cmp.Or(at, j.ex.Request), "params that the schema does not allow answered with a result: "+why)
	}
}

// judgedElsewhere reports whether another section judges the result as a
// whole. A probe's page belongs to no listing.
func (j *judge) judgedElsewhere() bool {
	if j.ex.Method == protocol.MethodCallTool {
		return true
	}
	_, list := protocol.ListOf(j.ex.Method)
	return list && !j.deliberate
}

func (j *judge) resultType(result *strictjson.Value) {
	if !j.rev.ResultType {
		return
	}
	v := result.Get("resultType")
	word, isString := v.Str()
	switch {
	case v == nil && j.ex.Form == evidence.FormResult:
		// What prints bare results may leave it out: not exercised.
	case v == nil:
		j.void(ruleResultType, result, result, "resultType is missing", "resultType")
	case !isString:
		j.void(ruleResultType, result, v, "resultType is "+v.Kind().String()+", must be string")
	case word == protocol.ResultComplete || word == protocol.ResultInputRequired:
	case j.extensionAgreed():
		j.report(ruleResultType, rule.Note, result, v, "resultType is "+rule.Word(word, protocol.ResultWords...)+", a word of an extension; it shows no completed result")
		j.out.Usable = false
	default:
		j.void(ruleResultType, result, v, rule.Word(word, protocol.ResultWords...)+" is not a recognised result type")
	}
}

// extensionAgreed reports whether the request declares an extension that
// discovery also declares, so that words of its own may occur.
func (j *judge) extensionAgreed() bool {
	return j.discovery.Extends(j.ex.Params.Path("_meta", protocol.MetaClientCapabilities, "extensions"))
}

func (j *judge) meta(result *strictjson.Value) {
	wantServerInfo := j.rev.RequestMeta && j.ex.Form != evidence.FormResult && !j.deliberate
	for _, p := range meta.Check(result.Get("_meta"), wantServerInfo) {
		j.find(ruleMeta, p.Effect, p.Provenance, result, p.At, p.Text, p.Missing...)
	}
}

// cachingHints judges ttlMs and cacheScope where no listing carries them.
func (j *judge) cachingHints(result *strictjson.Value) {
	cached := j.ex.Method == protocol.MethodReadResource || j.ex.Method == protocol.MethodDiscover
	if !cached || !j.rev.CachingHints || result.Get("resultType").Text() == protocol.ResultInputRequired {
		return
	}
	switch ttl := result.Get("ttlMs"); {
	case ttl == nil:
		j.missingHint(result, "ttlMs")
	case !ttl.Is(strictjson.Number):
		j.reject(ruleCachingHints, result, ttl, "ttlMs is "+ttl.Kind().String()+", must be integer")
	case !ttl.Decimal().IsInteger() || ttl.Decimal().Negative:
		j.reject(ruleCachingHints, result, ttl, "ttlMs is not an integer of at least 0")
	}
	switch scope := result.Get("cacheScope"); {
	case scope == nil:
		j.missingHint(result, "cacheScope")
	case !scope.Is(strictjson.String):
		j.reject(ruleCachingHints, result, scope, "cacheScope is "+scope.Kind().String()+", must be string")
	case scope.Text() != "public" && scope.Text() != "private":
		j.reject(ruleCachingHints, result, scope, "cacheScope is neither public nor private")
	}
}

func (j *judge) missingHint(result *strictjson.Value, name string) {
	if j.ex.Form != evidence.FormResult {
		j.reject(ruleCachingHints, result, result, name+" is missing", name)
	}
}
