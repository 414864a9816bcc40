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
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcpreview/replay"
	"mcpreview/report/conversation"
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
	var formatName, profileName string
	var listRules bool
	cmd := &cobra.Command{
		Use:   "replay [FILE...]",
		Short: "Validate recorded conversations: plain ones, and fixture files of cases",
		Long: `replay reads files of two forms, which it tells apart by their content.

A plain conversation names its revision (2025-11-25 or 2026-07-28) and transport,
and holds the steps in both directions; it is listed with the first rule it breaks.

A fixture file holds the parties of a conversation (revision 2025-11-25), its
authorization control plane, and cases: steps and whether they must pass. Every
case is replayed, and listed likewise. Without a file the built-in fixture runs.

The profile of fixture files is teaching-v2, a course's: stricter on purpose than
the revision in some things and silent on others. The profile spec is the revision
itself. Plain conversations are always held against their revision.

` + replay.Notice + `

Exit codes: 0 every case went as expected and no conversation breaks a rule, 1 not
so, 2 a file cannot be used.`,
		Example: `  mcpreview replay
  mcpreview replay cases.json
  mcpreview replay conversation.json
  mcpreview replay --format json cases.json
  mcpreview replay --profile spec cases.json
  mcpreview replay --rules`,
		RunE: func(cmd *cobra.Command, args []string) error {
			profile, err := replayProfileByName(profileName)
			if err != nil {
				return fmt.Errorf("--profile: %w", err)
			}
			if listRules {
				return listReplayRules(cmd.OutOrStdout(), profile)
			}
			format, err := replayFormatByName(formatName)
			if err != nil {
				return fmt.Errorf("--format: %w", err)
			}
			files, failures := replayAll(args, profile)
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
	cmd.Flags().StringVar(&profileName, "profile", replayProfiles[0].name, "`PROFILE` of the revision: "+strings.Join(replayProfileNames(), ", "))
	cmd.Flags().BoolVar(&listRules, "rules", false, "list the rules instead")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(replayFormatNames(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(replayProfileNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// replayProfiles are the profiles by their names on the command line; the first
// is the default.
var replayProfiles = []struct {
	name    string
	profile *replay.Profile
}{
	{"teaching-v2", replay.Teaching},
	{"spec", replay.Spec},
}

func replayProfileNames() []string {
	var names []string
	for _, p := range replayProfiles {
		names = append(names, p.name)
	}
	return names
}

func replayProfileByName(name string) (*replay.Profile, error) {
	for _, p := range replayProfiles {
		if p.name == name {
			return p.profile, nil
		}
	}
	return nil, fmt.Errorf("profile %q is not one of %s", name, strings.Join(replayProfileNames(), ", "))
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
func replayAll(paths []string, profile *replay.Profile) (files []outline.Replayed, failures []error) {
	if len(paths) == 0 {
		f, err := profile.Parse(samples.Conversations(), "built-in")
		if err != nil {
			return nil, []error{err}
		}
		return []outline.Replayed{{Summary: f.Run()}}, nil
	}
	for _, path := range paths {
		name := filepath.Base(path)
		data, err := readFile(path)
		if err != nil {
			failures = append(failures, replay.Unreadable(name, err.Error()))
			continue
		}
		summary, err := replayFile(data, name, profile)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		files = append(files, outline.Replayed{File: name, Summary: summary})
	}
	return files, failures
}

// replayFile replays a file of either form, which its content tells.
func replayFile(data []byte, name string, profile *replay.Profile) (*replay.Summary, error) {
	if replay.IsConversation(data) {
		c, err := replay.ParseConversation(data, name)
		if err != nil {
			return nil, err
		}
		return conversation.Run(c, strings.ToValidUTF8(name, "\ufffd")), nil
	}
	f, err := profile.Parse(data, name)
	if err != nil {
		return nil, err
	}
	return f.Run(), nil
}

// readFile reads a file as far as one can be used. Its errors hold neither
// the path nor the words of the operating system.
func readFile(path string) ([]byte, error) {
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
	data, err := io.ReadAll(io.LimitReader(f, replay.MaxConversationBytes+1))
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

func listReplayRules(w io.Writer, profile *replay.Profile) error {
	for _, r := range slices.Concat(profile.Rules(), conversation.Rules()) {
		if _, err := fmt.Fprintf(w, "%-8s %s\n", r.ID, r.Demand); err != nil {
			return err
		}
	}
	return nil
}
