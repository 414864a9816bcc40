package protocol

import "testing"

func TestCarriesMessages(t *testing.T) {
	for contentType, want := range map[string]bool{
		"application/json": true, "Application/JSON": true, " application/json ;charset=utf-8": true, "text/event-stream; charset": true,
		"text/html": false, "text/plain": false, "application/problem+json": false, "application/jsonl": false, "application/json, text/html": false, ";": false,
	} {
		if got := CarriesMessages(contentType); got != want {
			t.Errorf("%q: %t", contentType, got)
		}
	}
}
