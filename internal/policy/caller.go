package policy

// A Caller is one class of callers, as the operator knows it.
type Caller struct {
	Name string // as recordings name it
	Rank int    // from 1, a higher one may see more; 0 where not stated

	Forbidden []Hidden
	Allowed   []Allowed // each reference and argument once
}

// Hidden is a name that no answer to the caller may show (CMP-10). A "*" in it
// stands for any run of characters.
type Hidden struct {
	Class HiddenClass
	Text  string
}

// A HiddenClass says what a hidden name names. It is "" where the policy does
// not say.
type HiddenClass string

// The classes of hidden names.
const (
	HiddenTenant      HiddenClass = "tenant"
	HiddenResource    HiddenClass = "resource"
	HiddenEnvironment HiddenClass = "environment"
)

// Allowed are all values that may be suggested to the caller for one argument
// of one prompt or resource template (CMP-09).
type Allowed struct {
	Prompt   string // its name, or "" where Resource is set
	Resource string // its URI template, or ""
	Argument string
	Values   []string // may be empty: then nothing may be suggested
}
