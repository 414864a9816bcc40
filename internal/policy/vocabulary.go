package policy

import (
	"maps"
	"slices"
)

// A Class is why a name is denied to headers and the parameters they mirror
// (HDR-11).
type Class string

// The classes of denied names.
const (
	Credential    Class = "credential"
	Token         Class = "token"
	Secret        Class = "secret"
	Password      Class = "password"
	Authorization Class = "authorization"
	PII           Class = "pii"
)

// Classes lists the classes in the order of the rule.
var Classes = []Class{Credential, Token, Secret, Password, Authorization, PII}

// A Vocabulary is the denied names with their class. A name is one to three
// words, joined, in lower case: "apikey" stands for apiKey, API-Key and
// api_key.
type Vocabulary map[string]Class

// denied is the default vocabulary: HDR-11.
var denied = map[Class][]string{
	Credential:    {"credential", "cred", "apikey", "accesskey", "privatekey", "signingkey"},
	Token:         {"token", "jwt", "bearer", "cookie", "sessionid", "otp", "totp", "mfacode"},
	Secret:        {"secret"},
	Password:      {"password", "passwd", "pwd", "passphrase", "passcode", "pin"},
	Authorization: {"authorization", "authorisation", "oauth", "authcode"},
	PII: {"email", "mail", "phone", "mobilenumber", "ssn", "passport", "dob", "birthdate", "birthday", "firstname", "lastname",
		"fullname", "surname", "streetaddress", "homeaddress", "postaladdress", "ipaddress", "iban", "cardnumber", "creditcard",
		"cvv", "cvc", "taxid", "nationalid"},
}

// DefaultVocabulary is what is denied whatever a policy adds.
func DefaultVocabulary() Vocabulary {
	v := make(Vocabulary)
	for class, names := range denied {
		for _, name := range names {
			v[name] = class
		}
	}
	return v
}

// Names are the denied names of one class, sorted.
func (v Vocabulary) Names(c Class) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if v[name] == c {
			names = append(names, name)
		}
	}
	return names
}
