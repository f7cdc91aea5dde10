package checks

// Thresholds returns what the check of a rule reads of its page's params, a
// pointer to an empty struct, or nil for a rule without any. The tag "is" says
// what a text has to be: a version, a date, or a regular expression (pattern).
func Thresholds(rule string) any {
	return map[string]any{
		"agent-blocked":           &blockedParams{},
		"agent-not-in-image":      &imageAgentParams{},
		"agent-role-missing":      &roleParams{},
		"arm-workers":             &armParams{},
		"beam-sdk-version":        &sdkParams{},
		"heap-java-version":       &heapParams{},
		"profiles-absent":         &absentParams{},
		"python-runner-v2":        &v2Params{},
		"agent-twice":             &agentParams{},
		"cluster-image-too-old":   &imageParams{},
		"cluster-scopes":          &scopeParams{},
		"foreign-credentials":     &credentialParams{},
		"hadoop-profile-range":    &hadoopParams{},
		"java-options-overridden": &overrideParams{},
		"job-too-short":           &shortParams{},
		"private-network":         &networkParams{},
		"profile-name-invalid":    &nameParams{},
		"profiler-api-disabled":   &apiParams{},
		"profiler-lookalike":      &lookalikeParams{},
		"profiles-scattered":      &scatterParams{},
		"quota-exhausted":         &quotaParams{},
		"serverless-runtime":      &runtimeParams{},
	}[rule]
}
