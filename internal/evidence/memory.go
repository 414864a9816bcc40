package evidence

import (
	"crypto/sha256"
	"encoding/hex"

	"mcpreview/internal/policy"
)

// LoadDocument is Load for one document that is in memory. data must not be
// changed while the set is used.
func LoadDocument(name string, data []byte, p policy.Policy) *Set {
	l := newLoader(p)
	sum := sha256.Sum256(data)
	sc := scan{file: File{Path: name, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(data)), Documents: 1}}
	u := unit{candidate: candidate{given: name, shown: name, data: data}, line: 1}
	if r := l.reader(); r.sniffer.call(data) || r.document(&sc, data, u, 1) {
		sc.units = append(sc.units, u)
	}
	set := &Set{calls: calls{loader: l}}
	set.settleAll(set.add(sc))
	return set
}
