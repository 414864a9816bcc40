package evidence

type callIndex struct{}
