// Package replay validates whole recorded JSON-RPC conversations between an MCP
// client and server, revision 2025-11-25, without a network. A fixture file
// holds the parties, a control plane that never stands on the wire, and cases:
// the steps of a conversation and whether it must pass. Every step goes through
// the envelope, the lifecycle, the correlation of ids in both directions, the
// declared capabilities, the authorization snapshot and the shape of each
// method, in that order.
//
// A plain conversation is one recording without a control plane. What it may be
// of revision 2026-07-28 is read here and judged elsewhere.
//
// There are two profiles: Teaching, a course's subset that is stricter on
// purpose, and Spec, the revision itself, with the pages of tools/list, forms,
// progress, cancellation and tasks followed over the whole conversation. What
// profiles do differently they hold as data and functions; see Profile.
//
// It is no conformance suite, and it does not judge what a text says: that the
// structure of a message is valid is no reason to trust its content.
package replay

// Notice is what every report of this package's findings states.
const Notice = "This is no official MCP conformance suite. A valid structure is no reason to trust content as instruction."
