package capture

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpreview/internal/strictjson"
)

// canary has characters that every kind of escaping changes.
const canary = `s3cr+t/"k&y=Zz`

func withSecret(t *testing.T, value string) *Secrets {
	t.Helper()
	t.Setenv("CAPTURE_SECRET", value)
	s := new(Secrets)
	if _, err := s.Lookup("CAPTURE_SECRET"); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSecretsAreReplaced(t *testing.T) {
	s := withSecret(t, canary)
	const m = "${env:CAPTURE_SECRET}"
	for in, want := range map[string]string{
		`x ` + canary + ` y`:                              `x ` + m + ` y`,
		strings.ToUpper(canary):                           m,
		canary + canary:                                   m + m,
		`s3cr%2Bt%2F%22k%26y%3DZz`:                        m,
		`s3cr%252Bt%252F%2522k%2526y%253DZz`:              m,
		`s3cr+t/\"k&y=Zz`:                                 m,
		`s3cr\u002bt\/\"k\u0026y\u003dZz`:                 m,
		`s3cr+t/\\\"k\\u0026y=Zz`:                         m,
		`s3cr+t/&quot;k&amp;y&#61;Zz`:                     m,
		`s3cr&#x2B;t/&#34;k&amp;y=Zz`:                     m,
		"733363722b742f226b26793d5a7a":                    strings.Repeat("A", 28),
		"nothing of it: s3cr+t":                           "nothing of it: s3cr+t",
		`s3cr+t/"k&y=Z`:                                   `s3cr+t/"k&y=Z`,
		"data:;base64,czNjcit0LyJrJnk9Wno=":               "data:;base64," + strings.Repeat("A", 18) + "o=",
		strings.Repeat(" ", windowBytes-5) + canary + "!": strings.Repeat(" ", windowBytes-5) + m + "!",
	} {
		if got := string(s.Text([]byte(in))); got != want {
			t.Errorf("%.80q: %.80q, want %.80q", in, got, want)
		}
	}
}

// In JSON the replacement is JSON again, and what is no secret stays as it is.
func TestSecretsInJSON(t *testing.T) {
	s := withSecret(t, "12345678")
	for in, want := range map[string]string{
		`{"a" : "12345678", "b":[1.50,  12345678, -12345678.5]}`: `{"a" : "${env:CAPTURE_SECRET}", "b":[1.50,  11111111, -11111111.5]}`,
		`{"12345678":"\u0031\u0032345678","c":"1234567"}`:        `{"${env:CAPTURE_SECRET}":"${env:CAPTURE_SECRET}","c":"1234567"}`,
		`["x\\", "\"12345678\""]`:                                `["x\\", "\"${env:CAPTURE_SECRET}\""]`,
	} {
		got := s.JSON([]byte(in))
		if string(got) != want || !json.Valid(got) {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// What is encoded after its case was changed or it was escaped, wrapped
// afterwards, or written with the names of characters, is found too.
func TestSecretsInOtherForms(t *testing.T) {
	s := withSecret(t, canary)
	inner, _ := json.Marshal(map[string]string{"k": canary})
	for name, in := range map[string]string{
		"Base64 of small letters":    base64.StdEncoding.EncodeToString([]byte("x" + strings.ToLower(canary) + "x")),
		"Base64 of capitals":         base64.URLEncoding.EncodeToString([]byte("x" + strings.ToUpper(canary) + "x")),
		"hexadecimal of capitals":    hex.EncodeToString([]byte(strings.ToUpper(canary))),
		"Base64 of JSON":             base64.StdEncoding.EncodeToString(inner),
		"Base64 of JSON with \\/":    base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(`{"k":"`+strings.ReplaceAll(canary, `"`, `\"`)+`"}`, "/", `\/`))),
		"Base64 in lines":            wrapped(base64.StdEncoding.EncodeToString([]byte(canary)), "\r\n"),
		"Base64 in lines in JSON":    wrapped(base64.StdEncoding.EncodeToString([]byte(canary)), `\n`),
		"named character references": strings.NewReplacer("+", "&plus;", "/", "&sol;", "=", "&equals;", `"`, "&QUOT;", "&", "&AMP;").Replace(canary),
	} {
		if len(s.find([]byte(in))) != 1 {
			t.Errorf("%s: not found in %s", name, in)
		}
	}
	for _, in := range []string{"&plus", "&nosuch;", "a\nb", "&;", "&semi;"} {
		if got := string(s.Text([]byte(in))); got != in {
			t.Errorf("%q became %q", in, got)
		}
	}
}

// wrapped is a text in lines of a few characters.
func wrapped(text, lineEnd string) string {
	var b strings.Builder
	for len(text) > 7 {
		b.WriteString(text[:7] + lineEnd)
		text = text[7:]
	}
	return b.String() + text
}

// The credentials of the scheme Basic are secrets also as what they encode.
func TestDecodedPair(t *testing.T) {
	s := withSecret(t, base64.StdEncoding.EncodeToString([]byte("user:hunter2-hunter2")))
	if got := string(s.Text([]byte("user:hunter2-hunter2, HUNTER2-hunter2, user"))); got != "${env:CAPTURE_SECRET}, ${env:CAPTURE_SECRET}, user" {
		t.Error(got)
	}
	for _, none := range []string{"abcdefgh", "0123456789abcdef", base64.StdEncoding.EncodeToString([]byte("user:\x00hunter2"))} {
		if got := decodedPair(none); got != nil {
			t.Errorf("%s: %q", none, got)
		}
	}
}

func TestWordsOfASecretAreSecrets(t *testing.T) {
	s := withSecret(t, "Bearer abcdefgh12")
	if got := string(s.Text([]byte("Bearer and abcdefgh12"))); got != "Bearer and ${env:CAPTURE_SECRET}" {
		t.Error(got)
	}
}

// No error repeats what may be a secret.
func TestLookupErrors(t *testing.T) {
	t.Setenv("CAPTURE_SHORT", "abc")
	t.Setenv("CAPTURE_BROKEN", "abcdefgh\ni")
	for _, c := range []struct{ name, want string }{
		{"sk-live-0123456789", "is not the name of an environment variable: name the variable, not its value"},
		{"", "is not the name of an environment variable: name the variable, not its value"},
		{"CAPTURE_NOT_SET", "environment variable CAPTURE_NOT_SET is not set"},
		{"CAPTURE_SHORT", "environment variable CAPTURE_SHORT has fewer than 8 bytes: so short a secret cannot be told from other text in a recording"},
		{"CAPTURE_BROKEN", "environment variable CAPTURE_BROKEN holds a line break or NUL"},
	} {
		if _, err := new(Secrets).Lookup(c.name); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v", c.name, err)
		}
	}
}

func TestExpand(t *testing.T) {
	t.Setenv("CAPTURE_SECRET", "abcdefgh")
	for in, want := range map[string]string{
		"Bearer ${env:CAPTURE_SECRET}!": "Bearer abcdefgh!",
		"$${env:CAPTURE_SECRET}":        "${env:CAPTURE_SECRET}",
		"${other}":                      "${other}",
		"":                              "",
	} {
		if got, err := new(Secrets).Expand(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	if _, err := new(Secrets).Expand("${env:CAPTURE_SECRET"); err == nil {
		t.Error("no closing brace, and no error")
	}
}

// A server that gives away what it was started with, in every form, leaves
// nothing of it in what is written.
func TestCanaryOverStdio(t *testing.T) {
	t.Setenv("CAPTURE_SECRET", canary)
	o := options(t, "leaks")
	value, err := o.Secrets.Lookup("CAPTURE_SECRET")
	if err != nil {
		t.Fatal(err)
	}
	o.Callers[0].Env["SECRET"] = value
	var told strings.Builder
	o.Progress = func(text string) { told.WriteString(text + "\n") }
	rec := captured(t, o)
	if !rec.Complete() || rec.Replacements() == 0 {
		t.Errorf("missing %q, %d replaced", rec.Missing, rec.Replacements())
	}
	clean(t, o, canary)
	for _, text := range append(append(rec.Notes, rec.Missing...), told.String()) {
		if strings.Contains(text, canary) {
			t.Errorf("told: %q", text)
		}
	}
	if list := read(t, o, ManifestName); !strings.Contains(list, `{"file": "stderr.log", "variable": "CAPTURE_SECRET", "times": 2}`) {
		t.Errorf("what was replaced is not listed: %s", list)
	}
}

// No part of a secret is left where something is cut.
func TestCanaryIsNotCut(t *testing.T) {
	const secret = "0123456789abcdefghijklmnopqrstuvwxyz"
	t.Setenv("CAPTURE_SECRET", secret)
	o := options(t, "stderr")
	value, err := o.Secrets.Lookup("CAPTURE_SECRET")
	if err != nil {
		t.Fatal(err)
	}
	o.Callers[0].Env["SECRET"] = value
	captured(t, o)
	if log := read(t, o, "stderr.log"); len(log) < 1<<19 || strings.Contains(log, secret[:8]) {
		t.Errorf("%d bytes, ending in %q", len(log), log[len(log)-40:])
	}
	h := httpOptions(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", strings.Repeat("x", 50)+secret)
		w.WriteHeader(http.StatusFound)
	})
	h.Secrets = o.Secrets
	if _, err := Run(t.Context(), h); err == nil || strings.Contains(err.Error(), secret[:8]) {
		t.Errorf("error %v", err)
	}
}

// clean looks for a secret in files, with JSON escapes undone as an independent
// reader undoes them.
func clean(t *testing.T, o Options, secret string) {
	t.Helper()
	var inText func(name string, v any)
	inText = func(name string, v any) {
		switch v := v.(type) {
		case string:
			if strings.Contains(strings.ToLower(v), strings.ToLower(secret)) {
				t.Errorf("%s holds the secret", name)
			}
			var inner any
			if json.Unmarshal([]byte(v), &inner) == nil {
				inText(name, inner)
			}
		case []any:
			for _, e := range v {
				inText(name, e)
			}
		case map[string]any:
			for k, e := range v {
				inText(name, k)
				inText(name, e)
			}
		}
	}
	for _, name := range files(t, o.Dir) {
		text := read(t, o, name)
		inText(name, text)
		if filepath.Ext(name) == ".json" {
			if _, err := strictjson.Parse([]byte(text), name, 1, bounds(len(text))); err != nil && !strings.HasSuffix(name, ".answer.json") {
				t.Errorf("%s is no JSON any more: %v", name, err)
			}
		}
	}
}

// A child process gets none of the environment but what it needs and is given.
func TestEnvironmentOfAChild(t *testing.T) {
	t.Setenv("AWS_SECRET_ACCESS_KEY", "x")
	t.Setenv("PATH", "/bin")
	env := environment(map[string]string{"GIVEN": "1", "HOME": "/none"})
	text := strings.Join(env, "\n")
	if strings.Contains(text, "AWS_") || !strings.Contains(text, "PATH=/bin") || !strings.Contains(text, "HOME=/none") || !strings.Contains(text, "GIVEN=1") {
		t.Errorf("environment %q", env)
	}
}

func FuzzSecretsInJSON(f *testing.F) {
	for _, seed := range []string{`{"a":"abcdefgh"}`, `["\u0061bcdefgh",12345678]`, `"%61bcdefgh\\"`, `{"YWJjZGVmZ2g=":null}`} {
		f.Add([]byte(seed))
	}
	os.Setenv("CAPTURE_FUZZ", "abcdefgh")
	os.Setenv("CAPTURE_FUZZ_DIGITS", "12345678")
	f.Fuzz(func(t *testing.T, data []byte) {
		s := new(Secrets)
		for _, name := range []string{"CAPTURE_FUZZ", "CAPTURE_FUZZ_DIGITS"} {
			if _, err := s.Lookup(name); err != nil {
				t.Fatal(err)
			}
		}
		before, err := strictjson.Parse(data, "", 1, bounds(len(data)))
		if err != nil {
			return
		}
		out := s.JSON(data)
		after, err := strictjson.Parse(out, "", 1, bounds(len(out)))
		if err != nil || after.Root.Kind() != before.Root.Kind() {
			t.Fatalf("%q became %q", data, out)
		}
		if len(s.find(out)) > 0 {
			t.Fatalf("%q still holds a secret: %q", data, out)
		}
	})
}

func BenchmarkSecretsInAListing(b *testing.B) {
	b.Setenv("CAPTURE_SECRET", canary)
	s := new(Secrets)
	if _, err := s.Lookup("CAPTURE_SECRET"); err != nil {
		b.Fatal(err)
	}
	text := []byte(`[` + strings.Repeat(tool("t\\n")+",", 10_000) + `0]`)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s.JSON(text)
	}
}
