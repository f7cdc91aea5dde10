package live

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// google stands for every API and for the token endpoint, over https, which
// unlike the loopback server gets credentials.
func google(t *testing.T, tokens string, answer http.HandlerFunc) (*Client, map[string]string) {
	t.Helper()
	s := httptest.NewTLSServer(answer)
	t.Cleanup(s.Close)
	home := t.TempDir()
	env := map[string]string{"HOME": home, "CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDRESOURCEMANAGER": s.URL}
	c := &Client{asked: map[Question]func() exchange{}, deadline: time.Now().Add(10 * time.Second)}
	c.ask = func(ctx context.Context, q Question) exchange {
		e, err := endpoints(env)
		if err != nil {
			t.Error(err)
		}
		o := Options{Env: env, Project: "demo", Backoff: time.Millisecond}
		defaults(&o)
		tr := newTransport(o, e)
		tr.net, tr.who.tokenURL = s.Client().Transport, tokens
		return tr.ask(ctx, q)
	}
	return c, env
}

func adc(t *testing.T, dir, content string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "application_default_credentials.json"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// tokens is a token endpoint, which refuses one refresh token.
func tokens(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		w.Header().Set("Content-Type", "application/json")
		if r.Form.Get("refresh_token") == "expired" {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"error":"invalid_grant","error_description":"reauth related error (invalid_rapt)","error_subtype":"invalid_rapt"}`))
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"access_token": "of-" + r.Form.Get("refresh_token"), "token_type": "Bearer", "expires_in": 3600})
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// user are the credentials that gcloud auth application-default login leaves.
func user(refresh, more string) string {
	return `{"type":"authorized_user","client_id":"c","client_secret":"s","refresh_token":"` + refresh + `"` + more + `}`
}

func gcloudDir(env map[string]string) string { return filepath.Join(env["HOME"], ".config", "gcloud") }

// Where credentials are looked for, and which project is billed.
func TestCredentials(t *testing.T) {
	var auth, quota atomic.Value
	answer := func(w http.ResponseWriter, r *http.Request) {
		auth.Store(r.Header.Get("Authorization"))
		quota.Store(r.Header.Get("X-Goog-User-Project"))
		_, _ = w.Write([]byte(`{"name":"projects/1"}`))
	}
	for _, c := range []struct {
		name  string
		set   func(t *testing.T, env map[string]string)
		auth  string
		quota string
		class Class
	}{
		{"a token of the environment", func(_ *testing.T, env map[string]string) { env["GOOGLE_OAUTH_ACCESS_TOKEN"] = "abc" }, "Bearer abc", "", ""},
		{"a file with a token", func(t *testing.T, env map[string]string) {
			env["CLOUDSDK_AUTH_ACCESS_TOKEN_FILE"] = filepath.Join(env["HOME"], "token")
			if err := os.WriteFile(env["CLOUDSDK_AUTH_ACCESS_TOKEN_FILE"], []byte("def\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "Bearer def", "", ""},
		{"a quota project of the environment", func(_ *testing.T, env map[string]string) {
			env["GOOGLE_OAUTH_ACCESS_TOKEN"], env["GOOGLE_CLOUD_QUOTA_PROJECT"] = "abc", "billed"
		}, "Bearer abc", "billed", ""},
		{"a quota project of gcloud's", func(_ *testing.T, env map[string]string) {
			env["GOOGLE_OAUTH_ACCESS_TOKEN"], env["CLOUDSDK_BILLING_QUOTA_PROJECT"] = "abc", "CURRENT_PROJECT"
		}, "Bearer abc", "demo", ""},
		{"gcloud's file", func(t *testing.T, env map[string]string) { adc(t, gcloudDir(env), user("ada", "")) }, "Bearer of-ada", "demo", ""},
		{"gcloud's file, with a quota project", func(t *testing.T, env map[string]string) {
			adc(t, gcloudDir(env), user("ada", `,"quota_project_id":"own"`))
		}, "Bearer of-ada", "own", ""},
		{"where gcloud keeps it", func(t *testing.T, env map[string]string) {
			env["CLOUDSDK_CONFIG"] = filepath.Join(env["HOME"], "elsewhere")
			adc(t, env["CLOUDSDK_CONFIG"], user("bob", ""))
		}, "Bearer of-bob", "demo", ""},
		{"a file that is named", func(t *testing.T, env map[string]string) {
			adc(t, gcloudDir(env), user("ada", ""))
			adc(t, env["HOME"], user("eve", ""))
			env["GOOGLE_APPLICATION_CREDENTIALS"] = filepath.Join(env["HOME"], "application_default_credentials.json")
		}, "Bearer of-eve", "demo", ""},
		{"an expired login", func(t *testing.T, env map[string]string) { adc(t, gcloudDir(env), user("expired", "")) }, "", "", AuthExpired},
		{"another cloud's", func(t *testing.T, env map[string]string) {
			adc(t, gcloudDir(env), user("ada", `,"universe_domain":"example.cloud"`))
		}, "", "", AuthScope},
		{"no credentials", func(t *testing.T, env map[string]string) {
			env["GOOGLE_APPLICATION_CREDENTIALS"] = filepath.Join(env["HOME"], "none.json")
		}, "", "", AuthMissing},
		{"a file that is none", func(t *testing.T, env map[string]string) {
			adc(t, gcloudDir(env), "[]")
		}, "", "", AuthMissing},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl, env := google(t, tokens(t), answer)
			c.set(t, env)
			auth.Store("")
			quota.Store("")
			a := cl.Ask(context.Background(), []Question{{Kind: Project, Parent: "projects/demo"}})[0]
			if (a.Err != nil) != (c.class != "") || a.Err != nil && (a.Err.Class != c.class || a.Err.Do == "") {
				t.Errorf("%+v", a.Err)
			}
			if auth.Load() != c.auth || quota.Load() != c.quota {
				t.Errorf("authorization %q, quota project %q", auth.Load(), quota.Load())
			}
		})
	}
}

// A quota project that was only a guess is left out when the caller may not bill
// it; one that the user names is not.
func TestQuotaGuess(t *testing.T) {
	denied := `{"error":{"code":403,"message":"Caller does not have required permission to use project demo.","status":"PERMISSION_DENIED"}}`
	for name, guess := range map[string]bool{"guessed": true, "named": false} {
		t.Run(name, func(t *testing.T) {
			cl, env := google(t, tokens(t), func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("X-Goog-User-Project") != "" {
					w.WriteHeader(http.StatusForbidden)
					_, _ = w.Write([]byte(denied))
					return
				}
				_, _ = w.Write([]byte(`{"name":"projects/1"}`))
			})
			adc(t, gcloudDir(env), user("ada", ""))
			if !guess {
				env["GOOGLE_CLOUD_QUOTA_PROJECT"] = "billed"
			}
			a := cl.Ask(context.Background(), []Question{{Kind: Project, Parent: "projects/demo"}})[0]
			if guess != (a.Err == nil) || !guess && a.Err.Class != QuotaDenied {
				t.Errorf("%v", a.Err)
			}
		})
	}
}

// Overrides are taken from the environment, plain http on this machine only.
func TestEndpoints(t *testing.T) {
	for v, want := range map[string]string{
		"https://dataproc-psc.p.googleapis.com":  "https://dataproc-psc.p.googleapis.com/",
		"https://proxy.example.com/dataproc/":    "https://proxy.example.com/dataproc/",
		"http://localhost:8080/":                 "http://localhost:8080/",
		"http://127.0.0.1:8080":                  "http://127.0.0.1:8080/",
		"http://[::1]:8080":                      "http://[::1]:8080/",
		"http://dataproc.googleapis.com/":        "error: plain http",
		"http://127.0.0.1.example.com/":          "error: plain http",
		"http://localhost.example.com/":          "error: plain http",
		"ftp://localhost/":                       "error: want an https",
		"dataproc.googleapis.com":                "error: want the root",
		"https://user:secret@dataproc.goog/":     "error: want the root",
		"https://dataproc.googleapis.com/?key=x": "error: want the root",
		"":                                       "https://dataproc.googleapis.com/",
	} {
		e, err := endpoints(map[string]string{"CLOUDSDK_API_ENDPOINT_OVERRIDES_DATAPROC": v})
		got := e.of("dataproc")
		if err != nil {
			got = "error: " + err.Error()
		}
		if text, failed := strings.CutPrefix(want, "error: "); failed && !strings.Contains(got, text) || !failed && got != want {
			t.Errorf("%q: %s", v, got)
		}
	}
	e, err := endpoints(map[string]string{"CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE": "https://compute.googleapis.com/compute/v1/", "GOOGLE_CLOUD_UNIVERSE_DOMAIN": "example.cloud"})
	if err != nil || e.of("compute") != "https://compute.googleapis.com/" || e.of("iam") != "https://iam.example.cloud/" {
		t.Error(e, err)
	}
}

// What gcloud would use where a command names nothing.
func TestGcloud(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("active_config", "work\n")
	write("configurations/config_work", "[core]\nproject = of-work\n# comment = x\n[dataproc]\nregion=europe-west1\n[auth]\nimpersonate_service_account = a@p.iam.gserviceaccount.com\n")
	write("configurations/config_home", "[core]\nproject = of-home\n[compute]\nregion = us-east1\n")
	for _, c := range []struct {
		env  map[string]string
		want Defaults
	}{
		{map[string]string{"CLOUDSDK_CONFIG": dir}, Defaults{"of-work", "europe-west1", "", "a@p.iam.gserviceaccount.com"}},
		{map[string]string{"CLOUDSDK_CONFIG": dir, "CLOUDSDK_ACTIVE_CONFIG_NAME": "home"}, Defaults{"of-home", "", "us-east1", ""}},
		{map[string]string{"CLOUDSDK_CONFIG": dir, "CLOUDSDK_CORE_PROJECT": "x", "CLOUDSDK_DATAPROC_REGION": "y"}, Defaults{"x", "y", "", "a@p.iam.gserviceaccount.com"}},
		{map[string]string{"CLOUDSDK_CONFIG": dir, "CLOUDSDK_ACTIVE_CONFIG_NAME": "../../etc/none", "GOOGLE_CLOUD_PROJECT": "z"}, Defaults{"z", "", "", ""}},
		{map[string]string{}, Defaults{}},
	} {
		if got := Gcloud(c.env); got != c.want {
			t.Errorf("%v: %+v", c.env, got)
		}
	}
}
