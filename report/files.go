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
		return append(a.rulingFiles(), digestOf(a.set.Files))
	}
	all := a.rulingFiles()
	for _, f := range a.set.Files {
		proves, cannot := f.Proof(a.shown[f.Path])
		all = append(all, File{
			Path: f.Path, SHA256: f.SHA256.String(), Bytes: f.Bytes, Kind: f.Kind, Documents: f.Documents,
			Proves: append([]string{}, proves...), CannotProve: append([]string{}, cannot...),
		})
	}
	return all
}

// rulingFiles are the policy and the lock in the list of evidence: they decide
// with the rest.
func (a *analysis) rulingFiles() []File {
	files := []File{}
	add := func(name, sum string, bytes int64, kind string) {
		if name != "" {
			files = append(files, File{Path: name, SHA256: sum, Bytes: bytes, Kind: kind, Documents: 1, Proves: []string{}, CannotProve: []string{}})
		}
	}
	add(a.policy.File.Name, a.policy.File.SHA256, a.policy.File.Bytes, "policy")
	if a.lock != nil {
		add(a.lock.File.Name, a.lock.File.SHA256, a.lock.File.Bytes, "lock")
	}
	return files
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
