package replay

import (
	"strings"
	"testing"
)

func TestURI(t *testing.T) {
	for _, s := range []string{
		"a:", "a:b#c#d", "x://h", "KB://H/x", "kb:///p", "kb://h:0/x", "kb://h:/x", "kb://h:65535", "kb://h:00080/", "mailto:a@b", "urn:x:y", "data:a/b;base64,AA==",
		"x://[::1]/", "x://[::1]:80/", "x://[fe80::1%25eth0]/", "x://[v1.a]/", "x://[vF.:]/", "x://u@[::1]:1/", "a+b-c.d:x", "x://h/%41%e9", "x://a@b@h:1/", "x:/[", "x://h/]",
		"x:" + strings.Repeat("a", 2046), "x://[::ffff:1.2.3.4]/", "x://h#:99999999/",
	} {
		if why := uriFault(s, 2048); why != "" {
			t.Errorf("%.60q: %s", s, why)
		}
	}
	for _, s := range []string{
		"", "a", "/rel", "//h", ":x", "1a:x", "a_b:x", "x://h/ ", "x://h\n", "x://h/é", "x://h/a|b", "x://h/\"", "x://h/{a}", "x:%", "x:%4", "x:%4g", "x:\x00", "x:\\",
		"x://[::1/", "x://]/", "x://[zz]/", "x://[1.2.3.4]/", "x://[]/", "x://[v1]/", "x://[v.a]/", "x://[vg.a]/", "x://[::1%]/",
		"x://h:65536/", "x://h:8a", "x://h:-1", "x://u:p@h:x/", "x://a:b:c/", "x://[::1]:x/", "x://h:99999999999999999999/", "x:" + strings.Repeat("a", 2047),
	} {
		if why := uriFault(s, 2048); why == "" {
			t.Errorf("%.60q is accepted", s)
		}
	}
}

func TestTemplate(t *testing.T) {
	for _, s := range []string{
		"x://h/{a}", "{s}://h", "x:{a}", "x://h{?a,b}", "x://h/{+a}{#b}{.c}{/d}{;e}{&f}", "x://h/{a:1}{b:9999}{c*}", "x://h/{a.b,%41_1.%42}", "x://{host}/x", "x://h/{a}#{b}",
		"x://h/" + strings.Repeat("a", 2048-6-6) + "{a}",
	} {
		if why := templateFault(s, 2048); why != "" {
			t.Errorf("%.60q: %s", s, why)
		}
	}
	for _, s := range []string{
		"", "x://h/a", "x://h/{}", "x://h/{a", "x://h/a}", "x://h/{a}}", "x://h/{{a}}", "{+a}", "/x/{a}", "x://h:{port}/", "x://h/{a:0}", "x://h/{a:01}", "x://h/{a:10000}", "x://h/{a:3*}", "x://h/{a:}",
		"x://h/{a-b}", "x://h/{%4}", "x://h/{=a}", "x://h/{a b}", "x://h/{*}", "x://h/{a,}", "x://h/{,a}", "x://h/{.a.}", "x://h/{a..b}", "x://h/{é}", "x://h/é{a}", "x://h/{?}",
		"x://h/" + strings.Repeat("a", 2048-6-5) + "{a}", strings.Repeat("a", 2049),
	} {
		if why := templateFault(s, 2048); why == "" {
			t.Errorf("%.60q is accepted", s)
		}
	}
}

func TestMediaType(t *testing.T) {
	for _, s := range []string{"a/b", "text/plain;charset=utf-8", "text/plain \t; \u00a0a=b=\"c\";d=é", "!#$&^_.+-/x", "a/b;x=\"y\"", "a/b;\u2003x=y"} {
		if why := mediaTypeFault(s); why != "" {
			t.Errorf("%q: %s", s, why)
		}
	}
	for _, s := range []string{"", "a", "a/", "/b", "a/b/c", "a b/c", "a/b;", "a/b;x", "a/b;x=", "a/b;=y", "a/b; x = y", "a/b;x=y ", "a/b;x=\"y z\"", "a/b ", " a/b", "a/b;x=y;", "a*/b", "é/b", "a/b;x=y\u2028"} {
		if why := mediaTypeFault(s); why == "" {
			t.Errorf("%q is accepted", s)
		}
	}
}
