package capture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"

	"mcpreview/internal/mediatype"
	"mcpreview/internal/protocol"
)

// An httpRecord is the transport side of one request as evidence has it.
type httpRecord struct {
	method, path string
	headers      [][2]string // lines as they were written, in order
	status       int         // 0 where none came
	contentType  string      // of the answer, "" where it states none
}

// A wire is what was seen of one message on the wire, beneath the SDK.
type wire struct {
	secrets *Secrets
	headers []headerLine // what the request has to carry
	most    int

	mu        sync.Mutex
	sent      bool // the request has gone; what follows belongs to it
	request   []byte
	record    httpRecord
	mediaType string
	location  string
	sessionID string
	body      []byte
	stream    []byte
	isStream  bool
	closed    chan struct{} // closed when the response stream was given back
	fault     fault
	err       error

	aside reply // of which only what came beside the answer is used
}

type wireKey struct{}

// errNotTaken ends the SDK's reading of an answer that is not taken.
var errNotTaken = errors.New("answer not taken")

// RoundTrip sends a request of the SDK's, with the headers it has to carry, and
// records both sides as they are. Redirects are not followed: credentials would
// go where they lead.
func (l *httpLink) RoundTrip(req *http.Request) (*http.Response, error) {
	w, ok := req.Context().Value(wireKey{}).(*wire)
	if !ok {
		return nil, errors.New("a request of nobody's")
	}
	out := req.Clone(req.Context())
	l.dress(out.Header, w)
	if err := w.keepRequest(out); err != nil {
		return nil, err
	}
	resp, err := l.base.RoundTrip(out)
	if err != nil {
		w.fail(faultNetwork, err)
		return nil, err
	}
	return w.receive(resp)
}

// dress sets the headers of a request. Names are assigned rather than set: the
// letters of a probe are to stay as they are.
func (l *httpLink) dress(h http.Header, w *wire) {
	lines := append([]headerLine{{"User-Agent", []string{userAgent}}}, l.headers...)
	if l.session != "" {
		lines = append(lines, headerLine{sessionHeader, []string{l.session}})
	}
	if l.version != "" && h.Get(protocol.HeaderProtocolVersion) == "" {
		lines = append(lines, headerLine{protocol.HeaderProtocolVersion, []string{l.version}})
	}
	if !w.sent {
		lines = append(lines, w.headers...)
	}
	for _, line := range lines {
		for name := range h {
			if strings.EqualFold(name, line.name) {
				delete(h, name)
			}
		}
	}
	for _, line := range lines {
		if len(line.values) > 0 {
			h[line.name] = line.values
		}
	}
}

// keepRequest records the first request of a message: its body, and its header
// lines as they are written.
func (w *wire) keepRequest(req *http.Request) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sent {
		return nil
	}
	w.sent = true
	if req.Body != nil {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return err
		}
		w.request = body
		req.Body = io.NopCloser(bytes.NewReader(body))
	}
	w.record.method, w.record.path = req.Method, req.URL.RequestURI()
	trace := &httptrace.ClientTrace{
		// A request that found its connection closed is written again.
		GotConn: func(httptrace.GotConnInfo) { w.locked(func() { w.record.headers = nil }) },
		WroteHeaderField: func(name string, values []string) {
			if strings.EqualFold(name, proxyAuthorization) {
				return // between this program and the proxy
			}
			w.locked(func() {
				for _, v := range values {
					w.record.headers = append(w.record.headers, [2]string{name, v})
				}
			})
		},
	}
	*req = *req.WithContext(httptrace.WithClientTrace(req.Context(), trace))
	return nil
}

func (w *wire) locked(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	do()
}

func (w *wire) fail(f fault, err error) {
	w.locked(func() {
		if w.fault == noFault {
			w.fault, w.err = f, err
		}
	})
}

// receive records a response and hands the SDK what it can carry.
func (w *wire) receive(resp *http.Response) (*http.Response, error) {
	essence, _ := mediatype.Parse(resp.Header.Get("Content-Type"))
	first := false
	w.locked(func() {
		if first = w.record.status == 0; first {
			w.record.status, w.record.contentType, w.mediaType = resp.StatusCode, resp.Header.Get("Content-Type"), essence
			w.location, w.sessionID = resp.Header.Get("Location"), resp.Header.Get(sessionHeader)
		}
	})
	// The session is this program's to name, and to end.
	resp.Header.Del(sessionHeader)
	if encoding := resp.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		resp.Body.Close()
		err := fmt.Errorf("it comes in the Content-Encoding %s, which nobody asked for", w.quote(encoding))
		w.fail(faultRefused, err)
		return nil, err
	}
	if essence == "text/event-stream" && resp.StatusCode/100 == 2 {
		w.locked(func() {
			w.isStream = true
			if len(w.stream) > 0 { // taken up again, perhaps from the middle of a line
				w.stream = append(w.stream, "\n\n"...)
			}
		})
		resp.Body = &streamTap{wire: w, body: resp.Body}
		return resp, nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, int64(w.most)+1))
	resp.Body.Close()
	switch {
	case err != nil:
		w.fail(faultNetwork, err)
		return nil, err
	case len(body) > w.most:
		err := fmt.Errorf("it is over the limit of %d bytes", w.most)
		w.fail(faultTooLong, err)
		return nil, err
	}
	if first {
		w.locked(func() { w.body = body })
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// A streamTap is the body of an event stream, kept as it is read.
type streamTap struct {
	wire *wire
	body io.ReadCloser
	once sync.Once
}

// Read keeps what it reads, and ends a stream that is over the limit.
func (t *streamTap) Read(p []byte) (int, error) {
	n, err := t.body.Read(p)
	over := false
	t.wire.locked(func() {
		if over = len(t.wire.stream)+n > t.wire.most; !over {
			t.wire.stream = append(t.wire.stream, p[:n]...)
		}
	})
	if over {
		t.wire.fail(faultTooLong, fmt.Errorf("its stream is over the limit of %d bytes", t.wire.most))
		return 0, errNotTaken
	}
	return n, err
}

// Close says that the SDK has done with the stream.
func (t *streamTap) Close() error {
	err := t.body.Close()
	t.once.Do(func() {
		t.wire.locked(func() {
			select {
			case <-t.wire.closed: // a stream that was taken up again
			default:
				close(t.wire.closed)
			}
		})
	})
	return err
}

func withWire(ctx context.Context, w *wire) context.Context {
	return context.WithValue(ctx, wireKey{}, w)
}
