package pattern

import "sync"

// The bounds of what Shared keeps: patterns of many tools are alike, those of a
// hostile server need not be.
const (
	sharedCount = 10_000
	sharedBytes = 4 << 20 // of the texts of all together
)

// A cache holds patterns that were compiled, the first ones that fit. It never
// changes what a pattern is found to be, only how often that is looked for.
type cache struct {
	mu     sync.Mutex
	byText map[string]*Pattern
	bytes  int
}

var shared = cache{byText: make(map[string]*Pattern)}

// Shared is Compile, but that equal patterns may be the same one.
func Shared(text string) (*Pattern, error) { return shared.compile(text) }

func (c *cache) compile(text string) (*Pattern, error) {
	c.mu.Lock()
	known := c.byText[text]
	c.mu.Unlock()
	if known != nil {
		return known, nil
	}
	p, err := Compile(text)
	if err == nil {
		c.keep(p)
	}
	return p, err
}

func (c *cache) keep(p *Pattern) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.byText) < sharedCount && c.bytes+len(p.text) <= sharedBytes && c.byText[p.text] == nil {
		c.byText[p.text] = p
		c.bytes += len(p.text)
	}
}
