// Package conversation judges plain recorded conversations. Revision 2025-11-25
// is package replay's own. Under revision 2026-07-28, which has no handshake and
// no requests of the server's, it walks the messages by the rules CONV-01 to
// CONV-20 and lets the analyzers of the review judge what answers carry.
//
// A verdict is decided by the steps up to the one it names: what comes after
// changes nothing. It holds no value of the conversation.
package conversation
