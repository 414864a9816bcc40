package text

// A colour is an SGR parameter.
type colour string

const (
	bold   colour = "1"
	red    colour = "31"
	green  colour = "32"
	yellow colour = "33"
)

// colours are those of the words that a report decides with. Words of anyone
// else are never set in a colour.
var colours = map[string]colour{
	"ADMIT": green, "APPROVE": green, "pass": green, "ok": green, "passed": green, "expected failure": green,
	"CONDITIONAL": yellow, "conditional": yellow, "condition": yellow, "request": yellow, "not exercised": yellow, "waiting": yellow,
	"REJECT": red, "REFUSE": red, "reject": red, "refuse": red, "fail": red, "blocking": red, "failed": red, "otherwise": red,
	"unexpected pass": red, "unexpected failure": red, "wrong reason": red,
}

// set is s in the colour; the zero colour leaves it as it is.
func (c colour) set(s string) string {
	if c == "" || s == "" {
		return s
	}
	return "\x1b[" + string(c) + "m" + s + "\x1b[0m"
}
