package gcloud

// bindingFlags add one member to one role.
var bindingFlags = []flag{
	{name: "--member"}, {name: "--role", path: "role"},
	{name: "--condition", kind: condition, path: "condition"}, {name: "--condition-from-file"},
}

// unbindingFlags take one member from one role.
var unbindingFlags = []flag{
	{name: "--member"}, {name: "--role", path: "role"}, {name: "--all", kind: boolean},
	{name: "--condition", kind: condition, path: "condition"}, {name: "--condition-from-file"},
}

var accountFlags = []flag{
	{name: "--display-name", path: "serviceAccount.displayName"},
	{name: "--description", path: "serviceAccount.description"},
}

var serviceFlags = []flag{
	{name: "--folder"}, {name: "--organization"}, {name: "--validate-only", kind: boolean},
	{name: "--skip-dependency", kind: boolean}, {name: "--group"},
}

var disableFlags = []flag{{name: "--force", kind: boolean}}

var roleFlags = []flag{
	{name: "--permissions", kind: list, path: "includedPermissions", fact: "F2.3"}, {name: "--file"}, {name: "--title"},
	{name: "--description"}, {name: "--stage"}, {name: "--organization"},
}

var roleUpdateFlags = []flag{{name: "--add-permissions", kind: list}, {name: "--remove-permissions", kind: list}}

var bindingNeeds = []string{"--member", "--role"}

// iamCommands grant roles and enable services, and take them back.
var iamCommands = []command{
	{name: "services enable", message: "Services", own: servicesBody, flags: [][]flag{asyncFlags, serviceFlags},
		slots: []slot{{what: "a service", path: "serviceIds", many: true}}},
	{name: "services disable", message: "Disabled", own: servicesBody, flags: [][]flag{asyncFlags, disableFlags},
		slots: []slot{{what: "a service", path: "serviceIds", many: true}}},
	{name: "projects add-iam-policy-binding", message: "Binding", own: bindingBody, flags: [][]flag{bindingFlags},
		slots: []slot{{what: "the project"}}, need: bindingNeeds, most: []string{"--condition --condition-from-file"}},
	{name: "projects remove-iam-policy-binding", message: "Unbinding", own: bindingBody, flags: [][]flag{unbindingFlags},
		slots: []slot{{what: "the project"}}, need: bindingNeeds, most: []string{"--all --condition --condition-from-file"}},
	{name: "organizations add-iam-policy-binding", message: "Binding", own: bindingBody, flags: [][]flag{bindingFlags},
		slots: []slot{{what: "the organization"}}, need: bindingNeeds, most: []string{"--condition --condition-from-file"}},
	{name: "resource-manager folders add-iam-policy-binding", message: "Binding", own: bindingBody, flags: [][]flag{bindingFlags},
		slots: []slot{{what: "the folder"}}, need: bindingNeeds, most: []string{"--condition --condition-from-file"}},
	{name: "projects set-iam-policy", message: "Policy", own: fileBody,
		slots: []slot{{what: "the project"}, {what: "the policy file"}}},
	{name: "iam roles create", message: "Role", flags: [][]flag{roleFlags}, slots: []slot{{what: "the role's name"}}},
	{name: "iam roles update", message: "Role", flags: [][]flag{roleFlags, roleUpdateFlags}, slots: []slot{{what: "the role's name"}}},
	{name: "iam service-accounts create", message: "ServiceAccount", own: accountBody, flags: [][]flag{accountFlags},
		slots: []slot{{what: "the account's name", path: "accountId"}}},
	{name: "iam service-accounts add-iam-policy-binding", message: "Binding", own: bindingBody, flags: [][]flag{bindingFlags},
		slots: []slot{{what: "the account"}}, need: bindingNeeds, most: []string{"--condition --condition-from-file"}},
}

// networkCommands are the two that decide whether workers without public
// addresses reach Google (F7.1).
var networkCommands = []command{
	{name: "compute networks subnets create", message: "Subnet", region: "--region", need: []string{"--network"},
		slots: []slot{{what: "the subnet's name", path: "name"}}, flags: [][]flag{regionFlags, subnetFlags}},
	{name: "compute networks subnets update", message: "Subnet", region: "--region",
		slots: []slot{{what: "the subnet's name"}}, flags: [][]flag{regionFlags, subnetFlags, subnetUpdateFlags}},
	{name: "compute routers nats create", message: "NAT", own: natBody, region: "--region", target: "--router", need: []string{"--router"},
		slots: []slot{{what: "the gateway's name", path: "name"}}, flags: [][]flag{regionFlags, asyncFlags, natFlags},
		one: []string{"--auto-allocate-nat-external-ips --nat-external-ip-pool"}},
}

var subnetFlags = []flag{
	{name: "--network", kind: network, path: "network"}, {name: "--range", path: "ipCidrRange"}, {name: "--description", path: "description"},
	{name: "--enable-private-ip-google-access", kind: boolean, path: "privateIpGoogleAccess", fact: "F7.2"},
	{name: "--secondary-range", kind: dict, repeat: collect}, {name: "--enable-flow-logs", kind: boolean},
	{name: "--logging-aggregation-interval"}, {name: "--logging-flow-sampling", kind: decimal}, {name: "--logging-filter-expr"},
	{name: "--logging-metadata"}, {name: "--logging-metadata-fields", kind: list}, {name: "--purpose"}, {name: "--role"},
	{name: "--private-ipv6-google-access-type"}, {name: "--stack-type"}, {name: "--ipv6-access-type"},
	{name: "--reserved-internal-range"}, {name: "--secondary-range-with-reserved-internal-range", kind: dict, repeat: collect},
	{name: "--external-ipv6-prefix"}, {name: "--ip-collection"}, {name: "--ip-collection-region"},
}

var subnetUpdateFlags = []flag{
	{name: "--add-secondary-ranges", kind: dict, repeat: collect}, {name: "--remove-secondary-ranges", kind: list, repeat: collect},
	{name: "--add-secondary-ranges-with-reserved-internal-range", kind: dict, repeat: collect}, {name: "--drain-timeout", kind: seconds},
}

var natFlags = []flag{
	{name: "--router"}, {name: "--router-region"}, {name: "--type"}, {name: "--endpoint-types", kind: list}, {name: "--auto-network-tier"},
	{name: "--auto-allocate-nat-external-ips", kind: boolean}, {name: "--nat-external-ip-pool", kind: list}, {name: "--nat-external-ip-pool-region"},
	{name: "--nat-all-subnet-ip-ranges", kind: boolean}, {name: "--nat-primary-subnet-ip-ranges", kind: boolean},
	{name: "--nat-custom-subnet-ip-ranges", kind: list}, {name: "--nat64-all-v6-subnet-ip-ranges", kind: boolean},
	{name: "--nat64-custom-v6-subnet-ip-ranges", kind: list},
	{name: "--udp-idle-timeout", kind: seconds}, {name: "--icmp-idle-timeout", kind: seconds},
	{name: "--tcp-established-idle-timeout", kind: seconds}, {name: "--tcp-transitory-idle-timeout", kind: seconds},
	{name: "--tcp-time-wait-timeout", kind: seconds}, {name: "--min-ports-per-vm", kind: integer}, {name: "--max-ports-per-vm", kind: integer},
	{name: "--enable-logging", kind: boolean}, {name: "--log-filter"}, {name: "--enable-endpoint-independent-mapping", kind: boolean},
	{name: "--rules"}, {name: "--enable-dynamic-port-allocation", kind: boolean},
}
