package uri

import "testing"

func TestSet(t *testing.T) {
	var s Set
	for _, member := range []string{"a:b", "a:c/", "a:b", "a:dd/e", ""} {
		s.Add(member)
	}
	for uri, want := range map[string]bool{
		"a:b": true, "a:b/": true, "a:b/x": true, "a:bc": false, "a:b?x": false, "a": false,
		"a:c/": true, "a:c/x": true, "a:c": false, "a:cx": false, "a:dd": false, "a:dd/e/f": true, "": true, "/": false,
	} {
		if got := s.Covers(uri); got != want {
			t.Errorf("%q is covered: %t", uri, got)
		}
	}
	s.Remove("a:b")
	s.Remove("a:z")
	if s.Covers("a:b/x") || s.Has("a:b") || !s.Covers("a:c/x") || len(s.lengths) != 3 {
		t.Errorf("after a removal: %v", s)
	}
	s.Remove("a:c/")
	if s.Covers("a:c/x") || len(s.lengths) != 2 {
		t.Errorf("after another removal: %v", s)
	}
}
