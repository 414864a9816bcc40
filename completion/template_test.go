package completion

import (
	"maps"
	"slices"
	"testing"
)

func TestVariables(t *testing.T) {
	tests := []struct {
		template string
		want     []string // nil for a template that is none
	}{
		{"repo://{owner}/{name}{?ref,page*}", []string{"name", "owner", "page", "ref"}},
		{"a://{+path}{#frag}{/seg*}{;x}{&y}", []string{"frag", "path", "seg", "x", "y"}},
		{"a://{name:3}", []string{"name"}},
		{"a://{a.b}/{%41x}", []string{"%41x", "a.b"}},
		{"a://{x}/{x}", []string{"x"}},
		{"a://b", []string{}},
		{"a://{b", nil}, {"a://{}", nil}, {"a://b}", nil}, {"a://{=b}", nil}, {"a://{b:0}", nil}, {"a://{b c}", nil}, {"a://{a..b}", nil},
	}
	for _, tt := range tests {
		read := make(templates).of(tt.template)
		if (read == nil) != (tt.want == nil) {
			t.Errorf("%s: read %t", tt.template, read != nil)
			continue
		}
		if read == nil {
			continue
		}
		got := slices.Sorted(slices.Values(read.Varnames()))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: variables %q, want %q", tt.template, got, tt.want)
		}
	}
}

func TestLeading(t *testing.T) {
	settled := map[string]string{"a": "x", "b": "long", "e": ""}
	tests := []struct {
		template, text string
		whole          bool
	}{
		{"v://{a}/{b}", "v://x/long", true},
		{"v://{a}/{c}/d", "v://x/", false},
		{"v://{c}{a}", "v://", false},
		{"v:/{/a,b*}", "v://x/long", true},
		{"v://h{?a,b}{&e}", "v://h?a=x&b=long&e=", true},
		{"v://h{;a}{#b}", "v://h;a=x#long", true},
		{"v://{b:2}/{a:9}", "v://lo/x", true},
		{"v://h{.a,b}", "v://h.x.long", true},
		{"v://{+a,b}", "v://x,long", true},
		{"v://h", "v://h", true},
	}
	for _, tt := range tests {
		if text, whole := leading(tt.template, settled); text != tt.text || whole != tt.whole {
			t.Errorf("%s: %q, %t; want %q, %t", tt.template, text, whole, tt.text, tt.whole)
		}
	}
}

func TestMatch(t *testing.T) {
	tests := []struct {
		pattern, text string
		whole, longer bool
	}{
		{"", "", true, false}, {"", "a", false, false}, {"a", "a", true, false}, {"ab", "a", false, true}, {"a", "ab", false, false},
		{"*", "", true, true}, {"*", "anything", true, true}, {"a*c", "abbc", true, true}, {"a*c", "ab", false, true}, {"a*c", "b", false, false},
		{"*a*", "banana", true, true}, {"a**b", "ab", true, true},
	}
	for _, tt := range tests {
		if whole, longer := match(tt.pattern, tt.text); whole != tt.whole || longer != tt.longer {
			t.Errorf("%q with %q: %t, %t; want %t, %t", tt.pattern, tt.text, whole, longer, tt.whole, tt.longer)
		}
	}
}

func TestWildcards(t *testing.T) {
	tests := map[string]string{"a://{b}/{c*}": "a://*/*", "a://b": "a://b", "a://{b": "a://{b", "": ""}
	for _, in := range slices.Sorted(maps.Keys(tests)) {
		if got := wildcards(in); got != tests[in] {
			t.Errorf("%q: %q, want %q", in, got, tests[in])
		}
	}
}

func TestPercentDecode(t *testing.T) {
	tests := map[string]string{"a%2Db": "a-b", "a%2db": "a-b", "%": "%", "%2": "%2", "%zz": "%zz", "%252D": "%2D", "%FF": "\ufffd", "100%": "100%"}
	for _, in := range slices.Sorted(maps.Keys(tests)) {
		if got := percentDecode(in); got != tests[in] {
			t.Errorf("%q: %q, want %q", in, got, tests[in])
		}
	}
}

func FuzzLeading(f *testing.F) {
	f.Add("vault://{tenant}/{item:3}{?a,b*}", "tenant", "acme")
	f.Fuzz(func(t *testing.T, template, name, value string) {
		if read := make(templates).of(template); read != nil {
			leading(template, map[string]string{name: value})
			match(wildcards(template), value)
		}
		percentDecode(template)
	})
}
