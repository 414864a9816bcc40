package capture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"mcpreview/internal/protocol"
)

// A stdioLink is a child process that speaks over its standard streams.
type stdioLink struct {
	limits Limits
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	stderr *boundedLog
	junk   *boundedLog // of standard output: what is no message

	carrier *carrier
	lines   chan line
	stop    chan struct{} // closed when nobody reads lines any more
	logged  chan struct{} // closed when standard error has ended
	exited  chan struct{} // closed when the process has gone
	exit    error

	logPipe *os.File
	notes   []note
	late    map[int64]bool // requests whose answer nobody waits for any more
	more    bool           // a line is there already

	answered map[int64][sha256.Size]byte // requests that were answered, and how
}

// startStdio starts a command with exactly these environment variables.
func startStdio(ctx context.Context, command, env []string, limits Limits) (*stdioLink, error) {
	l := &stdioLink{
		limits: limits, cmd: exec.Command(command[0], command[1:]...),
		stderr: &boundedLog{most: limits.LogBytes}, junk: &boundedLog{most: limits.LogBytes},
		lines: make(chan line), stop: make(chan struct{}), logged: make(chan struct{}), exited: make(chan struct{}),
		late: make(map[int64]bool), answered: make(map[int64][sha256.Size]byte),
	}
	l.cmd.Env = env
	ownGroup(l.cmd)
	streams, err := l.pipes()
	if err != nil {
		return nil, err
	}
	err = l.cmd.Start()
	for _, child := range streams.childs {
		child.Close()
	}
	if err != nil {
		for _, own := range streams.own {
			own.Close()
		}
		return nil, fmt.Errorf("%s: %w", filepath.Base(command[0]), withoutPath(err))
	}
	go func() {
		io.Copy(l.stderr, l.logPipe)
		close(l.logged)
	}()
	go readLines(l.stdout, limits.AnswerBytes, l.lines, l.stop)
	go func() {
		l.exit = l.cmd.Wait()
		close(l.exited)
	}()
	if l.carrier, err = newCarrier(ctx, l.stdin); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// withoutPath is an error without the path it is about.
func withoutPath(err error) error {
	var pe *os.PathError
	var ee *exec.Error
	switch {
	case errors.As(err, &ee):
		return ee.Err
	case errors.As(err, &pe):
		return pe.Err
	}
	return err
}

// pipes are the two ends of the three streams.
type pipes struct{ own, childs []*os.File }

// pipes makes the three streams. They are files of this program: those of
// os/exec are closed as soon as the process ends, unread.
func (l *stdioLink) pipes() (p pipes, err error) {
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	stdin, toChild := pipe()
	fromChild, stdout := pipe()
	logs, stderr := pipe()
	if err != nil {
		for _, f := range []*os.File{stdin, toChild, fromChild, stdout, logs, stderr} {
			if f != nil {
				f.Close()
			}
		}
		return p, err
	}
	l.cmd.Stdin, l.cmd.Stdout, l.cmd.Stderr = stdin, stdout, stderr
	l.stdin, l.stdout, l.logPipe = toChild, fromChild, logs
	return pipes{own: []*os.File{toChild, fromChild, logs}, childs: []*os.File{stdin, stdout, stderr}}, nil
}

func (l *stdioLink) transport() string { return protocol.TransportStdio }

func (l *stdioLink) tell(ctx context.Context, o *outgoing) error {
	_, err := l.send(ctx, o)
	return err
}

// send writes a message. A child that does not read leaves a pipe full, which
// must not be waited on for ever.
func (l *stdioLink) send(ctx context.Context, o *outgoing) ([]byte, error) {
	m, err := o.message()
	if err != nil {
		return nil, err
	}
	if deadline, ok := ctx.Deadline(); ok {
		l.stdin.SetWriteDeadline(deadline)
	}
	undo := context.AfterFunc(ctx, func() { l.stdin.SetWriteDeadline(time.Unix(1, 0)) })
	defer undo()
	raw, err := l.carrier.send(ctx, m)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = errNoWrite
	}
	return raw, err
}

func (l *stdioLink) ask(ctx context.Context, o *outgoing) *reply {
	r := &reply{}
	waiting, cancel := context.WithTimeout(ctx, l.limits.answer(o.method))
	defer cancel()
	l.drain(waiting, r, quietBefore)
	var err error
	if r.request, err = l.send(waiting, o); err != nil {
		r.fault = faultEnded
		if waiting.Err() != nil || errors.Is(err, errNoWrite) {
			r.fault = stoppedOr(ctx, faultTimeout)
			l.killNow() // half a line may be written: nothing can follow it
		}
		r.say("the request could not be written")
		return r
	}
	w := waiter{l: l, id: o.id, r: r, settle: make(chan struct{})}
	w.wait(waiting)
	if r.fault == faultTimeout {
		r.fault = stoppedOr(ctx, faultTimeout)
		l.late[o.id] = true
	}
	if r.answered() {
		l.drain(waiting, r, quietAfter)
	}
	return r
}

// A waiter is the wait for one answer.
type waiter struct {
	l      *stdioLink
	id     int64
	r      *reply
	strays []message     // answers with another ID, the last of many
	broken []byte        // a line that is no JSON but was meant as a message
	settle chan struct{} // closed a little after the first of the above
	armed  bool
}

func (w *waiter) wait(ctx context.Context) {
	for {
		select {
		case line, open := <-w.l.lines:
			if !open {
				w.settleFor(faultEnded)
				return
			}
			w.l.more = line.more
			if w.take(ctx, line) {
				return
			}
		case <-w.settle:
			w.settleFor(faultTimeout)
			return
		case <-ctx.Done():
			w.settleFor(faultTimeout)
			return
		}
	}
}

// take looks at a line and reports whether the wait is over.
func (w *waiter) take(ctx context.Context, in line) bool {
	if in.text == nil {
		w.r.say(w.l.tooLong(in))
		w.r.fault = faultTooLong
		return true
	}
	m := w.l.look(ctx, w.r, in.text)
	switch {
	case m.answers(w.id):
		w.r.response = m
		w.l.answered[w.id] = sha256.Sum256(m.raw)
		w.leave(w.strays)
		return true
	case w.l.isLate(m):
		w.r.say(lateAnswer)
	case m.kind == answerKind, m.kind == strangeKind:
		if len(w.strays) == straysMost {
			w.leave(w.strays[:1])
			w.strays = w.strays[1:]
		}
		w.strays = append(w.strays, m)
		w.arm()
	case m.kind == requestKind:
		w.r.keepAside(m)
		w.l.refuse(ctx, m)
	case m.kind == notificationKind:
		w.r.keepAside(m)
	default:
		w.l.junk.Write(append(bytes.Clone(in.text), '\n'))
		if looksLikeAnswer(in.text) {
			w.broken = in.text
			w.arm()
		}
	}
	return false
}

// straysMost is how many answers with another ID are held until the right one
// comes.
const straysMost = 16

// leave notes answers, and what is no message at all such as a batch, that are not
// taken.
func (w *waiter) leave(strays []message) {
	for _, m := range strays {
		if m.kind == answerKind {
			w.l.stray(w.r, m)
		} else {
			w.r.say(strangeValue)
		}
	}
}

// isLate reports whether a message answers a request that was given up.
func (l *stdioLink) isLate(m message) bool {
	for id := range l.late {
		if m.answers(id) {
			delete(l.late, id)
			return true
		}
	}
	return false
}

// arm gives the right answer a little time: what came was meant as one.
func (w *waiter) arm() {
	if !w.armed {
		w.armed = true
		time.AfterFunc(w.l.limits.Settle, func() { close(w.settle) })
	}
}

// settleFor makes do with what came instead of the right answer.
func (w *waiter) settleFor(otherwise fault) {
	switch {
	case len(w.strays) > 0:
		last := len(w.strays) - 1
		w.r.response = w.strays[last]
		w.leave(w.strays[:last])
		w.r.say("the answer has another ID than the request")
	case w.broken != nil:
		w.r.body, w.r.isJSON, w.r.fault = w.broken, true, faultNotJSON
		if otherwise == faultEnded {
			w.r.fault = faultEnded // in the middle of it
		}
	default:
		w.r.fault = otherwise
	}
}

// renewCarrier replaces the SDK's connection, which does not survive a message
// it cannot decode.
func (l *stdioLink) renewCarrier(ctx context.Context) {
	old := l.carrier
	fresh, err := newCarrier(ctx, l.stdin)
	if err != nil {
		return
	}
	l.carrier = fresh
	old.close()
}

// refuse answers a request of the server's own: a ping as it wants, and
// whatever else as a client without capabilities does.
func (l *stdioLink) refuse(ctx context.Context, m message) {
	reply := answerTo(m)
	if reply == nil {
		return
	}
	if deadline, ok := ctx.Deadline(); ok {
		l.stdin.SetWriteDeadline(deadline)
	}
	if _, err := l.carrier.send(ctx, reply); errors.Is(err, os.ErrDeadlineExceeded) {
		l.killNow() // half a line may be written: nothing can follow it
	}
}

// killNow ends the process without asking.
func (l *stdioLink) killNow() {
	kill(l.cmd)
	<-l.exited
}

// close ends the process: it is asked by the end of its input, then by a
// signal, then killed, with all that it has started.
func (l *stdioLink) close() []note {
	if l.carrier != nil {
		l.carrier.close()
	}
	l.stdin.Close()
	close(l.stop)
	go io.Copy(io.Discard, l.stdout) // a child that waits to write does not end
	for i, step := range []func(*exec.Cmd){askToEnd, kill} {
		select {
		case <-l.exited:
		case <-time.After(l.limits.Stop):
			if i == 1 {
				l.say("the server ignores the end of its input and the signal to end, and was killed")
			}
			step(l.cmd)
			continue
		}
		break
	}
	<-l.exited
	kill(l.cmd) // what it has started
	l.stdout.Close()
	select {
	case <-l.logged:
	case <-time.After(l.limits.Stop): // something that left the group holds the stream
		l.say("something that the server started is left, out of reach")
	}
	l.logPipe.Close()
	<-l.logged
	return l.notes
}

func (l *stdioLink) say(text string) { l.notes = append(l.notes, note{text: text}) }

// A childLog is what a server wrote beside messages, and the file it goes into.
type childLog struct {
	file string
	log  *boundedLog
}

func (l *stdioLink) logs() []childLog {
	return []childLog{{"stderr.log", l.stderr}, {"stdout.log", l.junk}}
}
