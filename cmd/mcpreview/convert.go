package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mcpreview/internal/regular"
	"mcpreview/report/jsonform"
)

func newConvert() *cobra.Command {
	var f outputFlags
	cmd := &cobra.Command{
		Use:   "convert REVIEW.json",
		Short: "Write a saved review in another format",
		Long: `convert reads a review that report wrote as JSON, and writes it as report would
have: in any format, byte for byte the same. The name - reads standard input.

It reads strictly: a file that is damaged, of a newer form, or that contradicts
itself is refused. It judges nothing again: the review is as good as the file it
comes from, and only report proves it from the evidence.

Exit codes are those of report, by the verdict in the file: 0 APPROVE, 1 REFUSE,
3 CONDITIONAL; 2 when the file is not such a review, or the output failed.`,
		Example: `  mcpreview convert review.json
  mcpreview convert review.json --format markdown --max-bytes 30000
  mcpreview convert review.json -o review.html -o review.md --quiet`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d files given: name one review, as in mcpreview convert review.json", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := f.check()
			if err != nil {
				return err
			}
			if err := apart(d.outputs, args); err != nil {
				return err
			}
			name, data, err := savedReview(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			r, err := jsonform.Read(data, name)
			if err != nil {
				return err
			}
			if err := d.write(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			return d.verdict(r)
		},
	}
	f.register(cmd)
	return cmd
}

// standardInput is how a file's argument names it.
const standardInput = "-"

// savedReview reads a saved review, and says what errors call it.
func savedReview(path string, stdin io.Reader) (name string, data []byte, err error) {
	if path == standardInput {
		name = "standard input"
		data, err = regular.Within(stdin, jsonform.MaxBytes)
	} else {
		name = path
		data, err = regular.Read(path, jsonform.MaxBytes)
	}
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", name, err)
	}
	return name, data, nil
}
