package main

import "io"

// A held output is kept until all of it may be written. It grows piece by piece:
// reports are long, and what would be copied at every growth takes twice as much
// memory as they do.
type held struct{ pieces [][]byte }

// heldPiece is the size of a piece in bytes.
const heldPiece = 64 << 10

// Write keeps a copy of p.
func (h *held) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		last := len(h.pieces) - 1
		if last < 0 || len(h.pieces[last]) == heldPiece {
			h.pieces = append(h.pieces, make([]byte, 0, heldPiece))
			last++
		}
		n := min(len(rest), heldPiece-len(h.pieces[last]))
		h.pieces[last] = append(h.pieces[last], rest[:n]...)
		rest = rest[n:]
	}
	return len(p), nil
}

// writeTo writes all that is held.
func (h *held) writeTo(w io.Writer) error {
	for _, p := range h.pieces {
		if _, err := w.Write(p); err != nil {
			return err
		}
	}
	return nil
}
