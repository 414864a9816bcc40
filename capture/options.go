package capture

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"mcpreview/internal/protocol"
)

// Options say what is captured, from whom, and where it goes.
type Options struct {
	Command []string // over stdio; else
	URL     string   // over Streamable HTTP

	Callers      []Caller           // at least one; the only one may be nameless
	Calls        Calls              // what the user asks for beyond discovery
	ProbeHeaders bool               // try the header boundary with the calls of annotated tools
	Revision     *protocol.Revision // to speak; nil for the newest that the server speaks

	Dir   string // where the evidence goes
	Force bool   // replace an earlier capture there

	Name, Version string // of the server, for the record; may be ""
	Secrets       *Secrets
	Limits        Limits
	Progress      func(text string) // told what has been done; may be nil

	proxy proxyOf // of HTTP; nil for that of the environment
}

// A Caller is one authorization context.
type Caller struct {
	Name    string            // "" for the only one
	Headers []Header          // of every HTTP request
	Env     map[string]string // of the child process, beside what it always gets
}

// A Header is one header of every request.
type Header struct{ Name, Value string }

// inherited are the environment variables that a child process gets as they are:
// what a program needs to run, and nothing that could be a credential.
var inherited = map[bool][]string{
	false: {"HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"},
	true: {"APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROGRAMDATA", "PROGRAMFILES",
		"SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR"},
}

// environment is that of a child process.
func environment(own map[string]string) []string {
	var env []string
	for _, name := range inherited[runtime.GOOS == "windows"] {
		if _, replaced := own[name]; replaced {
			continue
		}
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	for name, value := range own {
		env = append(env, name+"="+value)
	}
	slices.Sort(env)
	return env
}

// A Step is one walk over a list.
type Step struct {
	Caller string
	Method string
	Pass   int
	Pages  int
	Items  int
}

// reservedHeaders are set by the transport, or by the protocol.
var reservedHeaders = []string{
	"Accept", "Connection", "Content-Length", "Content-Type", "Host", "Transfer-Encoding", "Upgrade", sessionHeader,
	protocol.HeaderProtocolVersion, protocol.HeaderMethod, protocol.HeaderName,
}

// CheckHeader refuses a header that cannot be sent with every request.
func CheckHeader(name, value string) error {
	const tokens = "!#$%&'*+-.^_`|~"
	for _, c := range []byte(name) {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			if (c < '0' || c > '9') && strings.IndexByte(tokens, c) < 0 {
				return errors.New("the name of a header has letters, digits and hyphens")
			}
		}
	}
	reserved := slices.ContainsFunc(reservedHeaders, func(r string) bool { return strings.EqualFold(r, name) })
	switch {
	case name == "":
		return errors.New("a header has no name")
	case reserved || strings.HasPrefix(strings.ToLower(name), "mcp-param-"):
		return fmt.Errorf("header %s is the transport's to set", name)
	case strings.ContainsAny(value, "\r\n\x00"):
		return fmt.Errorf("header %s: its value holds a line break or NUL", name)
	}
	return nil
}
