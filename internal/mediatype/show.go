package mediatype

import (
	"slices"
	"strings"

	"mcpreview/internal/rule"
)

// known are types that are met where media types stand: a reason may quote
// them, and their parts.
var known = []string{
	"image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/svg+xml", "image/svg", "image/avif", "image/apng", "image/bmp",
	"image/heic", "image/heif", "image/jxl", "image/tiff", "image/x-icon", "image/vnd.microsoft.icon", "image/octet-stream",
	"audio/wav", "audio/wave", "audio/x-wav", "audio/vnd.wave", "audio/mpeg", "audio/mp3", "audio/ogg", "audio/opus", "audio/mp4", "audio/m4a",
	"audio/x-m4a", "audio/webm", "audio/flac", "audio/x-flac", "audio/aac", "audio/basic", "audio/midi", "audio/pcm", "audio/l16", "audio/aiff",
	"video/mp4", "video/mpeg", "video/ogg", "video/webm", "video/quicktime", "video/x-msvideo",
	"text/plain", "text/html", "text/markdown", "text/x-markdown", "text/css", "text/csv", "text/tab-separated-values", "text/xml", "text/json",
	"text/yaml", "text/x-yaml", "text/javascript", "text/typescript", "text/calendar", "text/rtf", "text/event-stream", "text/uri-list", "text/vcard",
	"text/x-python", "text/x-go", "text/x-rust", "text/x-java", "text/x-c", "text/x-diff", "text/x-patch", "text/x-log", "text/x-shellscript",
	"application/json", "application/ld+json", "application/geo+json", "application/schema+json", "application/problem+json", "application/x-ndjson",
	"application/jsonl", "application/xml", "application/xhtml+xml", "application/rss+xml", "application/atom+xml", "application/yaml",
	"application/x-yaml", "application/toml", "application/javascript", "application/typescript", "application/sql", "application/graphql",
	"application/octet-stream", "application/pdf", "application/rtf", "application/zip", "application/gzip", "application/x-tar",
	"application/x-7z-compressed", "application/ogg", "application/wasm", "application/msword", "application/vnd.ms-excel",
	"application/vnd.ms-powerpoint", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	"application/vnd.apache.parquet", "application/x-www-form-urlencoded", "application/x-sh", "application/sarif+json", "application/cbor",
	"application/protobuf", "application/msgpack", "application/epub+zip", "application/x-ipynb+json",
	"multipart/form-data", "multipart/mixed", "model/gltf+json", "model/gltf-binary", "model/stl", "font/woff", "font/woff2", "font/ttf", "font/otf",
}

// families are what stands before the slash.
var families = []string{"application", "audio", "example", "font", "haptics", "image", "message", "model", "multipart", "text", "video"}

// Show renders what a server states as a media type for a reason, as rule.Word
// does: well known types and those allowed here are quoted, whole or in part,
// and of any other only the family and its length are told. Parameters are left
// out.
func Show(s string, allowed ...string) string {
	base, _, parameters := strings.Cut(s, ";")
	base = strings.TrimRight(base, " \t")
	words := slices.Concat(known, allowed)
	for _, f := range families {
		words = append(words, f, f+"/", f+"/*")
	}
	for _, k := range known {
		_, subtype, _ := strings.Cut(k, "/")
		words = append(words, subtype)
	}
	shown := rule.Word(base, append(words, "*/*")...)
	if !strings.HasPrefix(shown, `"`) {
		family, subtype, _ := strings.Cut(strings.ToLower(base), "/")
		if !slices.Contains(families, family) || subtype == "" {
			return rule.Word(s)
		}
		shown = rule.Quote(family+"/") + " and " + rule.Word(subtype)
	}
	if parameters {
		shown += " with parameters"
	}
	return shown
}

// Label is what a table shows of a type that Parse returned: the type itself
// where it is well known or allowed here, and else its family with the length
// of the subtype.
func Label(essence string, allowed ...string) string {
	if essence == "" || slices.Contains(known, essence) || slices.ContainsFunc(allowed, func(t string) bool { return strings.EqualFold(t, essence) }) {
		return essence
	}
	family, subtype, _ := strings.Cut(essence, "/")
	if !slices.Contains(families, family) {
		return "another type"
	}
	return family + "/" + rule.Placeholder(subtype, "subtype")
}
