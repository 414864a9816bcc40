package conversation

import (
	"fmt"
	"sync"

	"mcpreview/replay"
)

// Rules returns the rules of revision 2026-07-28, by number.
func Rules() []*replay.Rule { return rules() }

// ruleOf is the rule of a number that is written in the program itself.
func ruleOf(number int) *replay.Rule { return rules()[number-1] }

var rules = sync.OnceValue(func() []*replay.Rule {
	all := make([]*replay.Rule, len(demands))
	for i, text := range demands {
		all[i] = &replay.Rule{ID: fmt.Sprintf("CONV-%02d", i+1), Demand: text}
	}
	return all
})

// demands are the rules by number, from 1. The source of each is the page of
// the specification that the comment before it names.
var demands = [...]string{
	// basic/index
	"every message is one object; there are no batches",
	"jsonrpc is 2.0; a request has method and id, a notification a method and no id, a response an id and exactly one of result and error",
	"an id is a string or an integer; 7.0 is the integer 7, and 7 is not \"7\"",
	"a client's request has no id of another that is unanswered; a response answers one request, once",
	"nobody answers a notification",
	// basic/transports
	"the server sends no requests, and the client no responses",
	// basic/index, basic/versioning
	"a request without protocolVersion and clientCapabilities is answered with -32602, and one of a version that the server lacks with -32022",
	// changelog
	"what the revision removed is answered with -32601 as a request, and is not sent as a notification",
	// basic/index, server/utilities/caching
	"every result has a known resultType; lists, resources/read and server/discover carry ttlMs and cacheScope when complete",
	// basic/patterns/mrtr
	"input_required answers tools/call, prompts/get or resources/read, and asks for what the request declared, in the shape of its schema",
	"a retry has a new id, the same method and params, answers to what was asked, and requestState exactly as given",
	// basic/utilities/subscriptions
	"a subscription names a filter, and is acknowledged before anything else, with no more than that filter",
	"a change notification carries the id of an open subscription that asked for it",
	"the answer that ends a subscription carries its id, and nothing follows for it",
	// basic/utilities/progress
	"progress is for the token of an open request, which no other open request has, and rises",
	// server/utilities/logging
	"a log message comes while a request that set a log level is open, at that level or above",
	// basic/utilities/cancellation
	"a side cancels what it may: the client its own requests on stdio, the server a subscription; only one late answer follows",
	// basic/index, error codes
	"error codes are used in their own meaning, and no error stands inside a result",
	// server/discover
	"a method of a feature that server/discover does not declare is answered with -32601, a declared one is not; -32021 names what is missing",
	// the rules of the review, schema.ts
	"results and errors have the shape of the schema and of the rules RES, DESC, HDR, PAGE and CMP, and only well-formed requests have results",
}
