package capture

import (
	"bufio"
	"bytes"
	"io"
)

// A line is one line of a child's standard output.
type line struct {
	text []byte // without its end; nil where it was too long
	size int64
	more bool // another one has come with it
}

// readLines sends the lines of a stream until it ends, or until stop is closed,
// and closes the channel. A line over the bound is passed over without being
// kept.
func readLines(in io.Reader, most int, lines chan<- line, stop <-chan struct{}) {
	defer close(lines)
	buffered := bufio.NewReaderSize(in, 1<<16)
	for {
		l, err := nextLine(buffered, most)
		next, _ := buffered.Peek(buffered.Buffered())
		l.more = bytes.IndexByte(next, '\n') >= 0 && len(bytes.TrimSpace(next)) > 0
		if l.size > 0 && len(bytes.TrimSpace(l.text)) > 0 || l.text == nil && l.size > 0 {
			select {
			case lines <- l:
			case <-stop:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func nextLine(in *bufio.Reader, most int) (line, error) {
	var l line
	text := []byte{}
	for {
		part, err := in.ReadSlice('\n')
		l.size += int64(len(part))
		switch {
		case l.size > int64(most)+int64(len("\r\n")):
			text = nil
		case text != nil:
			text = append(text, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if text != nil {
			l.text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		}
		return l, err
	}
}

// A boundedLog keeps the first bytes of a text and counts the rest.
type boundedLog struct {
	kept    []byte
	most    int
	dropped int64
}

// Write never fails: a child must not notice that its output is not kept.
func (b *boundedLog) Write(p []byte) (int, error) {
	n := min(len(p), b.most-len(b.kept))
	b.kept = append(b.kept, p[:n]...)
	b.dropped += int64(len(p) - n)
	return len(p), nil
}
