package conversation

import (
	"crypto/sha256"

	"mcpreview/admission"
	"mcpreview/headers"
	"mcpreview/internal/evidence"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// descriptors are the tools that were found in order, by the digests of their
// texts: a conversation lists the same ones again and again. Their schemas are
// not kept, since most tools are never called.
type descriptors map[[sha256.Size]byte]bool

// tools judges the tools of one list, each by itself, and their names, of which
// each is one tool's (server/tools.mdx). A name on another page is not looked
// at: the list may have changed between the two.
func (s *session) tools(list *strictjson.Value) *breach {
	taken := make(map[string]bool, list.Len())
	for _, t := range list.Elements() {
		if b := s.tool(t); b != nil {
			return b
		}
		name := t.Get("name")
		if taken[name.Text()] {
			return breaks(20, name, "breaks "+sameName.ID+", by which "+sameName.Title)
		}
		taken[name.Text()] = true
	}
	return nil
}

var sameName = rule.Get("DESC-06")

// tool judges one descriptor as the review does: by the rules on descriptors
// and, where a header can be sent, on annotations for headers.
func (s *session) tool(t *strictjson.Value) *breach {
	key := sha256.Sum256([]byte(s.doc.Source(t)))
	if s.descriptors[key] {
		return nil
	}
	alone := &evidence.Exchange{Doc: s.doc, Value: t, Form: evidence.FormDescriptor, Revision: s.policy.Revision}
	found := admission.Review(admission.Input{Descriptors: []*evidence.Exchange{alone}}, s.policy, 1)[0]
	if b := s.first(found.Findings); b != nil {
		return b
	}
	if found.HeaderAnnotations > 0 {
		spot := evidence.Spot{Doc: s.doc, Base: t, Subject: rule.Subject{Kind: rule.KindTool, Name: found.Name}}
		_, about := headers.Annotations(spot, s.policy.Revision, s.transport, s.policy)
		if b := s.first(about); b != nil {
			return b
		}
	}
	s.descriptors[key] = true
	return nil
}
