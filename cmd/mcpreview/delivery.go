package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpreview/report"
	"mcpreview/report/markdown"
	"mcpreview/report/text"
)

// outputFlags say in which forms a finished review is written, and where. They
// are the same for every command that has one.
type outputFlags struct {
	format   string
	outputs  []string
	allow    string
	maxBytes int
	width    int
	color    string
	summary  bool
	quiet    bool

	flags *pflag.FlagSet // theirs, once they are registered
}

func (f *outputFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	f.flags = fl
	fl.StringVarP(&f.format, "format", "f", "text", "`FORMAT` on standard output: "+formatNames())
	fl.StringArrayVarP(&f.outputs, "output", "o", nil, "also write the report to `FILE`, in the format of its extension; may be repeated")
	fl.StringVar(&f.allow, "allow", "", "`VERDICT` that exits with 0 too: conditional")
	fl.IntVar(&f.maxBytes, "max-bytes", markdown.DefaultMaxBytes, "most bytes, `N`, of a Markdown report")
	fl.IntVar(&f.width, "width", text.DefaultWidth, fmt.Sprintf("columns, `N`, of a text report, %d to %d; on a terminal as many as it has", text.MinWidth, text.MaxWidth))
	fl.StringVar(&f.color, "color", colorAuto, "`WHEN` text is coloured on standard output: "+strings.Join(colors, ", ")+"; never where NO_COLOR is set")
	fl.BoolVar(&f.summary, "summary", false, "one screen only on standard output: the verdict and what is in its way; files are written whole")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "print no report on standard output")
	complete(cmd, "format", strings.Split(formatNames(), ", ")...)
	complete(cmd, "allow", allowConditional)
	complete(cmd, "color", colors...)
}

// complete lets shells complete the words that a flag takes.
func complete(cmd *cobra.Command, flag string, words ...string) {
	cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// allowConditional is what --allow takes.
const allowConditional = "conditional"

// minimumBytes is the least budget in which a verdict and its reason fit.
const minimumBytes = 2000

// A delivery is what outputFlags say, checked.
type delivery struct {
	format  format
	outputs []output
	render  renderOptions
	summary bool   // of the format on standard output
	color   string // on standard output
	fitted  bool   // to a terminal that standard output is
	quiet   bool
	lenient bool // CONDITIONAL exits with 0
}

func (f *outputFlags) check() (delivery, error) {
	d := delivery{quiet: f.quiet, summary: f.summary, color: f.color, fitted: !f.flags.Changed("width"), lenient: f.allow == allowConditional, render: renderOptions{maxBytes: f.maxBytes, width: f.width}}
	d.render.lenient = d.lenient
	var err error
	if d.format, err = formatByName(f.format); err != nil {
		return d, fmt.Errorf("--format: %w", err)
	}
	if d.outputs, err = parseOutputs(f.outputs); err != nil {
		return d, err
	}
	switch {
	case f.summary && !slices.Contains(summaries, d.format.name):
		return d, fmt.Errorf("--summary: %s has no such form: use --format %s", d.format.name, strings.Join(summaries, " or "))
	case f.allow != "" && !d.lenient:
		return d, fmt.Errorf("--allow: %q is not %s, the only word it takes", f.allow, allowConditional)
	case !slices.Contains(colors, f.color):
		return d, fmt.Errorf("--color: %q is not one of %s", f.color, strings.Join(colors, ", "))
	case f.maxBytes < minimumBytes:
		return d, fmt.Errorf("--max-bytes: %d is less than %d, in which no verdict fits", f.maxBytes, minimumBytes)
	case f.width < text.MinWidth || f.width > text.MaxWidth:
		return d, fmt.Errorf("--width: %d is not between %d and %d", f.width, text.MinWidth, text.MaxWidth)
	}
	return d, nil
}

// write writes the files and standard output, or nothing: where one of them
// fails, there is nothing that could be taken for an approval.
func (d delivery) write(stdout io.Writer, r *report.Review) error {
	var printed held
	if !d.quiet {
		shown, on := d.render, screenOf(stdout, os.Getenv)
		shown.summary, shown.colour = d.summary, on.colourful(d.color, os.Getenv)
		if on.terminal && d.fitted {
			shown.width = on.width()
		}
		if err := d.format.write(&printed, r, shown); err != nil {
			return err
		}
	}
	return writeOutputs(d.outputs, r, d.render, func() error {
		return printed.writeTo(stdout)
	})
}

// verdict is the exit code as an error; nil for 0.
func (d delivery) verdict(r *report.Review) error {
	code, err := exitCode(r, d.lenient)
	switch {
	case err != nil:
		return err
	case code != exitApprove:
		return exit(code)
	}
	return nil
}

// exitCode is the code that a review's verdict ends the program with.
func exitCode(r *report.Review, lenient bool) (int, error) {
	code, known := exitOf[r.Verdict.Decision]
	switch {
	case !known: // never 0 by accident
		return exitUnusable, errors.New("the review has no verdict")
	case code == exitConditional && lenient:
		return exitApprove, nil
	}
	return code, nil
}
