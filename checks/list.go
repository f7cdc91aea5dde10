package checks

// All returns every check, in the order of the readiness line. This list is
// where a new check is added; nothing registers itself.
func All() []*Check {
	return []*Check{
		request(),
		unsupportedType(),
		serverlessRuntime(),
		beamVersion(),
		runnerV2(),
		otherRunner(),
		heapJava(),
		heapUnsupported(),
		agentInImage(),
		agentBlocked(),
		armWorkers(),
		clusterRefused(),
		clusterScopes(),
		clusterImage(),
		profileName(),
		profilesScattered(),
		hadoopRange(),
		agentTwice(),
		lookalike(),
		foreignCredentials(),
		privateNetwork(),
		accountUnusable(),
		agentRoleMissing(),
		agentRoleMisplaced(),
		apiDisabled(),
		apiLate(),
		tooShort(),
		optionsOverridden(),
		strayOverrides(),
		strayRequests(),
		quota(),
		sparkUI(),
		requestOnCluster(),
		localMaster(),
		localInCode(),
		bypassed(),
		commentedOut(),
		notRequested(),
		arrived(), // judges by what the others say
		inputNotRead(),
	}
}
