package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcpreview/internal/evidence"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/report"
	"mcpreview/report/markdown"
	"mcpreview/report/text"
)

// reportFlags are the flags of a review.
type reportFlags struct {
	format   string
	outputs  []string
	protocol string
	profile  string
	server   string
	allow    string
	maxBytes int
	width    int
	jobs     int
	quiet    bool
}

func (f *reportFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVarP(&f.format, "format", "f", "text", "`FORMAT` on standard output: "+formatNames())
	fl.StringArrayVarP(&f.outputs, "output", "o", nil, "also write the report to `FILE`, in the format of its extension; may be repeated")
	fl.StringVar(&f.protocol, "protocol", protocol.Current.Name, "protocol `REVISION` to review under: "+revisionNames())
	fl.StringVar(&f.profile, "profile", rule.House.String(), "`PROFILE`: house (the review policy) or spec (the published specification only)")
	fl.StringVar(&f.server, "server", "", "review only what was recorded of the server of this `NAME`")
	fl.StringVar(&f.allow, "allow", "", "`VERDICT` that exits with 0 too: conditional")
	fl.IntVar(&f.maxBytes, "max-bytes", markdown.DefaultMaxBytes, "most bytes, `N`, of a Markdown report")
	fl.IntVar(&f.width, "width", text.DefaultWidth, fmt.Sprintf("columns, `N`, of a text report, %d to %d", text.MinWidth, text.MaxWidth))
	fl.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "judge `N` files and results at a time")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "print no report on standard output")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(strings.Split(formatNames(), ", "), cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("protocol", cobra.FixedCompletions(strings.Split(revisionNames(), ", "), cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions([]string{"house", "spec"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("allow", cobra.FixedCompletions([]string{"conditional"}, cobra.ShellCompDirectiveNoFileComp))
}

func revisionNames() string {
	var names []string
	for _, r := range protocol.Revisions {
		names = append(names, r.Name)
	}
	return strings.Join(names, ", ")
}

// A plan is what the flags of a review say, checked.
type plan struct {
	policy  policy.Policy
	date    string // YYYY-MM-DD, the day of the review
	server  string
	format  format
	outputs []output
	render  renderOptions
	jobs    int
	quiet   bool
	lenient bool // CONDITIONAL exits with 0
	// standard is set where revision and profile are those of the default.
	standard bool
}

// minimumBytes is the least budget in which a verdict and its reason fit.
const minimumBytes = 2000

func (f *reportFlags) check() (plan, error) {
	p := plan{policy: policy.Default(), server: f.server, jobs: f.jobs, quiet: f.quiet,
		render: renderOptions{maxBytes: f.maxBytes, width: f.width}}
	var err error
	if p.policy.Revision, err = protocol.Parse(f.protocol); err != nil {
		return p, fmt.Errorf("--protocol: %w", err)
	}
	if p.policy.Profile, err = rule.ParseProfile(f.profile); err != nil {
		return p, fmt.Errorf("--profile: %w", err)
	}
	if p.format, err = formatByName(f.format); err != nil {
		return p, fmt.Errorf("--format: %w", err)
	}
	if p.outputs, err = parseOutputs(f.outputs); err != nil {
		return p, err
	}
	switch {
	case f.allow != "" && f.allow != "conditional":
		return p, fmt.Errorf("--allow: %q is not conditional, the only word it takes", f.allow)
	case f.jobs < 1:
		return p, fmt.Errorf("--jobs: %d is less than 1", f.jobs)
	case f.maxBytes < minimumBytes:
		return p, fmt.Errorf("--max-bytes: %d is less than %d, in which no verdict fits", f.maxBytes, minimumBytes)
	case f.width < text.MinWidth || f.width > text.MaxWidth:
		return p, fmt.Errorf("--width: %d is not between %d and %d", f.width, text.MinWidth, text.MaxWidth)
	}
	p.lenient = f.allow == "conditional"
	p.standard = p.policy.Revision == protocol.Current && p.policy.Profile == rule.House
	return p, nil
}

func newReport() *cobra.Command {
	var f reportFlags
	var under policyFlags
	cmd := &cobra.Command{
		Use:   "report PATH...",
		Short: "Review evidence: files and folders, in any order",
		Long: `report reads recorded evidence and reviews it. A path is a file or a folder; of a
folder, every .json, .jsonl, .ndjson, .har and .snap file below it is read. What a
document is follows from its content; folder and file names only label.`,
		Example: `  mcpreview report pages/ results/
  mcpreview report evidence/ --format markdown --max-bytes 30000
  mcpreview report evidence/ -o review.html -o review.json --quiet
  mcpreview report old-server/ --protocol 2025-11-25
  mcpreview report evidence/ --profile spec --allow conditional
  mcpreview report evidence/ --policy policies/house.yaml --date 2026-10-01`,
		Args: evidencePaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := f.check()
			if err != nil {
				return err
			}
			if err := under.apply(cmd, &p, args); err != nil {
				return err
			}
			if err := apart(p.outputs, args); err != nil {
				return err
			}
			set, err := evidence.Load(args, p.policy, p.jobs)
			if err != nil {
				return err
			}
			defer set.Close()
			r := report.Build(set, report.Options{Policy: p.policy, Jobs: p.jobs, Server: p.server, Date: p.date})
			if err := p.write(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			return p.verdict(r)
		},
	}
	f.register(cmd)
	under.register(cmd)
	return cmd
}

// evidencePaths refuses arguments that name no evidence.
func evidencePaths(_ *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return errors.New("no evidence given: name files or folders, as in mcpreview report pages/ results/")
	case slices.Contains(args, ""): // would be the working directory
		return errors.New("a path is empty")
	}
	return nil
}

// write writes the files and standard output, or nothing: where one of them
// fails, there is nothing that could be taken for an approval.
func (p plan) write(stdout io.Writer, r *report.Review) error {
	var b bytes.Buffer
	if !p.quiet {
		if err := p.format.write(&b, r, p.render); err != nil {
			return err
		}
	}
	return writeOutputs(p.outputs, r, p.render, func() error {
		_, err := stdout.Write(b.Bytes())
		return err
	})
}

func (p plan) verdict(r *report.Review) error {
	code, known := exitOf[r.Verdict.Decision]
	if !known { // never 0 by accident
		return errors.New("the review has no verdict")
	}
	if code == exitConditional && p.lenient {
		code = exitApprove
	}
	if code != exitApprove {
		return exit(code)
	}
	return nil
}
