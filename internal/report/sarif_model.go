package report

// The part of SARIF 2.1.0 that proflint writes. Lists are always written, since
// GitHub refuses null; objects that may be missing are pointers.

const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool            `json:"tool"`
	Bases       map[string]sarifBase `json:"originalUriBaseIds"`
	ColumnKind  string               `json:"columnKind"`
	Results     []sarifResult        `json:"results"`
	Invocations []sarifInvocation    `json:"invocations"`
	Properties  sarifRunProperties   `json:"properties"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string            `json:"name"`
	FullName        string            `json:"fullName"`
	Version         string            `json:"version"`
	SemanticVersion string            `json:"semanticVersion"`
	InformationURI  string            `json:"informationUri"`
	Rules           []sarifDescriptor `json:"rules"`
	Notifications   []sarifDescriptor `json:"notifications"`
}

type sarifDescriptor struct {
	ID            string          `json:"id"`
	Name          string          `json:"name"`
	Short         sarifText       `json:"shortDescription"`
	Full          sarifText       `json:"fullDescription"`
	Help          sarifHelp       `json:"help"`
	HelpURI       string          `json:"helpUri"`
	Configuration sarifLevel      `json:"defaultConfiguration"`
	Properties    sarifRuleDetail `json:"properties"`
}

type sarifHelp struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

// sarifRuleDetail has the names that GitHub reads, and the facts.
type sarifRuleDetail struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
	Facts     []string `json:"facts"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifBase struct {
	Description sarifText `json:"description"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications"`
}

type sarifNotification struct {
	Descriptor sarifReference  `json:"descriptor"`
	Level      string          `json:"level"`
	Message    sarifText       `json:"message"`
	Locations  []sarifLocation `json:"locations"`
}

type sarifReference struct {
	ID    string `json:"id"`
	Index int    `json:"index"`
}

type sarifRunProperties struct {
	Mode    string  `json:"mode"`
	Summary summary `json:"summary"`
}

type sarifResult struct {
	RuleID       string             `json:"ruleId"`
	RuleIndex    int                `json:"ruleIndex"`
	Level        string             `json:"level"`
	Message      sarifText          `json:"message"`
	Locations    []sarifLocation    `json:"locations"`
	Related      []sarifLocation    `json:"relatedLocations"`
	Fingerprints map[string]string  `json:"partialFingerprints"`
	Fixes        []sarifFix         `json:"fixes"`
	Suppressions []sarifSuppression `json:"suppressions"` // empty says that it is not suppressed
	Properties   sarifProperties    `json:"properties"`
}

type sarifProperties struct {
	Facts     []string `json:"facts"`
	Workloads []string `json:"workloads"`
}

type sarifLocation struct {
	ID       int            `json:"id,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
	Context  *sarifContext `json:"contextRegion,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

// sarifRegion has no columns when the file could not be read.
type sarifRegion struct {
	StartLine   int        `json:"startLine"`
	StartColumn int        `json:"startColumn,omitempty"`
	EndLine     int        `json:"endLine,omitempty"`
	EndColumn   int        `json:"endColumn,omitempty"`
	Snippet     *sarifText `json:"snippet,omitempty"`
}

type sarifContext struct {
	StartLine int       `json:"startLine"`
	EndLine   int       `json:"endLine"`
	Snippet   sarifText `json:"snippet"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification,omitempty"`
}
