package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"

	"mcpreview/internal/regular"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// bounds are those of a lock. A descriptor within the most that a policy allows
// of evidence is within them.
var bounds = strictjson.Bounds{Bytes: 1 << 28, Nesting: 1010, NumberBytes: 1 << 15, Exponent: 10_000}

// Load reads the lock at a path. An error names the file as it was given, with
// line and column where it is about the content, and says what to do.
func Load(path string) (*Lock, error) {
	data, err := regular.Read(path, bounds.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return Parse(path, data)
}

// What to do about a lock that cannot be used.
const (
	damaged   = "the lock is damaged: restore it, or write a new one with mcpreview lock"
	unknown   = "no member of a lock of this version: restore the lock, or write a new one with mcpreview lock"
	newer     = "the lock was written by a newer version of mcpreview (lock version %s, this one reads up to %d): update mcpreview"
	noLock    = "is no lock: it has no member \"mcpreviewLock\"; mcpreview lock writes one"
	otherForm = "digests are over another form than %q: write a new lock with mcpreview lock"
)

// Parse is Load for content that was read already. Reports call the file by its
// path where that is relative, else by its base name.
func Parse(path string, data []byte) (*Lock, error) {
	doc, err := strictjson.Parse(data, path, 1, bounds.Written(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w; %s", err, damaged)
	}
	name := filepath.ToSlash(filepath.Clean(path))
	if filepath.IsAbs(path) {
		name = filepath.Base(path)
	}
	sum := sha256.Sum256(data)
	r := &reader{doc: doc, name: name, lock: &Lock{File: File{name, hex.EncodeToString(sum[:]), int64(len(data))}}}
	if err := r.file(); err != nil {
		return nil, err
	}
	return r.lock, nil
}

// A reader turns a document into a lock.
type reader struct {
	doc  *strictjson.Document
	name string
	lock *Lock
	seen map[entry]bool // locked or omitted
}

// fault is an error at a value.
func (r *reader) fault(at *strictjson.Value, format string, args ...any) error {
	l := r.doc.Locate(at)
	return fmt.Errorf("%s: %s", l, fmt.Sprintf(format, args...))
}

func (r *reader) file() error {
	root := r.doc.Root
	version := root.Get("mcpreviewLock")
	if version == nil {
		return fmt.Errorf("%s: %s", r.doc.File, noLock)
	}
	switch n, ok := version.Int(); {
	case ok && n > Version:
		return r.fault(version, newer, version.Decimal(), Version)
	case !ok || n != Version:
		return r.fault(version, "mcpreviewLock is not %d; %s", Version, damaged)
	}
	if len(r.doc.Faults) > 0 {
		f := r.doc.Faults[0]
		return fmt.Errorf("%s: %s; %s", r.doc.LocateOffset(f.Offset), f.Text(bounds), damaged)
	}
	return r.members(root,
		field{name: "mcpreviewLock", read: func(*strictjson.Value) error { return nil }},
		field{name: "form", read: r.form},
		field{name: "server", optional: true, read: r.server},
		field{name: "protocolVersion", read: r.text(&r.lock.ProtocolVersion)},
		field{name: "profile", read: r.text(&r.lock.Profile)},
		field{name: "policy", optional: true, read: r.digest(&r.lock.Policy)},
		field{name: "callers", optional: true, missing: func() { r.lock.Callers = []string{""} }, read: r.callers},
		field{name: "tools", read: r.tools},
		field{name: "omitted", read: r.omitted},
	)
}

// A field is one member of an object. Fields are read in their order, whatever
// that of the members.
type field struct {
	name     string
	optional bool
	read     func(v *strictjson.Value) error
	missing  func() // what stands for an optional one; nil for nothing
}

func (r *reader) members(object *strictjson.Value, fields ...field) error {
	if !object.Is(strictjson.Object) {
		return r.fault(object, "%s, not an object; %s", object.Kind(), damaged)
	}
	for name, v := range object.Members() {
		if !slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
			return r.fault(v, "%s is %s", rule.Quote(name), unknown)
		}
	}
	for _, f := range fields {
		v := object.Get(f.name)
		switch {
		case v != nil:
			if err := f.read(v); err != nil {
				return err
			}
		case !f.optional:
			return r.fault(object, "member %q is missing; %s", f.name, damaged)
		case f.missing != nil:
			f.missing()
		}
	}
	return nil
}

func (r *reader) text(at *string) func(v *strictjson.Value) error {
	return func(v *strictjson.Value) error {
		s, ok := v.Str()
		if !ok || s == "" {
			return r.fault(v, "not a text; %s", damaged)
		}
		*at = s
		return nil
	}
}

func (r *reader) digest(at *string) func(v *strictjson.Value) error {
	return func(v *strictjson.Value) error {
		if !isDigest(v.Text()) {
			return r.fault(v, "not sha256: and 64 hexadecimal digits; %s", damaged)
		}
		*at = v.Text()
		return nil
	}
}

func (r *reader) form(v *strictjson.Value) error {
	if v.Text() != Form {
		return r.fault(v, otherForm, Form)
	}
	return nil
}

func (r *reader) server(v *strictjson.Value) error {
	return r.members(v,
		field{name: "name", optional: true, read: r.text(&r.lock.Server)},
		field{name: "version", optional: true, read: r.text(&r.lock.ServerVersion)},
	)
}

func (r *reader) callers(v *strictjson.Value) error {
	names, err := r.names(v)
	r.lock.Callers = names
	return err
}

// names reads a list of names: not empty, in order, each once.
func (r *reader) names(v *strictjson.Value) ([]string, error) {
	if !v.Is(strictjson.Array) || v.Len() == 0 {
		return nil, r.fault(v, "not a list of names; %s", damaged)
	}
	var names []string
	for i, e := range v.Elements() {
		s, ok := e.Str()
		if !ok || i > 0 && s <= names[i-1] {
			return nil, r.fault(e, "not a name of its own, in the order of names; %s", damaged)
		}
		names = append(names, s)
	}
	return names, nil
}

// some reads callers that have to be among the lock's.
func (r *reader) some(at *[]string) field {
	return field{name: "callers", optional: true, missing: func() { *at = r.lock.Callers }, read: func(v *strictjson.Value) error {
		names, err := r.names(v)
		if err != nil {
			return err
		}
		for i, n := range names {
			if !slices.Contains(r.lock.Callers, n) {
				return r.fault(v.At(i), "caller %s is none of the lock's; %s", rule.Quote(n), damaged)
			}
		}
		*at = names
		return nil
	}}
}

func (r *reader) tools(v *strictjson.Value) error {
	if !v.Is(strictjson.Array) || v.Len() == 0 {
		return r.fault(v, "not a list of tools, of which a lock has one at least; %s", damaged)
	}
	for _, e := range v.Elements() {
		t := Tool{At: r.doc.Locate(e)}
		t.At.File = r.name
		err := r.members(e,
			field{name: "name", read: r.text(&t.Name)},
			r.some(&t.Callers),
			field{name: "digest", read: r.digest(&t.Digest)},
			field{name: "descriptor", read: func(v *strictjson.Value) error { t.Descriptor = v; return nil }},
		)
		if err != nil {
			return err
		}
		if err := r.check(e, t); err != nil {
			return err
		}
		if err := r.once(e, t.Name, t.Callers); err != nil {
			return err
		}
		r.lock.Tools = append(r.lock.Tools, t)
	}
	return nil
}

// An entry is a name that a lock speaks of for a caller.
type entry struct{ name, caller string }

// once takes an entry among others, of which none may speak of the same name
// for the same caller: a comparison could not tell which of them was approved.
func (r *reader) once(e *strictjson.Value, name string, callers []string) error {
	if r.seen == nil {
		r.seen = make(map[entry]bool)
	}
	for _, c := range callers {
		k := entry{name, c}
		if r.seen[k] {
			return r.fault(e, "tool %s occurs twice for %s; %s", rule.Quote(name), rule.Named("caller", c), damaged)
		}
		r.seen[k] = true
	}
	return nil
}

// check holds a descriptor against the name and the digest beside it.
func (r *reader) check(e *strictjson.Value, t Tool) error {
	switch name := t.Descriptor.Get("name"); {
	case !t.Descriptor.Is(strictjson.Object):
		return r.fault(t.Descriptor, "the descriptor of %s is no object; %s", rule.Quote(t.Name), damaged)
	case name.Text() != t.Name || !name.Is(strictjson.String):
		return r.fault(t.Descriptor, "the descriptor is not that of %s: its name is another; %s", rule.Quote(t.Name), damaged)
	case Digest(t.Descriptor) != t.Digest:
		return r.fault(e.Get("digest"), "the digest of %s is not that of its descriptor; %s", rule.Quote(t.Name), damaged)
	}
	return nil
}

func (r *reader) omitted(v *strictjson.Value) error {
	if !v.Is(strictjson.Array) {
		return r.fault(v, "not a list; %s", damaged)
	}
	for _, e := range v.Elements() {
		var o Omitted
		err := r.members(e,
			field{name: "name", read: r.text(&o.Name)},
			r.some(&o.Callers),
			field{name: "decision", read: r.decision(&o.Decision)},
			field{name: "digest", optional: true, read: r.digest(&o.Digest)},
		)
		if err != nil {
			return err
		}
		if err := r.once(e, o.Name, o.Callers); err != nil {
			return err
		}
		r.lock.Omitted = append(r.lock.Omitted, o)
	}
	return nil
}

func (r *reader) decision(at *string) func(v *strictjson.Value) error {
	return func(v *strictjson.Value) error {
		*at = v.Text()
		if *at != rule.Conditional.String() && *at != rule.Rejected.String() {
			return r.fault(v, "neither %s nor %s; %s", rule.Conditional, rule.Rejected, damaged)
		}
		return nil
	}
}
