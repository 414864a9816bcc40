package capture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"mcpreview/internal/strictjson"
)

// How long a line is waited for that no request asks for: after an answer, and
// before a request, when what was written meanwhile is there already.
const (
	quietAfter  = 5 * time.Millisecond
	quietBefore = time.Millisecond
)

// drain takes what the server has written unasked, until it is quiet for a
// while or has written for too long: an answer that precedes its request is
// none, and a second answer must not pass for that to another request.
func (l *stdioLink) drain(ctx context.Context, r *reply, quiet time.Duration) {
	over := time.NewTimer(l.limits.Settle)
	defer over.Stop()
	for {
		wait := quiet
		if l.more {
			wait = l.limits.Settle
		}
		still := time.NewTimer(wait)
		select {
		case in, open := <-l.lines:
			still.Stop()
			if !open {
				l.more = false
				return
			}
			l.more = in.more
			l.unasked(ctx, r, in)
		case <-still.C:
			return
		case <-over.C:
			still.Stop()
			return
		case <-ctx.Done():
			still.Stop()
			return
		}
	}
}

// unasked looks at a line that came while nothing was waited for.
func (l *stdioLink) unasked(ctx context.Context, r *reply, in line) {
	if in.text == nil {
		r.say(l.tooLong(in))
		return
	}
	m := l.look(ctx, r, in.text)
	switch {
	case l.isLate(m):
		r.say(lateAnswer)
	case m.kind == answerKind:
		l.stray(r, m)
	case m.kind == strangeKind:
		r.say(strangeValue)
	case m.kind == requestKind:
		r.keepAside(m)
		l.refuse(ctx, m)
	case m.kind == notificationKind:
		r.keepAside(m)
	default:
		l.junk.Write(append(bytes.Clone(in.text), '\n'))
	}
}

// look reads a line as a message, and has the SDK read it too.
func (l *stdioLink) look(ctx context.Context, r *reply, text []byte) message {
	m := readMessage(text)
	if m.root().Is(strictjson.Object) {
		if _, err := l.carrier.read(ctx, m.raw); err != nil && ctx.Err() == nil {
			r.say("the official Go SDK cannot read a message of the server")
			l.renewCarrier(ctx)
		}
	}
	return m
}

const lateAnswer = "the answer to an earlier request came after its time"

const strangeValue = "a JSON value came beside the answer that is no JSON-RPC message, and was not taken"

func (l *stdioLink) tooLong(in line) string {
	return fmt.Sprintf("a line of %d bytes on standard output is over the limit of %d", in.size, l.limits.AnswerBytes)
}

// stray notes an answer that is not taken for one. Of two that differ nobody can
// say which one holds, so the evidence is not whole; the other is kept beside.
func (l *stdioLink) stray(r *reply, m message) {
	for id, first := range l.answered {
		switch {
		case !m.answers(id):
		case sha256.Sum256(m.raw) == first:
			r.say("an answer came twice")
			return
		default:
			r.keepAside(m)
			r.lack("the server has answered one request twice, and differently")
			return
		}
	}
	r.say("an answer came that no request had asked for yet, or any more, and was not taken")
}
