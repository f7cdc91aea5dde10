package gcloud

// scopeBase is what all scopes of the table start with.
const scopeBase = "https://www.googleapis.com/auth/"

// scopeAliases are the short names of OAuth scopes (F1.3, F1.4).
var scopeAliases = []struct{ name, scopes string }{
	{"bigquery", "bigquery"},
	{"cloud-platform", "cloud-platform"},
	{"cloud-source-repos", "source.full_control"},
	{"cloud-source-repos-ro", "source.read_only"},
	{"compute-ro", "compute.readonly"},
	{"compute-rw", "compute"},
	{"datastore", "datastore"},
	{"default", "devstorage.read_only logging.write monitoring.write pubsub service.management.readonly servicecontrol trace.append"},
	{"gke-default", "devstorage.read_only logging.write monitoring service.management.readonly servicecontrol trace.append"},
	{"logging-write", "logging.write"},
	{"monitoring", "monitoring"},
	{"monitoring-read", "monitoring.read"},
	{"monitoring-write", "monitoring.write"},
	{"pubsub", "pubsub"},
	{"service-control", "servicecontrol"},
	{"service-management", "service.management.readonly"},
	{"sql", "sqlservice"},
	{"sql-admin", "sqlservice.admin"},
	{"storage-full", "devstorage.full_control"},
	{"storage-ro", "devstorage.read_only"},
	{"storage-rw", "devstorage.read_write"},
	{"taskqueue", "taskqueue"},
	{"trace", "trace.append"},
	{"userinfo-email", "userinfo.email"},
}
