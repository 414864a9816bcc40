package envelope

import (
	"mcpreview/internal/hidden"
	"mcpreview/internal/protocol"
	"mcpreview/internal/rule"
	"mcpreview/internal/strictjson"
)

// identityTexts are what a client shows of a server's description of itself.
var identityTexts = []string{"name", "title", "description", "version", "websiteUrl"}

// hiddenText looks for hidden characters in what a server says of itself, which
// a model or a person is shown: DESC-19. Neither label nor revision matters.
func (j *judge) hiddenText() {
	if isDiscovery(j.ex) {
		j.shown(j.ex.Result.Get("instructions"), hidden.Describe)
		for _, name := range identityTexts {
			j.shown(j.ex.Result.Path("serverInfo", name), hidden.Describe)
		}
	}
	identity := j.ex.Result.Path("_meta", protocol.MetaServerInfo)
	if !identity.Is(strictjson.Object) {
		return
	}
	for _, name := range identityTexts {
		// A result may be withheld: what its tag characters spell stays in it.
		j.shown(identity.Get(name), hidden.Locate)
	}
}

func (j *judge) shown(text *strictjson.Value, describe func([]hidden.Hit) string) {
	s, _ := text.Str()
	if hits := hidden.Find(s); hits != nil {
		j.find(ruleHidden, rule.Condition, rule.Policy, j.ex.Result, text, describe(hits))
	}
}
