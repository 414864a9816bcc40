package strictjson

import "testing"

// Names among data are shown where they are plain or declared, those of
// descriptors as they are.
func TestLens(t *testing.T) {
	const key = "Alice Smith"
	for _, tt := range []struct{ doc, want string }{
		{`{"response":{"result":{"structuredContent":{"Alice Smith":0}}}}`, "/response/result/structuredContent/{11-character-key}"},
		{`{"response":{"result":{"structuredContent":{"tools":[{"Alice Smith":0}]}}}}`, "/response/result/structuredContent/tools/0/{11-character-key}"},
		{`{"response":{"result":{"structuredContent":{"inputSchema":{"Alice Smith":0}}}}}`, "/response/result/structuredContent/inputSchema/{11-character-key}"},
		{`{"response":{"result":{"tools":[{"inputSchema":{"properties":{"Alice Smith":0}}}]}}}`, "/response/result/tools/0/inputSchema/properties/Alice Smith"},
		{`{"response":{"result":{"tools":[{"_meta":{"Alice Smith":0}}]}}}`, "/response/result/tools/0/_meta/Alice Smith"},
		{`[{"name":"a","inputSchema":{},"annotations":{"Alice Smith":0}}]`, "/0/annotations/Alice Smith"},
		{`{"request":{"params":{"arguments":{"Alice Smith":0}}}}`, "/request/params/arguments/{11-character-key}"},
		{`{"response":{"result":{"capabilities":{"tools":[{"Alice Smith":0}]}}}}`, "/response/result/capabilities/tools/0/{11-character-key}"},
		{`{"response":{"result":{"tools":{"Alice Smith":0}}}}`, "/response/result/tools/{11-character-key}"},
		{`{"Alice Smith":{"tools":0}}`, "/{11-character-key}/tools"},
		{`{"request":{"params":{"arguments":{"Full Name":{"Alice Smith":0}}}}}`, "/request/params/arguments/Full Name/{11-character-key}"},
		{`{"response":{"error":{"user_id":{"$a.b-c":0}}}}`, "/response/error/user_id/$a.b-c"},
	} {
		d, err := Parse([]byte(tt.doc), "f.json", 1, bounds)
		if err != nil {
			t.Fatal(err)
		}
		l := Lens{Document: d, Declared: func(name string) bool { return name == "Full Name" }}
		v := d.Root
		for v.Len() > 0 {
			v = &v.items()[v.Len()-1]
		}
		if got := l.Locate(v).Pointer; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.doc, got, tt.want)
		}
		first := &d.Root.items()[0]
		if got := l.PointerFrom(d.Root, first) + l.PointerFrom(first, v); got != tt.want {
			t.Errorf("%s: in two parts %s, want %s", tt.doc, got, tt.want)
		}
	}
	if got, want := (Lens{}).Show("/a/"+key+"/0"), "/a/{11-character-key}/0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFaultText(t *testing.T) {
	for doc, want := range map[string]string{
		`{"error":{"a b":1,"a b":2}}`:                      `member "{3-character-key}" occurs 2 times`,
		`{"error":{"ab":1,"ab":2}}`:                        `member "ab" occurs 2 times`,
		`{"tools":[{"inputSchema":{"a b":1,"a b":2}}]}`:    `member "a b" occurs 2 times`,
		`{"params":{"tools":[{"a b":1,"a b":2}],"c":"d"}}`: `member "{3-character-key}" occurs 2 times`,
	} {
		d, err := Parse([]byte(doc), "f.json", 1, bounds)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Lens{Document: d}).FaultText(d.Faults[0], bounds); got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
}

func TestNamesIn(t *testing.T) {
	d, err := Parse([]byte(`{"properties":{"Full Name":{"enum":["An entry"]},"plain":{}},"required":["To be"]}`), "f.json", 1, bounds)
	if err != nil {
		t.Fatal(err)
	}
	says := NamesIn(d.Root)
	if !says("Full Name") || !says("To be") || !says("An entry") || says("Alice Smith") {
		t.Error("the names of a descriptor are taken wrong")
	}
}
