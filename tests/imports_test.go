// Package tests holds what concerns the project as a whole: the arrows between
// packages, the command line from outside, reviews of real recordings.
package tests

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "mcpreview"

// root is the project's folder, seen from this one.
const root = ".."

// layers are the groups of packages from the bottom up. A package imports
// packages of lower layers only; within a layer, only where it says so.
var layers = []struct {
	name   string
	within bool // packages of the layer may import each other
	holds  func(pkg string) bool
}{
	{"internal", true, func(p string) bool { return strings.HasPrefix(p, "internal/") }},
	{"analyzers and samples", false, func(p string) bool {
		return p == "samples" || !strings.Contains(p, "/") && p != "report" && p != "capture" && p != "tests" && p != "bench"
	}},
	{"report", false, func(p string) bool { return p == "report" }},
	{"report formats", true, func(p string) bool { return strings.HasPrefix(p, "report/") }},
	{"capture", false, func(p string) bool { return p == "capture" }},
	{"cmd", true, func(p string) bool { return strings.HasPrefix(p, "cmd/") }},
	{"tests", true, func(p string) bool { return p == "tests" || p == "bench" || strings.HasPrefix(p, "bench/") }},
}

func layerOf(pkg string) int {
	for i, l := range layers {
		if l.holds(pkg) {
			return i
		}
	}
	return -1
}

// goFiles calls fn with every Go file of the project and its package's path.
func goFiles(t *testing.T, fn func(file, pkg string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return fs.SkipDir
		case filepath.Ext(p) == ".go":
			rel, err := filepath.Rel(root, p)
			if err != nil {
				return err
			}
			fn(p, path.Dir(filepath.ToSlash(rel)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestArrowsBetweenPackages(t *testing.T) {
	seen := 0
	goFiles(t, func(file, pkg string) {
		if strings.HasSuffix(file, "_test.go") {
			return
		}
		from := layerOf(pkg)
		if from < 0 {
			t.Errorf("%s: package %s is in no layer", file, pkg)
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			imported, own := strings.CutPrefix(imported, module+"/")
			if !own {
				continue
			}
			seen++
			to := layerOf(imported)
			if to > from || to == from && !layers[from].within {
				t.Errorf("%s: %s (%s) imports %s (%s)", file, pkg, layers[from].name, imported, layers[to].name)
			}
		}
	})
	if seen == 0 {
		t.Error("no import between packages was looked at")
	}
}

// analyzers know nothing of files, clocks, networks or processes.
func TestAnalyzersArePure(t *testing.T) {
	banned := map[string]bool{"os": true, "io/fs": true, "net": true, "net/http": true, "os/exec": true, "math/rand": true, "math/rand/v2": true, "path/filepath": true}
	allowed := map[string]bool{"headers net/http": true} // its face for gateways
	goFiles(t, func(file, pkg string) {
		if strings.HasSuffix(file, "_test.go") || strings.Contains(pkg, "/") || pkg == "samples" || pkg == "report" || pkg == "capture" || pkg == "tests" || pkg == "bench" {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			if imported, _ := strconv.Unquote(spec.Path.Value); banned[imported] && !allowed[pkg+" "+imported] {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	})
}
