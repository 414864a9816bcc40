package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mcpreview/capture"
	"mcpreview/internal/protocol"
	"mcpreview/internal/regular"
	"mcpreview/internal/version"
	"mcpreview/report/escape"
)

// captureFlags are the flags of a capture.
type captureFlags struct {
	url      string
	dir      string
	force    bool
	protocol string
	name     string
	version  string

	headers    []string
	headerEnv  []string
	serverEnv  []string
	passEnv    []string
	calls      string
	callers    string
	probes     bool
	thenReport bool
	quiet      bool

	timeout time.Duration
	total   time.Duration
}

func (f *captureFlags) register(cmd *cobra.Command) {
	fl, limits := cmd.Flags(), capture.DefaultLimits()
	fl.StringVar(&f.url, "url", "", "capture the Streamable HTTP endpoint at `URL` instead of a command")
	fl.StringVarP(&f.dir, "output", "o", "", "write the evidence into the folder `DIR`")
	fl.BoolVar(&f.force, "force", false, "replace an earlier capture in DIR, unless it is complete and the new one is not")
	fl.StringVar(&f.protocol, "protocol", "", "speak this protocol `REVISION` and no other: "+revisionNames())
	fl.StringVar(&f.name, "name", "", "`NAME` of the server, for the record")
	fl.StringVar(&f.version, "server-version", "", "`VERSION` of the server, for the record")
	fl.StringArrayVar(&f.headers, "header", nil, "`'NAME: VALUE'` with every HTTP request; ${env:VARIABLE} in it is a secret; may be repeated")
	fl.StringArrayVar(&f.headerEnv, "header-env", nil, "`NAME=VARIABLE`: a header whose whole value is in an environment variable, a secret; may be repeated")
	fl.StringArrayVar(&f.serverEnv, "server-env", nil, "`NAME[=VARIABLE]`: environment variable NAME of the server, a secret, from VARIABLE of this program; may be repeated")
	fl.StringArrayVar(&f.passEnv, "pass-env", nil, "environment variable `NAME` as it is to the server, no secret; may be repeated")
	fl.StringVar(&f.calls, "calls", "", "`FILE` with the calls and completions to make, YAML or JSON")
	fl.StringVar(&f.callers, "callers", "", "`FILE` with the callers to capture as, one after the other, YAML or JSON")
	fl.BoolVar(&f.probes, "probe-headers", false, "try the header boundary with the listed calls of tools whose arguments are copied into headers (HTTP)")
	fl.DurationVar(&f.timeout, "timeout", limits.Answer, "wait at most `DURATION` for each answer")
	fl.DurationVar(&f.total, "total-timeout", limits.Total, "take at most `DURATION` in all")
	fl.BoolVar(&f.thenReport, "report", false, "review what was captured, print the report and exit as it does")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "say nothing but what is missing")
	cmd.RegisterFlagCompletionFunc("protocol", cobra.FixedCompletions(strings.Split(revisionNames(), ", "), cobra.ShellCompDirectiveNoFileComp))
}

func newCapture() *cobra.Command { return captureCommand((*captureFlags).run) }

// captureCommand is the command with what it does once its flags are read.
func captureCommand(run func(*captureFlags, *cobra.Command, capture.Options) error) *cobra.Command {
	var f captureFlags
	cmd := &cobra.Command{
		Use:   "capture [flags] -o DIR {-- COMMAND ARGS... | --url URL}",
		Short: "Record evidence from a live server",
		Long: `capture starts a server or connects to one, and records what report reads: discovery,
every page of every list by its cursors, twice, and the call of an unknown tool. It
calls no other tool unless --calls lists it. Messages are kept byte for byte.

Secrets are named, never given: a header or variable names an environment variable, and
its value is replaced wherever it turns up in what is recorded. The server gets HOME, PATH
and the like of the environment, and what --server-env and --pass-env name.

The newest protocol revision is tried first, then the handshake of the older ones. What
was recorded before a failure is kept and says that it is incomplete.

Exit codes: 0 all recorded; 2 nothing recorded, or not all; with --report, of a whole
capture that of the review.`,
		Example: `  mcpreview capture -o evidence -- npx -y @modelcontextprotocol/server-everything
  mcpreview capture -o evidence --calls calls.yaml --report -- ./server --stdio
  mcpreview capture -o evidence --url https://mcp.example.com/mcp --header 'Authorization: Bearer ${env:TOKEN}'
  mcpreview capture -o evidence --url http://127.0.0.1:8080/mcp --callers callers.yaml --calls calls.yaml --probe-headers`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := f.options(cmd, args)
			if err != nil {
				return err
			}
			return run(&f, cmd, o)
		},
	}
	f.register(cmd)
	return cmd
}

// options checks the flags and reads the files that they name.
func (f *captureFlags) options(cmd *cobra.Command, args []string) (capture.Options, error) {
	o := capture.Options{
		Command: args, URL: f.url, Dir: f.dir, Force: f.force, Name: f.name, Version: f.version,
		ProbeHeaders: f.probes, Secrets: new(capture.Secrets), Limits: capture.DefaultLimits(),
	}
	o.Limits.Answer, o.Limits.Total = f.timeout, f.total
	if !f.quiet {
		o.Progress = func(text string) { say(cmd.ErrOrStderr(), text) }
	}
	if err := f.usage(cmd, args); err != nil {
		return o, err
	}
	for _, step := range []func(*capture.Options) error{f.readTarget, f.readCallers, f.readCalls} {
		if err := step(&o); err != nil {
			return o, err
		}
	}
	return o, nil
}

// usage refuses what makes no capture.
func (f *captureFlags) usage(cmd *cobra.Command, args []string) error {
	onlyHTTP := len(f.headers) + len(f.headerEnv)
	onlyStdio := len(f.serverEnv) + len(f.passEnv)
	switch {
	case f.dir == "":
		return errors.New("no folder for the evidence: name one with -o DIR")
	case len(args) > 0 && cmd.ArgsLenAtDash() != 0:
		return errors.New("put -- before the command of the server, so that its flags are not taken for those of capture")
	case len(args) == 0 && f.url == "":
		return errors.New("no server: give -- COMMAND ARGS..., or --url URL")
	case len(args) > 0 && f.url != "":
		return errors.New("two servers: give -- COMMAND ARGS... or --url URL, not both")
	case f.url == "" && onlyHTTP > 0:
		return errors.New("--header and --header-env are for --url: a command gets environment variables, with --server-env")
	case f.url != "" && onlyStdio > 0:
		return errors.New("--server-env and --pass-env are for a command: an endpoint gets headers, with --header-env")
	case f.url == "" && f.probes:
		return errors.New("--probe-headers is for --url: there are no headers over standard input")
	case f.callers != "" && onlyHTTP+onlyStdio > 0:
		return errors.New("--callers states the headers and variables of each caller: leave the flags for them out")
	case f.probes && f.calls == "":
		return errors.New("--probe-headers tries calls that you list: name them with --calls FILE")
	case f.timeout <= 0 || f.total <= 0:
		return errors.New("--timeout and --total-timeout must be longer than nothing")
	}
	return nil
}

func (f *captureFlags) readTarget(o *capture.Options) (err error) {
	if f.protocol != "" {
		if o.Revision, err = protocol.Parse(f.protocol); err != nil {
			return fmt.Errorf("--protocol: %w", err)
		}
	}
	if f.url == "" {
		return nil
	}
	if err = capture.CheckLiteralURL(f.url); err == nil {
		o.URL, err = o.Secrets.ExpandURL(f.url)
	}
	if err == nil {
		err = capture.CheckURL(o.URL)
	}
	if err != nil {
		return fmt.Errorf("--url: %w", err)
	}
	return nil
}

func (f *captureFlags) readCallers(o *capture.Options) error {
	if f.callers != "" {
		data, err := readInput(f.callers)
		if err == nil {
			o.Callers, err = capture.ParseCallers(f.callers, data, o.Secrets)
		}
		if err == nil {
			err = f.fitCallers(o.Callers)
		}
		return err
	}
	only := capture.Caller{Env: make(map[string]string)}
	for _, step := range []func(*capture.Options, *capture.Caller) error{f.readHeaders, f.readEnvironment} {
		if err := step(o, &only); err != nil {
			return err
		}
	}
	o.Callers = []capture.Caller{only}
	return nil
}

// fitCallers refuses what would not reach the server.
func (f *captureFlags) fitCallers(callers []capture.Caller) error {
	for _, c := range callers {
		switch {
		case f.url == "" && len(c.Headers) > 0:
			return fmt.Errorf("%s: caller %s has headers, which are for --url: a command gets env", f.callers, c.Name)
		case f.url != "" && len(c.Env) > 0:
			return fmt.Errorf("%s: caller %s has env, which is for a command: an endpoint gets headers", f.callers, c.Name)
		}
	}
	return nil
}

func (f *captureFlags) readHeaders(o *capture.Options, c *capture.Caller) error {
	add := func(flag, name, value string, err error) error {
		if err == nil {
			err = capture.CheckHeader(name, value)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}
		c.Headers = append(c.Headers, capture.Header{Name: name, Value: value})
		return nil
	}
	for _, h := range f.headers {
		name, value, colon := strings.Cut(h, ":")
		if !colon {
			return errors.New("--header: write it as 'NAME: VALUE'")
		}
		name, value = strings.Trim(name, " \t"), strings.Trim(value, " \t")
		err := capture.CheckLiteral(capture.KindHeader, name, value)
		if err == nil {
			value, err = o.Secrets.Expand(value)
		}
		if err := add("--header", name, value, err); err != nil {
			return err
		}
	}
	for _, h := range f.headerEnv {
		name, variable, equals := strings.Cut(h, "=")
		if !equals {
			return errors.New("--header-env: write it as NAME=VARIABLE")
		}
		value, err := o.Secrets.Lookup(variable)
		if err := add("--header-env", name, value, err); err != nil {
			return err
		}
	}
	return nil
}

func (f *captureFlags) readEnvironment(o *capture.Options, c *capture.Caller) error {
	for _, e := range f.serverEnv {
		name, variable, equals := strings.Cut(e, "=")
		if !equals {
			variable = name
		}
		value, err := o.Secrets.Lookup(variable)
		if err != nil {
			return fmt.Errorf("--server-env: %w", err)
		}
		if !capture.IsVariable(name) {
			return errors.New("--server-env: write it as NAME or NAME=VARIABLE")
		}
		c.Env[name] = value
	}
	for _, name := range f.passEnv {
		value, set := os.LookupEnv(name)
		switch {
		case !capture.IsVariable(name):
			return errors.New("--pass-env: is not the name of an environment variable: name the variable, not its value")
		case !set:
			return fmt.Errorf("--pass-env: %w", capture.NotSet(name))
		case capture.CheckLiteral(capture.KindVariable, name, value) != nil:
			return fmt.Errorf("--pass-env: environment variable %s is a credential, by its name or a password in it: pass it with --server-env, which keeps it out of the recording", name)
		}
		c.Env[name] = value
	}
	return nil
}

func (f *captureFlags) readCalls(o *capture.Options) error {
	if f.calls == "" {
		return nil
	}
	data, err := readInput(f.calls)
	if err == nil {
		o.Calls, err = capture.ParseCalls(f.calls, data, o.Secrets)
	}
	return err
}

// inputBytes is the most that a file of calls or callers may hold.
const inputBytes = 16 << 20

// readInput reads a regular file that the user wrote.
func readInput(file string) ([]byte, error) {
	data, err := regular.Read(file, inputBytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return data, nil
}

func say(w io.Writer, text string) {
	fmt.Fprintln(w, version.Name+": "+escape.Terminal(text, maxErrorLength))
}

// run captures and says what came of it, until it is interrupted.
func (f *captureFlags) run(cmd *cobra.Command, o capture.Options) error {
	back := unfinished.entrust() // a capture that is interrupted keeps what it has
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals...)
	rec, err := capture.Run(ctx, o)
	stop()
	back()
	if err != nil {
		return err
	}
	f.summary(cmd.ErrOrStderr(), rec)
	next := []string{rec.Dir}
	if len(rec.Revisions) == 1 && rec.Revisions[0] != protocol.Current.Name {
		next = append(next, "--protocol", rec.Revisions[0])
	}
	if f.thenReport {
		err := f.review(cmd, next)
		if !rec.Complete() {
			err = incomplete(f.dir, rec)
		}
		return err
	}
	if !f.quiet {
		say(cmd.ErrOrStderr(), "next: mcpreview report "+strings.Join(next, " "))
	}
	if !rec.Complete() {
		return incomplete(f.dir, rec)
	}
	return nil
}

func incomplete(dir string, rec *capture.Recording) error {
	if rec.Kept {
		return fmt.Errorf("%s is incomplete: %s; the complete capture in %s is kept", rec.Dir, strings.Join(rec.Missing, "; "), dir)
	}
	return fmt.Errorf("%s is incomplete: %s", dir, strings.Join(rec.Missing, "; "))
}

// summary says what was recorded and what is worth knowing.
func (f *captureFlags) summary(w io.Writer, rec *capture.Recording) {
	if f.quiet {
		return
	}
	for _, text := range walks(rec.Steps) {
		say(w, text)
	}
	for _, asked := range []struct {
		n    int
		what string
	}{{rec.Asked.Calls, "listed call"}, {rec.Asked.Probes, "header probe"}, {rec.Asked.Completions, "completion"}} {
		if asked.n > 0 {
			say(w, counted(asked.n, asked.what))
		}
	}
	for _, text := range rec.Notes {
		say(w, "note: "+text)
	}
	for _, text := range rec.Missing {
		say(w, "missing: "+text)
	}
	if n := rec.Replacements(); n > 0 {
		say(w, fmt.Sprintf("%s replaced by the names of their variables, listed in %s", counted(n, "secret"), capture.ManifestName))
	}
	say(w, fmt.Sprintf("%s in %s", counted(rec.Files, "file"), rec.Dir))
}

// walks says what each list came to, its passes together.
func walks(steps []capture.Step) []string {
	var lines []string
	for i, s := range steps {
		list, _ := protocol.ListOf(s.Method)
		what := fmt.Sprintf("%s on %s", counted(s.Items, itemNames[list.Items]), counted(s.Pages, "page"))
		if i > 0 && steps[i-1].Caller == s.Caller && steps[i-1].Method == s.Method {
			last := &lines[len(lines)-1]
			if before := steps[i-1]; before.Items == s.Items && before.Pages == s.Pages {
				*last += ", both times"
			} else {
				*last += ", then " + what
			}
			continue
		}
		who := ""
		if s.Caller != "" {
			who = s.Caller + ": "
		}
		lines = append(lines, who+s.Method+": "+what)
	}
	return lines
}

// itemNames is what the items of a list are called, one of them.
var itemNames = map[string]string{"tools": "tool", "prompts": "prompt", "resources": "resource", "resourceTemplates": "resource template"}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// review runs the report on what was captured, as the command that is named
// next would.
func (f *captureFlags) review(cmd *cobra.Command, args []string) error {
	report := newReport()
	report.SilenceUsage, report.SilenceErrors = true, true
	report.SetArgs(args)
	report.SetOut(cmd.OutOrStdout())
	report.SetErr(cmd.ErrOrStderr())
	return report.Execute()
}
