// Package version holds the program's name and version.
package version

// Name and Version identify the program in its reports.
const (
	Name    = "mcpreview"
	Version = "0.1.0"
)
