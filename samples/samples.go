// Package samples holds evidence that is built into the program: the recording
// of a small invented server, which demo reviews, and the fixtures with which
// the validation matrix checks the program itself.
package samples

import (
	"embed"
	"io/fs"
)

//go:embed demo
var demo embed.FS

// Demo is the recorded evidence of tidewatch, an invented server of tide
// tables and berths over Streamable HTTP: three pages walked twice, an empty
// cursor among them, tools of every decision, requests that its boundary has to
// refuse, and completions as two callers.
func Demo() fs.FS { return demo }

// DemoDecisions is what the review of Demo must say of each tool.
var DemoDecisions = map[string]string{
	"chart_area":   "ADMIT",
	"find_port":    "ADMIT",
	"list_heights": "ADMIT",
	"next_tide":    "ADMIT",
	"berth_cancel": "CONDITIONAL",
	"berth/quote":  "CONDITIONAL",
	"harbor_log":   "CONDITIONAL",
	"berth_hold":   "REJECT",
	"berth_pay":    "REJECT",
	"crew_list":    "REJECT",
	"pilot_notes":  "REJECT",
}

// DemoVerdict is what the review of Demo must say of the server.
const DemoVerdict = "CONDITIONAL"
