// Package sse reads the text of a recorded event stream, as the HTML standard
// reads text/event-stream.
package sse

import "strings"

// An Event is one message event of a stream.
type Event struct {
	Number int    // among the message events with data, from 1
	Data   string // its data lines, joined by line feeds
	starts []int  // where the value of each data line starts in the text
}

// Offset is where a byte of Data stands in the stream's text.
func (e Event) Offset(at int) int {
	line, start := 0, 0
	for line+1 < len(e.starts) {
		n := strings.IndexByte(e.Data[start:], '\n')
		if n < 0 || start+n >= at {
			break
		}
		line, start = line+1, start+n+1
	}
	return e.starts[line] + at - start
}

// Events yields the message events of a stream that carry data. Comments and
// other event types are passed over. An event that the end of the text cuts off
// counts, since a recorder may have trimmed the blank line behind the last one.
func Events(text string) func(yield func(Event) bool) { return events(text, true) }

// Others yields the events of other types that carry data, numbered among
// themselves.
func Others(text string) func(yield func(Event) bool) { return events(text, false) }

func events(text string, messages bool) func(yield func(Event) bool) {
	return func(yield func(Event) bool) {
		var data []string
		var starts []int
		message, n := true, 0
		emit := func() bool {
			joined := strings.Join(data, "\n")
			carried := message == messages && joined != ""
			e := Event{Number: n + 1, Data: joined, starts: starts}
			data, starts, message = data[:0], nil, true
			if !carried {
				return true
			}
			n++
			return yield(e)
		}
		for at, line := range lines(text) {
			field, value, _ := strings.Cut(line, ":")
			value = strings.TrimPrefix(value, " ")
			switch {
			case line == "":
				if !emit() {
					return
				}
			case field == "data":
				data = append(data, value)
				starts = append(starts, at+len(line)-len(value))
			case field == "event":
				message = value == "message" || value == ""
			}
		}
		emit()
	}
}

const mark = "\ufeff" // one may stand before the first line

// lines yields the lines of a text, ended by CR, LF or both, with where each
// starts.
func lines(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		rest := strings.TrimPrefix(text, mark)
		for rest != "" {
			at := len(text) - len(rest)
			i := strings.IndexAny(rest, "\r\n")
			if i < 0 {
				yield(at, rest)
				return
			}
			line := rest[:i]
			if strings.HasPrefix(rest[i:], "\r\n") {
				i++
			}
			rest = rest[i+1:]
			if !yield(at, line) {
				return
			}
		}
	}
}
