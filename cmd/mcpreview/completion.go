package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// shells are those that completion scripts are written for.
var shells = []struct {
	name  string
	write func(root *cobra.Command, w io.Writer) error
}{
	{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"zsh", func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) }},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
}

func newCompletion() *cobra.Command {
	var names []string
	for _, s := range shells {
		names = append(names, s.name)
	}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish",
		Short: "Print the script that completes commands and flags in a shell",
		Example: `  source <(mcpreview completion bash)
  mcpreview completion fish > ~/.config/fish/completions/mcpreview.fish`,
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				for _, s := range shells {
					if s.name == args[0] {
						return s.write(cmd.Root(), cmd.OutOrStdout())
					}
				}
			}
			return fmt.Errorf("completion takes one word: %s", strings.Join(names, ", "))
		},
	}
}
