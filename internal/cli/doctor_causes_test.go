package cli

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/proflint/proflint/internal/live/livetest"
)

const (
	policyOf  = "cloudresourcemanager/v3/projects/demo:getIamPolicy"
	workers   = "serviceAccount:workers@demo.iam.gserviceaccount.com"
	logs      = "logging/v2/entries:list"
	ordersAt  = "dataflow/v1b3/projects/demo/locations/europe-west1/jobs/" + ordersID
	nightlyAt = "dataproc/v1/projects/demo/locations/europe-west1/batches/nightly-7"
)

// binding is a policy with one binding.
func binding(role, member, condition string) string {
	if condition != "" {
		condition = `, "condition": {"title": "t", "expression": "` + strings.ReplaceAll(condition, `"`, `\"`) + `"}`
	}
	return `{"version": 3, "bindings": [{"role": "` + role + `", "members": ["` + member + `"]` + condition + `}]}`
}

// etl is the cluster of wordcount-1, with some more of its configuration.
func etl(image, gce string) string {
	return `{"projectId": "demo", "clusterName": "etl", "clusterUuid": "0a1b2c3d-0000-4000-8000-000000000001", "status": {"state": "RUNNING"},
		"config": {"softwareConfig": {"imageVersion": "` + image + `"}, "gceClusterConfig": {` + gce + `}}}`
}

// granted are entries of the audit log about the worker's role: a time, and what
// was done.
func granted(what ...string) string {
	var out []string
	for i := 0; i < len(what); i += 2 {
		out = append(out, `{"insertId": "`+what[i]+`", "timestamp": "`+what[i]+`", "protoPayload": {"methodName": "SetIamPolicy", "serviceName": "cloudresourcemanager.googleapis.com",
			"serviceData": {"policyDelta": {"bindingDeltas": [{"action": "`+what[i+1]+`", "role": "roles/dataproc.worker", "member": "`+workers+`"}]}}}}`)
	}
	return `{"entries": [` + strings.Join(out, ", ") + `]}`
}

// denyPolicy is one of a resource, of which the permission is denied to some principals.
func denyPolicy(s *livetest.Server, on, principals, more string) {
	name := "policies/cloudresourcemanager.googleapis.com%2F" + strings.ReplaceAll(on, "/", "%2F") + "/denypolicies/d"
	s.Set("iam/v2/"+name, `{"name": "`+name+`", "rules": [{"denyRule": {"deniedPrincipals": [`+principals+`], "deniedPermissions": ["cloudprofiler.googleapis.com/profiles.create"]`+more+`}}]}`)
}

// demoFile is a resource of the demo project.
func demoFile(name string) string {
	for _, f := range txtar.Parse([]byte(livetest.Demo)).Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// What stands in the way of profiles, alone and in pairs, and what only looks like it:
// the right answers follow from the facts.
func TestDoctorCauses(t *testing.T) {
	const spark, batch, pipeline, session = "wordcount-1 --region=europe-west1", "nightly-7 --region=europe-west1", ordersID, "explore --region=europe-west1"
	const clusterAt = inRegion + "clusters/etl"
	const sa = `"serviceAccount": "workers@demo.iam.gserviceaccount.com", "serviceAccountScopes": ["https://www.googleapis.com/auth/cloud-platform"]`
	type S = *livetest.Server
	silent := func(s S) { s.Set(p1, ""); s.Set(p2, ""); s.Set(logs, "") }
	for _, c := range []struct {
		name   string
		args   string
		change func(*livetest.Server)
		code   int
		want   []string
		not    []string
	}{
		{"a condition that held while it ran", spark, func(s S) {
			silent(s)
			s.Set(policyOf, binding("roles/editor", workers, `request.time < timestamp("2026-11-29T12:00:00Z")`))
		}, exitFound,
			[]string{"account and scopes               yes", "[profiles-absent]"}, []string{"agent-role-missing"}},
		{"a condition that holds since", spark, func(s S) {
			silent(s)
			s.Set(policyOf, binding("roles/editor", workers, `request.time > timestamp("2026-11-29T12:00:00Z")`))
		}, exitFound,
			[]string{"[agent-role-missing]"}, []string{"[profiles-absent]"}},
		{"a condition on the resource", spark, func(s S) {
			silent(s)
			s.Set(policyOf, binding("roles/editor", workers, `resource.name.startsWith("projects/x")`))
		}, exitOK,
			[]string{"account and scopes               cannot tell", "holds only under a condition"}, []string{" NO "}},
		{"a group", spark, func(s S) { silent(s); s.Set(policyOf, binding("roles/editor", "group:data@example.com", "")) }, exitOK,
			[]string{"cannot tell", "gcloud identity groups memberships list --group-email=data@example.com"}, []string{" NO "}},
		{"a custom role without update", spark, func(s S) {
			silent(s)
			s.Set(policyOf, binding("projects/demo/roles/profiling", workers, ""))
			s.Set("iam/v1/projects/demo/roles/profiling", `{"name": "projects/demo/roles/profiling", "stage": "GA", "includedPermissions": ["cloudprofiler.profiles.create"]}`)
		}, exitFound, []string{"lacks cloudprofiler.profiles.update"}, nil},
		{"a custom role that nobody may see", spark, func(s S) {
			silent(s)
			s.Set(policyOf, binding("projects/demo/roles/profiling", workers, ""))
			s.Fail(livetest.Denied("iam.roles.get").On("/roles/profiling"))
		}, exitOK, []string{"account and scopes               cannot tell", "gcloud iam roles describe profiling --project=demo"}, []string{" NO "}},
		{"a role of the organization", spark, func(s S) {
			silent(s)
			s.Set(policyOf, `{"bindings": []}`)
			s.Set("cloudresourcemanager/v3/organizations/9:getIamPolicy", binding("roles/cloudprofiler.agent", workers, ""))
		}, exitFound, []string{"account and scopes               yes", "[profiles-absent]"}, []string{"agent-role-missing"}},
		{"denied by the folder", spark, func(s S) { silent(s); denyPolicy(s, "folders/77", `"principalSet://goog/public:all"`, "") }, exitFound,
			[]string{"a deny policy takes it away, d on folders/77 [agent-role-missing]", "gcloud iam policies get d --kind=denypolicies --attachment-point=cloudresourcemanager.googleapis.com/folders/77"}, []string{"[profiles-absent]", "add-iam-policy-binding"}},
		{"denied, but for this account", spark, func(s S) {
			silent(s)
			denyPolicy(s, "projects/demo", `"principalSet://goog/public:all"`, `, "exceptionPrincipals": ["principal://iam.googleapis.com/projects/-/serviceAccounts/workers@demo.iam.gserviceaccount.com"]`)
		}, exitFound, []string{"account and scopes               yes", "[profiles-absent]"}, []string{"agent-role-missing"}},
		{"all of the API is denied", spark, func(s S) {
			silent(s)
			name := "policies/cloudresourcemanager.googleapis.com%2Fprojects%2Fdemo/denypolicies/d"
			s.Set("iam/v2/"+name, `{"name": "`+name+`", "rules": [{"denyRule": {"deniedPrincipals": ["principalSet://goog/public:all"], "deniedPermissions": ["cloudprofiler.googleapis.com/*.*"]}}]}`)
		}, exitFound, []string{"[agent-role-missing]"}, nil},
		{"deny policies that nobody may see", spark, func(s S) { silent(s); s.Fail(livetest.Denied("").On("/denypolicies")) }, exitFound,
			[]string{"the deny policies of projects/demo could not be read", "profiles-absent"}, []string{"agent-role-missing"}},
		{"an account of another project", spark, func(s S) {
			s.Set(clusterAt, etl("2.2.38-debian12", `"serviceAccount": "jobs@tools.iam.gserviceaccount.com", "serviceAccountScopes": ["https://www.googleapis.com/auth/cloud-platform"]`))
			s.Set(policyOf, binding("roles/dataproc.worker", "serviceAccount:jobs@tools.iam.gserviceaccount.com", ""))
			s.Set("iam/v1/projects/-/serviceAccounts/jobs@tools.iam.gserviceaccount.com", `{"email": "jobs@tools.iam.gserviceaccount.com", "projectId": "tools"}`)
			silent(s)
		}, exitFound, []string{"account and scopes               yes", "[profiles-absent]"}, []string{"agent-role"}},
		{"an account of another project without a role here", spark, func(s S) {
			s.Set(clusterAt, etl("2.2.38-debian12", `"serviceAccount": "jobs@tools.iam.gserviceaccount.com", "serviceAccountScopes": ["https://www.googleapis.com/auth/cloud-platform"]`))
			s.Fail(livetest.Denied("iam.serviceAccounts.get").On("/serviceAccounts/"))
			silent(s)
		}, exitFound, []string{"gcloud projects add-iam-policy-binding demo --member=serviceAccount:jobs@tools.iam.gserviceaccount.com --role=roles/cloudprofiler.agent"}, []string{"worker-account-unusable]"}},
		{"the default account without grants", pipeline, func(s S) {
			silent(s)
			s.Set(ordersAt, strings.Replace(demoFile(ordersAt), `"serviceAccountEmail": "beam@demo.iam.gserviceaccount.com", `, "", 1))
		}, exitFound, []string{"--member=serviceAccount:123456789-compute@developer.gserviceaccount.com", "[agent-role-missing]"}, nil},
		{"a grant to an account that was deleted", spark, func(s S) { silent(s); s.Set(policyOf, binding("roles/editor", "deleted:"+workers+"?uid=7", "")) }, exitFound, []string{"[agent-role-missing]"}, nil},
		{"the account is disabled", spark, func(s S) {
			silent(s)
			s.Set("iam/v1/projects/-/serviceAccounts/workers@demo.iam.gserviceaccount.com", `{"email": "workers@demo.iam.gserviceaccount.com", "disabled": true}`)
		}, exitFound, []string{"[worker-account-unusable]", "gcloud iam service-accounts enable workers@demo.iam.gserviceaccount.com"}, nil},
		{"no role, and the API is off", spark, func(s S) {
			silent(s)
			s.Set(policyOf, `{"bindings": []}`)
			s.Set(services+"cloudprofiler.googleapis.com", "")
		}, exitFound, []string{"Verdict: workers@demo.iam.gserviceaccount.com lacks", "gcloud projects add-iam-policy-binding", "gcloud services enable cloudprofiler.googleapis.com --project=demo"}, nil},
		{"too short, and the API is off", spark, func(s S) {
			silent(s)
			s.Set(services+"cloudprofiler.googleapis.com", "")
			s.Set(inRegion+"jobs/wordcount-1", `{"reference": {"projectId": "demo", "jobId": "wordcount-1"}, "jobUuid": "u", "placement": {"clusterName": "etl"}, "sparkJob": {"mainClass": "W", "properties": {"cloud.profiler.enable": "true"}},
				"status": {"state": "DONE", "stateStartTime": "2026-11-29T02:01:00Z"}, "statusHistory": [{"state": "RUNNING", "stateStartTime": "2026-11-29T02:00:05Z"}]}`)
		}, exitFound, []string{"[profiler-api-disabled]", "[job-too-short]"}, nil},
		{"the API was switched off after the run", spark, func(s S) {
			silent(s)
			s.Set(services+"cloudprofiler.googleapis.com", "")
			s.Set(logs, `{"entries": [{"insertId": "a", "timestamp": "2026-11-29T09:00:00Z", "protoPayload": {"methodName": "google.api.serviceusage.v1.ServiceUsage.DisableService", "resourceName": "projects/123456789/services/cloudprofiler.googleapis.com"}}]}`)
		}, exitFound, []string{"[profiles-absent]"}, []string{"[profiler-api-disabled]"}},
		{"the role was given after the run", spark, func(s S) { silent(s); s.Set(logs, granted("2026-11-29T05:00:00Z", "ADD")) }, exitOK,
			[]string{"account and scopes               doubtful", "Verdict, likely: workers@demo.iam.gserviceaccount.com was given roles/dataproc.worker at 2026-11-29 05:00 UTC", "start the job again"}, []string{"profiles-absent]"}},
		{"the role was given before the run", spark, func(s S) { silent(s); s.Set(logs, granted("2026-11-29T01:00:00Z", "ADD")) }, exitFound, []string{"account and scopes               yes", "[profiles-absent]"}, []string{"agent-role"}},
		{"the role was taken and given again", spark, func(s S) {
			silent(s)
			s.Set(logs, granted("2026-11-29T05:00:00Z", "ADD", "2026-11-29T04:00:00Z", "REMOVE"))
		}, exitFound, []string{"account and scopes               yes"}, []string{"agent-role"}},
		{"another role was taken away since", spark, func(s S) {
			silent(s)
			s.Set(logs, strings.Replace(granted("2026-11-29T05:00:00Z", "ADD", "2026-11-29T06:00:00Z", "REMOVE"), `"action": "REMOVE", "role": "roles/dataproc.worker"`, `"action": "REMOVE", "role": "roles/editor"`, 1))
		}, exitFound, []string{"account and scopes               yes", "[profiles-absent]"}, []string{"agent-role"}},
		{"heap on Java 8, and nothing at all", pipeline, func(s S) {
			silent(s)
			s.Set(ordersAt, strings.NewReplacer("java17", "java8", `"serviceOptions": ["enable_google_cloud_profiler"]`, `"serviceOptions": ["enable_google_cloud_profiler", "enable_google_cloud_heap_sampling"]`).Replace(demoFile(ordersAt)))
		}, exitFound, []string{"Verdict: project demo has no profile of this run [profiles-absent]", "also      the workers run Java 8"}, []string{"which heap-java-version explains"}},
		{"a subnet of a host project, open", spark, func(s S) {
			silent(s)
			s.Set(clusterAt, etl("2.1.70-debian11", sa+`, "internalIpOnly": true, "subnetworkUri": "https://www.googleapis.com/compute/v1/projects/net-host/regions/europe-west1/subnetworks/data"`))
			s.Set("compute/compute/v1/projects/net-host/regions/europe-west1/subnetworks/data", `{"name": "data", "privateIpGoogleAccess": true, "network": "https://www.googleapis.com/compute/v1/projects/net-host/global/networks/n"}`)
		}, exitFound, []string{"network                          yes", "[profiles-absent]"}, []string{"private-network"}},
		{"a subnet of a host project, closed", spark, func(s S) {
			silent(s)
			s.Set(clusterAt, etl("2.1.70-debian11", sa+`, "internalIpOnly": true, "subnetworkUri": "https://www.googleapis.com/compute/v1/projects/net-host/regions/europe-west1/subnetworks/data"`))
			s.Set("compute/compute/v1/projects/net-host/regions/europe-west1/subnetworks/data", `{"name": "data", "privateIpGoogleAccess": false, "network": "https://www.googleapis.com/compute/v1/projects/net-host/global/networks/n"}`)
		}, exitFound, []string{"[private-network]", "gcloud compute networks subnets update data --region=europe-west1 --project=net-host --enable-private-ip-google-access"}, nil},
		{"a subnet of a host project, denied", spark, func(s S) {
			silent(s)
			s.Set(clusterAt, etl("2.1.70-debian11", sa+`, "internalIpOnly": true, "subnetworkUri": "https://www.googleapis.com/compute/v1/projects/net-host/regions/europe-west1/subnetworks/data"`))
			s.Fail(livetest.Denied("compute.subnetworks.get").On("projects/net-host"))
		}, exitOK, []string{"network                          cannot tell", "net-host", "compute.subnetworks.get"}, []string{" NO "}},
		{"a NAT of another network", spark, func(s S) {
			silent(s)
			old(s)
			s.Set("compute/compute/v1/projects/demo/regions/europe-west1/subnetworks/workers", `{"name": "workers", "privateIpGoogleAccess": false, "network": "https://www.googleapis.com/compute/v1/projects/demo/global/networks/other"}`)
		}, exitFound, []string{"[private-network]"}, nil},
		{"a NAT for other subnets", spark, func(s S) {
			silent(s)
			old(s)
			s.Set("compute/compute/v1/projects/demo/regions/europe-west1/subnetworks/workers", `{"name": "workers", "privateIpGoogleAccess": false, "network": "https://www.googleapis.com/compute/v1/projects/demo/global/networks/data"}`)
			s.Set("compute/compute/v1/projects/demo/regions/europe-west1/routers/r1", `{"name": "r1", "network": "https://www.googleapis.com/compute/v1/projects/demo/global/networks/data",
				"nats": [{"name": "nat", "sourceSubnetworkIpRangesToNat": "LIST_OF_SUBNETWORKS", "subnetworks": [{"name": "https://www.googleapis.com/compute/v1/projects/demo/regions/europe-west1/subnetworks/web"}]}]}`)
		}, exitFound, []string{"[private-network]"}, nil},
		{"a NAT for this subnet", spark, func(s S) {
			silent(s)
			old(s)
			s.Set("compute/compute/v1/projects/demo/regions/europe-west1/subnetworks/workers", `{"name": "workers", "privateIpGoogleAccess": false, "network": "https://www.googleapis.com/compute/v1/projects/demo/global/networks/data"}`)
			s.Set("compute/compute/v1/projects/demo/regions/europe-west1/routers/r1", `{"name": "r1", "network": "https://www.googleapis.com/compute/v1/projects/demo/global/networks/data",
				"nats": [{"name": "nat", "sourceSubnetworkIpRangesToNat": "LIST_OF_SUBNETWORKS", "subnetworks": [{"name": "https://www.googleapis.com/compute/v1/projects/demo/regions/europe-west1/subnetworks/workers"}]}]}`)
		}, exitFound, []string{"network                          yes", "[profiles-absent]"}, nil},
		{"a pipeline with internal addresses in the default network", pipeline, func(s S) {
			silent(s)
			s.Set(ordersAt, strings.Replace(demoFile(ordersAt), "WORKER_IP_PUBLIC", "WORKER_IP_PRIVATE", 1))
		}, exitOK, []string{"network                          cannot tell"}, []string{"network                          yes"}},
		{"the cluster was made anew", spark, func(s S) {
			silent(s)
			s.Set(clusterAt, strings.Replace(etl("2.0.27-debian10", `"serviceAccount": "workers@demo.iam.gserviceaccount.com", "serviceAccountScopes": ["https://www.googleapis.com/auth/logging.write"]`), "000000000001", "00000000ffff", 1))
		}, exitOK, []string{"cannot tell"}, []string{" NO ", "[cluster-scopes]"}},
		{"a cluster that maps users to accounts", spark, func(s S) {
			silent(s)
			s.Set(clusterAt, strings.Replace(etl("2.2.38-debian12", sa), `"config": {`, `"config": {"securityConfig": {"identityConfig": {"userServiceAccountMapping": {"ada@example.com": "ada-sa@demo.iam.gserviceaccount.com"}}}, `, 1))
		}, exitOK, []string{"account and scopes               cannot tell"}, []string{" NO "}},
		{"a batch with the credentials of whoever submits it", batch, func(s S) {
			s.Set(nightlyAt, strings.Replace(demoFile(nightlyAt), `"subnetworkUri"`, `"authenticationConfig": {"userWorkloadAuthenticationType": "END_USER_CREDENTIALS"}, "subnetworkUri"`, 1))
			silent(s)
		}, exitOK, []string{"account and scopes               cannot tell"}, []string{" NO "}},
		{"a session replaced the options", session, func(s S) {
			const at = "dataproc/v1/projects/demo/locations/europe-west1/sessions/explore/sparkApplications/app-9"
			silent(s)
			s.Set(at, `{"name": "projects/demo/locations/europe-west1/sessions/explore/sparkApplications/app-9"}`)
			s.Set(at+":accessEnvironmentInfo", ranWith(`"-Xss4m"`))
		}, exitFound, []string{"[java-options-overridden]"}, nil},
		{"a session without profiles", session, silent, exitFound, []string{"[profiles-absent]", "cloud_dataproc_session"}, []string{"batches describe"}},
		{"failed before it ran", batch, func(s S) {
			silent(s)
			s.Set(nightlyAt, strings.NewReplacer(`"state": "SUCCEEDED", "stateTime"`, `"state": "FAILED", "stateMessage": "insufficient quota: CPUS", "stateTime"`,
				`, {"state": "RUNNING", "stateStartTime": "2026-11-29T03:01:00Z"}`, "").Replace(demoFile(nightlyAt)))
		}, exitFound, []string{"[job-too-short]", "the run never began: insufficient quota: CPUS", "insufficient quota: CPUS"}, []string{"it still runs"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := livetest.Start(t, livetest.Demo)
			c.change(s)
			code, out, errs := lint(t, s, "", append([]string{"doctor", "--project=demo"}, strings.Fields(c.args)...)...)
			expect(t, c.code, code, out+errs, c.want, strings.Join(c.not, "\n"))
			for _, not := range c.not {
				if strings.Contains(out+errs, not) {
					t.Errorf("%q", not)
				}
			}
			if n := len(s.Requests()); n > 24 {
				t.Errorf("%d requests", n)
			}
			if t.Failed() || testing.Verbose() {
				t.Log(out + errs)
			}
		})
	}
}
