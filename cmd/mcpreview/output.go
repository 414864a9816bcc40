package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mcpreview/report"
	"mcpreview/report/html"
	"mcpreview/report/jsonform"
	"mcpreview/report/markdown"
	"mcpreview/report/text"
)

// A format is one rendering of a review. Flags, help and errors range over the
// one list of them.
type format struct {
	name       string
	extensions []string
	write      func(w io.Writer, r *report.Review, o renderOptions) error
}

type renderOptions struct {
	maxBytes int // of Markdown
	width    int // of text, in columns
}

var formats = []format{
	{"text", []string{".txt"}, func(w io.Writer, r *report.Review, o renderOptions) error {
		return text.Write(w, r, text.Options{Width: o.width})
	}},
	{"markdown", []string{".md", ".markdown"}, func(w io.Writer, r *report.Review, o renderOptions) error {
		return markdown.Write(w, r, markdown.Options{MaxBytes: o.maxBytes})
	}},
	{"html", []string{".html", ".htm"}, func(w io.Writer, r *report.Review, _ renderOptions) error { return html.Write(w, r) }},
	{"json", []string{".json"}, func(w io.Writer, r *report.Review, _ renderOptions) error { return jsonform.Write(w, r) }},
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
	ext := strings.ToLower(filepath.Ext(file))
	var known []string
	for _, f := range formats {
		for _, e := range f.extensions {
			if e == ext {
				return f, nil
			}
			known = append(known, e)
		}
	}
	return format{}, fmt.Errorf("output %s: the extension tells the format, and is none of %s", file, strings.Join(known, " "))
}

// An output is one file that a review is written to.
type output struct {
	file   string
	format format
	temp   string // its whole content, beside it, until it is put in place
}

func parseOutputs(files []string) ([]output, error) {
	var outs []output
	for _, file := range files {
		f, err := formatByFile(file)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return nil, fmt.Errorf("output %s: is a folder", file)
		}
		if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("output %s: its folder does not exist", file)
		}
		outs = append(outs, output{file: file, format: f})
	}
	return outs, nil
}

// writeOutputs writes all files or none: each is written whole beside its
// place, and only then are all of them put there.
func writeOutputs(outs []output, r *report.Review, o renderOptions) (err error) {
	defer func() {
		for _, out := range outs {
			if out.temp != "" {
				os.Remove(out.temp) // gone already where it was put in place
			}
		}
	}()
	for i := range outs {
		if err := outs[i].prepare(r, o); err != nil {
			return outputError(outs[i].file, err)
		}
	}
	for i := range outs {
		if err := os.Rename(outs[i].temp, outs[i].file); err != nil {
			return outputError(outs[i].file, err)
		}
	}
	return nil
}

func (out *output) prepare(r *report.Review, o renderOptions) error {
	var b bytes.Buffer
	if err := out.format.write(&b, r, o); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(out.file), ".mcpreview-*")
	if err != nil {
		return err
	}
	out.temp = f.Name()
	_, err = f.Write(b.Bytes())
	return errors.Join(err, f.Chmod(0o644), f.Close())
}

// outputError names the file as the user gave it, once.
func outputError(file string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	return fmt.Errorf("output %s: %w", file, err)
}
