package sarif

// The objects of a SARIF log, as far as they are written, named as the
// standard names them and with its members in its order. What is empty is
// left out.
type (
	log struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}

	run struct {
		Tool               tool                        `json:"tool"`
		Invocations        []invocation                `json:"invocations"`
		OriginalURIBaseIDs map[string]artifactLocation `json:"originalUriBaseIds"`
		Artifacts          []artifact                  `json:"artifacts"`
		Results            []result                    `json:"results"`
		ColumnKind         string                      `json:"columnKind"`
		Properties         properties                  `json:"properties"`
	}

	tool struct {
		Driver toolComponent `json:"driver"`
	}

	toolComponent struct {
		Name            string                `json:"name"`
		Version         string                `json:"version"`
		SemanticVersion string                `json:"semanticVersion,omitempty"`
		Rules           []reportingDescriptor `json:"rules"`
	}

	reportingDescriptor struct {
		ID                   string                  `json:"id"`
		Name                 string                  `json:"name,omitempty"`
		ShortDescription     message                 `json:"shortDescription"`
		FullDescription      message                 `json:"fullDescription"`
		DefaultConfiguration *reportingConfiguration `json:"defaultConfiguration,omitempty"`
		Help                 message                 `json:"help"`
		Properties           properties              `json:"properties,omitempty"`
	}

	reportingConfiguration struct {
		Level string `json:"level"`
	}

	// A message stands for a multiformatMessageString too.
	message struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}

	invocation struct {
		ExitCode                   int            `json:"exitCode"`
		ExitCodeDescription        string         `json:"exitCodeDescription"`
		ToolExecutionNotifications []notification `json:"toolExecutionNotifications,omitempty"`
		ExecutionSuccessful        bool           `json:"executionSuccessful"`
		Properties                 properties     `json:"properties"`
	}

	notification struct {
		Message message `json:"message"`
		Level   string  `json:"level"`
	}

	artifact struct {
		Location   artifactLocation  `json:"location"`
		Roles      []string          `json:"roles"`
		Length     int64             `json:"length"`
		Hashes     map[string]string `json:"hashes,omitempty"`
		Properties properties        `json:"properties"`
	}

	artifactLocation struct {
		URI         string   `json:"uri,omitempty"`
		URIBaseID   string   `json:"uriBaseId,omitempty"`
		Description *message `json:"description,omitempty"`
	}

	result struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Kind                string            `json:"kind"`
		Level               string            `json:"level"`
		Message             message           `json:"message"`
		Locations           []location        `json:"locations,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		RelatedLocations    []location        `json:"relatedLocations,omitempty"`
		Suppressions        []suppression     `json:"suppressions,omitempty"`
		Properties          properties        `json:"properties"`
	}

	location struct {
		ID               int               `json:"id,omitzero"`
		PhysicalLocation *physicalLocation `json:"physicalLocation,omitempty"`
		LogicalLocations []logicalLocation `json:"logicalLocations,omitempty"`
		Message          *message          `json:"message,omitempty"`
	}

	physicalLocation struct {
		ArtifactLocation artifactLocation `json:"artifactLocation"`
		Region           region           `json:"region"`
	}

	region struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitzero"`
	}

	logicalLocation struct {
		Name               string `json:"name,omitempty"`
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}

	suppression struct {
		Kind          string `json:"kind"`
		Status        string `json:"status"`
		Justification string `json:"justification"`
	}

	// properties is a property bag.
	properties map[string]any
)
