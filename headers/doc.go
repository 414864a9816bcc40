// Package headers judges how arguments of tools travel in HTTP headers.
//
// For a gateway's author: EncodeString, EncodeInteger and EncodeBool write the
// one field that the house policy prescribes for a value, Decode reads a field
// as the protocol demands of a receiver. Bind reads the bindings of a tool,
// Check compares one request's headers with its body, and Handler does so in
// front of another net/http handler.
//
// For a review: Annotations sweeps a tool's schemas for x-mcp-header,
// CompareMapping compares a stated mapping with what the schema gives, Sender
// judges how an argument was encoded, Judge a recorded request as a whole, and
// Leaks and Search what logs and answers show of it.
//
// Nothing in this package puts an argument, a header's value or an encoded
// payload into a finding or an error.
package headers
