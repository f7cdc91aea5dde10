package live

import (
	"context"
	"strconv"
	"strings"
	"time"

	"google.golang.org/api/cloudasset/v1"
	"google.golang.org/api/cloudprofiler/v2"
	"google.golang.org/api/cloudresourcemanager/v3"
	"google.golang.org/api/dataflow/v1b3"
	"google.golang.org/api/dataproc/v1"
	"google.golang.org/api/googleapi"
	"google.golang.org/api/iam/v1"
	iam2 "google.golang.org/api/iam/v2"
	"google.golang.org/api/logging/v2"
	"google.golang.org/api/policytroubleshooter/v3"
	"google.golang.org/api/serviceusage/v1"
)

// row is how one kind of question is asked: the method, what the caller needs
// for it, and what is read of the answer.
type row struct {
	kind       Kind
	what       string // is asked, for people
	api        string // the API's name without its domain
	permission string
	role       string // the smallest predefined role that has it
	// fields is the field mask: sent with the request, and applied to the answer
	// all the same.
	fields string
	list   string // the key of the resources in an answer that lists them; "" for one resource
	pages  int    // how many pages are read at most; 0 for 10
	path   func(Question, page) string
	send   func(context.Context, *clients, Question, asking) error
}

// asking is what every call of a row takes.
type asking struct {
	fields, page string
}

// caller is what the calls of the generated clients have in common.
type caller[C, T any] interface {
	Context(context.Context) C
	Fields(...googleapi.Field) C
	Do(...googleapi.CallOption) (T, error)
}

// do makes one request. The response itself is kept by the transport.
func do[C caller[C, T], T any](ctx context.Context, a asking, call C) error {
	call = call.Context(ctx)
	if a.fields != "" {
		call = call.Fields(googleapi.Field(a.fields))
	}
	var opts []googleapi.CallOption
	if a.page != "" {
		opts = append(opts, googleapi.QueryParameter("pageToken", a.page))
	}
	_, err := call.Do(opts...)
	return err
}

const (
	crm  = "cloudresourcemanager"
	dpro = "roles/dataproc.viewer"
	dflo = "roles/dataflow.viewer"
	secu = "roles/iam.securityReviewer"
)

// asked are the APIs whose state one batch tells: the profiler's, and those
// that the other questions go to.
var askedAPIs = []string{"cloudprofiler", "dataproc", "dataflow", "logging", "monitoring", "compute", "iam", crm, "policytroubleshooter", "cloudasset"}

const (
	execution  = "executionConfig(serviceAccount,subnetworkUri,networkUri,ttl,idleTtl,authenticationConfig),peripheralsConfig(sparkHistoryServerConfig)"
	runtimeCfg = "runtimeConfig(version,containerImage,properties,cohort),runtimeInfo(outputUri,endpoints,diagnosticOutputUri)"
	clusterAll = "clusterName,clusterUuid,projectId,status(state,stateStartTime),statusHistory(state,stateStartTime)," +
		"config(gceClusterConfig(zoneUri,networkUri,subnetworkUri,internalIpOnly,serviceAccount,serviceAccountScopes,metadata)," +
		"softwareConfig(imageVersion,properties),masterConfig(imageUri,machineTypeUri),workerConfig(machineTypeUri),lifecycleConfig," +
		"securityConfig(identityConfig)),virtualClusterConfig(kubernetesClusterConfig)"
	jobAll = "reference,jobUuid,placement(clusterName,clusterUuid),status(state,stateStartTime),statusHistory(state,stateStartTime),done," +
		"driverOutputResourceUri,scheduling,sparkJob(mainClass,mainJarFileUri,args,properties),pysparkJob(mainPythonFileUri,args,properties)," +
		"sparkSqlJob(queryFileUri,queryList,properties),sparkRJob(mainRFileUri,args,properties),hadoopJob(mainClass,mainJarFileUri,args,properties)," +
		"hiveJob(queryFileUri,queryList,properties),pigJob(queryFileUri,queryList,properties),prestoJob(queryFileUri,queryList,properties)," +
		"trinoJob(queryFileUri,queryList,properties),flinkJob(mainClass,mainJarFileUri,args,properties)"
	batchAll = "name,uuid,state,stateMessage,stateTime,createTime,stateHistory(state,stateStartTime)," + runtimeCfg +
		",environmentConfig(" + execution + "),pysparkBatch(mainPythonFileUri,args),sparkBatch(mainClass,mainJarFileUri,args)," +
		"sparkRBatch(mainRFileUri,args),sparkSqlBatch(queryFileUri),pysparkNotebookBatch(notebookFileUri)"
	sessionAll = "name,uuid,state,stateMessage,stateTime,createTime,stateHistory(state,stateStartTime),sessionTemplate," + runtimeCfg +
		",environmentConfig(" + execution + "),jupyterSession,sparkConnectSession"
	dataflowSum = "id,name,projectId,location,type,currentState,currentStateTime,createTime,startTime,jobMetadata(sdkVersion)"
	dataflowAll = dataflowSum + ",replacedByJobId,labels,environment(experiments,serviceOptions,serviceAccountEmail,userAgent,usePublicIps,workerRegion,workerZone,sdkPipelineOptions," +
		"workerPools(ipConfiguration,network,subnetwork,machineType,workerHarnessContainerImage,sdkHarnessContainerImages(containerImage)))"
)

// rows is the one list of questions.
func rows() []row {
	return []row{
		{kind: Services, what: "which APIs are enabled", api: "serviceusage", permission: "serviceusage.services.get", role: "roles/serviceusage.serviceUsageConsumer",
			fields: "services(name,state)", list: "services",
			path: func(q Question, m page) string { return q.Parent + "/services/" + last(str(m, "name")) },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				var names []string
				for _, api := range askedAPIs {
					names = append(names, q.Parent+"/services/"+api+".googleapis.com")
				}
				return do(ctx, a, c.usage.Services.BatchGet(q.Parent).Names(names...))
			}},
		{kind: Project, what: "the number and the parent of the project", api: crm, permission: "resourcemanager.projects.get", role: "roles/browser", fields: "name,parent,projectId,state", path: parent,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.crm.Projects.Get(q.Parent))
			}},
		{kind: Folder, what: "what is above a folder", api: crm, permission: "resourcemanager.folders.get", role: "roles/browser", fields: "name,parent,state", path: parent,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.crm.Folders.Get(q.Parent))
			}},
		{kind: Policy, what: "who has which role", api: crm, permission: "resourcemanager.projects.getIamPolicy", role: secu, fields: "version,bindings", path: below("iamPolicy"),
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				req := &cloudresourcemanager.GetIamPolicyRequest{Options: &cloudresourcemanager.GetPolicyOptions{RequestedPolicyVersion: 3}}
				switch {
				case q.part("folders") != "":
					return do(ctx, a, c.crm.Folders.GetIamPolicy(q.Parent, req))
				case q.part("organizations") != "":
					return do(ctx, a, c.crm.Organizations.GetIamPolicy(q.Parent, req))
				}
				return do(ctx, a, c.crm.Projects.GetIamPolicy(q.Parent, req))
			}},
		{kind: DenyPolicies, what: "which deny policies there are", api: "iam", permission: "iam.denypolicies.list", role: "roles/iam.denyReviewer", fields: "policies(name),nextPageToken", list: "policies", path: named,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.deny.Policies.ListPolicies("policies/"+strings.ReplaceAll(crm+".googleapis.com/"+q.Parent, "/", "%2F")+"/denypolicies"))
			}},
		{kind: DenyPolicy, what: "what one of them denies", api: "iam", permission: "iam.denypolicies.get", role: "roles/iam.denyReviewer", fields: "name,rules", path: name,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.deny.Policies.Get(q.Name))
			}},
		{kind: Role, what: "what a role permits", api: "iam", permission: "iam.roles.get", role: "roles/iam.roleViewer", fields: "name,stage,deleted,includedPermissions", path: name,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				switch {
				case strings.HasPrefix(q.Name, "projects/"):
					return do(ctx, a, c.iam.Projects.Roles.Get(q.Name))
				case strings.HasPrefix(q.Name, "organizations/"):
					return do(ctx, a, c.iam.Organizations.Roles.Get(q.Name))
				}
				return do(ctx, a, c.iam.Roles.Get(q.Name))
			}},
		{kind: Account, what: "whether a service account exists and is enabled", api: "iam", permission: "iam.serviceAccounts.get", role: "roles/iam.serviceAccountViewer", fields: "name,projectId,uniqueId,email,disabled",
			path: func(q Question, _ page) string { return "projects/-/serviceAccounts/" + q.Name },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.iam.Projects.ServiceAccounts.Get("projects/-/serviceAccounts/"+q.Name))
			}},
		{kind: Access, what: "what the Policy Troubleshooter says of an account, if its API is enabled", api: "policytroubleshooter", permission: "iam.roles.get and the getIamPolicy permissions of the project and all above it", role: secu + " of the organization",
			fields: "overallAccessState,accessTuple,allowPolicyExplanation(allowAccessState),denyPolicyExplanation(denyAccessState,permissionDeniable)",
			path:   func(q Question, _ page) string { return q.Parent + "/access/" + q.Name + "/" + q.Filter },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.access.Iam.Troubleshoot(&policytroubleshooter.GoogleCloudPolicytroubleshooterIamV3TroubleshootIamPolicyRequest{
					AccessTuple: &policytroubleshooter.GoogleCloudPolicytroubleshooterIamV3AccessTuple{
						Principal: q.Name, FullResourceName: "//" + crm + ".googleapis.com/" + q.Parent, Permission: q.Filter}}))
			}},
		{kind: Rights, what: "what the caller may do", api: crm, permission: "", role: "", fields: "permissions", path: below("rights"),
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.crm.Projects.TestIamPermissions(q.Parent, &cloudresourcemanager.TestIamPermissionsRequest{Permissions: strings.Split(q.Filter, ",")}))
			}},

		{kind: Clusters, what: "the clusters", api: "dataproc", permission: "dataproc.clusters.list", role: dpro, fields: "clusters(" + clusterAll + "),nextPageToken", list: "clusters", path: clusterPath,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.dataproc.Projects.Regions.Clusters.List(q.part("projects"), q.part("regions")))
			}},
		{kind: Cluster, what: "the cluster of a job", api: "dataproc", permission: "dataproc.clusters.get", role: dpro, fields: clusterAll, path: clusterPath,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.dataproc.Projects.Regions.Clusters.Get(q.part("projects"), q.part("regions"), q.Name))
			}},
		{kind: Jobs, what: "the jobs on clusters", api: "dataproc", permission: "dataproc.jobs.list", role: dpro, fields: "jobs(" + jobAll + "),nextPageToken,unreachable", list: "jobs", pages: 2, path: jobPath,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.dataproc.Projects.Regions.Jobs.List(q.part("projects"), q.part("regions")).PageSize(200))
			}},
		{kind: Job, what: "a job on a cluster", api: "dataproc", permission: "dataproc.jobs.get", role: dpro, fields: jobAll, path: jobPath,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.dataproc.Projects.Regions.Jobs.Get(q.part("projects"), q.part("regions"), q.Name))
			}},
		{kind: Batches, what: "the batches", api: "dataproc", permission: "dataproc.batches.list", role: dpro, fields: "batches(" + batchAll + "),nextPageToken,unreachable", list: "batches", pages: 2, path: named,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.dataproc.Projects.Locations.Batches.List(q.Parent).PageSize(200).OrderBy("create_time desc"))
			}},
		{kind: Batch, what: "a batch", api: "dataproc", permission: "dataproc.batches.get", role: dpro, fields: batchAll, path: below("batches/"),
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.dataproc.Projects.Locations.Batches.Get(q.Parent+"/batches/"+q.Name))
			}},
		{kind: Sessions, what: "the sessions", api: "dataproc", permission: "dataproc.sessions.list", role: dpro, fields: "sessions(" + sessionAll + "),nextPageToken", list: "sessions", pages: 2, path: named,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.dataproc.Projects.Locations.Sessions.List(q.Parent).PageSize(200))
			}},
		{kind: Session, what: "a session", api: "dataproc", permission: "dataproc.sessions.get", role: dpro, fields: sessionAll, path: below("sessions/"),
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.dataproc.Projects.Locations.Sessions.Get(q.Parent+"/sessions/"+q.Name))
			}},
		{kind: SparkApps, what: "the Spark applications of a batch or session", api: "dataproc", permission: "dataproc.batches.sparkApplicationRead", role: dpro,
			fields: "sparkApplications(name,application(applicationId,name,attempts)),nextPageToken", list: "sparkApplications", pages: 1, path: named,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				if q.part("sessions") != "" {
					return do(ctx, a, c.dataproc.Projects.Locations.Sessions.SparkApplications.Search(q.Parent))
				}
				return do(ctx, a, c.dataproc.Projects.Locations.Batches.SparkApplications.Search(q.Parent))
			}},
		{kind: SparkEnv, what: "the properties that one of them ran with", api: "dataproc", permission: "dataproc.batches.sparkApplicationRead", role: dpro,
			fields: "applicationEnvironmentInfo(sparkProperties,runtime)", path: func(q Question, _ page) string { return q.Name + "/environmentInfo" },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				parent, _, _ := strings.Cut(q.Name, "/sparkApplications/")
				if strings.Contains(parent, "/sessions/") {
					return do(ctx, a, c.dataproc.Projects.Locations.Sessions.SparkApplications.AccessEnvironmentInfo(q.Name).Parent(parent))
				}
				return do(ctx, a, c.dataproc.Projects.Locations.Batches.SparkApplications.AccessEnvironmentInfo(q.Name).Parent(parent))
			}},
		{kind: DataflowJobs, what: "the Dataflow jobs", api: "dataflow", permission: "dataflow.jobs.list", role: dflo, fields: "jobs(" + dataflowSum + "),failedLocation,nextPageToken", list: "jobs", pages: 4, path: pipelinePath,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				call := c.dataflow.Projects.Jobs.Aggregated(q.part("projects")).Filter("ACTIVE")
				if q.Filter != "" {
					call = call.Filter(q.Filter)
				}
				return do(ctx, a, call)
			}},
		{kind: DataflowJob, what: "a Dataflow job with its options", api: "dataflow", permission: "dataflow.jobs.get", role: dflo, fields: dataflowAll, path: pipelinePath,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				// of Projects.Jobs.Get the service answers for one region only
				return do(ctx, a, c.dataflow.Projects.Locations.Jobs.Get(q.part("projects"), q.part("locations"), q.Name).View("JOB_VIEW_ALL"))
			}},
		{kind: DataflowNotices, what: "the messages of a Dataflow job", api: "dataflow", permission: "dataflow.messages.list", role: dflo, fields: "jobMessages(id,time,messageImportance,messageText),nextPageToken", list: "jobMessages", pages: 2,
			path: func(q Question, m page) string { return q.Parent + "/jobs/" + q.Name + "/messages/" + str(m, "id") },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.dataflow.Projects.Locations.Jobs.Messages.List(q.part("projects"), q.part("locations"), q.Name).MinimumImportance("JOB_MESSAGE_WARNING"))
			}},

		// compute's generated package is 10 MB of source, and monitoring's brings
		// nothing that one URL does not
		{kind: Subnet, what: "the subnet of workers without external addresses", api: "compute", permission: "compute.subnetworks.get", role: "roles/compute.networkViewer", fields: "name,selfLink,network,privateIpGoogleAccess", path: below("subnetworks/"),
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return c.get(ctx, a, "compute", "compute/v1/"+q.Parent+"/subnetworks/"+q.Name, nil)
			}},
		{kind: Routers, what: "the routers beside it, for a Cloud NAT", api: "compute", permission: "compute.routers.list", role: "roles/compute.networkViewer",
			fields: "items(name,network,region,nats(name,sourceSubnetworkIpRangesToNat,subnetworks)),nextPageToken", list: "items",
			path: func(q Question, m page) string { return q.Parent + "/routers/" + str(m, "name") },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return c.get(ctx, a, "compute", "compute/v1/"+q.Parent+"/routers", nil)
			}},
		{kind: Quota, what: "whether a quota of the Profiler was used up during the run", api: "monitoring", permission: "monitoring.timeSeries.list", role: "roles/monitoring.viewer",
			fields: "timeSeries(metric(labels),resource(labels),points(interval(endTime),value)),unreachable,executionErrors,nextPageToken", list: "timeSeries", path: below("timeSeries"),
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				from, to, _ := strings.Cut(q.Filter, "/")
				// by the service, whatever its quotas are called (F8.21)
				return c.get(ctx, a, "monitoring", "v3/"+q.Parent+"/timeSeries", map[string]string{
					"filter":             `metric.type="serviceruntime.googleapis.com/quota/exceeded" AND resource.type="consumer_quota" AND resource.labels.service="cloudprofiler.googleapis.com"`,
					"interval.startTime": from, "interval.endTime": to,
					"aggregation.perSeriesAligner": "ALIGN_COUNT_TRUE", "aggregation.alignmentPeriod": grain(from, to)})
			}},
		{kind: Profiles, what: "which profiles there are", api: "cloudprofiler", permission: "cloudprofiler.profiles.list", role: "roles/cloudprofiler.user", fields: "profiles(name,profileType,startTime,duration,deployment),skippedProfiles,nextPageToken",
			list: "profiles", pages: 5, path: named,
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.profiler.Projects.Profiles.List(q.Parent).PageSize(1000))
			}},
		{kind: Logs, what: "lines of the agent in the run's log, and who switched the Profiler API on", api: "logging", permission: "logging.logEntries.list", role: "roles/logging.viewer", list: "entries", pages: 1,
			fields: "entries(insertId,timestamp,severity,logName,resource,textPayload,jsonPayload,protoPayload),nextPageToken",
			path:   func(q Question, m page) string { return q.Parent + "/entries/" + str(m, "insertId") },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.logging.Entries.List(&logging.ListLogEntriesRequest{ResourceNames: []string{q.Parent}, Filter: q.Filter, OrderBy: "timestamp desc", PageSize: 200}))
			}},
		{kind: FoundServices, what: "the projects that have an API enabled", api: "cloudasset", permission: "cloudasset.assets.searchAllResources", role: "roles/cloudasset.viewer", fields: "results(name,project,folders,state),nextPageToken", list: "results", pages: 40,
			path: func(_ Question, m page) string { return strings.TrimPrefix(str(m, "name"), "//") },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.asset.V1.SearchAllResources(q.Parent).AssetTypes("serviceusage.googleapis.com/Service").
					Query("name:"+q.Filter+".googleapis.com state:ENABLED").PageSize(500))
			}},
		{kind: FoundWorkloads, what: "the projects that have workloads", api: "cloudasset", permission: "cloudasset.assets.searchAllResources", role: "roles/cloudasset.viewer", fields: "results(name,project,folders),nextPageToken", list: "results",
			path: func(_ Question, m page) string { return strings.TrimPrefix(str(m, "name"), "//") },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.asset.V1.SearchAllResources(q.Parent).AssetTypes(q.Filter).OrderBy("createTime DESC").PageSize(500))
			}},
		{kind: FoundPolicies, what: "who may create profiles", api: "cloudasset", permission: "cloudasset.assets.searchAllIamPolicies", role: "roles/cloudasset.viewer", fields: "results(resource,project,folders,policy(bindings)),nextPageToken", list: "results", pages: 40,
			path: func(_ Question, m page) string { return strings.TrimPrefix(str(m, "resource"), "//") + "/iamPolicy" },
			send: func(ctx context.Context, c *clients, q Question, a asking) error {
				return do(ctx, a, c.asset.V1.SearchAllIamPolicies(q.Parent).Query("policy.role.permissions:"+q.Filter).PageSize(500).
					AssetTypes(crm+".googleapis.com/Project", crm+".googleapis.com/Folder", crm+".googleapis.com/Organization"))
			}},
	}
}

// rowOf returns the row of a kind; every kind has one.
func rowOf(k Kind) row {
	for _, r := range rows() {
		if r.kind == k {
			return r
		}
	}
	return row{kind: k, api: "unknown", path: parent}
}

// needs is the permission for a question: of a policy that of its resource.
func (r row) needs(q Question) string {
	for _, above := range []string{"folders", "organizations"} {
		if r.kind == Policy && q.part(above) != "" {
			return strings.Replace(r.permission, "projects", above, 1)
		}
	}
	return r.permission
}

// grain is the period by which points are counted, at least a minute: a job may
// run for months, and some hundred points say as much.
func grain(from, to string) string {
	start, _ := time.Parse(time.RFC3339, from)
	end, _ := time.Parse(time.RFC3339, to)
	minutes := 1 + int(end.Sub(start).Minutes())/500
	return strconv.Itoa(60*minutes) + "s"
}

// budget is how many pages are read at most.
func (r row) budget() int {
	if r.pages == 0 {
		return 10
	}
	return r.pages
}

func parent(q Question, _ page) string { return q.Parent }
func name(q Question, _ page) string   { return q.Name }
func named(_ Question, m page) string  { return str(m, "name") }

// below makes the path of a resource in the parent: of a fixed name, or of a
// collection, behind which comes the question's name.
func below(what string) func(Question, page) string {
	return func(q Question, _ page) string {
		if strings.HasSuffix(what, "/") {
			return q.Parent + "/" + what + q.Name
		}
		return q.Parent + "/" + what
	}
}

func clusterPath(q Question, m page) string { return q.Parent + "/clusters/" + str(m, "clusterName") }

func jobPath(q Question, m page) string {
	ref, _ := m["reference"].(page)
	return q.Parent + "/jobs/" + str(ref, "jobId")
}

func pipelinePath(q Question, m page) string {
	return "projects/" + q.part("projects") + "/locations/" + str(m, "location") + "/jobs/" + str(m, "id")
}

func str(m page, key string) string {
	s, _ := m[key].(string)
	return s
}

func last(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// clients are the generated clients, all over one transport.
type clients struct {
	usage    *serviceusage.Service
	crm      *cloudresourcemanager.Service
	iam      *iam.Service
	deny     *iam2.Service
	access   *policytroubleshooter.Service
	dataproc *dataproc.Service
	dataflow *dataflow.Service
	profiler *cloudprofiler.Service
	logging  *logging.Service
	asset    *cloudasset.Service
	*transport
}
