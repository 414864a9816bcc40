package recording

import (
	"regexp"
	"strings"
	"sync"

	"mcpreview/internal/rule"
)

// A dialect is how one program writes messages into a text log.
type dialect struct {
	line   func() *regexp.Regexp // its last group is the message; the one before it names the side
	server string                // the side that stands for what the server sent
	name   int                   // the group that names the server; 0 for none
	start  func() *regexp.Regexp // the line with which a server is started, if there is one; its groups up to name as in line
	// relative reports that the sides are those of whoever kept the log.
	relative bool
}

// expression is a regular expression that is compiled when it is first asked for.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

var goSDK = textFormat("Go SDK log", "What the Go SDK's LoggingTransport writes: read: and write: lines.", dialect{
	line: expression(`^(read|write): (.+)$`), server: "read", relative: true,
})

var vsCode = textFormat("VS Code log", "The output channel of an MCP server in Visual Studio Code, at level debug or trace.", dialect{
	line:   expression(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[\w+\] \[(editor -> server|server -> editor|Client Says|Server Says)\] (.+)$`),
	server: "server",
	start:  expression(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[\w+\] Starting server `),
})

// desktopHead is how Claude Desktop begins a line, by its present order and by
// its old one; the group names the server.
const desktopHead = `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \[(?:info|debug)?\]? ?\[?([^\]]*)\]? ?(?:\[info\] )?`

var claudeDesktop = textFormat("Claude Desktop log", "mcp-server-NAME.log of Claude Desktop.", dialect{
	line:   expression(desktopHead + `Message from (client|server): (.+)$`),
	start:  expression(desktopHead + `Initializing server\.\.\.`),
	server: "server", name: 1,
})

func textFormat(kind, about string, d dialect) *Format {
	return &Format{
		Kind: kind, About: about, Proves: everyMessage,
		line:  func(text string) bool { return d.line().MatchString(text) },
		frame: d.frame,
	}
}

// frame reads one line. A message that does not end on its line was cut: such
// logs bound their lines.
func (d dialect) frame(s *Scanner, text string, line int) {
	text = strings.TrimSuffix(text, "\r")
	m := d.line().FindStringSubmatchIndex(text)
	if m == nil {
		if strings.TrimSpace(text) != "" {
			s.other++
		}
		d.started(s, text)
		return
	}
	group := func(n int) string { return text[m[2*n]:m[2*n+1]] }
	groups := len(m)/2 - 1
	at := rule.Location{File: s.file, Line: line, Column: 1 + len([]rune(text[:m[2*groups]]))}
	message, whole := prefix(group(groups))
	if !whole || !isValue(message) {
		s.add(gap(Cut, at))
		return
	}
	side := group(groups - 1)
	f := frame{message: part{text: message, at: at}, fromServer: strings.HasPrefix(strings.ToLower(side), d.server), exchange: exchange{at: at}}
	if d.name > 0 {
		f.sender = group(d.name)
		f.exchange.server = f.sender
	}
	if d.relative {
		s.orient(&f)
	}
	s.frame(f)
}

// started closes the requests of the session before a line that starts a server:
// a session without a handshake has no other sign of its beginning.
func (d dialect) started(s *Scanner, text string) {
	if d.start == nil {
		return
	}
	if m := d.start().FindStringSubmatch(text); m != nil && d.name > 0 {
		s.restart(m[d.name])
	} else if m != nil {
		s.restart("")
	}
}

// clientMethods are requests that only a client sends.
var clientMethods = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(initialize|server/discover|tools/|prompts/|resources/|completion/|subscriptions/|logging/)`)
})

// orient finds out which side kept the log by the first request that only a
// client sends.
func (s *Scanner) orient(f *frame) {
	if e, ok := peek(f.message.text); ok && s.reads == 0 && e.asks && clientMethods().MatchString(e.method) {
		s.reads = 1
		if f.fromServer {
			s.reads = -1
		}
	}
	if s.reads < 0 {
		f.fromServer = !f.fromServer
	}
}
