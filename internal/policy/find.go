package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// DefaultFile is the policy that is read where none is named: the file of that
// name in the working directory.
const DefaultFile = "mcpreview.yaml"

// Find returns DefaultFile where there is such a file and it may be used, else
// "". Whoever wrote the evidence could have written a policy that lies under or
// beside it, so such a one is not used, and withheld says why. Under means in a
// given folder, at any depth; beside means in the folder that a given file or
// folder stands in. Both are asked of the places as named and with all links
// followed.
func Find(evidence []string) (file, withheld string, err error) {
	if _, err := os.Lstat(DefaultFile); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return "", "", err
	}
	homes, err := folders(DefaultFile)
	if err != nil {
		return "", "", fmt.Errorf("%s: cannot be read", DefaultFile)
	}
	for _, path := range evidence {
		relation, err := shares(path, homes)
		if err != nil {
			continue // reading the evidence will say so
		}
		if relation != "" {
			return "", fmt.Sprintf("%s is not used: it lies %s %s, and whoever wrote the evidence could have written it; name it with --policy to use it",
				DefaultFile, relation, path), nil
		}
	}
	return DefaultFile, "", nil
}

// folders are the absolute folders that a file or folder stands in: as named,
// and with links followed.
func folders(path string) ([]string, error) {
	named, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(named)
	if err != nil {
		return nil, err
	}
	return []string{filepath.Dir(named), filepath.Dir(real)}, nil
}

// shares says how files in the folders homes lie to one path of evidence:
// "under", "beside" or "".
func shares(path string, homes []string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		for _, home := range homes {
			if holds(info, home) {
				return "under", nil
			}
		}
	}
	around, err := folders(path)
	if err != nil {
		return "", err
	}
	for _, home := range homes {
		for _, folder := range around {
			if same(home, folder) {
				return "beside", nil
			}
		}
	}
	return "", nil
}

// holds reports whether a folder is the one at a path or one around it.
func holds(folder fs.FileInfo, path string) bool {
	for {
		if info, err := os.Stat(path); err == nil && os.SameFile(info, folder) {
			return true
		}
		parent := filepath.Dir(path)
		if parent == path {
			return false
		}
		path = parent
	}
}

// same reports whether two paths lead to one folder, however it is spelt.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
