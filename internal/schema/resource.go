package schema

import (
	"net/url"
	"slices"
	"strings"

	"mcpreview/internal/strictjson"
)

// base stands for the place that a schema was retrieved from, of which nothing
// is known. The library takes documents below this address for meta-schemas
// and does not check them again; that is done here.
const base = "http://json-schema.org/-"

// resource is a schema with an identifier, or a root.
type resource struct {
	uri  string // absolute, without fragment
	root *strictjson.Value
	node int32
}

// anchor is a plain name for a schema.
type anchor struct {
	anchorKey
	node    int32
	at      *strictjson.Value
	dynamic bool
}

type anchorKey struct {
	resource int32
	name     string
}

// identify reads what identifies the schema v, a node already, and its dialect.
func (j *judge) identify(v *strictjson.Value, c *context) {
	declaration := v.Get("$schema")
	if c.parent == 0 {
		declaration = nil // judged already
	}
	id := v.Get("$id")
	uri, _ := id.Str()
	if uri != "" && c.dialect.refAlone() && v.Get("$ref") != nil {
		uri = ""
	}
	path, fragment, _ := strings.Cut(uri, "#")
	if declaration != nil {
		c.dialect = j.nestedDialect(declaration, c.dialect, path != "")
	}
	if path != "" && c.native {
		j.resource(id, path, c)
	}
	if !c.native && !j.union {
		return
	}
	if c.dialect.refAlone() {
		if fragment != "" && !strings.HasPrefix(fragment, "/") {
			name, err := url.PathUnescape(fragment)
			if err == nil {
				j.anchor(id, name, false, c)
			}
		}
		if !j.union {
			return
		}
	}
	if name, ok := v.Get("$anchor").Str(); ok {
		j.anchor(v.Get("$anchor"), name, false, c)
	}
	if c.dialect == draft2020 || j.union {
		if name, ok := v.Get("$dynamicAnchor").Str(); ok {
			j.anchor(v.Get("$dynamicAnchor"), name, true, c)
		}
	}
}

func (j *judge) resource(at *strictjson.Value, path string, c *context) {
	uri, _, ok := join(j.resources[c.resource].uri, path)
	if !ok {
		return // the form of $id says so
	}
	node := c.parent
	if node == 0 {
		j.resources[0].uri = uri
		return
	}
	if slices.ContainsFunc(j.resources, func(r resource) bool { return r.uri == uri }) {
		j.invalid("$id", c.dialect, at, "another schema has the same identifier")
		return
	}
	j.resources = append(j.resources, resource{uri, j.nodes[node].value, node})
	c.resource = int32(len(j.resources) - 1)
}

func (j *judge) anchor(at *strictjson.Value, name string, dynamic bool, c *context) {
	j.anchors = append(j.anchors, anchor{anchorKey{c.resource, name}, c.parent, at, dynamic})
}

// join resolves a reference against an absolute URI, as the library does, and
// splits off its fragment, unescaped.
func join(base, reference string) (uri, fragment string, ok bool) {
	path, fragment, _ := strings.Cut(reference, "#")
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return "", "", false
	}
	if path == "" {
		return base, fragment, true
	}
	b, err := url.Parse(base)
	if err != nil {
		return "", "", false
	}
	r, err := url.Parse(path)
	if err != nil {
		return "", "", false
	}
	resolved := b.ResolveReference(r)
	if !r.IsAbs() && b.Opaque != "" {
		resolved.Opaque = b.Opaque
	}
	return resolved.String(), fragment, true
}

func isURIReference(s string) bool {
	if s == "" || s[0] == '#' && !strings.ContainsAny(s, "%\\") {
		return true
	}
	if strings.Contains(s, `\`) {
		return false
	}
	_, _, ok := join(base, s)
	return ok
}

func isURI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.IsAbs()
}

// publishedURIs are the meta-schemas that the library holds, without scheme.
var publishedURIs = func() map[string]bool {
	m := make(map[string]bool)
	for _, path := range []string{
		"schema", "draft-04/schema", "draft-06/schema", "draft-07/schema",
		"draft/2019-09/schema", "draft/2019-09/meta/core", "draft/2019-09/meta/applicator",
		"draft/2019-09/meta/validation", "draft/2019-09/meta/meta-data", "draft/2019-09/meta/format",
		"draft/2019-09/meta/content",
		"draft/2020-12/schema", "draft/2020-12/meta/core", "draft/2020-12/meta/applicator",
		"draft/2020-12/meta/unevaluated", "draft/2020-12/meta/validation", "draft/2020-12/meta/meta-data",
		"draft/2020-12/meta/format-annotation", "draft/2020-12/meta/format-assertion", "draft/2020-12/meta/content",
	} {
		m["//json-schema.org/"+path] = true
	}
	return m
}()

// isPublished reports whether a URI names a published meta-schema.
func isPublished(uri string) bool {
	scheme, rest, _ := strings.Cut(uri, ":")
	return (scheme == "http" || scheme == "https") && publishedURIs[rest]
}
