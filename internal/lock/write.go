package lock

import (
	"fmt"
	"slices"
	"strconv"

	"mcpreview/internal/strictjson"
)

// Encode is the lock as a file: members in a fixed order, descriptors in
// canonical order with a member a line, so that a changed lock shows what
// changed. The same approval gives the same bytes. An error is a lock that is
// too large to be read again.
func (l *Lock) Encode() ([]byte, error) {
	w := writer{}
	w.open("{")
	w.member("mcpreviewLock", strconv.Itoa(Version))
	w.text("form", Form)
	if l.Server != "" || l.ServerVersion != "" {
		w.name("server")
		w.open("{")
		w.textUnlessEmpty("name", l.Server)
		w.textUnlessEmpty("version", l.ServerVersion)
		w.close("}")
	}
	w.text("protocolVersion", l.ProtocolVersion)
	w.text("profile", l.Profile)
	w.textUnlessEmpty("policy", l.Policy)
	if !isUnnamed(l.Callers) {
		w.names("callers", l.Callers)
	}
	w.name("tools")
	w.open("[")
	for _, t := range l.Tools {
		w.element()
		w.open("{")
		w.text("name", t.Name)
		w.callers(t.Callers, l.Callers)
		w.text("digest", t.Digest)
		w.name("descriptor")
		w.value(t.Descriptor)
		w.close("}")
	}
	w.close("]")
	w.name("omitted")
	w.open("[")
	for _, o := range l.Omitted {
		w.element()
		w.open("{")
		w.text("name", o.Name)
		w.callers(o.Callers, l.Callers)
		w.text("decision", o.Decision)
		w.textUnlessEmpty("digest", o.Digest)
		w.close("}")
	}
	w.close("]")
	w.close("}")
	w.b = append(w.b, '\n')
	if len(w.b) > bounds.Bytes {
		return nil, fmt.Errorf("a lock of %d bytes exceeds %d", len(w.b), bounds.Bytes)
	}
	return w.b, nil
}

// isUnnamed reports whether the only context is that of the unnamed caller,
// which goes without saying.
func isUnnamed(callers []string) bool { return len(callers) == 1 && callers[0] == "" }

// A writer writes indented JSON in ASCII.
type writer struct {
	b     []byte
	depth int
	empty bool // nothing stands in the innermost container yet
}

func (w *writer) open(bracket string) {
	w.b = append(w.b, bracket...)
	w.depth++
	w.empty = true
}

func (w *writer) close(bracket string) {
	w.depth--
	if !w.empty {
		w.line()
	}
	w.b = append(w.b, bracket...)
	w.empty = false
}

// element begins a new member or element.
func (w *writer) element() {
	if !w.empty {
		w.b = append(w.b, ',')
	}
	w.empty = false
	w.line()
}

func (w *writer) line() {
	w.b = append(w.b, '\n')
	for range w.depth {
		w.b = append(w.b, "  "...)
	}
}

func (w *writer) name(name string) {
	w.element()
	w.b = append(appendASCII(w.b, name), ": "...)
}

func (w *writer) member(name, literal string) {
	w.name(name)
	w.b = append(w.b, literal...)
}

func (w *writer) text(name, s string) {
	w.name(name)
	w.b = appendASCII(w.b, s)
}

func (w *writer) textUnlessEmpty(name, s string) {
	if s != "" {
		w.text(name, s)
	}
}

func (w *writer) names(name string, list []string) {
	w.name(name)
	w.open("[")
	for _, s := range list {
		w.element()
		w.b = appendASCII(w.b, s)
	}
	w.close("]")
}

// callers are written where they are not all of the lock's.
func (w *writer) callers(some, all []string) {
	if !slices.Equal(some, all) {
		w.names("callers", some)
	}
}

// value writes a value in canonical form, a member or element a line.
func (w *writer) value(v *strictjson.Value) {
	switch v.Kind() {
	case strictjson.Object:
		w.open("{")
		for _, m := range strictjson.CanonicalMembers(v) {
			w.name(m.Name)
			w.value(m.Value)
		}
		w.close("}")
	case strictjson.Array:
		w.open("[")
		for _, e := range v.Elements() {
			w.element()
			w.value(e)
		}
		w.close("]")
	case strictjson.String:
		w.b = appendASCII(w.b, v.Text())
	default:
		w.b = strictjson.AppendCanonical(w.b, v)
	}
}

// appendASCII appends a string as JSON with everything but visible ASCII
// escaped.
func appendASCII(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r >= 0x20 && r < 0x7f:
			dst = append(dst, byte(r))
		case r > 0xffff:
			dst = fmt.Appendf(dst, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		}
	}
	return append(dst, '"')
}
