package evidence

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"mcpreview/internal/policy"
)

// A watch is told every step of both stages, in order.
func TestWatch(t *testing.T) {
	folder := t.TempDir()
	for i := range 5 {
		call := fmt.Sprintf(`{"request":{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"a"}},"response":{"jsonrpc":"2.0","id":%d,"result":{}}}`, i, i)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(i, ".json")), []byte(call), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, jobs := range []int{1, 3} {
		var told []string
		set, err := LoadWatched([]string{folder}, policy.Default(), jobs, func(s Stage, done, total int) {
			told = append(told, fmt.Sprint(s, " ", done, "/", total))
		})
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		Calls(set, jobs, func(c Call) int { return 1 }, func(n int) { calls += n })
		set.Close()
		want := "[1 0/5 1 1/5 1 2/5 1 3/5 1 4/5 1 5/5 2 0/5 2 1/5 2 2/5 2 3/5 2 4/5 2 5/5]"
		if got := fmt.Sprint(told); got != want || calls != 5 {
			t.Errorf("%d jobs, %d calls: %s", jobs, calls, got)
		}
	}
}
