package capture

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"mcpreview/internal/regular"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// An earlier is a capture that is in a folder already.
type earlier struct{ whole bool }

// readEarlier reads what an earlier capture says of itself. The error says why
// the folder must not be replaced: it is no capture, or holds what that capture
// did not write.
func readEarlier(place string) (earlier, error) {
	data, err := regular.Read(filepath.Join(place, ManifestName), manifestBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return earlier{}, fmt.Errorf("holds something else than a capture, which --force does not replace: %w", fs.ErrNotExist)
	case err != nil:
		return earlier{}, fmt.Errorf("%s cannot be read, so --force does not replace what is there: %w", ManifestName, err)
	}
	doc, err := strictjson.Parse(data, "", 1, bounds(len(data)))
	if err != nil {
		return earlier{}, fmt.Errorf("%s is no capture's, so --force does not replace what is there", ManifestName)
	}
	said := doc.Root.Get("mcpreviewCapture")
	if !said.Get("files").Is(strictjson.Array) {
		return earlier{}, fmt.Errorf("%s lists no files, so --force cannot tell what it may replace: name another folder, or remove this one", ManifestName)
	}
	written := map[string]bool{ManifestName: true}
	folders := map[string]bool{".": true}
	for _, file := range said.Get("files").Elements() {
		name := file.Text()
		written[name] = true
		for dir := path.Dir(name); !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	e := earlier{whole: said.Get("complete").True()}
	return e, onlyThese(place, written, folders)
}

// manifestBytes is the most of a capture.json that is read.
const manifestBytes = 64 << 20

// onlyThese refuses a folder with something else in it than the given files and
// the folders that they are in.
func onlyThese(place string, written, folders map[string]bool) error {
	foreign, first := 0, ""
	err := fs.WalkDir(os.DirFS(place), ".", func(name string, d fs.DirEntry, err error) error {
		known := d != nil && (d.Type().IsRegular() && written[name] || d.IsDir() && folders[name])
		switch {
		case err != nil:
			return err
		case known:
			return nil
		}
		if foreign++; first == "" {
			first = name
		}
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	switch {
	case err != nil:
		return withoutPath(err)
	case foreign == 0:
		return nil
	case foreign == 1:
		return fmt.Errorf("holds %s, which the capture there did not write: move it away, or name another folder", rule.Quote(first))
	}
	return fmt.Errorf("holds %s and %d more that the capture there did not write: move them away, or name another folder", rule.Quote(first), foreign-1)
}
