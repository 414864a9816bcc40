package results

import (
	"slices"

	"mcpreview/internal/icon"
	"mcpreview/internal/mediatype"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
	"mcpreview/internal/uri"
)

// judgeLink judges a resource link (RES-07). Its target is never looked at, and
// nothing in it counts as content (RES-09).
func (j *judge) judgeLink(v *strictjson.Value, b *Block) {
	j.Links++
	if j.requireString(ruleLink, v, "uri") {
		j.judgeURI(ruleLink, v.Get("uri"))
		if scheme := refusedScheme(v.Get("uri").Text()); scheme != "" {
			j.find(ruleLink, rule.Reject, rule.Policy, v.Get("uri"), "uri has scheme "+scheme+", which links must not have")
		}
	}
	if j.requireString(ruleLink, v, "name") && v.Get("name").Text() == "" {
		j.find(ruleLink, rule.Note, rule.SpecMust, v.Get("name"), "name is empty")
	}
	for _, name := range []string{"title", "description"} {
		if m := v.Get(name); m != nil && !m.Is(strictjson.String) {
			j.find(ruleLink, rule.Reject, rule.SpecMust, m, name+" is "+m.Kind().String()+", must be a string")
		}
	}
	for _, name := range []string{"name", "title", "description"} {
		j.judgeHidden(v.Get(name))
	}
	j.judgeClaimedSize(v.Get("size"))
	b.MediaType = j.judgeStatedType(ruleLink, v.Get("mimeType"))
	for _, name := range []string{"text", "blob", "resource"} {
		if m := v.Get(name); m != nil {
			j.find(ruleLink, rule.Reject, rule.Policy, m, "a link carries no content of its own")
		}
	}
	if icons := v.Get("icons"); icons != nil && j.revision.Icons {
		j.judgeIcons(icons)
	}
}

// The schemes that a link must not have: those whose address is itself a script
// or a document, and those that only say how to open the address behind them.
var (
	refusedSchemes  = []string{"javascript", "vbscript", "livescript", "mocha", "data"}
	wrappingSchemes = []string{"feed", "pcast", "view-source", "jar"}
)

// refusedScheme is the scheme by which a link runs or shows what it carries,
// whatever is wrapped around it; "" for none. White space and control
// characters, which browsers drop from schemes, make an address no URI at all.
func refusedScheme(address string) string {
	for {
		scheme := uri.Scheme(address)
		switch {
		case slices.Contains(refusedSchemes, scheme):
			return scheme
		case !slices.Contains(wrappingSchemes, scheme):
			return ""
		}
		address = address[len(scheme)+1:]
	}
}

// judgeClaimedSize judges the size of a link: a claim, not a measurement.
func (j *judge) judgeClaimedSize(size *strictjson.Value) {
	switch {
	case size == nil:
	case !size.Is(strictjson.Number):
		j.find(ruleLink, rule.Reject, rule.SpecMust, size, "size is "+size.Kind().String()+", must be an integer of at least 0")
	default:
		if d := size.Decimal(); d.Negative || !d.IsInteger() {
			j.find(ruleLink, rule.Reject, rule.SpecMust, size, "size is not an integer of at least 0")
		}
	}
}

func (j *judge) judgeIcons(icons *strictjson.Value) {
	reported := [2]int{}
	for _, p := range icon.Check(icons) {
		effect, n := rule.Reject, &reported[0]
		if p.Usable {
			effect, n = rule.Condition, &reported[1]
		}
		if *n++; *n <= maxRepeats {
			j.find(ruleLink, effect, p.Provenance, p.At, p.Text, p.Missing...)
		}
	}
}

// judgeStatedType judges a mimeType that says what a resource is, where it is
// present, and returns it without parameters, as a table shows it; "" where it is
// absent or malformed.
func (j *judge) judgeStatedType(r *rule.Rule, m *strictjson.Value) string {
	if m == nil {
		return ""
	}
	text, ok := m.Str()
	if !ok {
		j.find(r, rule.Reject, rule.SpecMust, m, "mimeType is "+m.Kind().String()+", must be type/subtype")
		return ""
	}
	essence, ok := mediatype.Parse(text)
	if !ok {
		j.find(r, rule.Reject, rule.SpecMust, m, "mimeType "+mediatype.Show(text)+" is not type/subtype")
	}
	return mediatype.Label(essence)
}

func (j *judge) judgeURI(r *rule.Rule, v *strictjson.Value) {
	if !uri.IsAbsolute(v.Text()) {
		j.find(r, rule.Reject, rule.SpecMust, v, "uri is not an absolute URI")
	}
}

// judgeEmbedded judges an embedded resource (RES-08).
func (j *judge) judgeEmbedded(v *strictjson.Value, b *Block) {
	j.Embedded++
	resource := v.Get("resource")
	switch {
	case resource == nil:
		j.find(ruleEmbedded, rule.Reject, rule.SpecMust, v, "resource is missing, must be object", "resource")
		return
	case !resource.Is(strictjson.Object):
		j.find(ruleEmbedded, rule.Reject, rule.SpecMust, resource, "resource is "+resource.Kind().String()+", must be object")
		return
	}
	j.judgeMembers(nil, resource, membersOfResource)
	if j.revision.Titles {
		j.judgeMeta(resource, false)
	}
	if j.requireString(ruleEmbedded, resource, "uri") {
		j.judgeURI(ruleEmbedded, resource.Get("uri"))
	}
	if m := resource.Get("mimeType"); m == nil {
		j.find(ruleEmbedded, rule.Note, rule.Policy, resource, "mimeType is missing", "mimeType")
	} else {
		b.MediaType = j.judgeStatedType(ruleEmbedded, m)
	}
	if a := resource.Get("annotations"); a != nil {
		j.judgeAnnotations(a)
		j.find(ruleAnnotation, rule.Note, rule.SpecMust, a, "annotations belong on the block, not inside resource")
	}
	b.Bytes = j.judgeContents(v, resource)
}

// judgeContents judges the one of text and blob that a resource holds, and
// returns its decoded size in bytes.
func (j *judge) judgeContents(block, resource *strictjson.Value) int {
	text, blob := resource.Get("text"), resource.Get("blob")
	switch {
	case text != nil && blob != nil:
		j.find(ruleEmbedded, rule.Reject, rule.Policy, resource, "both text and blob are present")
	case text == nil && blob == nil:
		j.find(ruleEmbedded, rule.Reject, rule.SpecMust, resource, "neither text nor blob is present")
	}
	size := 0
	if text != nil && j.requireString(ruleEmbedded, resource, "text") {
		n := len(text.Text())
		size += n
		j.judgeTextBytes(block, n)
		j.judgeHidden(text)
	}
	if blob != nil {
		n, _ := j.judgeBase64(resource, "blob", block)
		size += n
	}
	return size
}
