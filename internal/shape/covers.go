package shape

import "mcpreview/internal/strictjson"

// Covers reports whether every object of required, at any depth, is there in
// declared.
func Covers(declared, required *strictjson.Value) bool {
	if required.Len() == 0 {
		return true
	}
	have := make(map[string]*strictjson.Value, declared.Len())
	for name, d := range declared.Members() {
		if have[name] == nil {
			have[name] = d
		}
	}
	for name, r := range required.Members() {
		d := have[name]
		if !d.Is(strictjson.Object) || !Covers(d, r) {
			return false
		}
	}
	return true
}
