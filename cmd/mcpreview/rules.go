package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mcpreview/internal/rule"
)

func newRules() *cobra.Command {
	return &cobra.Command{
		Use:   "rules [ID]",
		Short: "List the rules; with an ID, one rule with its source, examples and remedy",
		Example: `  mcpreview rules
  mcpreview rules RES-13`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, r := range rule.All() {
				ids = append(ids, r.ID+"\t"+r.Title)
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				_, err := fmt.Fprint(cmd.OutOrStdout(), listed(rule.Table()))
				return err
			}
			r := rule.ByID(strings.ToUpper(args[0]))
			if r == nil {
				return fmt.Errorf("no rule %q: mcpreview rules lists them", args[0])
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), rule.Card(r))
			return err
		},
	}
}
