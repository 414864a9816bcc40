package uri

import "slices"

// A Set is a set of URIs that are subscribed to. The zero value is empty.
type Set struct {
	members map[string]bool
	// lengths are those of the members, each once, in order: a URI stands below
	// a member only where it is longer than one.
	lengths  []int
	ofLength map[int]int
}

// Add puts a URI into the set.
func (s *Set) Add(uri string) {
	if s.members[uri] {
		return
	}
	if s.members == nil {
		s.members, s.ofLength = make(map[string]bool), make(map[int]int)
	}
	s.members[uri] = true
	if s.ofLength[len(uri)]++; s.ofLength[len(uri)] == 1 {
		i, _ := slices.BinarySearch(s.lengths, len(uri))
		s.lengths = slices.Insert(s.lengths, i, len(uri))
	}
}

// Remove takes a URI out of the set.
func (s *Set) Remove(uri string) {
	if !s.members[uri] {
		return
	}
	delete(s.members, uri)
	if s.ofLength[len(uri)]--; s.ofLength[len(uri)] == 0 {
		i, _ := slices.BinarySearch(s.lengths, len(uri))
		s.lengths = slices.Delete(s.lengths, i, i+1)
	}
}

// Has reports whether a URI is in the set.
func (s *Set) Has(uri string) bool { return s.members[uri] }

// Covers reports whether a URI is in the set or stands below a member: that is
// the URI up to a slash, which may be the member's own.
func (s *Set) Covers(uri string) bool {
	if s.members[uri] {
		return true
	}
	for _, n := range s.lengths {
		if n >= len(uri) {
			break
		}
		if n > 0 && (uri[n] == '/' || uri[n-1] == '/') && s.members[uri[:n]] {
			return true
		}
	}
	return false
}
