package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"mcpreview/internal/policy"
	"mcpreview/report/escape"
)

// policyFlags say what a review is made under beside the flags it shares with
// other commands.
type policyFlags struct {
	file string
	date string
}

func (f *policyFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.file, "policy", "", "policy `FILE`; else "+policy.DefaultFile+" in the working directory, unless it lies under or beside the evidence")
	fl.StringVar(&f.date, "date", "", "`DAY` of the review, YYYY-MM-DD, by which acceptances expire (default today, UTC)")
}

// apply reads the policy file, if there is one, into what a review is judged by. One in the working
// directory that may have been written with the evidence is told, and not used.
func (f *policyFlags) apply(cmd *cobra.Command, p *judging, evidence []string) error {
	switch {
	case !cmd.Flags().Changed("date"):
		f.date = time.Now().UTC().Format(time.DateOnly)
	default:
		if err := policy.ParseDate(f.date); err != nil {
			return fmt.Errorf("--date: %w", err)
		}
	}
	p.date = f.date
	file := f.file
	if !cmd.Flags().Changed("policy") {
		found, withheld, err := policy.Find(evidence)
		if err != nil {
			return err
		}
		if withheld != "" {
			cmd.PrintErrln("mcpreview: " + escape.Terminal(withheld, maxErrorLength))
		}
		file = found
	}
	if file == "" {
		return nil
	}
	read, err := policy.Load(file)
	if err != nil {
		return err
	}
	read.Revision, read.Profile = p.policy.Revision, p.policy.Profile
	p.policy = read
	return nil
}
