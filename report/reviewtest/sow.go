package reviewtest

import (
	"reflect"

	"mcpreview/report"
)

// decided are the fields of a review's rows that hold words of this program's
// own: it decides by them, or arranges by them.
var decided = map[string]bool{
	"Decision": true, "Rule": true, "Effect": true, "Provenance": true, "Kind": true, "Type": true, "Dialect": true, "OutputDialect": true,
	"Outcome": true, "Boundary": true, "Answer": true, "CursorSent": true, "NextCursor": true,
}

// Sow returns Review with every row of its lists once for each string, and the
// string in it wherever somebody else wrote something. Two reviews of as many
// strings, no two alike, differ in nothing else.
func Sow(strings []string) *report.Review {
	all := Review()
	for i, s := range strings {
		one := reflect.ValueOf(Review()).Elem()
		for j := range one.NumField() {
			name := one.Type().Field(j).Name
			list := reflect.ValueOf(all).Elem().Field(j)
			if list.Kind() != reflect.Slice || name == "Matrix" || name == "Limits" {
				continue
			}
			if i == 0 {
				list.SetLen(0)
			}
			sow(one.Field(j), s)
			list.Set(reflect.AppendSlice(list, one.Field(j)))
		}
	}
	return all
}

// sow puts s in place of every string that is not empty and not decided.
func sow(v reflect.Value, s string) {
	switch v.Kind() {
	case reflect.String:
		if v.Len() > 0 {
			v.SetString(s)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !decided[v.Type().Field(i).Name] {
				sow(v.Field(i), s)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			sow(v.Index(i), s)
		}
	case reflect.Map:
		if v.Len() > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			v.SetMapIndex(reflect.ValueOf(s), reflect.ValueOf(true))
		}
	}
}
