package replay

// listedRoots checks the roots a client tells: they coordinate, and permit
// nothing.
func listedRoots(s *session, _ *request, result node) *Violation {
	roots := result.get("roots")
	if !roots.isArray() {
		return result.member("roots").breaks(131, "result must be an object with an array of roots")
	}
	for _, root := range roots.elements() {
		if v := s.root(root); v != nil {
			return v
		}
	}
	return nil
}

func (j *judge) root(n node) *Violation {
	if v := j.object(n, 131, "root", exactly("uri").maybe("name", "_meta")); v != nil {
		return v
	}
	uri, ok := n.get("uri").str()
	if !ok {
		return n.get("uri").breaks(131, "root uri must be a file:// URI string")
	}
	if why := j.grammar.root(uri, j.limits.uri); why != "" {
		return n.get("uri").breaks(131, "root uri must be a file:// URI: "+why)
	}
	if name := n.get("name"); name.present() {
		if _, ok := j.label(name); !ok {
			return name.breaks(131, "root name must be "+j.labelText(unlimited))
		}
	}
	return j.meta(n, 131)
}
