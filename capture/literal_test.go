package capture

import (
	"strings"
	"testing"
)

// A credential is named, never given; what is none may be written out.
func TestLiteralCredentials(t *testing.T) {
	for _, c := range []struct {
		kind, name, text string
		refused          bool
	}{
		{KindHeader, "Authorization", "Bearer canary", true},
		{KindHeader, "Authorization", "Bearer ${env:TOKEN}", false},
		{KindHeader, "Authorization", "Bearer $${env:TOKEN}", true},
		{KindHeader, "Authorization", "", false},
		{KindHeader, "Cookie", "c=canary", true},
		{KindHeader, "x-api-key", "canary", true},
		{KindHeader, "X-Tenant", "acme", false},
		{KindHeader, "X-Callback-URL", "https://example.com/", false},
		{KindHeader, "X-Callback-URL", "https://u:canary@example.com/", true},
		{KindHeader, "Origin", "https://example.com", false},
		{KindQuery, "access_token", "canary", true},
		{KindQuery, "page", "1", false},
		{KindVariable, "OPENAI_API_KEY", "canary", true},
		{KindVariable, "AWS_SECRET_ACCESS_KEY", "canary", true},
		{KindVariable, "PGPASSWORD", "canary", true},
		{KindVariable, "GIT_AUTHOR_NAME", "Ada", false},
		{KindVariable, "MAX_TOKENS", "100", false},
		{KindVariable, "DATABASE_URL", "postgres://localhost/db", false},
		{KindVariable, "DATABASE_URL", "postgres://u:canary@localhost/db", true},
	} {
		err := CheckLiteral(c.kind, c.name, c.text)
		if (err != nil) != c.refused || err != nil && strings.Contains(err.Error(), "canary") {
			t.Errorf("%s %s: %s: %v, want it refused: %t", c.kind, c.name, c.text, err, c.refused)
		}
	}
	for in, refused := range map[string]bool{
		"http://x/?api_key=canary": true, "http://x/?a=1&api%5Fkey=canary": true, "http://x/?api_key=${env:K}": false,
		"http://x/api_key=canary": false, "http://x/?q=1#api_key=x": false, "http://x": false,
	} {
		if err := CheckLiteralURL(in); (err != nil) != refused {
			t.Errorf("%s: %v", in, err)
		}
	}
}

// The name of a variable that is not set is shown where it cannot be a secret.
func TestNamesThatMayBeSecrets(t *testing.T) {
	for name, shown := range map[string]bool{
		"TOKEN": true, "GITHUB_TOKEN": true, "KEY2": true, "AWS_SECRET_ACCESS_KEY": true,
		"ghp_abc": false, "Token": false, "AKIAIOSFODNN7EXAMPLE": false,
	} {
		if err := NotSet(name); strings.Contains(err.Error(), name) != shown {
			t.Errorf("%s: %v", name, err)
		}
	}
}
