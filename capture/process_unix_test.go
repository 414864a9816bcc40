//go:build unix

package capture

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// alive reports whether a process runs. One that was killed, and whose parent
// has gone, is for a moment nobody's to collect.
func alive(pid int) bool {
	for range 1000 {
		if syscall.Kill(pid, 0) != nil {
			return false
		}
		if stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat"); err == nil && strings.Contains(string(stat), ") Z ") {
			return false
		}
		time.Sleep(time.Millisecond)
	}
	return true
}
