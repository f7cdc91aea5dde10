package live

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cloud.google.com/go/auth"
	"cloud.google.com/go/auth/credentials"
	"cloud.google.com/go/auth/credentials/impersonate"
)

// scope of the tokens. IAM, the Troubleshooter and Profiler's list have no
// narrower one that reads; that nothing is changed is what the guard is for.
const scope = "https://www.googleapis.com/auth/cloud-platform"

// identity is who asks.
type identity struct {
	opts     Options
	tokenURL string // where a person's tokens are renewed; "" for Google's
	once     func() (*auth.Credentials, *Problem)
}

func newIdentity(o Options) *identity {
	a := &identity{opts: o}
	a.once = sync.OnceValues(a.find)
	return a
}

// sign adds the caller's token and the project to bill, and reports whether that
// project is a guess of ours. With noGuess it is then left out.
func (a *identity) sign(ctx context.Context, req *http.Request, noGuess bool) (guessed bool, err error) {
	creds, problem := a.once()
	if problem != nil {
		return false, problem
	}
	tok, err := creds.Token(ctx)
	if err != nil {
		return false, tokenProblem(ctx, err)
	}
	req.Header.Set("Authorization", orElse(tok.Type, "Bearer")+" "+tok.Value)
	quota, guess := a.quota(ctx, creds)
	if guess && noGuess {
		quota = ""
	}
	if quota != "" {
		req.Header.Set("X-Goog-User-Project", quota)
	}
	return guess && quota != "", nil
}

// quota returns the project that is billed: what the user says, else what the
// credentials say, else, for a person whose credentials say nothing, the project that is asked about.
func (a *identity) quota(ctx context.Context, creds *auth.Credentials) (project string, guess bool) {
	switch p := a.opts.Env["CLOUDSDK_BILLING_QUOTA_PROJECT"]; {
	case a.opts.Env["GOOGLE_CLOUD_QUOTA_PROJECT"] != "":
		return a.opts.Env["GOOGLE_CLOUD_QUOTA_PROJECT"], false
	case p == "CURRENT_PROJECT":
		return a.opts.Project, false
	case p != "" && p != "LEGACY":
		return p, false
	}
	if p, err := creds.QuotaProjectID(ctx); err == nil && p != "" {
		return p, false
	}
	if kindOf(creds.JSON()) == string(credentials.AuthorizedUser) && len(a.opts.Impersonate) == 0 {
		return a.opts.Project, true
	}
	return "", false
}

// find looks where gcloud and the client libraries look: a token of the
// environment, GOOGLE_APPLICATION_CREDENTIALS, gcloud's application default
// credentials, the metadata server.
func (a *identity) find() (*auth.Credentials, *Problem) {
	creds, err := a.base()
	if err == nil && len(a.opts.Impersonate) > 0 {
		who := a.opts.Impersonate
		creds, err = impersonate.NewCredentials(&impersonate.CredentialsOptions{
			TargetPrincipal: who[len(who)-1], Delegates: who[:len(who)-1], Scopes: []string{scope}, Credentials: creds,
		})
	}
	if err != nil {
		return nil, &Problem{Class: AuthMissing, Said: oneLine(err.Error()),
			Do: "run gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS; what gcloud auth login leaves is for gcloud alone"}
	}
	ctx, cancel := context.WithTimeout(context.Background(), a.opts.Attempt)
	defer cancel()
	want := universe(a.opts.Env)
	if u, err := creds.UniverseDomain(ctx); err == nil && u != want {
		return nil, &Problem{Class: AuthScope, Said: "they are for " + u + ", and " + want + " is asked", Do: "set GOOGLE_CLOUD_UNIVERSE_DOMAIN=" + u + ", or use other credentials"}
	}
	return creds, nil
}

func (a *identity) base() (*auth.Credentials, error) {
	opts := &credentials.DetectOptions{Scopes: []string{scope}, TokenURL: a.tokenURL, Client: &http.Client{Timeout: a.opts.Attempt, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	if tok := a.opts.Env["GOOGLE_OAUTH_ACCESS_TOKEN"]; tok != "" {
		return static(tok), nil
	}
	if file := a.opts.Env["CLOUDSDK_AUTH_ACCESS_TOKEN_FILE"]; file != "" {
		tok, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		return static(strings.TrimSpace(string(tok))), nil
	}
	if file := a.opts.Env["GOOGLE_APPLICATION_CREDENTIALS"]; file != "" {
		return fromFile(file, opts)
	}
	if dir := GcloudDir(a.opts.Env); dir != "" {
		// the client library looks below HOME only, gcloud also where CLOUDSDK_CONFIG says
		file := filepath.Join(dir, "application_default_credentials.json")
		if _, err := os.Stat(file); err == nil {
			return fromFile(file, opts)
		}
	}
	return credentials.DetectDefault(opts)
}

func fromFile(file string, opts *credentials.DetectOptions) (*auth.Credentials, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	kind := kindOf(data)
	if kind == "" {
		return nil, errors.New(file + " names no type of credentials")
	}
	return credentials.NewCredentialsFromJSON(credentials.CredType(kind), data, opts)
}

func kindOf(data []byte) string {
	var k struct {
		Type string `json:"type"`
	}
	_ = json.Unmarshal(data, &k)
	return k.Type
}

// static are credentials that are one token, and cannot be renewed.
func static(token string) *auth.Credentials {
	return auth.NewCredentials(&auth.CredentialsOptions{TokenProvider: fixed(token)})
}

type fixed string

// Token returns the token.
func (f fixed) Token(context.Context) (*auth.Token, error) {
	return &auth.Token{Value: string(f), Type: "Bearer", Expiry: time.Now().Add(time.Hour)}, nil
}

// tokenProblem says why there is no token.
func tokenProblem(ctx context.Context, err error) error {
	var bad *auth.Error
	if !errors.As(err, &bad) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &Problem{Class: AuthMissing, Said: oneLine(err.Error()), Do: "run gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS"}
	}
	code := 0
	if bad.Response != nil {
		code = bad.Response.StatusCode
	}
	p := classify(Question{}, code, string(bad.Body))
	p.API = ""
	switch p.Class {
	case AuthExpired:
	case Unavailable, RateLimited:
		return err // worth repeating
	default:
		p.Class, p.Do = AuthExpired, "the credentials are refused: gcloud auth application-default login; in CI, check the identity provider and the service account"
	}
	if p.Said == "" || p.Said == "0 " {
		p.Said = oneLine(err.Error())
	}
	return p
}
