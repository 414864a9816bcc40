package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"mcpreview/report"
)

func newMatrix() *cobra.Command {
	return &cobra.Command{
		Use:   "matrix",
		Short: "Check the program itself: the twelve-row validation matrix on its built-in fixtures",
		Long: `matrix runs the built-in fixtures of the validation matrix, accepted and rejected
ones, through the same analyzers that review a server. It exits with 1 when one of
them comes out wrong.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			rows, wrong := report.CheckItself()
			table := [][]string{{"Row", "Check", "Expected", "Self-check", "State"}}
			for _, r := range rows {
				check := fmt.Sprintf("%d of %d", r.SelfCheck.Passed, r.SelfCheck.Total)
				if r.SelfCheck.Total == 0 {
					check = "-"
				}
				table = append(table, []string{strconv.Itoa(r.Row), r.Check, r.Expected, check, r.State})
			}
			if _, err := fmt.Fprint(cmd.OutOrStdout(), framed(table)); err != nil {
				return err
			}
			for _, w := range wrong {
				cmd.PrintErrln("mcpreview: matrix: " + w)
			}
			if len(wrong) > 0 {
				return exit(exitRefuse)
			}
			return nil
		},
	}
}
