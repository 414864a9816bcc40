package tests

import (
	"bytes"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mcpreview/report/reviewtest"
)

// browsers are the names that Chromium goes by.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

func browser(t *testing.T) string {
	t.Helper()
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no Chromium on this machine: what a browser makes of the page is not tested")
	return ""
}

// loaded is what the browser made of a page, as HTML again, and its log of the
// network.
func loaded(t *testing.T, chromium, page string) (dom, network string) {
	t.Helper()
	folder := t.TempDir()
	file, log := filepath.Join(folder, "page.html"), filepath.Join(folder, "net.json")
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), chromium,
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps",
		"--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir="+filepath.Join(folder, "profile"), "--log-net-log="+log,
		"--dump-dom", (&url.URL{Scheme: "file", Path: file}).String())
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%.2000s", chromium, err, stderr.String())
	}
	recorded, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return stdout.String(), string(recorded)
}

// requested are the addresses in a log of the network; ownTraffic are hosts
// that the browser asks for itself, whatever it shows.
var (
	requested  = regexp.MustCompile(`"url":"((?:https?|wss?|ftp):[^"]*)"`)
	ownTraffic = regexp.MustCompile(`\.(google|googleapis)\.com$`)
)

// requestsOf are the addresses that a page asked the network for.
func requestsOf(network string) []string {
	var asked []string
	for _, m := range requested.FindAllStringSubmatch(network, -1) {
		if u, err := url.Parse(m[1]); err != nil || !ownTraffic.MatchString(u.Hostname()) {
			asked = append(asked, m[1])
		}
	}
	return asked
}

// In a real browser, too, no element or attribute comes from the evidence, no
// script runs and no request leaves.
func TestPagesInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	chromium := browser(t)
	demo, err := exec.Command(program, "demo", "--format", "html").Output()
	if err != nil {
		t.Fatal(err)
	}
	open := `<h1>MCP server review</h1><img src="https://evil.example/x.png"><script>document.title = "ran"</script>`
	if dom, network := loaded(t, chromium, open); !strings.Contains(dom, "<title>ran") || len(requestsOf(network)) == 0 {
		t.Fatalf("a page that runs a script and asks for a picture goes unnoticed: %.300s", dom)
	}
	for name, page := range map[string]string{
		"demo":    string(demo),
		"hostile": written(t, review(hostileWalk(), 2))["html"],
		"planted": written(t, reviewtest.Plant(`"'></td></script></style></title></svg></desc><script>document.title="ran"</script><img src=https://evil.example/x onerror=document.title="ran">`, true))["html"],
	} {
		t.Run(name, func(t *testing.T) {
			dom, network := loaded(t, chromium, page)
			if !strings.Contains(dom, "<h1>MCP server review") || !strings.Contains(dom, "</html>") {
				t.Fatalf("the page did not load: %.300s", dom)
			}
			if strings.Contains(dom, "<title>ran") {
				t.Error("a script ran")
			}
			inertHTML(t, strings.ReplaceAll(dom, "&nbsp;", " "))
			if left := requestsOf(network); len(left) > 0 {
				t.Errorf("requests left: %.200q", left)
			}
		})
	}
}
