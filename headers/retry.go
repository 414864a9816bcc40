package headers

import (
	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// Retries notes every call that repeats one which was refused with -32020, where
// no tools/list came between (PAR-14). The exchanges are in the order they were
// sent; probes are no retries.
func Retries(exchanges []*evidence.Exchange) []rule.Finding {
	var found []rule.Finding
	refused := make(map[string]*evidence.Exchange) // by tool, since the last listing
	for _, ex := range exchanges {
		switch {
		case ex.Method == protocol.MethodListTools:
			clear(refused)
		case ex.Method != protocol.MethodCallTool, ex.Label == evidence.LabelProbe, ex.Revision == nil, !ex.Revision.HeaderCopies:
		default:
			if before := refused[ex.Tool]; before != nil && strictjson.Equal(before.Params.Get("arguments"), ex.Params.Get("arguments")) {
				spot := evidence.Spot{Doc: ex.Doc, Base: ex.Value, Subject: rule.Subject{Kind: rule.KindMapping, Name: ex.Tool}}
				found = append(found, spot.Find(ruleRetry, rule.Note, rule.SpecShould, nil, "retried without refreshing the descriptor"))
			}
			delete(refused, ex.Tool)
			if outcomeOf(ex).refused() {
				refused[ex.Tool] = ex
			}
		}
	}
	return found
}
