// Package capture records evidence from a live MCP server, over stdio or
// Streamable HTTP: discovery, every page of every list twice, an unknown tool,
// and the calls that its user lists. It records and does not judge; what it
// writes is the native form that a review reads.
//
// Messages travel over the official Go SDK's transports (mcp.IOTransport and
// mcp.StreamableClientTransport). Those decode a message and keep no bytes, drop
// what they cannot decode, and break for good at the first line that is no
// JSON. So everything is recorded beneath them, where bytes leave and arrive:
// around the pipes of a child process, and in the http.RoundTripper. The SDK is
// given only what it can carry, the recording has all of it, and where the SDK
// refuses a message that is said.
//
// The server is hostile. Each wait has an end, each buffer a bound, a child
// process goes with its whole process group, and values that came from
// environment variables are replaced wherever they turn up (see Secrets).
package capture
