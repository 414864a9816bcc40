package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"mcpreview/internal/regular"
)

// fileBytes is the most that a policy file may hold.
const fileBytes = 1 << 20

// Load reads the policy at a path: the default with what the file states. An
// error names the file as it was given, with line and column where it is about
// the content.
func Load(path string) (Policy, error) {
	data, err := regular.Read(path, fileBytes)
	if err != nil {
		return Policy{}, fmt.Errorf("%s: %w", path, err)
	}
	return Parse(path, data)
}

// Parse is Load for content that was read already. Reports call the file by
// its path where that is relative, else by its base name.
func Parse(path string, data []byte) (Policy, error) {
	if len(data) > fileBytes {
		return Policy{}, fmt.Errorf("%s: %w", path, regular.TooLarge(fileBytes))
	}
	name := filepath.ToSlash(filepath.Clean(path))
	if filepath.IsAbs(path) {
		name = filepath.Base(path)
	}
	sum := sha256.Sum256(data)
	p := Default()
	p.File = File{Name: name, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(data))}
	s := source{path}
	root, err := s.document(data)
	if err != nil {
		return Policy{}, err
	}
	r := reader{source: s, policy: &p}
	if err := r.file(root); err != nil {
		return Policy{}, err
	}
	return p, nil
}
