package evidence

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"mcpreview/internal/policy"
	"mcpreview/internal/recording"
	"mcpreview/internal/regular"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// An Imported is one file of evidence in this program's own form.
type Imported struct {
	From      string // the file it was made from, as reports print it
	Kind      string // what that is
	Name      string // of the file written: relative, with forward slashes, never leading up
	Documents int
	Gaps      int // documents that say what the recording does not show
	Replaced  int // header values and queries that were replaced because they are credentials
	Notes     []rule.Finding
}

// Import reads the evidence at the given paths and writes all of it in this
// program's own form, each file to what create returns for its name. The report
// on what was written is that on what was read but for the places in it. The
// first error ends it: of a path that cannot be used, of a document that is no
// evidence, of create or of writing.
func Import(paths []string, p policy.Policy, create func(name string) (io.WriteCloser, error)) ([]Imported, error) {
	roots, err := openRoots(paths)
	if err != nil {
		return nil, err
	}
	defer closeRoots(roots)
	im := importer{reader: newLoader(p).reader(), create: create, taken: make(map[string]bool)}
	defer im.folder.close()
	for _, c := range find(roots, p.Limits) {
		if err := im.file(c); err != nil {
			return nil, err
		}
	}
	if len(im.done) == 0 {
		return nil, errors.New("no evidence below the given paths")
	}
	return im.done, nil
}

type importer struct {
	*reader
	create func(string) (io.WriteCloser, error)
	taken  map[string]bool // names, in lower case: file systems may not tell case apart
	done   []Imported
}

func (im *importer) file(c *candidate) error {
	if c.fault != "" {
		return fmt.Errorf("%s: %s", c.shown, c.fault)
	}
	f, _, err := im.open(c)
	if err != nil {
		return fmt.Errorf("%s: %s", c.shown, readFault(err))
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<18)
	head, err := in.Peek(logHead)
	if err != nil && err != io.EOF {
		return fmt.Errorf("%s: %s", c.shown, readFault(err))
	}
	switch format := logFormat(head); {
	case format != nil:
		return im.log(c, in, format)
	case c.lines():
		return im.lines(c, in)
	}
	return im.document(c, in)
}

// document imports a file that is one document.
func (im *importer) document(c *candidate, in io.Reader) error {
	data, err := im.slurp(in, 0)
	if err != nil {
		return fmt.Errorf("%s: %s", c.shown, readFault(err))
	}
	doc, err := im.parser.Parse(data, c.shown, 1)
	if err != nil {
		return fmt.Errorf("cannot be imported: %w", err)
	}
	k := classify(doc.Root)
	if k == kindOwn && doc.Root.Get(memberCapture) == nil {
		return nil // what this program made is no evidence, and report leaves it out
	}
	if f := recordedAs(doc.Root, k); f != nil {
		reading := f.Read(doc)
		i := Imported{From: c.shown, Kind: f.Kind, Notes: notesOf(c.shown, reading.Notes)}
		return im.write(&i, recordsName(c.given), func(w io.Writer) error { return writeRecords(&i, w, reading.Records) })
	}
	if k != kindOwn { // a capture's own account says whether it is complete
		if err := im.check(doc, doc.Root, k); err != nil {
			return err
		}
	}
	i := Imported{From: c.shown, Kind: kindNames[k], Documents: 1}
	text, replaced := withoutSecrets(doc)
	i.Replaced = replaced
	return im.write(&i, c.given, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

// check refuses a document that is no evidence.
func (im *importer) check(doc *strictjson.Document, v *strictjson.Value, k kind) error {
	at := doc.Locate(v)
	if what := impostor(v, k); what != "" {
		return fmt.Errorf("%s: %s", at, what)
	}
	switch k {
	case kindList:
		for _, e := range v.Elements() {
			if err := im.check(doc, e, classify(e)); err != nil {
				return err
			}
		}
	case kindUnknown, kindMixed, kindOwn:
		return fmt.Errorf("%s: none of the accepted forms of evidence", at)
	case kindExchange, kindResponse, kindResult, kindDescriptor, kindMapping, kindLog, kindGap, kindUnparsed:
	}
	return nil
}

// lines imports JSON Lines.
func (im *importer) lines(c *candidate, in *bufio.Reader) error {
	i := Imported{From: c.shown, Kind: "JSON Lines"}
	return im.write(&i, c.given, func(w io.Writer) error {
		return im.eachLine(c, in, func(text []byte, line int) error {
			if blank(text) {
				return nil
			}
			doc, err := im.parser.Parse(text, c.shown, line)
			if err != nil {
				return fmt.Errorf("cannot be imported: %w", err)
			}
			if err := im.check(doc, doc.Root, classify(doc.Root)); err != nil {
				return err
			}
			i.Documents++
			out, replaced := withoutSecrets(doc)
			i.Replaced += replaced
			_, err = io.WriteString(w, out+"\n")
			return err
		})
	})
}

// log imports a log of messages in another program's format.
func (im *importer) log(c *candidate, in *bufio.Reader, format *recording.Format) error {
	i := Imported{From: c.shown, Kind: format.Kind}
	s := format.NewScanner(c.shown, im.bounds)
	return im.write(&i, recordsName(c.given), func(w io.Writer) error {
		err := im.eachLine(c, in, func(text []byte, line int) error { return writeRecords(&i, w, s.Line(string(text), line)) })
		if err != nil {
			return err
		}
		end := s.End()
		i.Notes = notesOf(c.shown, end.Notes)
		return writeRecords(&i, w, end.Records)
	})
}

func (im *importer) eachLine(c *candidate, in *bufio.Reader, do func(text []byte, line int) error) error {
	for line := 1; ; line++ {
		data, n, err := im.line(in)
		switch {
		case err != nil && err != io.EOF:
			return fmt.Errorf("%s: %s", c.shown, readFault(err))
		case n-lineEnd(err) > int64(im.bounds.Bytes):
			return fmt.Errorf("%s:%d: line of %d bytes exceeds %d", c.shown, line, n, im.bounds.Bytes)
		}
		if failed := do(bytes.TrimSuffix(data, []byte("\n")), line); failed != nil {
			return failed
		}
		if err == io.EOF {
			return nil
		}
	}
}

// write creates the file, fills it, and notes what became of it.
func (im *importer) write(i *Imported, given string, fill func(io.Writer) error) error {
	name := im.name(given)
	w, err := im.create(name)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(w)
	if err = fill(buffered); err == nil {
		err = buffered.Flush()
	}
	if closed := w.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("%s: %w", i.From, regular.Cause(err)) // without the path of the stage
	}
	i.Name = name
	im.done = append(im.done, *i)
	return nil
}

// name is where a file goes: as it was given, below the output whatever it was
// called, and unlike any other. Folders keep their names, for they label.
func (im *importer) name(given string) string {
	name := placed(given, plainName)
	if exact := placed(given, func(p string) string { return p }); labelOf(name) != labelOf(exact) {
		name = exact // another name would be about another tool, or caller
	}
	if !extensions[extension(name)] { // a file that was named outright; a folder's report would pass it over
		name = strings.TrimSuffix(name, path.Ext(name)) + ".json"
	}
	if _, label := labels[strings.TrimSuffix(name, path.Ext(name))]; label {
		name = "results/" + name // or the output's own name would name the tool
	}
	for n, plain := 2, name; im.taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%d/%s", n, plain)
	}
	im.taken[strings.ToLower(name)] = true
	return name
}

// recordsName is where the records of a recording go: beside others of its stem,
// but for a name that says what an answer without a request was meant to show.
func recordsName(given string) string {
	if _, label := toolOfFile(given); label != Unlabelled {
		given = strings.TrimSuffix(given, path.Ext(given))
	}
	return given + ".jsonl"
}

// placed is a path that leads nowhere but down, of elements as each is written.
func placed(given string, each func(string) string) string {
	var parts []string
	for _, p := range strings.Split(given, "/") {
		if p != "." && p != ".." {
			p = each(p)
		}
		if p != "" && p != "." && p != ".." {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		parts = []string{"evidence.json"}
	}
	return path.Join(parts...)
}

// A pathLabel is what is read off the path of a file.
type pathLabel struct {
	tool, caller string
	label        Label
	pass         int
}

func labelOf(name string) (l pathLabel) {
	l.tool, l.label = toolOfFile(name)
	l.caller, l.pass = folderLabels(name)
	return l
}

// plainName is one element of a path that any file system takes; "" for one
// that leads nowhere or up.
func plainName(p string) string {
	p = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || strings.ContainsRune(`\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(p, "_"))
	if strings.Trim(p, ". ") == "" {
		return ""
	}
	return p
}

// writeRecords writes records, a line each.
func writeRecords(i *Imported, w io.Writer, records []recording.Record) error {
	// White space between values is all that line ends can be in a record.
	flat := strings.NewReplacer("\n", " ", "\r", " ")
	for _, r := range records {
		i.Documents++
		i.Replaced += r.Replaced
		if r.IsGap() {
			i.Gaps++
		}
		if _, err := io.WriteString(w, flat.Replace(r.Text)+"\n"); err != nil {
			return err
		}
	}
	return nil
}

func notesOf(file string, notes []recording.Note) []rule.Finding {
	sc := scan{}
	sc.notes(file, notes)
	return sc.findings
}

// withoutSecrets is a document's text with the values of headers that carry
// credentials replaced, and the queries of paths taken off; replaced counts
// them.
func withoutSecrets(doc *strictjson.Document) (text string, replaced int) {
	var at []*strictjson.Value
	records := []*strictjson.Value{doc.Root}
	for _, e := range doc.Root.Elements() {
		records = append(records, e)
	}
	for _, r := range records {
		for name, h := range r.Members() {
			if name == "http" {
				at = append(at, secretsOf(h)...)
			}
		}
	}
	slices.SortFunc(at, func(a, b *strictjson.Value) int { return a.Start() - b.Start() })
	source := doc.Source(doc.Root)
	var b strings.Builder
	from := doc.Root.Start()
	for _, v := range at {
		b.WriteString(source[from-doc.Root.Start() : v.Start()-doc.Root.Start()])
		b.WriteString(`"` + recording.Replaced + `"`)
		from = v.End()
	}
	b.WriteString(source[from-doc.Root.Start():])
	return b.String(), len(at)
}

// secretsOf are the values within the transport side of an exchange that are
// credentials or may hold one.
func secretsOf(http *strictjson.Value) []*strictjson.Value {
	var all []*strictjson.Value
	for name, v := range http.Members() {
		switch {
		case name == "headers" && v.Is(strictjson.Object):
			for header, value := range v.Members() {
				if recording.IsSecretHeader(header) {
					all = append(all, value)
				}
			}
		case name == "headers":
			for _, line := range v.Elements() {
				if value := line.At(1); value != nil && recording.IsSecretHeader(line.At(0).Text()) {
					all = append(all, value)
				}
			}
		case (name == "path" || name == "url") && strings.Contains(v.Text(), "?"):
			all = append(all, v)
		}
	}
	return all
}
