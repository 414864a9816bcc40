package conversation

import (
	"mcpreview/internal/base64"
	"mcpreview/internal/strictjson"
)

// A block is what one type of content needs beside its type.
type block map[string]strictjson.Kind

// promptBlocks are the content of prompts.
var promptBlocks = map[string]block{
	"text":          {"text": strictjson.String},
	"image":         {"data": strictjson.String, "mimeType": strictjson.String},
	"audio":         {"data": strictjson.String, "mimeType": strictjson.String},
	"resource_link": {"uri": strictjson.String, "name": strictjson.String},
	"resource":      {"resource": strictjson.Object},
}

// sampledBlocks are the content of messages of a model.
var sampledBlocks = map[string]block{
	"text":        {"text": strictjson.String},
	"image":       {"data": strictjson.String, "mimeType": strictjson.String},
	"audio":       {"data": strictjson.String, "mimeType": strictjson.String},
	"tool_use":    {"id": strictjson.String, "name": strictjson.String, "input": strictjson.Object},
	"tool_result": {"toolUseId": strictjson.String, "content": strictjson.Array},
}

// blockFault says what is wrong with a block of content; "" for nothing.
func blockFault(v *strictjson.Value, types map[string]block) (at *strictjson.Value, text string) {
	if !v.Is(strictjson.Object) {
		return v, "content must be an object"
	}
	word, _ := v.Get("type").Str()
	needs, known := types[word]
	if !known {
		return v.Get("type"), "content has no type that may stand here"
	}
	for _, name := range memberNames {
		kind, needed := needs[name]
		if member := v.Get(name); needed && !member.Is(kind) {
			return member, name + " must be " + kind.String()
		}
	}
	if data := v.Get("data"); needs["data"] != 0 {
		if _, why := base64.Canonical(data.Text()); why != "" {
			return data, "data is no canonical Base64"
		}
	}
	if word == "resource" {
		return contentsFault(v.Get("resource"))
	}
	return nil, ""
}

// memberNames are the members that blocks need, in the order in which they are
// looked at.
var memberNames = []string{"text", "data", "mimeType", "uri", "resource", "id", "toolUseId", "name", "input", "content"}

// contentsFault says what is wrong with one item of a resource's contents; "" for
// nothing.
func contentsFault(v *strictjson.Value) (at *strictjson.Value, text string) {
	body, blob, media := v.Get("text"), v.Get("blob"), v.Get("mimeType")
	switch {
	case !v.Is(strictjson.Object):
		return v, "contents must be objects"
	case !v.Get("uri").Is(strictjson.String):
		return v.Get("uri"), "uri must be string"
	case (body == nil) == (blob == nil):
		return v, "contents have exactly one of text and blob"
	case body != nil && !body.Is(strictjson.String):
		return body, "text must be string"
	case blob != nil && !blob.Is(strictjson.String):
		return blob, "blob must be string"
	case media != nil && !media.Is(strictjson.String):
		return media, "mimeType must be string"
	}
	if blob != nil {
		if _, why := base64.Canonical(blob.Text()); why != "" {
			return blob, "blob is no canonical Base64"
		}
	}
	return nil, ""
}
