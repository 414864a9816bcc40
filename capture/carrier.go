package capture

import (
	"context"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A carrier is the SDK's newline-delimited transport between two streams of
// ours: what the SDK writes goes through to a process, and what the SDK reads
// was looked at and recorded before.
type carrier struct {
	out  *tap
	in   *io.PipeWriter
	fed  chan error // the end of the last write into in
	conn mcp.Connection
}

// A tap passes on what is written and keeps it until it is taken.
type tap struct {
	to      io.Writer
	written []byte
}

// Write keeps what is written, whether or not it arrives.
func (t *tap) Write(p []byte) (int, error) {
	t.written = append(t.written, p...)
	return t.to.Write(p)
}

// Close does nothing: the stream belongs to the process.
func (t *tap) Close() error { return nil }

func (t *tap) take() []byte {
	written := t.written
	t.written = nil
	return written
}

func newCarrier(ctx context.Context, to io.Writer) (*carrier, error) {
	r, w := io.Pipe()
	c := &carrier{out: &tap{to: to}, in: w}
	var err error
	c.conn, err = (&mcp.IOTransport{Reader: r, Writer: c.out, MaxLineLength: -1}).Connect(ctx)
	return c, err
}

// send writes a message and returns its bytes, the line feed aside.
func (c *carrier) send(ctx context.Context, m jsonrpc.Message) ([]byte, error) {
	err := c.conn.Write(ctx, m)
	line := c.out.take()
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	return line, err
}

// read has the SDK read one message, an object: of a batch it would give out one
// after the other. Its error says that the SDK cannot.
func (c *carrier) read(ctx context.Context, raw []byte) (jsonrpc.Message, error) {
	if c.fed != nil { // the SDK reads the line feed of a message along with the next one
		select {
		case <-c.fed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	c.fed = make(chan error, 1)
	fed := c.fed
	go func() {
		_, err := c.in.Write(append(append(make([]byte, 0, len(raw)+1), raw...), '\n'))
		fed <- err
	}()
	return c.conn.Read(ctx)
}

func (c *carrier) close() {
	c.in.Close()
	c.conn.Close()
}
