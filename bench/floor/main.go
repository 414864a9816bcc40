// Command floor does the least that a review of recordings can do, as a process of
// its own: reviews as processes are measured against it. It is given the folder of
// pages and the file of results, and says what it met.
package main

import (
	"fmt"
	"os"

	"mcpreview/bench"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: floor PAGES RESULTS")
		os.Exit(2)
	}
	counts, err := bench.Floor(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%+v\n", counts)
}
