// Command usage runs a program, its output thrown away, and prints what it took: the
// nanoseconds of processor and of wall time, the KiB resident at its peak, and its
// exit code. A process has at its peak at least what its parent had when it was begun,
// so that what begins it must be as small as this is.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

func main() {
	if err := measure(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure(of []string) error {
	if len(of) == 0 {
		return errors.New("usage: usage PROGRAM [ARGUMENT...]")
	}
	cmd := exec.Command(of[0], of[1:]...)
	cmd.Stderr = os.Stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	s := cmd.ProcessState
	if s == nil {
		return err
	}
	_, err = fmt.Println(int64(s.UserTime()+s.SystemTime()), int64(wall), s.SysUsage().(*syscall.Rusage).Maxrss, s.ExitCode())
	return err
}
