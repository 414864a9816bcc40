package evidence

import (
	"crypto/sha256"

	"mcpreview/internal/strictjson"
)

// A queue holds the pages that answer one cursor, in file order.
type queue struct{ answered, failed []*Page }

func (s *splitter) enqueue(p *Page) {
	cursor, ok := p.Sends()
	if !ok {
		return
	}
	q := s.bySent[cursor]
	if q == nil {
		q = new(queue)
		s.bySent[cursor] = q
	}
	if p.Failed() {
		q.failed = append(q.failed, p)
		return
	}
	q.answered = append(q.answered, p)
}

// take claims the next page that is free: an answer before an error, so that a
// request that was tried again does not hide what followed.
func (q *queue) take(claimed map[*Page]bool) *Page {
	if q == nil {
		return nil
	}
	for _, pages := range []*[]*Page{&q.answered, &q.failed} {
		for len(*pages) > 0 {
			p := (*pages)[0]
			*pages = (*pages)[1:]
			if !claimed[p] {
				claimed[p] = true
				return p
			}
		}
	}
	return nil
}

// An index finds pages of chains by what they hold.
type index struct {
	digests digests
	byItems map[[sha256.Size]byte]*Page // the first with these items
	sentIn  map[string]*chain           // the first chain that sent this cursor
	answers map[answer]*Page
}

// An answer is a cursor and what came back for it. What a page issues is no
// part of it but for being there: a server may issue a fresh cursor each time.
type answer struct {
	cursor string
	items  [sha256.Size]byte
	ends   bool
}

func newIndex(chains []*chain, d digests) *index {
	x := &index{d, make(map[[sha256.Size]byte]*Page), make(map[string]*chain), make(map[answer]*Page)}
	for _, c := range chains {
		x.add(c, c.pages)
	}
	return x
}

func (x *index) add(c *chain, pages []*Page) {
	for _, p := range pages {
		cursor, sends := p.Sends()
		if sends && x.sentIn[cursor] == nil {
			x.sentIn[cursor] = c
		}
		if !p.Items.Is(strictjson.Array) {
			continue
		}
		d := x.digests.of(p)
		if x.byItems[d] == nil {
			x.byItems[d] = p
		}
		if a := (answer{cursor, d, p.Ends()}); sends && x.answers[a] == nil {
			x.answers[a] = p
		}
	}
}

// twin is the page that answers the same cursor with the same items, or nil.
func (x *index) twin(p *Page) *Page {
	cursor, sends := p.Sends()
	if !sends || !p.Items.Is(strictjson.Array) {
		return nil
	}
	return x.answers[answer{cursor, x.digests.of(p), p.Ends()}]
}

// digests tell lists of items apart as JSON values; each is made once, and only
// where pages have to be compared.
type digests map[*Page][sha256.Size]byte

func (d digests) of(p *Page) [sha256.Size]byte {
	sum, known := d[p]
	if !known {
		sum = digest(p)
		d[p] = sum
	}
	return sum
}

func digest(p *Page) (sum [sha256.Size]byte) {
	if len(p.Faults(p.Items)) > 0 {
		// What a fault hides may differ: only the same text is the same answer.
		return sha256.Sum256([]byte("text " + p.Doc.Source(p.Items)))
	}
	h := sha256.New()
	var buf []byte
	for _, item := range p.Items.Elements() {
		buf = append(strictjson.AppendCanonical(buf[:0], item), '\n')
		h.Write(buf)
	}
	h.Sum(sum[:0])
	return sum
}
