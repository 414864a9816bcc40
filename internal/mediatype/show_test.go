package mediatype

import "testing"

func TestShow(t *testing.T) {
	for in, want := range map[string]string{
		"": `""`, "png": `"png"`, "image/": `"image/"`, "image/*": `"image/*"`, "text/html": `"text/html"`, "IMAGE/PNG": `"IMAGE/PNG"`, "image/pngg": `"image/pngg"`,
		"image/svg+xml; charset=x": `"image/svg+xml" with parameters`, "image/secret-word": `"image/" and a string of 11 characters`, "4111111111111111": "a string of 16 characters",
		"a b; c d": "a string of 8 characters", "image/own": `"image/own"`, "x/y": "a string of 3 characters",
	} {
		if got := Show(in, "image/own"); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestLabel(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "image/png": "image/png", "image/own": "image/own", "image/secret-word": "image/{11-character-subtype}", "x/y": "another type",
	} {
		if got := Label(in, "image/OWN"); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
