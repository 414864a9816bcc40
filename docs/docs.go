// Package docs holds what the project publishes about itself that its programs
// read too.
package docs

import _ "embed"

// ReviewSchema is the JSON Schema of a review's JSON form.
//
//go:embed review.schema.json
var ReviewSchema []byte
