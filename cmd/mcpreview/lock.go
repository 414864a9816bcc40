package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mcpreview/internal/evidence"
	"mcpreview/internal/lock"
	"mcpreview/internal/rule"
	"mcpreview/report"
	"mcpreview/report/escape"
)

func newLock() *cobra.Command {
	var f evidenceFlags
	var under policyFlags
	var file, allow string
	var quiet bool
	cmd := &cobra.Command{
		Use:   "lock PATH...",
		Short: "Write down what was approved: the admitted tools' descriptors",
		Long: `lock reviews evidence like report and writes the lock: the descriptor of every
admitted tool with its digest. mcpreview report --baseline compares later evidence
with it. A server that is refused gets no lock, and an old one stays as it is. The
lock is for version control: review a change of it like one of code.`,
		Example: `  mcpreview lock pages/ results/
  mcpreview lock evidence/ -o files.lock.json --allow conditional
  mcpreview lock evidence/ --policy policies/house.yaml -o house.lock.json --quiet`,
		Args: evidencePaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			if allow != "" && allow != allowConditional {
				return fmt.Errorf("--allow: %q is not %s, the only word it takes", allow, allowConditional)
			}
			j, err := f.check()
			if err != nil {
				return err
			}
			if err := under.apply(cmd, &j, args); err != nil {
				return err
			}
			out, err := lockOutput(file, args)
			if err != nil {
				return err
			}
			shown := j.progress(cmd.ErrOrStderr(), quiet)
			made, err := makeLock(args, j, out, shown)
			shown.clear()
			if err != nil {
				return err
			}
			stdout := cmd.OutOrStdout()
			if quiet {
				stdout = io.Discard
			}
			if err := made.write(stdout, out); err != nil {
				return err
			}
			made.compare(cmd, out)
			return delivery{lenient: allow == allowConditional}.verdict(made.review)
		},
	}
	f.register(cmd)
	under.register(cmd)
	cmd.Flags().StringVarP(&file, "output", "o", lock.DefaultFile, "write the lock to `FILE`")
	cmd.Flags().StringVar(&allow, "allow", "", "`VERDICT` that exits with 0 too: conditional")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "print nothing on standard output")
	complete(cmd, "allow", allowConditional)
	return cmd
}

// lockOutput is where the lock goes. A file that is no lock is not overwritten.
func lockOutput(file string, evidence []string) (output, error) {
	place, err := placeOf(file)
	if err != nil {
		return output{}, outputError(file, err)
	}
	out := output{file: file, place: place}
	return out, apart([]output{out}, evidence)
}

// An approval is what came of one run: a review, and the lock of what it
// admits; nil where the server was refused.
type approval struct {
	review   *report.Review
	lock     *lock.Lock
	data     []byte     // of the lock
	replaced *lock.Lock // what is there already; nil for nothing
}

// makeLock reviews the evidence.
func makeLock(paths []string, j judging, out output, shown *progress) (approval, error) {
	var a approval
	var err error
	if a.replaced, err = oldLock(out); err != nil {
		return a, err
	}
	set, err := evidence.LoadWatched(paths, j.policy, j.jobs, shown.watcher())
	if err != nil {
		return a, err
	}
	defer set.Close()
	if err := apartFrom(set, out); err != nil {
		return a, err
	}
	if a.review, a.lock = report.BuildLock(set, j.options()); a.lock == nil {
		return a, nil
	}
	if a.data, err = a.lock.Encode(); err != nil {
		return a, outputError(out.file, err)
	}
	return a, nil
}

// write writes the lock and says what is in it and what is not, or does neither.
func (a approval) write(stdout io.Writer, out output) error {
	if a.lock == nil {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s locked, the server is %s\n", escape.Terminal(out.file, maxErrorLength), rule.Count(len(a.lock.Tools), "descriptor"), a.review.Verdict.Decision)
	for _, o := range a.lock.Omitted {
		fmt.Fprintf(&b, "left out: %-11s %s\n", o.Decision, rule.Quote(o.Name))
	}
	file := func(_ output, w io.Writer) error {
		_, err := w.Write(a.data)
		return err
	}
	return writeAll([]output{out}, file, func() error {
		_, err := io.WriteString(stdout, b.String())
		return err
	})
}

// compare says on standard error why there is no lock, or what is not as it was
// in the one before.
func (a approval) compare(cmd *cobra.Command, out output) {
	say := func(format string, args ...any) {
		cmd.PrintErrln("mcpreview: " + escape.Terminal(fmt.Sprintf(format, args...), maxErrorLength))
	}
	switch {
	case a.lock == nil:
		say("no lock written, the server is refused: %s", a.review.Verdict.Reason)
	case a.replaced != nil:
		c := a.lock.Against(a.replaced)
		say("%s: against the lock before: %d added, %d removed, %d changed, %d as they were", out.file, c.Added, c.Removed, c.Changed, c.Same)
	}
}

// oldLock is the lock that is to be replaced; nil for none, or an empty file.
func oldLock(out output) (*lock.Lock, error) {
	info, err := os.Stat(out.place)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.Size() == 0:
		return nil, nil
	case err != nil:
		return nil, outputError(out.file, err)
	}
	old, err := lock.Load(out.place)
	if err != nil {
		return nil, fmt.Errorf("output %s: is there and cannot be read as a lock: remove it or name another file (%w)", out.file, err)
	}
	return old, nil
}

// readBaseline reads the lock that --baseline names; nil where it names none.
// No lock is ever looked for: one beside the evidence could be its author's.
func readBaseline(cmd *cobra.Command, file string) (*lock.Lock, error) {
	if !cmd.Flags().Changed("baseline") {
		return nil, nil
	}
	l, err := lock.Load(file)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	return l, nil
}

// sameServer refuses a lock that has no tool in common with those listed: it is
// of another server. Evidence that lists no tool is told so by its review.
func sameServer(l *lock.Lock, r *report.Review) error {
	if l == nil {
		return nil
	}
	known := make(map[string]bool)
	for _, t := range l.Tools {
		known[t.Name] = true
	}
	for _, o := range l.Omitted {
		known[o.Name] = true
	}
	named := 0
	for _, t := range r.Tools {
		if known[t.Name] {
			return nil
		}
		if t.Name != "" {
			named++
		}
	}
	if named == 0 {
		return nil
	}
	return fmt.Errorf("--baseline: %s: none of its %s is in the evidence, which lists %d others: it is the lock of another server",
		l.File.Name, rule.Count(len(known), "tool"), named)
}
