//go:build unix

package capture

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a command into a process group of its own, so that it can be
// ended together with what it starts, and so that an interrupt at the terminal
// reaches this program first.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askToEnd asks the whole group to end.
func askToEnd(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

// kill ends the whole group. It is called also when the process itself has gone:
// what it started may be left.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
