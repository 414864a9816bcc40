package markdown

import "mcpreview/report/outline"

// Inline returns a line as Markdown.
func Inline(l outline.Line) []byte { return appendLine(nil, l) }
