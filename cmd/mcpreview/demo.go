package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mcpreview/internal/evidence"
	"mcpreview/report"
	"mcpreview/samples"
)

func newDemo() *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Review an evidence set that is built into the program",
		Long: `demo reviews the built-in recording of an invented server, with tools of every
decision. It exits with 0 when that review comes out as it must.`,
		Example: `  mcpreview demo
  mcpreview demo --format markdown
  mcpreview demo -o demo.html --quiet`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := f.check()
			if err != nil {
				return err
			}
			set := evidence.LoadFS(samples.Demo(), p.policy, p.jobs)
			r := report.Build(set, report.Options{Policy: p.policy, Jobs: p.jobs})
			if err := p.write(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			if !p.standard {
				return nil // what is expected holds for the default policy
			}
			wrong := unexpected(r)
			for _, w := range wrong {
				cmd.PrintErrln("mcpreview: demo: " + w)
			}
			if len(wrong) > 0 {
				return exit(exitRefuse)
			}
			return nil
		},
	}
	f.register(cmd)
	return cmd
}

// unexpected lists where the demo's review differs from what it must be.
func unexpected(r *report.Review) []string {
	var wrong []string
	if r.Verdict.Decision != samples.DemoVerdict {
		wrong = append(wrong, fmt.Sprintf("verdict %s, expected %s", r.Verdict.Decision, samples.DemoVerdict))
	}
	if len(r.Tools) != len(samples.DemoDecisions) {
		wrong = append(wrong, fmt.Sprintf("%d tools, expected %d", len(r.Tools), len(samples.DemoDecisions)))
	}
	for _, t := range r.Tools {
		if want := samples.DemoDecisions[t.Name]; t.Decision != want {
			wrong = append(wrong, fmt.Sprintf("tool %q: %s, expected %s", t.Name, t.Decision, want))
		}
	}
	return wrong
}
