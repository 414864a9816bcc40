package headers

import (
	"slices"

	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/shape"
)

// standardNames are the standard headers of a request.
var standardNames = map[string]bool{shape.LowerASCII(protocol.HeaderProtocolVersion): true, shape.LowerASCII(protocol.HeaderMethod): true, shape.LowerASCII(protocol.HeaderName): true}

// nameMember is the member of params that Mcp-Name copies, by method.
var nameMember = map[string]string{
	protocol.MethodCallTool:     "name",
	protocol.MethodGetPrompt:    "name",
	protocol.MethodReadResource: "uri",
}

// standard judges the headers that every request carries (PAR-13). A
// notification is exempt.
func (b *boundary) standard() {
	if b.notification() {
		return
	}
	b.version()
	if b.method != "" {
		b.standardCopy(protocol.HeaderMethod, b.method, "/method", false)
	}
	member, applies := nameMember[b.method]
	if !applies {
		return
	}
	if name, ok := b.params().Get(member).Str(); ok {
		b.standardCopy(protocol.HeaderName, name, "/params/"+member, true)
		return
	}
	b.open = true // the body is refused for it, before or after its headers
}

// version judges MCP-Protocol-Version against the request's metadata. Whether
// the server speaks that version is no matter of headers.
func (b *boundary) version() {
	at := b.byName[shape.LowerASCII(protocol.HeaderProtocolVersion)]
	stated, ok := b.params().Path("_meta", protocol.MetaProtocolVersion).Str()
	switch {
	case len(at) == 0:
		f := b.standardFault(protocol.HeaderProtocolVersion, CategoryMissing, -1, "missing")
		if b.versions == nil || slices.ContainsFunc(b.versions, olderThanVersionHeader) {
			f.effect = rule.Note
			f.text = "missing, which a server may take for an older revision"
			b.open = true
		}
		b.add(f)
	case ok || len(at) > 1:
		const pointer = "/params/_meta/io.modelcontextprotocol~1protocolVersion"
		b.standardCopy(protocol.HeaderProtocolVersion, stated, pointer, false)
	default:
		b.open = true // the body is refused for its metadata
	}
}

// olderThanVersionHeader reports whether a server of the named version may meet
// requests without MCP-Protocol-Version. A name that no revision has is none.
func olderThanVersionHeader(version string) bool {
	r := protocol.ByName(version)
	return r != nil && !r.VersionHeader
}

// standardCopy judges one standard header against the body's value.
func (b *boundary) standardCopy(header, want, pointer string, encoded bool) {
	at := b.byName[shape.LowerASCII(header)]
	switch len(at) {
	case 0:
		b.add(b.standardFault(header, CategoryMissing, -1, "missing"))
		return
	case 1:
	default:
		b.add(b.standardFault(header, CategoryDuplicate, at[1], "duplicate"))
		return
	}
	sent := TrimField(b.lines[at[0]].value)
	received := Decode(sent)
	switch {
	case sent == "", foreign(sent), encoded && received.Class == Malformed:
		b.add(b.standardFault(header, CategoryMalformed, at[0], "malformed"))
	case encoded && received.Text != want, !encoded && sent != want:
		b.add(b.standardFault(header, CategoryMismatch, at[0], "differs from "+pointer))
	}
}

func (b *boundary) standardFault(header string, c Category, at int, text string) fault {
	return onLine(ruleStandard, rule.SpecMust, c, header, at, text)
}
