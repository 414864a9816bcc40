package replay

// A resource's and a template's descriptor differ in what names them, and in
// that only a resource has a size.
var (
	resourceKeys = exactly("uri", "name").maybe("title", "description", "mimeType", "annotations", "icons", "size", "_meta")
	templateKeys = exactly("uriTemplate", "name").maybe("title", "description", "mimeType", "annotations", "icons", "_meta")
)

func (j *judge) resourceDescriptor(n node) (uri string, v *Violation) {
	if v := j.object(n, 95, "resource", resourceKeys); v != nil {
		return "", v
	}
	return j.resourceMembers(n)
}

// resourceMembers checks the members of a resource's descriptor.
func (j *judge) resourceMembers(n node) (uri string, v *Violation) {
	return uri, checks(
		func() (v *Violation) {
			uri, v = j.uri(n.get("uri"), 90, "uri")
			return v
		},
		func() *Violation { return j.description(n, 95) },
		func() *Violation {
			size := n.get("size")
			if size.present() && !j.countWithin(size, j.limits.readBytes) {
				return size.breaks(95, "size limit: size must be an integer "+span(0, j.limits.readBytes))
			}
			return nil
		},
	)
}

func (j *judge) templateDescriptor(n node) (template string, v *Violation) {
	if v := j.object(n, 96, "resource template", templateKeys); v != nil {
		return "", v
	}
	template, ok := n.get("uriTemplate").str()
	if !ok {
		return "", n.get("uriTemplate").breaks(91, "uriTemplate must be a string")
	}
	if why := j.grammar.template(template, j.limits.uri); why != "" {
		return "", n.get("uriTemplate").breaks(91, "uriTemplate is no valid URI template: "+why)
	}
	return template, j.description(n, 96)
}

// description checks what both descriptors share.
func (j *judge) description(n node, number int) *Violation {
	if name, ok := j.label(n.get("name")); !ok || length(name) > j.limits.name {
		return n.get("name").breaks(number, "name must be "+j.labelText(j.limits.name))
	}
	return checks(
		func() *Violation { return j.labels(n, number, "title", "description") },
		func() *Violation { return j.mimeType(n.get("mimeType")) },
		func() *Violation { return j.annotations(n.get("annotations")) },
		func() *Violation { return j.icons(n.get("icons")) },
		func() *Violation { return j.meta(n, number) },
	)
}

func (j *judge) mimeType(n node) *Violation {
	if !n.present() {
		return nil
	}
	s, ok := n.str()
	if !ok {
		return n.breaks(92, "mimeType must be a string")
	}
	if why := j.grammar.mediaType(s); why != "" {
		return n.breaks(92, "mimeType is "+why)
	}
	return nil
}

func (j *judge) annotations(n node) *Violation {
	if !n.present() {
		return nil
	}
	if v := j.object(n, 93, "annotations", exactly().maybe("audience", "priority", "lastModified")); v != nil {
		return v
	}
	if audience := n.get("audience"); audience.present() {
		words, ok := distinctStrings(audience)
		for _, w := range words {
			ok = ok && (w == "user" || w == "assistant")
		}
		if !ok {
			return audience.breaks(93, "audience must be distinct user and assistant")
		}
	}
	if priority := n.get("priority"); priority.present() && !priority.isShare() {
		return priority.breaks(93, "priority must be a number from 0 to 1")
	}
	if modified := n.get("lastModified"); modified.present() {
		if text, ok := modified.text(); !ok || !j.grammar.timestamp(text) {
			return modified.breaks(93, "lastModified must be a timestamp string")
		}
	}
	return nil
}

func (j *judge) icons(n node) *Violation {
	if !n.present() {
		return nil
	}
	if !n.isArray() {
		return n.breaks(94, "icons must be an array")
	}
	for _, icon := range n.elements() {
		if v := j.icon(icon); v != nil {
			return v
		}
	}
	return nil
}

func (j *judge) icon(n node) *Violation {
	if v := j.object(n, 94, "icon", exactly("src").maybe("mimeType", "sizes", "theme")); v != nil {
		return v
	}
	src, v := j.uri(n.get("src"), 94, "src")
	if v != nil {
		return v
	}
	if why, fatal := j.grammar.iconSource(src); fatal {
		return n.get("src").breaks(94, "src "+why)
	} else if why != "" {
		j.warn(n.get("src").breaks(94, "src "+why))
	}
	if v := j.mimeType(n.get("mimeType")); v != nil {
		return v
	}
	if sizes := n.get("sizes"); sizes.present() {
		if !sizes.isArray() {
			return sizes.breaks(94, "sizes must be an array")
		}
		for _, e := range sizes.elements() {
			if text, ok := e.text(); !ok || !j.grammar.iconSize(text) {
				return e.breaks(94, "a size must be WxH or any, or a text that the profile allows")
			}
		}
	}
	if theme := n.get("theme"); theme.present() {
		if _, ok := theme.oneOf("light", "dark"); !ok {
			return theme.breaks(94, "theme must be light or dark")
		}
	}
	return nil
}
