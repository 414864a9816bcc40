//go:build !unix

package capture

import "os/exec"

// ownGroup does nothing: there are no process groups here.
func ownGroup(*exec.Cmd) {}

// askToEnd does nothing: closing standard input has asked already.
func askToEnd(*exec.Cmd) {}

// kill ends the process; what it started is out of reach.
func kill(cmd *exec.Cmd) { cmd.Process.Kill() }
