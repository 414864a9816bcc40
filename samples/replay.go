package samples

import _ "embed"

//go:embed replay/conversations.json
var conversations []byte

// Conversations is a fixture file for replaying: an invented observatory, whose
// cases cover every area of the protocol that is validated. Callers must not
// change it.
func Conversations() []byte { return conversations }
