package replay

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"mcpreview/internal/shape"
)

// The modes of an elicitation.
const (
	formMode = "form"
	urlMode  = "url"
)

func elicit(s *session, r *request) *Violation {
	n := r.params
	if _, ok := n.get("message").text(); !ok {
		return n.member("message").breaks(135, "message must be a non-empty string")
	}
	if v := r.readMode(); v != nil {
		return v
	}
	judgeMode := s.form
	if r.mode == urlMode {
		judgeMode = s.webElicitation
	}
	if v := judgeMode(n); v != nil {
		return v
	}
	return s.augmentation(r, "elicitation.create")
}

// readMode notes the mode that an elicitation asks in; absent, it is a form.
func (r *request) readMode() *Violation {
	r.mode = formMode
	mode := r.params.get("mode")
	if !mode.present() {
		return nil
	}
	word, ok := mode.oneOf(formMode, urlMode)
	if !ok {
		return mode.breaks(135, "mode must be one of form, url")
	}
	r.mode = word
	return nil
}

func (s *session) form(n node) *Violation {
	if declared := s.capability(client, "elicitation"); declared.len() > 0 && !declared.has(formMode) {
		return undeclared(client, "elicitation.form", n, 135)
	}
	if v := s.object(n, 135, "params", exactly("message", "requestedSchema").maybe("mode", "task", "_meta")); v != nil {
		return v
	}
	if _, v := s.grammar.schema(&s.judge, n.get("requestedSchema"), 135, "requestedSchema"); v != nil {
		return v
	}
	for name := range n.path("requestedSchema", "properties").members() {
		if s.grammar.secret(name) {
			return n.path("requestedSchema", "properties").breaks(136, "a form must not request secrets")
		}
	}
	return nil
}

// namesSecret reports whether a property's name asks for a secret.
func namesSecret(property string) bool {
	switch strings.ReplaceAll(strings.ToLower(property), "-", "_") {
	case "password", "passcode", "api_key", "apikey", "access_token", "token", "secret", "credit_card", "cvv":
		return true
	}
	return false
}

func (s *session) webElicitation(n node) *Violation {
	if !s.capability(client, "elicitation").has(urlMode) {
		return undeclared(client, "elicitation.url", n, 137)
	}
	if v := s.object(n, 137, "params", exactly("mode", "message", "url", "elicitationId").maybe("task", "_meta")); v != nil {
		return v
	}
	url, ok := n.get("url").str()
	if !ok {
		return n.get("url").breaks(137, "url must be a string")
	}
	if why := s.grammar.webURL(url); why != "" {
		return n.get("url").breaks(137, "url must be an absolute https URL: "+why)
	}
	if _, ok := n.get("elicitationId").text(); !ok {
		return n.get("elicitationId").breaks(137, "elicitationId must be a non-empty string")
	}
	return nil
}

// webURLFault reads a URL as browsers do: leading blanks and controls do not
// count, nor do line breaks and tabs within.
func webURLFault(s string) string {
	s = strings.TrimLeftFunc(s, func(r rune) bool { return r <= ' ' })
	s = strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(s)
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || shape.LowerASCII(scheme) != "https" || !strings.HasPrefix(rest, "//") {
		return "its scheme is not https"
	}
	u := splitURI(s)
	if u.authority == "" {
		return "no host"
	}
	if why := bracketFault(u.authority); why != "" {
		return why
	}
	// A host that turns into another authority or path once it is normalised
	// sends its reader elsewhere than it says.
	plain := strings.NewReplacer("@", "", ":", "", "#", "", "?", "").Replace(u.authority)
	if strings.ContainsAny(norm.NFKC.String(plain), "/?#@:") {
		return "a host that changes under normalisation"
	}
	return ""
}

func elicited(_ *session, r *request, result node) *Violation {
	if !result.isObject() {
		return result.breaks(138, "result must be an object")
	}
	action, ok := result.get("action").oneOf("accept", "decline", "cancel")
	if !ok {
		return result.member("action").breaks(138, "action must be one of accept, decline, cancel")
	}
	content := result.get("content")
	switch {
	case r.mode == urlMode && content.present():
		return content.breaks(138, "an answer in url mode has no content")
	case r.mode == formMode && action == "accept" && !content.isObject():
		return result.member("content").breaks(138, "an accepted form must have an object content")
	}
	return nil
}
