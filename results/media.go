package results

import (
	"fmt"
	"strings"

	"mcpreview/internal/base64"
	"mcpreview/internal/mediatype"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

func (j *judge) judgeImage(v *strictjson.Value, b *Block) {
	j.judgeMedia(v, b, "image", j.policy.Limits.ImageTypes)
}

func (j *judge) judgeAudio(v *strictjson.Value, b *Block) {
	j.judgeMedia(v, b, "audio", j.policy.Limits.AudioTypes)
}

// judgeMedia judges an image or audio block.
func (j *judge) judgeMedia(v *strictjson.Value, b *Block, family string, allowed []string) {
	essence := j.judgeMediaType(v, family, allowed)
	b.MediaType = mediatype.Label(essence, allowed...)
	n, ok := j.judgeBase64(v, "data", v)
	if !ok {
		return
	}
	if n == 0 {
		j.find(ruleBase64, rule.Reject, rule.Policy, v.Get("data"), "data is empty")
		return
	}
	b.Bytes = n
	if strings.HasPrefix(essence, family+"/") && !hasSignature(v.Get("data").Text(), essence) {
		j.find(ruleMediaType, rule.Note, rule.Policy, v.Get("data"), "data does not begin as "+essence+" does")
	}
}

// judgeMediaType judges the mimeType of a media block (RES-05, RES-17) and
// returns it without parameters; "" where it is malformed.
func (j *judge) judgeMediaType(v *strictjson.Value, family string, allowed []string) string {
	m := v.Get("mimeType")
	text, ok := m.Str()
	switch {
	case m == nil:
		j.find(ruleMediaType, rule.Reject, rule.SpecMust, v, "mimeType is missing, must be "+family+"/subtype", "mimeType")
		return ""
	case !ok:
		j.find(ruleMediaType, rule.Reject, rule.SpecMust, m, "mimeType is "+m.Kind().String()+", must be "+family+"/subtype")
		return ""
	}
	essence, ok := mediatype.Parse(text)
	switch {
	case !ok:
		j.find(ruleMediaType, rule.Reject, rule.SpecMust, m, mediatype.Show(text)+" is not "+family+"/subtype")
	case contains(allowed, essence):
	case j.policy.Profile == rule.House && !strings.HasPrefix(essence, family+"/"):
		j.find(ruleMediaType, rule.Reject, rule.Policy, m, mediatype.Show(text)+" is not "+family+"/subtype")
	default:
		j.find(ruleLimits, rule.Reject, rule.Policy, m, mediatype.Show(essence, allowed...)+" is not in the allowed list")
	}
	return essence
}

// contains reports whether a policy's list has a media type.
func contains(list []string, essence string) bool {
	for _, t := range list {
		if strings.EqualFold(t, essence) {
			return true
		}
	}
	return false
}

// judgeBase64 judges a member that holds Base64 (RES-06) and bounds it
// (RES-17). It returns its decoded size in bytes, and whether it is canonical.
func (j *judge) judgeBase64(v *strictjson.Value, name string, block *strictjson.Value) (n int, ok bool) {
	m := v.Get(name)
	text, ok := m.Str()
	switch {
	case m == nil:
		j.find(ruleBase64, rule.Reject, rule.SpecMust, v, name+" is missing, must be canonical base64", name)
		return 0, false
	case !ok:
		j.find(ruleBase64, rule.Reject, rule.SpecMust, m, name+" is "+m.Kind().String()+", must be canonical base64")
		return 0, false
	}
	n, why := base64.Canonical(text)
	if why != "" {
		j.find(ruleBase64, rule.Reject, rule.SpecMust, m, "not canonical base64 ("+why+")")
		return 0, false
	}
	if limit := j.policy.Limits.MediaBytes; n > limit {
		j.find(ruleLimits, rule.Reject, rule.Policy, block, fmt.Sprintf("decoded size %d exceeds %d", n, limit))
	}
	return n, true
}

// signatures are how files of a media type begin; types without an entry have
// no such beginning, or more than one.
var signatures = []struct {
	mediaType string
	offset    int
	bytes     string
}{
	{"image/png", 0, "\x89PNG\r\n\x1a\n"},
	{"image/jpeg", 0, "\xff\xd8\xff"},
	{"image/gif", 0, "GIF8"},
	{"image/webp", 8, "WEBP"},
	{"audio/wav", 8, "WAVE"},
	{"audio/ogg", 0, "OggS"},
	{"audio/mp4", 4, "ftyp"},
	{"audio/webm", 0, "\x1a\x45\xdf\xa3"},
	{"audio/flac", 0, "fLaC"},
}

// hasSignature reports whether canonical Base64 begins as its media type does;
// true where that type has no known beginning.
func hasSignature(canonical, mediaType string) bool {
	for _, s := range signatures {
		if s.mediaType != mediaType {
			continue
		}
		var room [12]byte
		head := base64.Prefix(room[:], canonical)
		return len(head) >= s.offset && strings.HasPrefix(string(head[s.offset:]), s.bytes)
	}
	return true
}
