package evidence

import (
	"bufio"
	"hash/maphash"
	"io"

	"mcpreview/internal/recording"
)

// readLog reads a log of messages in another program's format, and notes the
// stretches that hold calls with the state that reading them again begins in.
func (r *reader) readLog(sc *scan, u unit, from io.Reader, format *recording.Format) error {
	in := bufio.NewReaderSize(from, 1<<18)
	sc.file.Kind, sc.file.Bytes, sc.file.Documents = format.Kind, 0, 0
	l := logReading{reader: r, sc: sc, u: u, scanner: format.NewScanner(u.shown, r.bounds)}
	l.print.SetSeed(r.seed)
	l.next(1)
	for line := 1; ; line++ {
		data, n, err := r.line(in)
		if err != nil && err != io.EOF {
			return err
		}
		l.line(data, n, line, lineEnd(err))
		if err == io.EOF {
			l.end(line)
			return nil
		}
		if sc.file.Documents > r.policy.Limits.Documents || sc.kept > r.policy.Limits.KeptBytes {
			n, err := io.Copy(io.Discard, in) // none of it will count
			sc.file.Bytes += n
			return err
		}
	}
}

// A logReading is one log while it is read.
type logReading struct {
	*reader
	sc      *scan
	u       unit
	scanner *recording.Scanner
	print   maphash.Hash
}

// next ends a stretch and begins another.
func (l *logReading) next(line int) {
	if l.u.calls > 0 {
		l.u.sum = l.print.Sum64()
		l.sc.units = append(l.sc.units, l.u)
	}
	l.u.offset, l.u.length, l.u.line, l.u.calls = l.sc.file.Bytes, 0, line, 0
	l.u.log = logUnit{scanner: l.scanner.Clone()}
	l.print.Reset()
}

// line reads one line of n bytes, end of them its line feed's.
func (l *logReading) line(data []byte, n int64, line int, end int64) {
	if content := n - end; content > int64(l.bounds.Bytes) {
		l.next(line)
		l.sc.file.Bytes += n
		l.next(line + 1)
		l.sc.file.Documents++
		l.tooLarge(l.sc, l.u, line, content)
		return
	}
	l.sc.file.Bytes += n
	l.u.length += n
	l.print.Write(data)
	l.take(l.scanner.Line(string(data[:len(data)-int(end)]), line))
	if l.u.length >= unitBytes {
		l.next(line + 1)
	}
}

func (l *logReading) take(records []recording.Record) {
	for _, rec := range records {
		l.sc.file.Documents++
		if l.record(l.sc, rec, l.u) {
			l.u.calls++
		}
	}
}

func (l *logReading) end(line int) {
	rest := l.scanner.End()
	l.take(rest.Records)
	l.sc.notes(l.u.shown, rest.Notes)
	l.u.log.last = true
	l.next(line + 1)
}
