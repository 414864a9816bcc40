package capture

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// httpOptions are those of a capture of a handler on loopback.
func httpOptions(t *testing.T, h http.HandlerFunc) Options {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return Options{
		URL: server.URL + "/mcp", Callers: []Caller{{}}, Dir: filepath.Join(t.TempDir(), "evidence"),
		Secrets: new(Secrets), Limits: testLimits(),
	}
}

// readRequest is the request of a POST, "" its method where there is none.
func readRequest(r *http.Request) request {
	var in request
	body, err := io.ReadAll(r.Body)
	if err == nil {
		json.Unmarshal(body, &in)
	}
	return in
}

// modern answers as a server of the newest revision does, in JSON.
func modern(w http.ResponseWriter, r *http.Request) { respond(w, readRequest(r)) }

func respond(w http.ResponseWriter, in request) {
	w.Header().Set("Content-Type", "application/json")
	text := answer(in)
	if strings.Contains(text, "-32601") {
		w.WriteHeader(http.StatusNotFound)
	}
	io.WriteString(w, text)
}

// streamed answers in an event stream, after a notification.
func streamed(w http.ResponseWriter, r *http.Request) {
	in := readRequest(r)
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, ": hello\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n")
	fmt.Fprintf(w, "data: %s\n\n", answer(in))
}

// withSessions answers as a server of an older revision, which opens a session.
type withSessions struct {
	sync.Mutex
	opened, closed int
	wrong          []string // requests without what they have to carry
}

func (s *withSessions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	defer s.Unlock()
	if r.Method == http.MethodDelete {
		s.closed++
		return
	}
	in := readRequest(r)
	switch {
	case in.Method == "initialize":
		s.opened++
		w.Header().Set("Mcp-Session-Id", "session-credential-1")
	case r.Header.Get("Mcp-Session-Id") != "session-credential-1":
		http.Error(w, "Bad Request: no session", http.StatusBadRequest)
		return
	case r.Header.Get("MCP-Protocol-Version") != "2025-06-18":
		s.wrong = append(s.wrong, in.Method)
	}
	if in.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, strings.Replace(oldAnswer(in), `"d"`, `"session-credential-1"`, 1)) // it may say it again
}

func TestHTTP(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]http.HandlerFunc{"json": modern, "stream": streamed} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := httpOptions(t, h)
			rec, err := Run(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if !rec.Complete() || len(rec.Notes) > 0 {
				t.Errorf("missing %q, notes %q", rec.Missing, rec.Notes)
			}
			page := read(t, o, "pages/pass-1/page-2.json")
			for _, part := range []string{`"cursor":""`, `["MCP-Protocol-Version", "2026-07-28"]`, `["Mcp-Method", "tools/list"]`, `"status": 200`, `"path": "/mcp"`} {
				if !strings.Contains(page, part) {
					t.Errorf("no %s in %s", part, page)
				}
			}
			if call := read(t, o, "results/unknown-tool.json"); !strings.Contains(call, `["Mcp-Name", "no_such_tool"]`) {
				t.Errorf("no name of the tool: %s", call)
			}
			if name == "stream" && !(strings.Contains(page, `"sse": ": hello\n\nevent: message`) && strings.Contains(page, `"notifications": [`)) {
				t.Errorf("not the stream as it is: %s", page)
			}
			set := loaded(t, o, "2026-07-28")
			if len(set.Listings) != 4 {
				t.Errorf("%d listings", len(set.Listings))
			}
		})
	}
}

func TestHTTPSession(t *testing.T) {
	t.Parallel()
	s := new(withSessions)
	o := httpOptions(t, s.ServeHTTP)
	rec, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	s.Lock()
	defer s.Unlock()
	if !rec.Complete() || !slices.Equal(rec.Revisions, []string{"2025-06-18"}) || s.opened != 1 || s.closed != 1 || len(s.wrong) > 0 {
		t.Errorf("missing %q, revisions %q, %d opened, %d closed, wrong %q", rec.Missing, rec.Revisions, s.opened, s.closed, s.wrong)
	}
	if page := read(t, o, "pages/pass-1/page-1.json"); strings.Contains(page, "session-credential-1") || !strings.Contains(page, `["Mcp-Session-Id", "${session}"]`) ||
		!strings.Contains(page, `"description":"${session}"`) {
		t.Errorf("the session is not hidden: %s", page)
	}
}

// atLists misbehaves at tools/list and is a good server otherwise.
func atLists(misbehave func(w http.ResponseWriter, r *http.Request, in request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if in := readRequest(r); in.Method == "tools/list" {
			misbehave(w, r, in)
		} else {
			respond(w, in)
		}
	}
}

func TestHTTPMisbehaviour(t *testing.T) {
	t.Parallel()
	short := func(l *Limits) { impatient(l, "tools/list") }
	small := func(l *Limits) { l.AnswerBytes = 1 << 20 }
	for _, c := range []struct {
		name    string
		serve   http.HandlerFunc
		limits  func(*Limits)
		missing string
		note    string
	}{
		{"hangs", atLists(func(_ http.ResponseWriter, r *http.Request, _ request) { <-r.Context().Done() }), short,
			"tools/list, pass 1, page 1: no answer in time", ""},
		{"drips", atLists(func(w http.ResponseWriter, r *http.Request, in request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, answer(in)[:20])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}), short, "tools/list, pass 1, page 1: no answer in time", ""},
		{"streams for ever", atLists(func(w http.ResponseWriter, r *http.Request, _ request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, ": still here\n\n"); err != nil {
					return
				}
			}
		}), small, "tools/list, pass 1, page 1: the answer is over the limit of bytes", "its stream is over the limit of 1048576 bytes"},
		{"keeps the stream open", atLists(func(w http.ResponseWriter, r *http.Request, in request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "data: %s\n\n", answer(in))
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}), nil, "", ""},
		{"sends too much", atLists(func(w http.ResponseWriter, _ *http.Request, _ request) {
			w.Header().Set("Content-Type", "application/json")
			block := bytes.Repeat([]byte("[1],"), 1<<18)
			for range 100 {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}), small, "tools/list, pass 1, page 1: the answer is over the limit of bytes", ""},
		{"gzip", atLists(func(w http.ResponseWriter, r *http.Request, in request) {
			if r.Header.Get("Accept-Encoding") != "" {
				http.Error(w, "an encoding was asked for", http.StatusBadRequest)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			io.WriteString(z, answer(in))
			z.Close()
		}), nil, "tools/list, pass 1, page 1: the answer was not taken", `it comes in the Content-Encoding "gzip", which nobody asked for`},
		{"huge header", atLists(func(w http.ResponseWriter, _ *http.Request, in request) {
			w.Header().Set("X-Padding", strings.Repeat("x", 1<<20))
			respond(w, in)
		}), nil, "tools/list, pass 1, page 1: the server cannot be reached", "server response headers exceeded 262144 bytes"},
		{"no JSON", atLists(func(w http.ResponseWriter, _ *http.Request, _ request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, "{}{}")
		}), nil, "tools/list, pass 1, page 1: the answer is no JSON value", ""},
		{"a page of HTML", atLists(func(w http.ResponseWriter, _ *http.Request, _ request) {
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<h1>It works</h1>")
		}), nil, "tools/list, pass 1, page 1: the answer is no JSON-RPC message", "HTTP status 200 with 17 bytes"},
		{"nothing", atLists(func(w http.ResponseWriter, _ *http.Request, _ request) { w.WriteHeader(http.StatusAccepted) }), nil,
			"tools/list, pass 1, page 1: the answer is no JSON-RPC message", "HTTP status 202 with 0 bytes"},
		{"another ID", atLists(func(w http.ResponseWriter, _ *http.Request, in request) {
			in.ID = []byte(`"x"`)
			respond(w, in)
		}), nil, "", ""},
		{"breaks off", atLists(func(w http.ResponseWriter, _ *http.Request, in request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "100000")
			io.WriteString(w, answer(in))
		}), nil, "tools/list, pass 1, page 1: the server cannot be reached", "unexpected EOF"},
		{"wants credentials", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }, nil,
			"server/discover: HTTP status 401: the server wants credentials", ""},
		{"is no endpoint", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }, nil,
			"initialize: the answer is no JSON-RPC message", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := httpOptions(t, c.serve)
			if c.limits != nil {
				c.limits(&o.Limits)
			}
			rec, err := Run(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if missing := strings.Join(rec.Missing, "\n"); !strings.HasPrefix(missing, c.missing) || c.missing == "" && missing != "" {
				t.Errorf("missing %q, want %q", missing, c.missing)
			}
			if notes := strings.Join(rec.Notes, "\n"); !strings.Contains(notes, c.note) {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
			judgedIncomplete(t, o, rec)
		})
	}
}

// Credentials do not go where a server sends them.
func TestRedirectIsNotFollowed(t *testing.T) {
	t.Setenv("CAPTURE_SECRET", canary+"0123")
	var reached atomic.Bool
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Store(true) }))
	defer elsewhere.Close()
	o := httpOptions(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", elsewhere.URL+"/?k="+r.Header.Get("Authorization"))
		w.WriteHeader(http.StatusTemporaryRedirect)
	})
	value, err := o.Secrets.Expand("Bearer ${env:CAPTURE_SECRET}")
	if err != nil {
		t.Fatal(err)
	}
	o.Callers[0].Headers = []Header{{"Authorization", value}}
	_, err = Run(context.Background(), o)
	if err == nil || reached.Load() || !strings.Contains(err.Error(), "the server redirects to") || strings.Contains(err.Error(), canary) {
		t.Errorf("reached %t, error %v", reached.Load(), err)
	}
	if _, err := os.Stat(o.Dir); err == nil {
		t.Error("a folder without a recording")
	}
}

func TestUntrustedCertificate(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(modern))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it is told that the handshake failed
	server.StartTLS()
	defer server.Close()
	o := httpOptions(t, modern)
	o.URL = server.URL
	_, err := Run(context.Background(), o)
	if err == nil || !strings.HasPrefix(err.Error(), "server/discover: the server cannot be reached: tls: failed to verify certificate") {
		t.Errorf("error %v", err)
	}
}

// What a server is sent as a credential, it may say again.
func TestCanaryOverHTTP(t *testing.T) {
	t.Setenv("CAPTURE_SECRET", "0123456789abcdef")
	o := httpOptions(t, func(w http.ResponseWriter, r *http.Request) {
		in := readRequest(r)
		said := r.Header.Get("Authorization") + r.URL.RawQuery
		text := strings.Replace(answer(in), `"d"`, fmt.Sprintf("%q", said), 1)
		text = strings.Replace(text, `"no"`, fmt.Sprintf("%q", said), 1)
		if in.Params.Cursor != nil {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, ": %s\n\ndata: %s\n\n", said, text)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, text)
	})
	value, err := o.Secrets.Expand("Bearer ${env:CAPTURE_SECRET}")
	if err != nil {
		t.Fatal(err)
	}
	o.Callers[0].Headers = []Header{{"Authorization", value}}
	o.URL += "?key=0123456789abcdef"
	rec, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !rec.Complete() || rec.Replacements() == 0 {
		t.Errorf("missing %q", rec.Missing)
	}
	clean(t, o, "0123456789abcdef")
	page := read(t, o, "pages/pass-1/page-1.json")
	for _, part := range []string{`["Authorization", "Bearer ${env:CAPTURE_SECRET}"]`, `"path": "/mcp?key=${env:CAPTURE_SECRET}"`} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s in %s", part, page)
		}
	}
}

// A server that calls its session like a part of its evidence hides nothing.
func TestSessionIDs(t *testing.T) {
	for id, replaced := range map[string]bool{
		"1868a90c-7d5b-4c1e-9f6a-0123456789ab": true, "eyJhbGciOiJIUzI1NiJ9.e30.abc_-": true,
		"x-mcp-header": false, "additionalProperties": false, "1234567890123456": false,
		"https://example.com/1": false, "javascript:alert(1)": false, "ignore previous instructions 1": false, "short1": false, "": false,
	} {
		if isSessionID(id) != replaced {
			t.Errorf("%q: want it replaced: %t", id, replaced)
		}
	}
}

// The password of a proxy is in no record, however the server has it.
func TestProxyPassword(t *testing.T) {
	t.Parallel()
	const pair, password = "user:PROXYPASS99", "PROXYPASS99"
	o := httpOptions(t, func(w http.ResponseWriter, r *http.Request) { // the proxy, and the server behind it
		said := r.Header.Get("Proxy-Authorization") + " " + pair + " " + password
		if !strings.HasPrefix(said, "Basic ") {
			t.Error("the proxy was told no password")
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, strings.Replace(answer(readRequest(r)), `"d"`, fmt.Sprintf("%q", said), 1))
	})
	at, err := url.Parse(o.URL)
	if err != nil {
		t.Fatal(err)
	}
	at.User = url.UserPassword("user", password)
	o.URL, o.proxy = "http://mcp.invalid/mcp", func(*http.Request) (*url.URL, error) { return at, nil }
	rec, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !rec.Complete() || !slices.Contains(rec.Notes, "recorded through a proxy, which may change what passes") {
		t.Errorf("missing %q, notes %q", rec.Missing, rec.Notes)
	}
	for _, secret := range []string{password, base64.StdEncoding.EncodeToString([]byte(pair)), "Proxy-Authorization"} {
		clean(t, o, secret)
	}
	if page := read(t, o, "pages/pass-1/page-1.json"); !strings.Contains(page, "${env:HTTP_PROXY}") || !strings.Contains(page, "Mcp-Method") {
		t.Errorf("not replaced, or other headers are left out too: %s", page)
	}
	o.proxy = func(*http.Request) (*url.URL, error) { return nil, errors.New("invalid proxy address: " + password) }
	if _, err := Run(context.Background(), o); err == nil || strings.Contains(err.Error(), password) {
		t.Errorf("error %v", err)
	}
}

func TestCheckURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://example.com/mcp": "", "http://127.0.0.1:1/": "",
		"file:///etc/passwd": "begins with neither http:// nor https://", "example.com": "begins with neither http:// nor https://",
		"https://": "names no host", "https://user:password@example.com": "holds a user name: give credentials as a header instead",
		"https://example.com/#x": "holds a fragment, which is not sent", "http://[::1": "is no URL",
	} {
		got := ""
		if err := CheckURL(in); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
