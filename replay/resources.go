package replay

import (
	"strconv"

	"mcpreview/internal/base64"
)

func listResources(s *session, r *request) *Violation {
	return s.pageParams(r.params, 97)
}

// stillAuthorized repeats the authorization of a request when its success
// arrives: what was permitted then may be revoked by now.
func (s *session) stillAuthorized(r *request) *Violation {
	if s.policy() == nil {
		return nil
	}
	if s.conduct.boundToSwitch && r.switches != s.switches {
		return r.context.breaks("authorization_revision", 116, "stale authorization revision: another one was active meanwhile")
	}
	_, v := s.authorize(r.context, r.method.scope, r.at)
	return v
}

func listedResources(s *session, r *request, result node) *Violation {
	if v := s.stillAuthorized(r); v != nil {
		return v
	}
	if v := s.page(result, 98, "resources"); v != nil {
		return v
	}
	seen := make(map[string]bool)
	for _, e := range result.get("resources").elements() {
		uri, v := s.resourceDescriptor(e)
		if v != nil {
			return v
		}
		if seen[uri] {
			return e.get("uri").breaks(98, "resource is repeated")
		}
		seen[uri] = true
		if v := s.permitted(uri, r.caller.tenant, e.get("uri")); v != nil {
			return v
		}
	}
	return nil
}

func listedTemplates(s *session, r *request, result node) *Violation {
	if v := s.stillAuthorized(r); v != nil {
		return v
	}
	if v := s.page(result, 99, "resourceTemplates"); v != nil {
		return v
	}
	seen := make(map[string]bool)
	for _, e := range result.get("resourceTemplates").elements() {
		template, v := s.templateDescriptor(e)
		if v != nil {
			return v
		}
		if seen[template] {
			return e.get("uriTemplate").breaks(99, "template is repeated")
		}
		seen[template] = true
		if p := s.policy(); p != nil && !p.offers(template, r.caller.tenant) {
			return e.get("uriTemplate").breaks(99, "template is not permitted: resource tenant or policy")
		}
	}
	return nil
}

// oneResource checks params that name one permitted resource.
func (s *session) oneResource(r *request, number int) *Violation {
	return checks(
		func() *Violation { return s.object(r.params, number, "params", exactly("uri").maybe("_meta")) },
		func() (v *Violation) {
			r.uri, v = s.uri(r.params.get("uri"), 90, "uri")
			return v
		},
		func() *Violation { return s.permitted(r.uri, r.caller.tenant, r.params.get("uri")) },
		func() *Violation { return s.meta(r.params, number) },
	)
}

func readResource(s *session, r *request) *Violation { return s.oneResource(r, 100) }

func resourceContents(s *session, r *request, result node) *Violation {
	if v := s.stillAuthorized(r); v != nil {
		return v
	}
	if v := s.object(result, 101, "result", exactly("contents").maybe("_meta")); v != nil {
		return v
	}
	contents := result.get("contents")
	switch {
	case !contents.isArray():
		return contents.breaks(101, "contents must be an array")
	case contents.len() > s.limits.contents:
		return contents.breaks(103, "contents must have at most "+strconv.Itoa(s.limits.contents)+" items")
	}
	seen := make(map[string]bool)
	total := 0
	for _, item := range contents.elements() {
		uri, size, v := s.contentItem(item)
		switch {
		case v != nil:
			return v
		case seen[uri] && !s.conduct.severalParts:
			return item.get("uri").breaks(104, "content of one resource is repeated")
		case s.policy() != nil && !s.policy().covers(r.uri, uri):
			return item.get("uri").breaks(104, "content is neither of the requested resource nor of a listed child")
		}
		seen[uri] = true
		if total += size; size > s.limits.readBytes || total > s.limits.readBytes {
			return item.breaks(103, "content exceeds "+strconv.Itoa(s.limits.readBytes)+" bytes")
		}
	}
	return s.meta(result, 101)
}

// contentItem checks one item of a read result and counts its bytes.
func (j *judge) contentItem(n node) (uri string, size int, v *Violation) {
	if v := j.object(n, 101, "content item", exactly("uri").maybe("mimeType", "text", "blob", "_meta")); v != nil {
		return "", 0, v
	}
	if uri, v = j.uri(n.get("uri"), 90, "uri"); v != nil {
		return "", 0, v
	}
	if n.has("text") == n.has("blob") {
		return "", 0, n.breaks(101, "content item must have exactly one of text and blob")
	}
	if v := checks(func() *Violation { return j.mimeType(n.get("mimeType")) }, func() *Violation { return j.meta(n, 101) }); v != nil {
		return "", 0, v
	}
	if blob := n.get("blob"); blob.present() {
		encoded, ok := blob.str()
		decoded, why := base64.Canonical(encoded)
		if !ok || why != "" {
			return "", 0, blob.breaks(102, "blob must be valid base64, canonical and padded")
		}
		return uri, decoded, nil
	}
	text, ok := n.get("text").str()
	if !ok || n.get("text").loneSurrogate() {
		return "", 0, n.get("text").breaks(101, "text must be a string that UTF-8 can carry")
	}
	return uri, len(text), nil
}
