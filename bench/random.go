package bench

// random is SplitMix64: the same seed gives the same numbers in every version
// of Go.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// n is a number from 0 up to, and not including, limit.
func (r *random) n(limit int) int { return int(r.next() % uint64(limit)) }

// chance is true in that many cases of a thousand.
func (r *random) chance(perMille int) bool { return r.n(1000) < perMille }

var words = []string{
	"account", "amount", "archive", "branch", "bucket", "building", "channel", "city", "cluster", "comment", "country", "cursor",
	"currency", "customer", "deadline", "delivery", "device", "draft", "event", "export", "folder", "forecast", "group", "image",
	"invoice", "issue", "label", "language", "limit", "location", "message", "metric", "milestone", "order", "owner", "page",
	"payment", "product", "project", "query", "quota", "region", "release", "report", "request", "review", "role", "route",
	"schedule", "sensor", "service", "session", "shift", "station", "status", "ticket", "title", "topic", "volume", "zürich",
}

func (r *random) word() string { return words[r.n(len(words)-1)] } // the last one is for prose only

// prose appends about that many bytes of words.
func (r *random) prose(dst []byte, bytes int) []byte {
	end := len(dst) + bytes
	for len(dst) < end {
		dst = append(dst, words[r.n(len(words))]...)
		dst = append(dst, ' ')
	}
	return dst[:len(dst)-1]
}
