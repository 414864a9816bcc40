// Package icon judges the icons that tools and resource links carry. It loads
// nothing.
package icon

import (
	"fmt"
	"net/url"
	"strings"

	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/uri"
)

// A Problem is one defect of an icon list.
type Problem struct {
	At      *strictjson.Value
	Missing []string // member names below At that are absent
	Text    string   // one clause
	// Usable reports that the list has its shape and what carries it can be
	// used once this icon is dropped; false is a shape fault.
	Usable     bool
	Provenance rule.Provenance
}

// Check judges the value of an icons member that is present, against the type
// Icon of the schema and the icon rules of basic/index.mdx: an array of objects,
// each with a src that is an https or data URI. Problems come in document order.
func Check(icons *strictjson.Value) []Problem {
	if !icons.Is(strictjson.Array) {
		return []Problem{shape(icons, "icons is %s, must be array", icons.Kind())}
	}
	var problems []Problem
	for _, icon := range icons.Elements() {
		problems = append(problems, checkIcon(icon)...)
	}
	return problems
}

func shape(at *strictjson.Value, format string, args ...any) Problem {
	return Problem{At: at, Text: fmt.Sprintf(format, args...), Provenance: rule.SpecMust}
}

func checkIcon(icon *strictjson.Value) []Problem {
	if !icon.Is(strictjson.Object) {
		return []Problem{shape(icon, "icon is %s, must be object", icon.Kind())}
	}
	var problems []Problem
	if icon.Get("src") == nil {
		p := shape(icon, "src is missing")
		p.Missing = []string{"src"}
		problems = append(problems, p)
	}
	for name, v := range icon.Members() {
		switch name {
		case "src":
			problems = append(problems, checkSource(v)...)
		case "mimeType":
			if !v.Is(strictjson.String) {
				problems = append(problems, shape(v, "mimeType is %s, must be string", v.Kind()))
			}
		case "sizes":
			problems = append(problems, checkSizes(v)...)
		case "theme":
			if s, ok := v.Str(); !ok {
				problems = append(problems, shape(v, "theme is %s, must be string", v.Kind()))
			} else if s != "light" && s != "dark" {
				problems = append(problems, shape(v, "theme %s is neither \"light\" nor \"dark\"", rule.Word(s, "light", "dark", "auto", "any", "system")))
			}
		}
	}
	return problems
}

func checkSizes(sizes *strictjson.Value) []Problem {
	if !sizes.Is(strictjson.Array) {
		return []Problem{shape(sizes, "sizes is %s, must be array", sizes.Kind())}
	}
	var problems []Problem
	for _, size := range sizes.Elements() {
		if !size.Is(strictjson.String) {
			problems = append(problems, shape(size, "size is %s, must be string", size.Kind()))
		}
	}
	return problems
}

func checkSource(src *strictjson.Value) []Problem {
	s, ok := src.Str()
	if !ok {
		return []Problem{shape(src, "src is %s, must be string", src.Kind())}
	}
	if why, p := unusable(s); why != "" {
		return []Problem{{At: src, Text: why + "; drop the icon", Usable: true, Provenance: p}}
	}
	return nil
}

// unusable says why a client must not load an icon from a source; "" where it
// may.
func unusable(src string) (why string, p rule.Provenance) {
	scheme := uri.Scheme(src)
	switch scheme {
	case "":
		return "src is not an absolute URI", rule.SpecMust
	case "https":
		if u, err := url.Parse(src); err != nil || u.Host == "" {
			return "src is not a URI with a host", rule.SpecMust
		}
	case "data":
		const image = "image/"
		mediaType, _, found := strings.Cut(src[len(scheme)+1:], ",")
		if !found {
			return "src is a data URI without data", rule.SpecMust
		}
		if len(mediaType) < len(image) || !strings.EqualFold(mediaType[:len(image)], image) {
			return "src is a data URI of something other than an image", rule.Policy
		}
	default:
		return "src has scheme " + rule.Word(src[:len(scheme)], uri.Known...) + ", not https or data", rule.SpecMust
	}
	return "", 0
}
