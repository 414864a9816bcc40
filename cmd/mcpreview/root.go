package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mcpreview/internal/version"
	"mcpreview/report"
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

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// run is the program without its process: it returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	var code exit
	switch {
	case err == nil:
		return exitApprove
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintf(stderr, "mcpreview: %v\n", err)
	return exitUnusable
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "mcpreview",
		Short: "Review recorded evidence of an MCP server before its tools are used",
		Long: `mcpreview reads recorded evidence of an MCP server (tools/list pages, tools/call
results) and never the network. It answers ADMIT, REJECT or CONDITIONAL for every
tool with one exact reason, and APPROVE, CONDITIONAL or REFUSE for the server.

Exit codes: 0 APPROVE, 1 REFUSE, 3 CONDITIONAL; 2 when the command could not do
its work, and then nothing is reported as approved.`,
		Example: `  mcpreview demo
  mcpreview report pages/ results/
  mcpreview report evidence/ -o review.md -o review.json
  mcpreview rules DESC-08`,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return errors.New("a command is missing: try mcpreview demo, or mcpreview --help")
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = false
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w: see %s --help", err, cmd.CommandPath())
	})
	root.AddCommand(newReport(), newDemo(), newMatrix(), newRules(), newVersion())
	return root
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
