package gcloud

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// request is a write that gcloud sent.
type request struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Body   any    `json:"body"`
}

// sent is what the real gcloud did with a command.
type sent struct {
	Words    []string  `json:"words,omitempty"` // as bash gave them, for scripts
	Exit     int       `json:"exit"`
	Requests []request `json:"requests"`
}

// refused reports whether gcloud sent nothing.
func (s sent) refused() bool { return len(s.Requests) == 0 }

// fake is a server that stands for all of Google while one command runs: reads
// are answered with an empty resource, writes are kept.
type fake struct {
	mu   sync.Mutex
	sent []request
}

// take returns what was sent since the last time.
func (f *fake) take() []request {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := f.sent
	f.sent = nil
	return out
}

var (
	clusterPath  = regexp.MustCompile(`/clusters/[^/]+$`)
	templatePath = regexp.MustCompile(`/workflowTemplates/[^/:]+$`)
)

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	data = []byte(strings.ReplaceAll(string(data), "http://"+r.Host+"/compute/v1/", computeBase))
	path, size := r.URL.Path, 0
	if strings.HasPrefix(path, "/upload/") {
		data, size = uploaded(r, data)
	}
	var body map[string]any
	json.Unmarshal(data, &body)
	if r.Method != http.MethodGet && !strings.HasSuffix(path, ":getIamPolicy") && !strings.HasSuffix(path, "/builds") {
		f.mu.Lock()
		f.sent = append(f.sent, request{r.Method, path, body})
		f.mu.Unlock()
	}
	out := answer(r.Method, path, body)
	if size > 0 {
		out["size"] = fmt.Sprint(size)
	}
	json.NewEncoder(w).Encode(out)
}

// uploaded is the second part of an upload: a file, or the Dockerfile of a
// packed folder.
func uploaded(r *http.Request, data []byte) ([]byte, int) {
	_, boundary, _ := strings.Cut(r.Header.Get("Content-Type"), "boundary=")
	parts := multipart.NewReader(bytes.NewReader(data), strings.Trim(boundary, "'"))
	for range 2 {
		part, err := parts.NextRawPart()
		if err != nil {
			return nil, 0
		}
		data, _ = io.ReadAll(part)
	}
	size := len(data)
	if unzipped, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
		files := tar.NewReader(unzipped)
		for f, err := files.Next(); err == nil; f, err = files.Next() {
			if strings.HasSuffix(f.Name, "Dockerfile") {
				text, _ := io.ReadAll(files)
				data, _ = json.Marshal(map[string]any{"Dockerfile": string(text)})
			}
		}
	}
	return data, size
}

// build is a build of Cloud Build that is done at once.
var build = map[string]any{"id": "b", "projectId": "example-project", "status": "SUCCESS", "options": map[string]any{"logging": "NONE"}}

// answer is what a client needs to go on.
func answer(method, path string, body map[string]any) map[string]any {
	switch {
	case strings.HasSuffix(path, "jobs:submit"):
		job, _ := body["job"].(map[string]any)
		return job
	case method == http.MethodGet && clusterPath.MatchString(path):
		return map[string]any{"clusterName": "c", "clusterUuid": "u", "status": map[string]any{"state": "RUNNING"},
			"workloadIdentityConfig": map[string]any{"workloadPool": "p.svc.id.goog"}}
	case strings.HasSuffix(path, ":getIamPolicy"):
		return map[string]any{"version": 1, "etag": "BwXx", "bindings": []any{}}
	case strings.HasSuffix(path, ":setIamPolicy"):
		policy, _ := body["policy"].(map[string]any)
		return policy
	case method == http.MethodPost && strings.Contains(path, "/services"):
		return map[string]any{"name": "operations/done", "done": true, "response": map[string]any{}}
	case strings.HasSuffix(path, "/builds"): // the operation, and below it the build
		return map[string]any{"name": "operations/build", "metadata": map[string]any{
			"@type": "type.googleapis.com/google.devtools.cloudbuild.v1.BuildOperationMetadata", "build": build}}
	case strings.Contains(path, "/builds/"):
		return build
	case strings.HasSuffix(path, "Yaml_Template"):
		return map[string]any{"image": "gcr.io/dataflow-templates/yaml"}
	case path == "/storage/v1/b":
		return map[string]any{"items": []any{map[string]any{"id": "example-project_cloudbuild"}, map[string]any{"id": "other-project_cloudbuild"}}}
	case method == http.MethodGet && templatePath.MatchString(path):
		return map[string]any{"id": "w", "name": "w", "version": 1}
	}
	return map[string]any{}
}

// sdk finds the installed gcloud and the Python that runs it.
func sdk() (root, python string, ok bool) {
	bin, err := exec.LookPath("gcloud")
	if err != nil {
		return "", "", false
	}
	if bin, err = filepath.EvalSymlinks(bin); err != nil {
		return "", "", false
	}
	root = filepath.Dir(filepath.Dir(bin))
	python = filepath.Join(root, "platform", "bundledpythonunix", "bin", "python3")
	if _, err := os.Stat(python); err != nil {
		if python, err = exec.LookPath("python3"); err != nil {
			return "", "", false
		}
	}
	_, err = os.Stat(filepath.Join(root, "lib", "gcloud.py"))
	return root, python, err == nil
}

// captureAll runs commands with the real gcloud, two at a time.
func captureAll(t *testing.T, commands [][]string, dir string) []sent {
	root, python, ok := sdk()
	if !ok {
		t.Fatal("gcloud is not installed")
	}
	out := make([]sent, len(commands))
	next := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			runner(t, root, python, dir, commands, next, out)
		}()
	}
	for i := range commands {
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

// runner is one process that runs gcloud commands, one after the other.
func runner(t *testing.T, root, python, dir string, commands [][]string, next <-chan int, out []sent) {
	f := &fake{}
	server := httptest.NewServer(f)
	defer server.Close()
	script, err := filepath.Abs("testdata/run.py")
	if err != nil {
		t.Error(err)
	}
	cmd := exec.Command(python, "-S", script)
	cmd.Env = append(os.Environ(), "CLOUDSDK_ROOT_DIR="+root, "CLOUDSDK_CONFIG="+t.TempDir(), "CLOUDSDK_CORE_DISABLE_PROMPTS=1",
		"CLOUDSDK_CORE_PROJECT=example-project", "CLOUDSDK_AUTH_ACCESS_TOKEN=dummy", "CLOUDSDK_CORE_CHECK_GCE_METADATA=false",
		"CLOUDSDK_COMPONENT_MANAGER_DISABLE_UPDATE_CHECK=1", "CLOUDSDK_CORE_DISABLE_USAGE_REPORTING=1",
		"CLOUDSDK_DATAPROC_REGION=configured", "CLOUDSDK_DATAPROC_LOCATION=configured", "CLOUDSDK_COMPUTE_REGION=configured")
	in, _ := cmd.StdinPipe()
	stdout, _ := cmd.StdoutPipe()
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Error(err)
	}
	lines := bufio.NewReader(stdout)
	log := filepath.Join(t.TempDir(), "out")
	for i := range next {
		job := map[string]any{"dir": dir, "args": commands[i], "out": log, "env": endpoints(server.URL+"/", commands[i])}
		if err := json.NewEncoder(in).Encode(job); err != nil {
			t.Errorf("%v: %v", commands[i], err)
			continue
		}
		line, err := lines.ReadString('\n')
		if _, err2 := fmt.Sscan(line, &out[i].Exit); err != nil || err2 != nil {
			t.Errorf("%v: %v %v", commands[i], err, err2)
		}
		out[i].Requests = tidy(f.take())
		if testing.Verbose() && os.Getenv("PROFLINT_GCLOUD_LOG") != "" {
			said, _ := os.ReadFile(log)
			fmt.Printf("%q\n%s\n", commands[i], said)
		}
	}
	in.Close()
	cmd.Wait()
}

// endpoints send every API to the server.
func endpoints(root string, words []string) map[string]string {
	env := map[string]string{}
	for _, api := range []string{"DATAPROC", "SERVICEUSAGE", "CLOUDRESOURCEMANAGER", "IAM", "CONTAINER", "STORAGE", "DATAFLOW", "CLOUDBUILD"} {
		env["CLOUDSDK_API_ENDPOINT_OVERRIDES_"+api] = root
	}
	for _, w := range words {
		if w == "compute" {
			env["CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE"] = root + "compute/v1/"
		}
	}
	return env
}

// tidy takes out what changes with every run.
func tidy(requests []request) []request {
	out := []request{}
	for _, r := range requests {
		body, _ := r.Body.(map[string]any)
		delete(body, "requestId")
		if job, ok := body["job"].(map[string]any); ok {
			ref, _ := job["reference"].(map[string]any)
			if id, _ := ref["jobId"].(string); len(id) == 32 {
				delete(ref, "jobId")
			}
		}
		out = append(out, r)
	}
	return out
}
