// Command table turns what `go test -bench` prints into Markdown tables, one a
// benchmark, for docs/performance.md.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if err := write(os.Stdout, os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

// A table is one benchmark: its runs by their names, with what they report.
type table struct {
	name  string
	units []string // in the order in which they are first met
	rows  []row
}

type row struct {
	name   string
	values map[string]string // by unit
}

func write(out io.Writer, in io.Reader) error {
	tables, err := read(in)
	if err != nil {
		return err
	}
	for _, t := range tables {
		fmt.Fprintf(out, "\n| %s | %s |\n|%s\n", t.name, strings.Join(t.units, " | "), " --- |"+strings.Repeat(" ---: |", len(t.units)))
		for _, r := range t.rows {
			fmt.Fprintf(out, "| %s", r.name)
			for _, u := range t.units {
				fmt.Fprintf(out, " | %s", r.values[u])
			}
			fmt.Fprintln(out, " |")
		}
	}
	return nil
}

func read(in io.Reader) ([]*table, error) {
	var tables []*table
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		whole := strings.TrimPrefix(fields[0], "Benchmark")
		if i := strings.LastIndexByte(whole, '-'); i >= 0 { // the number of processors
			whole = whole[:i]
		}
		name, of, _ := strings.Cut(whole, "/")
		if len(tables) == 0 || tables[len(tables)-1].name != name {
			tables = append(tables, &table{name: name})
		}
		tables[len(tables)-1].add(of, fields[2:]) // after the number of runs
	}
	return tables, lines.Err()
}

func (t *table) add(of string, fields []string) {
	r := row{name: strings.NewReplacer("=", " ", "/", ", ").Replace(of), values: make(map[string]string)}
	for i := 0; i+1 < len(fields); i += 2 {
		value, unit := fields[i], fields[i+1]
		if unit == "ns/op" { // the ratios are what counts
			continue
		}
		if !slices.Contains(t.units, unit) {
			t.units = append(t.units, unit)
		}
		r.values[unit] = short(value)
	}
	t.rows = append(t.rows, r)
}

// short is a number with three digits, or all those before its point.
func short(value string) string {
	n, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil:
		return value
	case n >= 100:
		return strconv.FormatFloat(n, 'f', 0, 64)
	case n >= 10:
		return strconv.FormatFloat(n, 'f', 1, 64)
	}
	return strconv.FormatFloat(n, 'f', 2, 64)
}
