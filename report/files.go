package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"mcpreview/internal/evidence"
)

// proofs says what the documents of a kind can show, by the loader's word for
// the kind.
var proofs = map[string][]string{
	"exchange":          {"requests and answers", "cursors sent and issued", "descriptors and results", "error layering"},
	"JSON Lines":        {"requests and answers", "cursors sent and issued", "descriptors and results", "error layering"},
	"list":              {"requests and answers", "descriptors and results"},
	"JSON-RPC response": {"answers", "cursors issued", "descriptors and results"},
	"result":            {"descriptors and results"},
	"tool descriptor":   {"descriptors"},
	"header mapping":    {"which argument travels in which header"},
	"log":               {"that logs hold no values"},
}

var notProofs = map[string][]string{
	"JSON-RPC response": {"that a request was well-formed", "that a cursor was sent back"},
	"result":            {"the JSON-RPC envelope", "that a cursor was sent back"},
	"tool descriptor":   {"that a listing is complete", "results"},
	"unreadable":        {"anything"},
	"unusable":          {"anything"},
	"unknown":           {"anything"},
}

// files is the list of evidence. Beyond rowLimit files it is one line with a
// digest over all of them.
func (a *analysis) files() []File {
	if len(a.set.Files) > rowLimit {
		return append(a.policyFile(), digestOf(a.set.Files))
	}
	all := a.policyFile()
	for _, f := range a.set.Files {
		cannot := append(append([]string{}, notProofs[f.Kind]...), f.Lossy...)
		if f.Left != "" {
			cannot = append(cannot, "left out: "+f.Left)
		}
		all = append(all, File{
			Path: f.Path, SHA256: f.SHA256, Bytes: f.Bytes, Kind: f.Kind, Documents: f.Documents,
			Proves: append([]string{}, proofs[f.Kind]...), CannotProve: cannot,
		})
	}
	return all
}

// policyFile is the policy in the list of evidence: it decides with the rest.
func (a *analysis) policyFile() []File {
	f := a.policy.File
	if f.Name == "" {
		return []File{}
	}
	return []File{{Path: f.Name, SHA256: f.SHA256, Bytes: f.Bytes, Kind: "policy", Documents: 1, Proves: []string{}, CannotProve: []string{}}}
}

// digestOf is one digest over the paths and digests of files, in their order.
func digestOf(files []evidence.File) File {
	sum := sha256.New()
	all := File{Path: fmt.Sprintf("%d files", len(files)), Kind: "files", Proves: []string{}, CannotProve: []string{}}
	for _, f := range files {
		fmt.Fprintf(sum, "%s  %s\n", f.SHA256, f.Path)
		all.Bytes += f.Bytes
		all.Documents += f.Documents
	}
	all.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return all
}
