// Command mcpreview reviews recorded evidence of an MCP server and says whether
// its tools may be used. It holds flags, files and exit codes, and decides
// nothing.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }
