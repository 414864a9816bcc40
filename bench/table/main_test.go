package main

import (
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	const in = `goos: linux
BenchmarkReview/tools=1/results=0-2 	       5	         0 ns/op	         0.61239 x-floor-d	 123456 B/op
BenchmarkReview/tools=1/results=100-2 	       5	         0 ns/op	        12.345 x-floor-d	 654 B/op
BenchmarkStart/version-2 	       5	         0 ns/op	         2.5 x-bare	        17.25 rss-MiB
PASS
`
	const want = `
| Review | x-floor-d | B/op |
| --- | ---: | ---: |
| tools 1, results 0 | 0.61 | 123456 |
| tools 1, results 100 | 12.3 | 654 |

| Start | x-bare | rss-MiB |
| --- | ---: | ---: |
| version | 2.50 | 17.2 |
`
	var out strings.Builder
	if err := write(&out, strings.NewReader(in)); err != nil || out.String() != want {
		t.Errorf("%v\n%s", err, out.String())
	}
}
