package capture

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// The test binary is also the server of the tests: started with this variable,
// it speaks over its standard streams and misbehaves as the variable says.
const behaviourVariable = "MCPREVIEW_TEST_SERVER"

// pidVariable names a file to which each process of a server adds its ID.
const pidVariable = "MCPREVIEW_TEST_PIDS"

func TestMain(m *testing.M) {
	if behaviour := os.Getenv(behaviourVariable); behaviour != "" {
		serve(behaviour)
		return
	}
	os.Exit(m.Run())
}

// A request is what the server of the tests reads of one.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string                     `json:"name"`
		Arguments map[string]json.RawMessage `json:"arguments"`
		Cursor    *string                    `json:"cursor"`
		Meta      map[string]json.RawMessage `json:"_meta"`
	} `json:"params"`
}

func result(id json.RawMessage, body string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, body)
}

func failure(id json.RawMessage, code int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"no"}}`, id, code)
}

const hints = `"resultType":"complete","ttlMs":0,"cacheScope":"private"`

func tool(name string) string {
	return fmt.Sprintf(`{"name":%q,"description":"d","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}`, name)
}

// answer is what a server that behaves says: two pages of tools, the second
// behind the empty cursor, and one prompt.
func answer(r request) string {
	switch r.Method {
	case "server/discover":
		return result(r.ID, `{`+hints+`,"supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"prompts":{}}}`)
	case "tools/list":
		if r.Params.Cursor == nil {
			return result(r.ID, `{`+hints+`,"tools":[`+tool("one")+`],"nextCursor":""}`)
		}
		return result(r.ID, `{`+hints+`,"tools":[`+tool("two")+`]}`)
	case "prompts/list":
		return result(r.ID, `{`+hints+`,"prompts":[{"name":"p","arguments":[{"name":"a"}]}]}`)
	case "completion/complete":
		return result(r.ID, `{"resultType":"complete","completion":{"values":["x"]}}`)
	case "tools/call":
		if r.Params.Name == "one" || r.Params.Name == "two" {
			return result(r.ID, `{"resultType":"complete","content":[{"type":"text","text":"done"}]}`)
		}
		return failure(r.ID, -32602)
	}
	return failure(r.ID, -32601)
}

// oldAnswer is that of a server of an older revision.
func oldAnswer(r request) string {
	switch r.Method {
	case "server/discover":
		return failure(r.ID, -32601)
	case "initialize":
		return result(r.ID, `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"1"}}`)
	case "tools/list":
		return result(r.ID, `{"tools":[`+tool("one")+`]}`)
	}
	return answer(r)
}

// serve runs one behaviour until its input ends.
func serve(behaviour string) {
	notePID()
	if behaviour == "sleep" {
		select {} // until it is killed
	}
	s := &testServer{behaviour: behaviour, out: os.Stdout}
	s.start()
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		var r request
		if json.Unmarshal([]byte(line), &r) == nil && r.Method != "" {
			s.handle(r)
		}
		if err != nil {
			s.end()
			return
		}
	}
}

func notePID() {
	if file := os.Getenv(pidVariable); file != "" {
		f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err == nil {
			fmt.Fprintln(f, os.Getpid())
			f.Close()
		}
	}
}

type testServer struct {
	behaviour string
	out       io.Writer
	lists     int
	held      string // an answer that is given too late
}

func (s *testServer) say(text string) { io.WriteString(s.out, text+"\n") }

// start is what a server does before anything is asked.
func (s *testServer) start() {
	switch s.behaviour {
	case "stderr":
		// A secret at the place where the log is cut.
		io.WriteString(os.Stderr, strings.Repeat("-", 1<<20-len(os.Getenv("SECRET"))/2)+os.Getenv("SECRET"))
		for range 1 << 10 {
			fmt.Fprintln(os.Stderr, strings.Repeat("\x1b[31mlog ", 1<<10))
		}
	case "junk":
		s.say("Listening on standard input")
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
	case "forks":
		child := exec.Command(os.Args[0])
		child.Env = []string{behaviourVariable + "=sleep", pidVariable + "=" + os.Getenv(pidVariable)}
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.Start()
		// It notes its ID itself; wait for it, so that the test can look for it.
		for {
			if data, _ := os.ReadFile(os.Getenv(pidVariable)); strings.Count(string(data), "\n") == 2 {
				return
			}
		}
	}
}

func (s *testServer) end() {
	if s.behaviour == "stubborn" {
		select {}
	}
}

func (s *testServer) handle(r request) {
	if r.Method == "tools/list" {
		s.lists++
	}
	switch s.behaviour {
	case "old", "dies at discover", "silent at discover":
		s.handleOld(r)
	case "silent":
	case "silent at lists":
		if r.Method == "server/discover" {
			s.say(answer(r))
		}
	default:
		s.handleList(r)
	}
}

func (s *testServer) handleOld(r request) {
	if r.Method == "server/discover" {
		switch s.behaviour {
		case "dies at discover":
			os.Exit(1)
		case "silent at discover":
			return
		}
	}
	if r.ID != nil {
		s.say(oldAnswer(r))
	}
}

// handleList misbehaves at tools/list, or where the behaviour says.
func (s *testServer) handleList(r request) {
	first := r.Method == "tools/list" && s.lists == 1
	switch {
	case s.behaviour == "dies" && r.Method == "tools/list" && s.lists == 2:
		io.WriteString(s.out, answer(r)[:40])
		os.Exit(3)
	case s.behaviour == "wrong ID" && r.ID != nil:
		s.say(strings.Replace(answer(r), `"id":`+string(r.ID), `"id":"`+string(r.ID)+`"`, 1))
	case s.behaviour == "huge" && first:
		block := strings.Repeat("x", 1<<20)
		for range 100 {
			io.WriteString(s.out, block)
		}
		s.say("")
	case s.behaviour == "no JSON" && first:
		s.say(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":{"tools":[NaN]}}`)
	case s.behaviour == "injects" && first:
		s.say(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":{}},"label":"probe","x":{"a":1}`)
	case s.behaviour == "early" && r.Method == "server/discover":
		text := answer(r)
		for id := range 6 { // in one write, as of one that does not wait for requests
			text += "\n" + result(fmt.Append(nil, id+2), `{`+hints+`,"tools":[`+tool("early")+`]}`)
		}
		s.say(text)
	case s.behaviour == "twice" && first:
		s.say(answer(r) + "\n" + answer(r))
	case s.behaviour == "contradicts" && first:
		s.say(answer(r) + "\n" + result(r.ID, `{`+hints+`,"tools":[`+tool("other")+`]}`))
	case s.behaviour == "contradicts later" && first:
		s.held = result(r.ID, `{`+hints+`,"tools":[`+tool("other")+`]}`)
		s.say(answer(r))
	case s.behaviour == "circles" && r.Method == "tools/list":
		s.say(result(r.ID, `{`+hints+`,"tools":[`+tool("one")+`],"nextCursor":"again"}`))
	case s.behaviour == "late" && first:
		s.held = answer(r)
	case s.behaviour == "asks" && r.ID != nil:
		s.say(`{"jsonrpc":"2.0","id":"q","method":"roots/list"}`)
		s.say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`)
		s.say(answer(r))
	case s.behaviour == "batches" && r.ID != nil:
		for range 3 {
			s.say(`[{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","method":"notifications/y"}]`)
		}
		s.say(answer(r))
	case s.behaviour == "deep" && r.ID != nil:
		s.say(`{"jsonrpc":"2.0","method":"notifications/x","params":` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + `}`)
		s.say(answer(r))
	case s.behaviour == "junk" && r.ID != nil:
		s.say("{ not: json }")
		s.say(answer(r))
	case s.behaviour == "leaks" && r.Method == "tools/list":
		s.say(leak(r, os.Getenv("SECRET")))
	case s.behaviour == "other tools" && r.Method == "tools/list":
		s.say(result(r.ID, `{`+hints+`,"tools":[`+tool("for_"+os.Getenv("WHO"))+`]}`))
	case r.ID != nil:
		if s.held != "" {
			s.say(s.held)
			s.held = ""
		}
		s.say(answer(r))
	}
}

// leak is a listing that holds a secret in every form that is looked for.
func leak(r request, secret string) string {
	var forms []string
	add := func(format string, args ...any) {
		quoted, _ := json.Marshal(fmt.Sprintf(format, args...))
		forms = append(forms, string(quoted))
	}
	add("plain %s here", secret)
	add("upper %s", strings.ToUpper(secret))
	for _, before := range []string{"", "a", "ab", "user:"} {
		add("data:%s", base64.StdEncoding.EncodeToString([]byte(before+secret+"tail")))
		add("data:%s", base64.URLEncoding.EncodeToString([]byte(before+secret)))
	}
	add("hex %x %X", secret, secret)
	add("https://x.test/?k=%s", url.QueryEscape(secret))
	add("https://x.test/?k=%s", percentAll(secret))
	inner, _ := json.Marshal(map[string]string{secret: secret})
	add("%s", inner)
	add("entity %s", strings.ReplaceAll(secret, "&", "&amp;"))
	escaped := `"` + escapeAll(secret) + `"`
	forms = append(forms, escaped)
	fmt.Fprintf(os.Stderr, "started with %s\n", secret)
	fmt.Printf("debug %s\n", secret)
	return result(r.ID, fmt.Sprintf(`{`+hints+`,"tools":[{"name":"one","inputSchema":{"type":"object","%s":1},"_meta":{"x":[%s]}}]}`,
		escapeAll(secret), strings.Join(forms, ",")))
}

func percentAll(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, "%%%02x", c)
	}
	return b.String()
}

func escapeAll(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, `\u%04X`, c)
	}
	return b.String()
}
