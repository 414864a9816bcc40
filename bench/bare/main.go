// Command bare is the least that a process with the JSON parser can be: the start
// of others is measured against its own. It ends with 1 where a file named is not
// strict JSON.
package main

import (
	"fmt"
	"os"

	"github.com/go-json-experiment/json/jsontext"
)

func main() {
	for _, file := range os.Args[1:] {
		data, err := os.ReadFile(file)
		if err == nil && !jsontext.Value(data).IsValid() {
			err = fmt.Errorf("%s: not strict JSON", file)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
