package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mcpreview/replay"
	"mcpreview/report/escape"
	"mcpreview/report/html"
	"mcpreview/report/markdown"
	"mcpreview/report/outline"
	"mcpreview/report/text"
	"mcpreview/samples"
)

// A replayFormat is one rendering of how cases went.
type replayFormat struct {
	name  string
	write func(w io.Writer, files []outline.Replayed) error
}

var replayFormats = []replayFormat{
	{"text", func(w io.Writer, files []outline.Replayed) error {
		return text.WriteDocument(w, outline.NewReplay(files), text.Options{})
	}},
	{"markdown", func(w io.Writer, files []outline.Replayed) error {
		return markdown.WriteDocument(w, outline.NewReplay(files), markdown.Options{MaxBytes: -1})
	}},
	{"html", func(w io.Writer, files []outline.Replayed) error {
		return html.WriteDocument(w, outline.NewReplay(files))
	}},
	{"json", writeSummaries},
}

func replayFormatNames() []string {
	var names []string
	for _, f := range replayFormats {
		names = append(names, f.name)
	}
	return names
}

func newReplay() *cobra.Command {
	var formatName string
	var listRules bool
	cmd := &cobra.Command{
		Use:   "replay [FILE...]",
		Short: "Validate recorded conversations: fixture files of JSON-RPC cases",
		Long: `replay reads fixture files, each with the parties of an MCP conversation
(revision 2025-11-25), its authorization control plane, and cases: steps in both
directions and whether they must pass. Every case is replayed, and listed with the
first rule it breaks. Without a file the built-in fixture runs.

` + replay.Notice + `

Exit codes: 0 every case went as expected, 1 one did not, 2 a file cannot be used.`,
		Example: `  mcpreview replay
  mcpreview replay cases.json
  mcpreview replay --format json cases.json
  mcpreview replay --rules`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if listRules {
				return listReplayRules(cmd.OutOrStdout())
			}
			format, err := replayFormatByName(formatName)
			if err != nil {
				return fmt.Errorf("--format: %w", err)
			}
			files, failures := replayAll(args)
			if len(failures) > 0 {
				tellUnusable(cmd.ErrOrStderr(), failures, format.name == "json")
				return exit(exitUnusable)
			}
			if err := format.write(cmd.OutOrStdout(), files); err != nil {
				return err
			}
			for _, f := range files {
				if f.Status != replay.StatusOK {
					return exit(exitRefuse)
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&formatName, "format", "f", "text", "`FORMAT` on standard output: "+strings.Join(replayFormatNames(), ", "))
	cmd.Flags().BoolVar(&listRules, "rules", false, "list the rules instead")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(replayFormatNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func replayFormatByName(name string) (replayFormat, error) {
	for _, f := range replayFormats {
		if f.name == name {
			return f, nil
		}
	}
	return replayFormat{}, fmt.Errorf("format %q is not one of %s", name, strings.Join(replayFormatNames(), ", "))
}

// replayAll replays every file, or what is built in for none. Where one cannot
// be used the failures say why.
func replayAll(paths []string) (files []outline.Replayed, failures []error) {
	if len(paths) == 0 {
		f, err := replay.Teaching.Parse(samples.Conversations(), "built-in")
		if err != nil {
			return nil, []error{err}
		}
		return []outline.Replayed{{Summary: f.Run()}}, nil
	}
	for _, path := range paths {
		name := filepath.Base(path)
		data, err := readFixture(path)
		if err != nil {
			failures = append(failures, replay.Unreadable(name, err.Error()))
			continue
		}
		f, err := replay.Teaching.Parse(data, name)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		files = append(files, outline.Replayed{File: name, Summary: f.Run()})
	}
	return files, failures
}

// readFixture reads a file as far as one can be used. Its errors hold neither
// the path nor the words of the operating system.
func readFixture(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("it does not exist")
	case err != nil:
		return nil, errors.New("it cannot be read")
	case info.IsDir():
		return nil, errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.New("it cannot be opened")
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, replay.MaxBytes+1))
	if err != nil {
		return nil, errors.New("it cannot be read")
	}
	return data, nil
}

// tellUnusable writes one line a failure.
func tellUnusable(w io.Writer, failures []error, asJSON bool) {
	for _, failure := range failures {
		if !asJSON {
			fmt.Fprintf(w, "mcpreview: replay: %s\n", escape.Terminal(failure.Error(), maxErrorLength))
			continue
		}
		line, err := encodeJSON(struct {
			Status  string      `json:"status"`
			Message replay.Text `json:"message"`
		}{"error", replay.Text(strings.ToValidUTF8(failure.Error(), "\ufffd"))}, "")
		if err != nil {
			panic("replay: an error has no JSON form: " + err.Error()) // impossible: it is two strings
		}
		w.Write(line)
	}
}

// writeSummaries writes one summary over several lines, and several one a line.
func writeSummaries(w io.Writer, files []outline.Replayed) error {
	indent := "  "
	if len(files) > 1 {
		indent = ""
	}
	for _, f := range files {
		line, err := encodeJSON(f.Summary, indent)
		if err != nil {
			return err
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// encodeJSON is v as JSON text with a final newline and with hidden characters
// escaped.
func encodeJSON(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return escape.JSON(b.Bytes()), err
}

func listReplayRules(w io.Writer) error {
	for _, r := range replay.Rules() {
		if _, err := fmt.Fprintf(w, "%-8s %s\n", r.ID, r.Demand); err != nil {
			return err
		}
	}
	return nil
}
