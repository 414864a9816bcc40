package report

import (
	"regexp"
	"slices"
	"sync"

	"mcpreview/internal/evidence"
	"mcpreview/internal/lock"
	"mcpreview/internal/rule"
)

// approval is the lock of a review's admitted tools; nil where the review
// refuses the server: then there is nothing to approve.
func (a *analysis) approval(r *Review) *lock.Lock {
	if r.Verdict.Decision == Refuse {
		return nil
	}
	l := &lock.Lock{ProtocolVersion: r.ProtocolVersion, Profile: r.Profile}
	if sum := a.policy.File.SHA256; sum != "" {
		l.Policy = "sha256:" + sum
	}
	servers, versions := a.identity()
	l.Server, l.ServerVersion = only(servers), only(versions)
	for _, t := range a.tools {
		if !t.Named {
			continue
		}
		l.Callers = append(l.Callers, t.Caller)
		callers := []string{t.Caller}
		decision, _, _ := t.decision()
		if decision != rule.Admit {
			l.Omitted = append(l.Omitted, lock.Omitted{Name: t.Name, Callers: callers, Decision: decision.String(), Digest: t.Digest})
			continue
		}
		e := t.Entries[0] // a name has one approved descriptor: another that is shown beside it is a change
		l.Tools = append(l.Tools, lock.Tool{Name: t.Name, Callers: callers, Digest: e.Digest, Descriptor: e.Value})
	}
	l.Sort()
	return l
}

// only is the one element of a list; "" where there are none or several.
func only(all []string) string {
	if len(all) != 1 {
		return ""
	}
	return all[0]
}

// identity is what the server is called, and its versions, sorted: as the
// recordings have it, else as the server says of itself. A name is no proof of
// who serves.
func (a *analysis) identity() (servers, versions []string) {
	recorded, stated := a.identities()
	settled := func(i int) []string {
		if names := distinct(recorded[i]); len(names) > 0 {
			return names
		}
		return distinct(stated[i])
	}
	return settled(0), settled(1)
}

// serverNames are all names of the server, of whatever kind, sorted: a lock may
// have been made from evidence that had another.
func (a *analysis) serverNames() []string {
	recorded, stated := a.identities()
	return distinct(slices.Concat(recorded[0], stated[0]))
}

// identities are the names and the versions that recordings give to the server,
// and those that it states of itself.
func (a *analysis) identities() (recorded, stated [2][]string) {
	see := func(e *evidence.Exchange) {
		info := e.ServerInfo()
		label := e.Session.Server
		if hostPort().MatchString(label) { // where it was reached is no name of it
			label = ""
		}
		for i, names := range [2][2]string{{label, info.Get("name").Text()}, {e.Session.Version, info.Get("version").Text()}} {
			recorded[i], stated[i] = append(recorded[i], names[0]), append(stated[i], names[1])
		}
	}
	for _, l := range a.set.Listings {
		for _, p := range l.Pages {
			see(p.Exchange)
		}
	}
	for _, group := range [][]*evidence.Exchange{a.set.Discoveries, a.set.Descriptors} {
		for _, e := range group {
			see(e)
		}
	}
	return recorded, stated
}

// hostPort matches what recordings of HTTP traffic name a server by.
var hostPort = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\S+:[0-9]{1,5}$`) })

// distinct are the distinct names that are not empty, sorted.
func distinct(names []string) []string {
	set := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })
	slices.Sort(set)
	return slices.Compact(set)
}
