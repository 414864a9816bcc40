// Package regular reads whole files that a user names, within a bound. It
// reads regular files only: a pipe could be waited on for ever, and a device
// has no end.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Read returns what the regular file at a path holds, at most so many bytes.
// Its errors say what is wrong and leave the path to the caller.
func Read(path string, most int) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, Cause(err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, Cause(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	}
	return Within(f, most)
}

// Within reads all of in, and fails where that is more than so many bytes.
func Within(in io.Reader, most int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	switch {
	case err != nil:
		return nil, Cause(err)
	case len(data) > most:
		return nil, TooLarge(most)
	}
	return data, nil
}

// TooLarge is the error of content beyond a bound in bytes.
func TooLarge(most int) error { return fmt.Errorf("larger than %d bytes", most) }

// Cause is an error of the file system without the path and the call.
func Cause(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}
