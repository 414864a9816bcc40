package baseline

import (
	"crypto/sha256"
	"strings"
	"unicode"

	"mcpreview/internal/strictjson"
)

// A likeness is what two descriptors have in common where one may be the other
// under a new name.
type likeness [sha256.Size]byte

// alike are the ways to recognise a renamed tool, closest first: nothing but
// the name differs, or the name in case and separators only, or nothing but the
// name and the texts. Each is the descriptor's likeness, false where it has none
// to be recognised by.
var alike = []func(descriptor *strictjson.Value) (likeness, bool){
	func(descriptor *strictjson.Value) (likeness, bool) {
		return without(descriptor, "name"), true
	},
	func(descriptor *strictjson.Value) (likeness, bool) {
		return sha256.Sum256([]byte(letters(descriptor.Get("name").Text()))), true
	},
	func(descriptor *strictjson.Value) (likeness, bool) {
		// Schemas alone tell tools apart only where they say something.
		says := descriptor.Path("inputSchema", "properties").Len() > 0
		return without(descriptor, "name", "title", "description", "annotations", "icons", "_meta"), says
	},
}

// letters are a name in lower case without what separates its words.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-./ ", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// without is the likeness of a descriptor but for some members.
func without(descriptor *strictjson.Value, names ...string) likeness {
	dst := []byte{'{'}
members:
	for _, m := range strictjson.CanonicalMembers(descriptor) {
		for _, n := range names {
			if m.Name == n {
				continue members
			}
		}
		dst = append(strictjson.AppendQuoted(dst, m.Name), ':')
		dst = append(strictjson.AppendCanonical(dst, m.Value), ',')
	}
	return sha256.Sum256(dst)
}

// renames turns what came and what went into a renamed tool where the two are
// alike and neither is like any other: among several, nobody can tell which
// became which.
func (c *comparison) renames() {
	for _, like := range alike {
		came, went := map[likeness][]int{}, map[likeness][]int{}
		for i, r := range c.rows {
			if r.what != Added || r.variant.fault() || c.locked[c.in.Tools[r.tool].Name] != nil {
				continue
			}
			if l, ok := like(r.variant.Spot.Base); ok {
				came[l] = append(came[l], i)
			}
		}
		for i, g := range c.gone {
			if g.renamed || len(c.listed[g.locked.Name]) > 0 {
				continue
			}
			if l, ok := like(g.locked.Descriptor); ok {
				went[l] = append(went[l], i)
			}
		}
		for l, rows := range came {
			if old, new := c.oneName(went[l]), c.oneNewName(rows); old != "" && new != "" {
				c.rename(rows, went[l])
			}
		}
	}
}

// oneName is the name of all those that went; "" where they have several.
func (c *comparison) oneName(went []int) (name string) {
	for k, i := range went {
		if n := c.gone[i].locked.Name; k > 0 && n != name {
			return ""
		} else {
			name = n
		}
	}
	return name
}

// oneNewName is the name of all those that came; "" where they have several.
func (c *comparison) oneNewName(rows []int) (name string) {
	for k, i := range rows {
		if n := c.in.Tools[c.rows[i].tool].Name; k > 0 && n != name {
			return ""
		} else {
			name = n
		}
	}
	return name
}

func (c *comparison) rename(rows, went []int) {
	locked := c.gone[went[0]].locked
	for _, i := range rows {
		c.rows[i].what, c.rows[i].locked, c.rows[i].renamed = Renamed, locked, locked.Name
	}
	for _, i := range went {
		c.gone[i].renamed = true
	}
}
