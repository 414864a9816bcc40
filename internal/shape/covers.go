package shape

import "mcpreview/internal/strictjson"

// Covers reports whether every object of required, at any depth, is there in
// declared.
func Covers(declared, required *strictjson.Value) bool {
	for name, r := range required.Members() {
		d := declared.Get(name)
		if !d.Is(strictjson.Object) || !Covers(d, r) {
			return false
		}
	}
	return true
}
