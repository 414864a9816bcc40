package capture

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpreview/internal/evidence"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/version"
)

const (
	userAgent     = version.Name + "/" + version.Version
	sessionHeader = "Mcp-Session-Id"
	sessionMark   = "${session}" // in the place of its value
	// headerBytes is the most that the header of a response may take.
	headerBytes = 256 << 10
	// resumptions is how often a stream that breaks off is taken up again.
	resumptions = 2
)

// An httpLink speaks to one endpoint of Streamable HTTP.
type httpLink struct {
	limits  Limits
	url     string
	headers []headerLine // of every request: credentials, for the most part
	secrets *Secrets
	base    *http.Transport

	session string // which an older server opened
	version string // which every request names once it is agreed
}

// CheckURL refuses what is no endpoint. A name and password in a URL would be
// written wherever the URL is.
func CheckURL(raw string) error {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return errors.New("is no URL")
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("begins with neither http:// nor https://")
	case u.Host == "":
		return errors.New("names no host")
	case u.User != nil:
		return errors.New("holds a user name: give credentials as a header instead")
	case u.Fragment != "":
		return errors.New("holds a fragment, which is not sent")
	}
	return nil
}

func newHTTPLink(endpoint string, proxy proxyOf, headers []headerLine, secrets *Secrets, limits Limits) *httpLink {
	base := &http.Transport{
		Proxy:                  proxy,
		DisableCompression:     true, // bytes as they are, and nothing that unfolds
		MaxResponseHeaderBytes: headerBytes,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		// HTTP/2 has header names in lower case alone.
		Protocols: new(http.Protocols),
	}
	base.Protocols.SetHTTP1(true)
	return &httpLink{limits: limits, url: endpoint, headers: headers, secrets: secrets, base: base}
}

func (l *httpLink) transport() string { return protocol.TransportHTTP }

// connect opens a connection of the SDK's for one message. One that met an
// answer it cannot read is of no more use, so none is kept.
func (l *httpLink) connect(ctx context.Context) (mcp.Connection, error) {
	return (&mcp.StreamableClientTransport{
		Endpoint: l.url, MaxRetries: resumptions, DisableStandaloneSSE: true, MaxEventSize: -1,
		HTTPClient: &http.Client{Transport: l, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}).Connect(ctx)
}

func (l *httpLink) tell(ctx context.Context, o *outgoing) error {
	w := l.newWire(o)
	waiting, cancel := context.WithTimeout(withWire(ctx, w), l.limits.Answer)
	defer cancel()
	m, err := o.message()
	if err != nil {
		return err
	}
	conn, err := l.connect(waiting)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Write(waiting, m)
}

func (l *httpLink) newWire(o *outgoing) *wire {
	return &wire{secrets: l.secrets, headers: o.headers, most: l.limits.AnswerBytes, closed: make(chan struct{})}
}

func (l *httpLink) ask(ctx context.Context, o *outgoing) *reply {
	w := l.newWire(o)
	waiting, cancel := context.WithTimeout(withWire(ctx, w), l.limits.answer(o.method))
	defer cancel()
	r := &reply{}
	sdk := l.converse(waiting, o, w)
	expired := waiting.Err() != nil
	if w.isStreaming() && sdk == nil {
		l.settle(w)
	}
	cancel()
	if w.isStreaming() {
		select {
		case <-w.closed:
		case <-time.After(l.limits.Settle):
		}
	}
	w.report(r, sdk)
	if expired && !r.answered() {
		r.fault = stoppedOr(ctx, faultTimeout)
	}
	if r.answered() && o.method == protocol.MethodInitialize {
		l.session = w.sessionID
		if isSessionID(l.session) {
			l.secrets.addAs(sessionHeader, sessionMark, l.session)
		}
	}
	return r
}

// isSessionID reports whether a session's ID is replaced where an answer repeats
// it. The server chooses it, and must not have a word, a keyword of a schema, a
// number or a URL of its own hidden from a review: so it is long, has letters
// and digits, and none of the punctuation that means something elsewhere.
func isSessionID(id string) bool {
	const least, letters, digits, punctuation = 16, "abcdefghijklmnopqrstuvwxyz", "0123456789", "-_.~+="
	folded := strings.ToLower(id)
	return len(id) >= least && strings.ContainsAny(folded, letters) && strings.ContainsAny(folded, digits) &&
		!strings.ContainsFunc(folded, func(r rune) bool {
			return !strings.ContainsRune(letters+digits+punctuation, r)
		})
}

// settle gives a stream time to end by itself after the answer.
func (l *httpLink) settle(w *wire) {
	select {
	case <-w.closed:
	case <-time.After(l.limits.Settle):
	}
}

// converse has the SDK send a message and read what comes until the answer. Its
// error is the SDK's.
func (l *httpLink) converse(ctx context.Context, o *outgoing, w *wire) error {
	m, err := o.message()
	if err != nil {
		return err
	}
	conn, err := l.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.Write(ctx, m); err != nil {
		return err
	}
	for {
		in, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		switch in := in.(type) {
		case *jsonrpc.Response:
			return nil
		case *jsonrpc.Request:
			switch {
			case !in.IsCall():
				w.keepAside(in)
			case l.version != "": // an older server may ask
				conn.Write(ctx, refusalOf(in))
			}
		}
	}
}

// keepAside keeps a notification as the SDK writes it: its bytes are in the
// stream, which is recorded as a whole.
func (w *wire) keepAside(notification *jsonrpc.Request) {
	raw, err := jsonrpc.EncodeMessage(notification)
	if err == nil {
		w.aside.keepAside(readMessage(raw))
	}
}

func (w *wire) isStreaming() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.isStream
}

// report fills a reply with what was seen.
func (w *wire) report(r *reply, sdk error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r.request = w.request
	record := w.record
	r.http = &record
	r.aside, r.dropped = w.aside.aside, w.aside.dropped
	switch {
	case w.record.status/100 == 3:
		r.fault = faultRefused
		r.say("the server redirects to " + w.quote(w.location) +
			", which is not followed, for credentials would go there: give that URL if it is the right one")
	case w.isStream:
		w.reportStream(r, sdk)
	case w.fault == noFault && w.record.status != 0:
		w.reportBody(r)
	}
	if w.fault != noFault && !r.answered() {
		r.fault = w.fault
		if w.err != nil && !isTimeout(w.err) {
			r.say(w.err.Error())
		}
	}
}

// quote is a text of the server's in a note. A secret in it is replaced before it
// could be cut.
func (w *wire) quote(text string) string { return rule.Quote(string(w.secrets.Text([]byte(text)))) }

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.As(err, &timeout) && timeout.Timeout()
}

func (w *wire) reportStream(r *reply, sdk error) {
	r.sse = w.stream
	if text, problem := evidence.ReduceSSE(string(w.stream)); problem == "" {
		r.response = readMessage([]byte(text))
	} else {
		r.fault = faultNotJSON
		r.say(problem)
	}
	if sdk != nil && w.fault == noFault && !isTimeout(sdk) {
		r.say("the official Go SDK cannot read the stream")
	}
}

func (w *wire) reportBody(r *reply) {
	r.response = readMessage(w.body)
	if r.response.doc == nil {
		r.body, r.isJSON, r.fault = w.body, w.mediaType == "application/json", faultNotJSON
		if !r.isJSON {
			r.fault = faultStatus
		}
		r.say(fmt.Sprintf("HTTP status %d with %d bytes that are no JSON-RPC message", w.record.status, len(w.body)))
		return
	}
	if w.mediaType != "application/json" {
		r.say("the answer is of the media type " + w.quote(w.mediaType) + ", where application/json is due")
	}
	if r.response.kind != answerKind {
		r.fault = faultStatus
		r.say(fmt.Sprintf("HTTP status %d with a JSON value that is no JSON-RPC answer", w.record.status))
	}
}

// close ends the session of an older server, which need not answer.
func (l *httpLink) close() []note {
	defer l.base.CloseIdleConnections()
	if l.session == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), l.limits.Stop)
	defer cancel()
	req, err := http.NewRequestWithContext(withWire(ctx, l.newWire(&outgoing{})), http.MethodDelete, l.url, nil)
	if err != nil {
		return nil
	}
	if resp, err := l.RoundTrip(req); err == nil {
		resp.Body.Close()
	}
	return nil
}
