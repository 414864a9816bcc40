package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpreview/internal/protocol"
)

// officialTools complete the published examples of Tool, by file name.
var officialTools = map[string]fixture{
	"tool-with-array-output-schema.json":       {args: `{}`, success: `[{"id":"1","name":"n","email":"e"}]`, failure: `[]`},
	"tool-with-composition-input-schema.json":  {args: `{"id":"r"}`},
	"with-default-2020-12-input-schema.json":   {args: `{"a":1,"b":2.5}`},
	"with-explicit-draft-07-input-schema.json": {args: `{"a":1,"b":2.5}`},
	"with-no-parameters.json":                  {args: `{}`},
	"with-output-schema-for-structured-content.json": {
		args: `{"location":"x"}`, success: `{"temperature":1.5,"conditions":"dry","humidity":40}`,
		failure: `{"temperature":0,"conditions":"","humidity":0}`,
	},
}

// examples are the published examples of a definition, by file name.
func examples(t *testing.T, definition string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus(t, "spec", protocol.Current.Name, "examples", definition), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no example of %s (%v)", definition, err)
	}
	found := make(map[string]string)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found[filepath.Base(file)] = string(text)
	}
	return found
}

// officialFixtures are the published examples of Tool, completed, by file name.
func officialFixtures(t *testing.T) map[string]fixture {
	t.Helper()
	all := make(map[string]fixture)
	for name, text := range examples(t, "Tool") {
		f, known := officialTools[name]
		if !known {
			t.Errorf("nothing is known of arguments for example %s", name)
			continue
		}
		f.tool = text
		all[name] = f
	}
	return all
}

// TestOfficialTools holds the published descriptors against the review: with
// results beside them they are admitted, and without, results are all that is
// missing.
func TestOfficialTools(t *testing.T) {
	for name, f := range officialFixtures(t) {
		t.Run(name, func(t *testing.T) {
			page := listOf(f.tool)
			if tool := reviewOf(append(f.calls(2, f.name(t)), page)...).Tools[0]; tool.Decision != "ADMIT" {
				t.Errorf("with results: %s, %s", tool.Decision, tool.Reason)
			}
			if tool := reviewOf(page).Tools[0]; tool.Decision != "CONDITIONAL" || !strings.HasPrefix(tool.Rule, "EVID-") {
				t.Errorf("without results: %s, %s", tool.Decision, tool.Reason)
			}
		})
	}
}

// TestOfficialLists does the same for the published pages, as results of a
// recorded request and as bare messages. The pages after them are not published:
// their listings are not complete, which is no fault of the tool.
func TestOfficialLists(t *testing.T) {
	calls := "[" + strings.Join(fixture{args: `{"location":"x"}`}.calls(2, "get_weather"), ",") + "]"
	judge := func(name, page string) {
		t.Run(name, func(t *testing.T) {
			r := review(map[string]string{"page.json": page, "calls.json": calls}, 2)
			if len(r.Tools) != 1 || r.Tools[0].Decision != "ADMIT" {
				t.Errorf("tools: %+v", r.Tools)
			}
			if len(r.Listings) != 1 || r.Listings[0].Complete {
				t.Errorf("listings: %+v", r.Listings)
			}
		})
	}
	for name, result := range examples(t, "ListToolsResult") {
		judge(name, exchange(1, "", protocol.MethodListTools, "", `"result":`+result))
	}
	for name, response := range examples(t, "ListToolsResultResponse") {
		judge(name, response)
	}
}

// TestOfficialResults holds the published results against the review, house
// policy included, as results of a recorded request and as bare messages: all
// are admitted.
func TestOfficialResults(t *testing.T) {
	judge := func(name, call string) {
		t.Run(name, func(t *testing.T) {
			r := review(map[string]string{"page.json": anyTool, "any.json": call}, 2)
			if len(r.Results) != 1 || r.Results[0].Decision != "ADMIT" {
				t.Errorf("results: %+v", r.Results)
			}
		})
	}
	for name, result := range examples(t, "CallToolResult") {
		judge(name, call(2, "any", "{}", result))
	}
	for name, response := range examples(t, "CallToolResultResponse") {
		judge(name, response)
	}
}
