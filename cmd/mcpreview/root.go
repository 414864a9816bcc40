package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpreview/internal/regular"
	"mcpreview/internal/version"
	"mcpreview/report"
	"mcpreview/report/escape"
)

// Exit codes, the same for every command.
const (
	exitApprove     = 0 // APPROVE, or everything as expected
	exitRefuse      = 1 // REFUSE, or something came out otherwise
	exitUnusable    = 2 // the command could not do its work
	exitConditional = 3 // CONDITIONAL
)

var exitOf = map[string]int{
	report.Approve:     exitApprove,
	report.Conditional: exitConditional,
	report.Refuse:      exitRefuse,
}

// An exit is how a command that did its work ends when not with 0.
type exit int

// Error names the exit code.
func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// run is the program without its process: it returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	out := &sink{w: stdout}
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.Execute()
	if out.err != nil {
		err = fmt.Errorf("standard output: %w", regular.Cause(out.err))
	}
	var code exit
	switch {
	case err == nil:
		return exitApprove
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintf(stderr, "mcpreview: %s\n", escape.Terminal(err.Error(), maxErrorLength))
	return exitUnusable
}

// maxErrorLength is how many characters of an error are shown. What a user
// typed is part of some errors, and is no help beyond that.
const maxErrorLength = 1000

// A sink remembers that standard output failed: not everything that writes to
// it looks.
type sink struct {
	w   io.Writer
	err error
}

// Write passes on to standard output and keeps its first error.
func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if s.err == nil {
		s.err = err
	}
	return n, err
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "mcpreview",
		Short: "Review recorded evidence of an MCP server before its tools are used",
		Long: `mcpreview reads recorded evidence of an MCP server (tools/list pages, tools/call
results), which capture records, and reviews it without the network. It answers
ADMIT, REJECT or CONDITIONAL for every tool with one exact reason, and APPROVE,
CONDITIONAL or REFUSE for the server.

Exit codes: 0 APPROVE, 1 REFUSE, 3 CONDITIONAL; 2 when the command could not do
its work, and then nothing is reported as approved.`,
		Example: `  mcpreview demo
  mcpreview report pages/ results/
  mcpreview report evidence/ -o review.md -o review.json
  mcpreview rules DESC-08`,
		Version:       version.Version,
		Args:          noSuchCommand,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return errors.New("a command is missing: try mcpreview demo, or mcpreview --help")
		},
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return emptyFlag(cmd.Flags()) }
	root.SetVersionTemplate(version.Name + " {{.Version}}\n")
	root.SetHelpCommand(newHelp())
	root.SuggestionsMinimumDistance = 2 // letters apart
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w: see %s --help", err, cmd.CommandPath())
	})
	root.AddCommand(newReport(), newLock(), newConvert(), newImport(), newDemo(), newMatrix(), newHeader(), newRules(), newReplay(), newCapture(), newVersion(), newCompletion())
	return root
}

// emptyFlag refuses an empty word for a flag that takes one, as a variable that
// is not set leaves it: the flag would be as good as not given.
func emptyFlag(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.Type() == "string" && f.Value.String() == "" {
			err = fmt.Errorf("--%s: is empty", f.Name)
		}
	})
	return err
}

// noSuchCommand refuses every argument that is no command.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("no command %q: did you mean %s?", args[0], near[0])
	}
	return fmt.Errorf("no command %q: mcpreview --help lists them", args[0])
}

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print what a command does",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return noSuchCommand(cmd.Root(), args)
			}
			return about.Help()
		},
	}
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version.Name, version.Version)
			return err
		},
	}
}
