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
	cmd := &cobra.Command{
		Use:   "lock PATH...",
		Short: "Write down what was approved: the admitted tools' descriptors",
		Long: `lock reviews evidence like report and writes the lock: the descriptor of every
admitted tool with its digest. mcpreview report --baseline compares later evidence
with it. A server that is refused gets no lock, and an old one stays as it is. The
lock is for version control: review a change of it like one of code.`,
		Example: `  mcpreview lock pages/ results/
  mcpreview lock evidence/ -o approvals/files.lock.json
  mcpreview lock evidence/ --policy policies/house.yaml --allow conditional`,
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
			return writeLock(cmd, args, j, out, allow == allowConditional)
		},
	}
	f.register(cmd)
	under.register(cmd)
	cmd.Flags().StringVarP(&file, "output", "o", lock.DefaultFile, "write the lock to `FILE`")
	cmd.Flags().StringVar(&allow, "allow", "", "`VERDICT` that exits with 0 too: conditional")
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

// writeLock reviews the evidence and writes the lock.
func writeLock(cmd *cobra.Command, paths []string, j judging, out output, lenient bool) error {
	old, err := oldLock(out)
	if err != nil {
		return err
	}
	set, err := evidence.Load(paths, j.policy, j.jobs)
	if err != nil {
		return err
	}
	defer set.Close()
	r, made := report.BuildLock(set, j.options())
	say := func(format string, args ...any) {
		cmd.PrintErrln("mcpreview: " + escape.Terminal(fmt.Sprintf(format, args...), maxErrorLength))
	}
	if made == nil {
		say("no lock written: %s: %s", r.Verdict.Decision, r.Verdict.Reason)
		return delivery{lenient: lenient}.verdict(r)
	}
	data, err := made.Encode()
	if err != nil {
		return outputError(out.file, err)
	}
	write := func(_ output, w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
	if err := writeFiles([]output{out}, write, func() error { return nil }); err != nil {
		return err
	}
	say("%s: %s locked%s", out.file, rule.Count(len(made.Tools), "descriptor"), leftOut(made))
	if old != nil {
		c := made.Against(old)
		say("%s: against the lock before: %d added, %d removed, %d changed, %d as they were", out.file, c.Added, c.Removed, c.Changed, c.Same)
	}
	return delivery{lenient: lenient}.verdict(r)
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

// namesShown is how many tools a message names.
const namesShown = 10

// leftOut says which tools are not in a lock.
func leftOut(l *lock.Lock) string {
	if len(l.Omitted) == 0 {
		return ""
	}
	var names []string
	for _, o := range l.Omitted {
		names = append(names, rule.Quote(o.Name)+" "+o.Decision)
	}
	return ", left out: " + shorten(names)
}

func shorten(names []string) string {
	if more := len(names) - namesShown; more > 0 {
		return strings.Join(names[:namesShown], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}

// readBaseline reads the lock that --baseline names; nil where it names none.
// No lock is ever looked for: one beside the evidence could be its author's.
func readBaseline(cmd *cobra.Command, file string) (*lock.Lock, error) {
	switch {
	case !cmd.Flags().Changed("baseline"):
		return nil, nil
	case file == "":
		return nil, errors.New("--baseline: the name of the file is empty")
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
