package main

import (
	"bytes"
	"errors"
	"testing"

	"mcpreview/report/reviewtest"
)

func TestHeld(t *testing.T) {
	var h held
	var want []byte
	for i, n := range []int{0, 1, heldPiece - 1, heldPiece, 5, 3*heldPiece + 7, 100} {
		p := bytes.Repeat([]byte{byte('a' + i)}, n)
		if got, err := h.Write(p); got != n || err != nil {
			t.Fatalf("took %d of %d bytes, %v", got, n, err)
		}
		want = append(want, p...)
		clear(p) // which is the writer's own again
	}
	var got bytes.Buffer
	if err := h.writeTo(&got); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%d bytes of %d come out the same, %v", got.Len(), len(want), err)
	}
	if err := h.writeTo(reviewtest.FailingWriter{}); !errors.Is(err, reviewtest.ErrWrite) {
		t.Errorf("got %v, want the writer's error", err)
	}
}
