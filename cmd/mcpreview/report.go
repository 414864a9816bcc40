package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcpreview/internal/evidence"
	"mcpreview/internal/lock"
	"mcpreview/internal/policy"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/report"
)

// reportFlags are the flags of a review.
type reportFlags struct {
	outputFlags
	evidenceFlags
}

func (f *reportFlags) register(cmd *cobra.Command) {
	f.outputFlags.register(cmd)
	f.evidenceFlags.register(cmd)
}

// evidenceFlags say how evidence is read and judged.
type evidenceFlags struct {
	protocol string
	profile  string
	server   string
	jobs     int
	still    bool
}

func (f *evidenceFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.protocol, "protocol", protocol.Current.Name, "protocol `REVISION` to review under: "+revisionNames())
	fl.StringVar(&f.profile, "profile", rule.House.String(), "`PROFILE`: house (the review policy) or spec (the published specification only)")
	fl.StringVar(&f.server, "server", "", "review only what was recorded of the server of this `NAME`")
	fl.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "judge `N` files and results at a time")
	fl.BoolVar(&f.still, "no-progress", false, "do not show on a terminal how far a long review is")
	complete(cmd, "protocol", strings.Split(revisionNames(), ", ")...)
	complete(cmd, "profile", rule.House.String(), rule.Spec.String())
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
	delivery
	judging
}

// judging is how evidence is read and judged.
type judging struct {
	policy   policy.Policy
	date     string // YYYY-MM-DD, the day of the review
	server   string
	jobs     int
	baseline *lock.Lock // nil for none
	still    bool       // no progress is shown
	// standard is set where revision and profile are those of the default.
	standard bool
}

func (f *reportFlags) check() (plan, error) {
	var p plan
	var err error
	if p.judging, err = f.evidenceFlags.check(); err != nil {
		return p, err
	}
	p.delivery, err = f.outputFlags.check()
	return p, err
}

func (f *evidenceFlags) check() (judging, error) {
	j := judging{policy: policy.Default(), server: f.server, jobs: f.jobs, still: f.still}
	var err error
	if j.policy.Revision, err = protocol.Parse(f.protocol); err != nil {
		return j, fmt.Errorf("--protocol: %w", err)
	}
	if j.policy.Profile, err = rule.ParseProfile(f.profile); err != nil {
		return j, fmt.Errorf("--profile: %w", err)
	}
	if f.jobs < 1 {
		return j, fmt.Errorf("--jobs: %d is less than 1", f.jobs)
	}
	j.standard = j.policy.Revision == protocol.Current && j.policy.Profile == rule.House
	return j, nil
}

// options are what a review is built under.
func (j judging) options() report.Options {
	return report.Options{Policy: j.policy, Jobs: j.jobs, Server: j.server, Date: j.date, Baseline: j.baseline}
}

func newReport() *cobra.Command {
	var f reportFlags
	var under policyFlags
	var locked string
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
  mcpreview report evidence/ --policy policies/house.yaml --date 2026-10-01
  mcpreview report evidence/ --baseline approved.lock.json`,
		Args: evidencePaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := f.check()
			if err != nil {
				return err
			}
			if err := under.apply(cmd, &p.judging, args); err != nil {
				return err
			}
			if p.baseline, err = readBaseline(cmd, locked); err != nil {
				return err
			}
			if err := apart(p.outputs, append(slices.Clone(args), locked)); err != nil {
				return err
			}
			shown := p.progress(cmd.ErrOrStderr(), p.quiet)
			defer shown.clear()
			r, err := p.review(args, shown)
			if err != nil {
				return err
			}
			if err := sameServer(p.baseline, r); err != nil {
				return err
			}
			if err := p.write(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			return p.verdict(r)
		},
	}
	f.register(cmd)
	under.register(cmd)
	cmd.Flags().StringVar(&locked, "baseline", "", "lock `FILE` of an earlier approval: what changed since is a condition")
	return cmd
}

// review reads the evidence and reviews it. The evidence is let go of before the
// report is written, which takes memory of its own.
func (p plan) review(args []string, shown *progress) (*report.Review, error) {
	defer shown.clear()
	set, err := evidence.LoadWatched(args, p.policy, p.jobs, shown.watcher())
	if err != nil {
		return nil, err
	}
	defer set.Close()
	if err := apartFrom(set, p.outputs...); err != nil {
		return nil, err
	}
	tuneCollector(set)
	return report.Build(set, p.options()), nil
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
