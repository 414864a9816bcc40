package pagination

import "mcpreview/internal/evidence"

// A scope is what may share cursors: one list of one session, of one caller or
// of all of them.
type scope struct {
	method  string
	session evidence.Session
	caller  string
}

func scopeOf(l *evidence.Listing) scope { return scope{l.List.Method, l.Session, l.Caller} }

type issue struct {
	scope  scope
	cursor string
}

// cursors knows which cursors were issued to whom.
type cursors struct{ own, anyone map[issue]bool }

func newCursors(listings []*evidence.Listing) *cursors {
	c := &cursors{own: make(map[issue]bool), anyone: make(map[issue]bool)}
	for _, l := range listings {
		s := scopeOf(l)
		for _, p := range l.Pages {
			if cursor, ok := p.Issues(); ok {
				c.own[issue{s, cursor}] = true
				c.anyone[issue{s.ofAll(), cursor}] = true
			}
		}
	}
	return c
}

// ofAll is the scope without the caller.
func (s scope) ofAll() scope {
	s.caller = ""
	return s
}

func (c *cursors) issued(s scope, cursor string) bool { return c.own[issue{s, cursor}] }

// foreign reports whether a cursor was issued to other callers only.
func (c *cursors) foreign(s scope, cursor string) bool {
	return !c.own[issue{s, cursor}] && c.anyone[issue{s.ofAll(), cursor}]
}
