package schema

// dialect is a supported dialect. The zero value is none.
type dialect uint8

const (
	draft06 dialect = iota + 1
	draft07
	draft2019
	draft2020
)

var dialectNames = [...]string{draft06: "draft-06", draft07: "draft-07", draft2019: "2019-09", draft2020: "2020-12"}

func (d dialect) String() string { return dialectNames[d] }
