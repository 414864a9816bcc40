// Package headers judges how arguments of tools travel in HTTP headers.
//
// Annotations sweeps a descriptor's schemas for x-mcp-header and returns the
// bindings it gives. EncodeString, EncodeInteger, EncodeBool and Decode are the
// codec between values and header fields: EncodeString writes the one form that
// the house policy prescribes, Decode reads as the protocol demands of a
// receiver. A gateway needs no more than these and Binding.
//
// Nothing in this package puts an argument, a header's value or an encoded
// payload into a finding or an error.
package headers
