package uri

import "testing"

func TestIsAbsolute(t *testing.T) {
	for _, uri := range []string{"a:", "a:b", "A+-.1:b", "file:///a", "http://h", "http://u:p@h:80/p?q=/?#f/?", "http://[::1]:8/x", "http://h:/", "urn:isbn:1",
		"x://a.b/c;d=e,f(g)!*'$&@:", "x:%41%aF", "test://static/resource/1", "mailto:a@b"} {
		if !IsAbsolute(uri) {
			t.Errorf("%q is refused", uri)
		}
	}
	for _, uri := range []string{"", ":", "a", "/a", "//h/a", "1a:b", "-a:b", "a b:c", "a:b c", "a:<", "a:>", `a:"`, `a:\`, "a:^", "a:`", "a:{x}", "a:|", "a:%", "a:%4", "a:%4g",
		"a:é", "a:\x00", "a:b#c#d", "a:[b]", "http://[::1", "http://a[b]", "http://[]/", "http://h:8x/", "http://u@v@h/", "http://a:b:c/", "\u0430:b", "a:b\n"} {
		if IsAbsolute(uri) {
			t.Errorf("%q is accepted", uri)
		}
	}
}

func TestScheme(t *testing.T) {
	for uri, want := range map[string]string{
		"HTTPS://h": "https", "data:,": "data", "a+b.c-1:": "a+b.c-1", "": "", ":": "", "a": "", "1a:": "", "a b:": "", "/a:b": "", "\u0430:": "",
	} {
		if got := Scheme(uri); got != want {
			t.Errorf("%q: %q, want %q", uri, got, want)
		}
	}
}

func TestUnescape(t *testing.T) {
	for in, want := range map[string]string{
		"a%2Db": "a-b", "a%2db": "a-b", "%": "%", "%2": "%2", "%zz": "%zz", "%+1": "%+1", "%_1": "%_1", "%252D": "%2D", "%FF": "\xff", "100%": "100%", "": "",
	} {
		if got := Unescape(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
