package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"mcpreview/internal/evidence"
)

// files is the list of evidence. Beyond rowLimit files it is one line with a
// digest over all of them.
func (a *analysis) files() []File {
	if len(a.set.Files) > rowLimit {
		return append(a.policyFile(), digestOf(a.set.Files))
	}
	all := a.policyFile()
	for _, f := range a.set.Files {
		proves, cannot := f.Proof()
		all = append(all, File{
			Path: f.Path, SHA256: f.SHA256, Bytes: f.Bytes, Kind: f.Kind, Documents: f.Documents,
			Proves: append([]string{}, proves...), CannotProve: append([]string{}, cannot...),
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
