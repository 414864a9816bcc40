package evidence

import (
	"crypto/sha256"

	"mcpreview/internal/policy"
)

// Documents loads single documents that are in memory, each as evidence of its own.
type Documents struct{ loader *loader }

// NewDocuments returns what loads documents under a policy.
func NewDocuments(p policy.Policy) Documents { return Documents{newLoader(p)} }

// Load is the function Load for one document. data must not be changed while
// the set is used.
func (d Documents) Load(name string, data []byte) *Set {
	l := d.loader
	sc := scan{file: File{Path: name, SHA256: sha256.Sum256(data), Bytes: int64(len(data)), Documents: 1}}
	u := unit{candidate: &candidate{given: name, shown: name, data: data}, line: 1}
	r := l.reader()
	defer l.idle.Store(r)
	call := r.sniffer.call(data)
	if !call {
		u.doc = r.document(&sc, data, u, 1)
	}
	if call || u.doc != nil {
		sc.units = append(sc.units, u)
	}
	set := &Set{calls: calls{loader: l}}
	set.settleAll(set.add(sc))
	return set
}

// LoadDocument loads one document alone.
func LoadDocument(name string, data []byte, p policy.Policy) *Set {
	return NewDocuments(p).Load(name, data)
}
