// Package protocol holds what the published revisions of the Model Context
// Protocol demand, as data: revisions, methods, error codes and member names.
package protocol

import (
	"fmt"
	"strings"
)

// A Revision is one published revision and what it demands. Where a member is
// unknown to a revision, its presence is tolerated and its absence is nothing.
type Revision struct {
	Name string // "2026-07-28"

	RequestMeta   bool // _meta with version and capabilities on every request; server/discover; no initialize
	ResultType    bool // resultType on results, input_required
	CachingHints  bool // ttlMs and cacheScope on lists
	HeaderCopies  bool // standard and Mcp-Param-* headers, errors -32020 to -32022
	OutputSchema  bool // outputSchema and structuredContent exist
	AnyStructured bool // structuredContent is any JSON value, outputSchema of any root type; else objects only
	Titles        bool // title, resource_link, _meta on tools and blocks
	Audio         bool // audio blocks, tool annotations, completions capability
	Icons         bool // icons on tools and links
	Tasks         bool // execution.taskSupport, tasks in core
	Batch         bool // JSON-RPC batches are legal
	VersionHeader bool // requests after the handshake name the revision in MCP-Protocol-Version
}

// Revisions lists every published revision, oldest first.
var Revisions = []*Revision{
	{Name: "2024-11-05"},
	{Name: "2025-03-26", Audio: true, Batch: true},
	{Name: "2025-06-18", OutputSchema: true, Titles: true, Audio: true, VersionHeader: true},
	{Name: "2025-11-25", OutputSchema: true, Titles: true, Audio: true, Icons: true, Tasks: true,
		VersionHeader: true},
	{Name: "2026-07-28", RequestMeta: true, ResultType: true, CachingHints: true, HeaderCopies: true, OutputSchema: true, AnyStructured: true,
		Titles: true, Audio: true, Icons: true, VersionHeader: true},
}

// Current is the revision that a review targets unless told otherwise.
var Current = Revisions[len(Revisions)-1]

// ByName returns the revision of that name, or nil.
func ByName(name string) *Revision {
	for _, r := range Revisions {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// Parse is ByName with an error that lists the names.
func Parse(name string) (*Revision, error) {
	if r := ByName(name); r != nil {
		return r, nil
	}
	var names []string
	for _, r := range Revisions {
		names = append(names, r.Name)
	}
	return nil, fmt.Errorf("protocol revision %q is not one of %s", name, strings.Join(names, ", "))
}

// String is the revision's name.
func (r *Revision) String() string { return r.Name }
