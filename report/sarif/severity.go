package sarif

// severity scores the rules that guard against harm rather than against
// mistakes, from 0.1 to 10 as CVSS does; a rule without a score is one of
// contract alone. Services show these as security alerts: 7 and more as high,
// 4 and more as medium.
var severity = map[string]string{
	// Somebody sees what is not theirs: other tenants' names, credentials in
	// headers that every proxy logs, values that were to be withheld.
	"CMP-09": "7.5", "CMP-10": "7.5", "CMP-11": "5.3",
	"HDR-11": "7.5", "PAR-15": "7.5", "RES-22": "7.5", "PAGE-14": "7.5",

	// What is called is not what was approved.
	"DESC-05": "7.0", "DESC-06": "7.0", "DESC-21": "7.0", "DESC-20": "6.5",

	// Text that a model or a person acts on and does not see.
	"DESC-03": "6.5", "DESC-19": "6.5", "RES-24": "6.5",

	// Routing and authorization go by the headers, execution by the body.
	"HDR-03": "6.5", "HDR-04": "6.5",
	"PAR-02": "6.5", "PAR-03": "6.5", "PAR-04": "6.5", "PAR-05": "6.5", "PAR-06": "6.5", "PAR-07": "6.5",
	"PAR-08": "6.5", "PAR-09": "6.5", "PAR-10": "6.5", "PAR-11": "6.5", "PAR-12": "6.5", "PAR-13": "6.5",
	"JSON-03": "6.5", // and two parsers read one body in two ways

	// A client spends without bound, or is made to fetch.
	"DESC-11": "5.3", "DESC-12": "5.3", "DESC-22": "5.3", "JSON-06": "5.3", "RES-17": "5.3",
}
