package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// fileBytes is the most that a policy file may hold.
const fileBytes = 1 << 20

// Load reads the policy at a path: the default with what the file states. An
// error names the file as it was given, with line and column where it is about
// the content.
func Load(path string) (Policy, error) {
	data, err := read(path)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return Policy{}, fmt.Errorf("%s: %w", path, err)
	}
	return Parse(path, data)
}

// read reads a regular file within the bound; a pipe could be waited on for ever.
func read(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	}
	data, err := io.ReadAll(io.LimitReader(f, fileBytes+1))
	if err == nil && len(data) > fileBytes {
		err = errTooLarge
	}
	return data, err
}

// Parse is Load for content that was read already. Reports call the file by
// its path where that is relative, else by its base name.
func Parse(path string, data []byte) (Policy, error) {
	if len(data) > fileBytes {
		return Policy{}, fmt.Errorf("%s: %w", path, errTooLarge)
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
