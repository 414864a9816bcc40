// Package admission judges tool descriptors: whether each may be used as it is
// listed (rules DESC-01 to DESC-20 and DESC-22, and the strict JSON rules within
// a tool). A decision on one tool rests on its own descriptor and on the other
// listings of its name; only the rules about names look at other tools.
//
// It refuses to judge what calls returned, what is annotated with x-mcp-header
// (it only counts such members) and how listings hang together.
package admission
