package replay

import "fmt"

// A Fixture is a checked fixture file. It is immutable.
type Fixture struct {
	profile    *Profile
	parties    map[party]node
	defaults   node
	revisions  map[string]*policy
	initial    string
	protected  string
	tool       *tool
	cases      []*testCase
	greeting   greeting // of cases without capabilities of their own
	emptyValue node     // an object without members
	bytes      int      // length of the file
}

// Parse reads a fixture file. file is what its errors and places are named
// after. The error is a *FileError.
func (p *Profile) Parse(data []byte, file string) (*Fixture, error) {
	doc, err := read(data, file)
	if err != nil {
		return nil, err
	}
	if p.grammar.document != nil {
		if err := p.grammar.document(doc); err != nil {
			return nil, err
		}
	}
	f := &Fixture{profile: p, emptyValue: emptyObject, bytes: len(data)}
	if v := f.root(&judge{Profile: p}, node{doc, doc.Root}); v != nil {
		return nil, v.refuses()
	}
	f.greeting = f.greet(f.source(client, "capabilities"), f.source(server, "capabilities"))
	return f, nil
}

var rootKeys = exactly("schema_version", "protocol_version", "transport_context_defaults", "authorization", "client", "server", "tool", "cases")

func (f *Fixture) root(j *judge, root node) *Violation {
	if !root.isObject() {
		return root.breaks(6, "the root must be an object")
	}
	if v := j.closed(root, 10, "root", rootKeys); v != nil {
		return v
	}
	if num, ok := root.get("schema_version").finite(); !ok || num.compare(whole(3)) != 0 {
		return root.get("schema_version").breaks(11, "schema_version must be 3")
	}
	if version, _ := root.get("protocol_version").str(); version != j.Protocol {
		return root.get("protocol_version").breaks(12, "protocol_version must be "+j.Protocol)
	}
	return checks(
		func() *Violation { return f.authorization(j, root.get("authorization")) },
		func() *Violation { return f.transportDefaults(j, root.get("transport_context_defaults")) },
		func() *Violation { return f.sides(root) },
		func() (v *Violation) {
			f.tool, v = j.tool(root.get("tool"))
			return v
		},
		func() *Violation { return f.readCases(j, root.get("cases")) },
	)
}

func (f *Fixture) sides(root node) *Violation {
	f.parties = make(map[party]node)
	for p, name := range map[party]string{client: "client", server: "server"} {
		f.parties[p] = root.get(name)
	}
	for _, p := range []party{client, server} {
		n := f.parties[p]
		if !n.isObject() || !n.has("info") || !n.has("capabilities") {
			return n.breaks(13, fmt.Sprintf("%s must be an object with info and capabilities", p))
		}
	}
	return nil
}

func (f *Fixture) transportDefaults(j *judge, n node) *Violation {
	if v := j.closed(n, 16, "transport_context_defaults", exactly("transport", "token_active", "token_audience", "resource")); v != nil {
		return v
	}
	if _, ok := n.get("transport").oneOf(httpTransport); !ok {
		return n.get("transport").breaks(16, "transport must be "+httpTransport)
	}
	if !n.get("token_active").isTrue() {
		return n.get("token_active").breaks(16, "token_active must be true")
	}
	for _, name := range []string{"token_audience", "resource"} {
		if s, _ := n.get(name).str(); s != f.protected {
			return n.get(name).breaks(16, name+" must be the protected resource")
		}
	}
	f.defaults = n
	return nil
}
