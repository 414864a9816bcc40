package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mcpreview/internal/evidence"
	"mcpreview/internal/regular"
	"mcpreview/report"
	"mcpreview/report/annotations"
	"mcpreview/report/html"
	"mcpreview/report/jsonform"
	"mcpreview/report/markdown"
	"mcpreview/report/outline"
	"mcpreview/report/sarif"
	"mcpreview/report/text"
)

// A format is one rendering of a review. Flags, help and errors range over the
// one list of them.
type format struct {
	name       string
	extensions []string // none where it is of use on standard output alone
	write      func(w io.Writer, r *report.Review, o renderOptions) error
}

type renderOptions struct {
	colour   bool // text
	summary  bool // one screen, of the formats that have such a form
	maxBytes int  // of Markdown
	width    int  // of text, in columns
	lenient  bool // CONDITIONAL exits with 0
}

// arrange is what a person reads of a review.
func (o renderOptions) arrange(r *report.Review) *outline.Document {
	if o.summary {
		return outline.NewSummary(r)
	}
	return outline.New(r)
}

// summaries are the formats that have a short form.
var summaries = []string{"text", "markdown"}

var formats = []format{
	{"text", []string{".txt"}, func(w io.Writer, r *report.Review, o renderOptions) error {
		return text.WriteDocument(w, o.arrange(r), text.Options{Width: o.width, Colour: o.colour})
	}},
	{"markdown", []string{".md", ".markdown"}, func(w io.Writer, r *report.Review, o renderOptions) error {
		return markdown.WriteDocument(w, o.arrange(r), markdown.Options{MaxBytes: o.maxBytes})
	}},
	{"html", []string{".html", ".htm"}, func(w io.Writer, r *report.Review, _ renderOptions) error { return html.Write(w, r) }},
	{"json", []string{".json"}, func(w io.Writer, r *report.Review, _ renderOptions) error { return jsonform.Write(w, r) }},
	{"sarif", []string{".sarif", ".sarif.json"}, func(w io.Writer, r *report.Review, o renderOptions) error {
		code, err := exitCode(r, o.lenient)
		if err != nil {
			return err
		}
		return sarif.Write(w, r, sarif.Options{ExitCode: code})
	}},
	{"github", nil, func(w io.Writer, r *report.Review, _ renderOptions) error { return annotations.Write(w, r) }},
}

func formatNames() string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

func formatByName(name string) (format, error) {
	for _, f := range formats {
		if f.name == name {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("format %q is not one of %s", name, formatNames())
}

func formatByFile(file string) (format, error) {
	name := strings.ToLower(filepath.Base(file))
	var known []string
	var found format
	longest := 0 // .sarif.json also ends in .json
	for _, f := range formats {
		for _, e := range f.extensions {
			if strings.HasSuffix(name, e) && len(e) > longest {
				found, longest = f, len(e)
			}
			known = append(known, e)
		}
	}
	if longest > 0 {
		return found, nil
	}
	return format{}, fmt.Errorf("output %s: the extension tells the format, and is none of %s", file, strings.Join(known, " "))
}

// An output is one file that a review is written to.
type output struct {
	file   string // as the user named it
	place  string // where it is, links followed
	format format
	temp   string // its whole content, beside its place until it is put there
	old    string // what was there before, beside its place; "" for nothing
	placed bool
}

func parseOutputs(files []string) ([]output, error) {
	var outs []output
	for _, file := range files {
		f, err := formatByFile(file)
		if err != nil {
			return nil, err
		}
		place, err := placeOf(file)
		if err != nil {
			return nil, outputError(file, err)
		}
		outs = append(outs, output{file: file, place: place, format: f})
	}
	return outs, nil
}

// apart refuses an output that is one of the files to be read.
func apart(outs []output, paths []string) error {
	for _, out := range outs {
		there, err := os.Stat(out.place)
		if err != nil {
			continue // nothing to lose
		}
		for _, p := range paths {
			if info, err := os.Stat(p); err == nil && os.SameFile(there, info) {
				return readError(out)
			}
		}
	}
	return nil
}

// apartFrom is apart for what was found below the folders to be read. An earlier
// review or lock of this program there is no evidence, and may be replaced.
func apartFrom(set *evidence.Set, outs ...output) error {
	for _, out := range outs {
		if there, err := os.Stat(out.place); err == nil && set.Holds(there) {
			return readError(out)
		}
	}
	return nil
}

func readError(out output) error {
	return fmt.Errorf("output %s: is what this command reads", out.file)
}

// maxLinks is how many symbolic links in a row lead to an output.
const maxLinks = 40

// placeOf is where an output goes: a link is written through, not replaced.
func placeOf(file string) (string, error) {
	place := file
	for range maxLinks {
		info, err := os.Lstat(place)
		switch {
		case err != nil:
			if dir, err := os.Stat(filepath.Dir(place)); err != nil || !dir.IsDir() {
				return "", errors.New("its folder does not exist")
			}
			return place, nil
		case info.IsDir():
			return "", errors.New("is a folder")
		case info.Mode().IsRegular():
			return place, nil
		case info.Mode()&fs.ModeSymlink == 0:
			return "", errors.New("is not a regular file")
		}
		target, err := os.Readlink(place)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(place), target)
		}
		place = target
	}
	return "", errors.New("too many links")
}

// writeOutputs writes all files and does then: all of it or nothing. Each file
// is written whole beside its place, only then are all of them put there, and
// where one step fails, or the process is interrupted, everything is as it was
// before.
func writeOutputs(outs []output, r *report.Review, o renderOptions, then func() error) error {
	return writeAll(outs, func(out output, w io.Writer) error { return out.format.write(w, r, o) }, then)
}

// writeAll is writeOutputs with content of any kind.
func writeAll(outs []output, content func(out output, w io.Writer) error, then func() error) (err error) {
	settle := func(well bool) {
		for i := range slices.Backward(outs) { // a file may be named twice
			outs[i].settle(well)
		}
	}
	end := unfinished.begin(func() { settle(false) })
	defer func() { end(func() { settle(err == nil) }) }()
	for i := range outs {
		if err := outs[i].prepare(content); err != nil {
			return outputError(outs[i].file, err)
		}
	}
	for i := range outs {
		if err := unfinished.step(outs[i].put); err != nil {
			return outputError(outs[i].file, err)
		}
	}
	return then()
}

// tempPattern is what a file is called until it is an output. The name is no
// evidence's, should the process be killed before it can tidy up: hidden, and of
// an extension that no folder is searched for.
const tempPattern = ".mcpreview-*.tmp"

func (out *output) prepare(content func(out output, w io.Writer) error) error {
	var whole held
	if err := content(*out, &whole); err != nil {
		return err
	}
	var f *os.File
	err := unfinished.step(func() (err error) {
		if f, err = os.CreateTemp(filepath.Dir(out.place), tempPattern); err == nil {
			out.temp = f.Name()
		}
		return err
	})
	if err != nil {
		return err
	}
	err = whole.writeTo(f)
	return errors.Join(err, f.Chmod(0o644), f.Close())
}

// put puts a prepared file in its place and keeps what was there.
func (out *output) put() error {
	old := strings.TrimSuffix(out.temp, filepath.Ext(out.temp)) + "-old.tmp"
	err := os.Link(out.place, old)
	if info, there := os.Lstat(out.place); err != nil && there == nil && info.Mode().IsRegular() {
		err = os.Rename(out.place, old) // not every file system has links
	}
	if err == nil {
		out.old = old
	}
	if err := os.Rename(out.temp, out.place); err != nil {
		return err
	}
	out.temp, out.placed = "", true
	return nil
}

// settle leaves nothing behind: neither temporary files nor, unless all went
// well, what was put in place.
func (out *output) settle(well bool) {
	switch {
	case well:
	case out.old != "":
		os.Rename(out.old, out.place)
	case out.placed:
		os.Remove(out.place)
	}
	for _, name := range []string{out.temp, out.old} {
		if name != "" {
			os.Remove(name) // gone already where it was renamed
		}
	}
}

// outputError names the file as the user gave it, once.
func outputError(file string, err error) error {
	return fmt.Errorf("output %s: %w", file, regular.Cause(err))
}
