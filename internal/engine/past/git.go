// Package past asks git how the tree looked at another commit. It reads
// only, and nothing of the repository can make git run a program: no hook,
// filter, textconv, external diff, file system monitor or transport.
package past

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// git is the real one, in a working tree.
type git struct {
	ctx context.Context
	dir string // top of the working tree, absolute
	off []string
}

// local are the variables that tie git to a repository (git rev-parse
// --local-env-vars). A hook has them set, perhaps for another one. Those that
// hold configuration of the caller stay: safe.directory may be among it.
var local = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
	"GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
	"GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
}

// quiet switches off what a repository's configuration could have git run or
// answer differently.
var quiet = []string{
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.untrackedCache=false",
	"-c", "diff.autoRefreshIndex=true", "-c", "submodule.recurse=false",
}

func (g *git) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(g.ctx, "git", slices.Concat([]string{"--no-pager", "--literal-pathspecs"}, quiet, g.off, args)...)
	cmd.Dir = g.dir
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !slices.Contains(local, name) {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
	return cmd
}

// run returns what git prints. An error holds what it said.
func (g *git) run(args ...string) (string, error) {
	cmd := g.command(args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return "", refused(args[0], err, said.String())
	}
	return out.String(), nil
}

// stream hands what git prints to read as it comes.
func (g *git) stream(stdin string, read func(*bufio.Reader) error, args ...string) error {
	cmd := g.command(args...)
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(stdin), &said
	pipe, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return refused(args[0], err, "")
	}
	if err := read(bufio.NewReader(pipe)); err != nil {
		cmd.Process.Kill() // it may wait for a reader
		cmd.Wait()
		return &failed{args[0], -1, err.Error()}
	}
	if err := cmd.Wait(); err != nil {
		return refused(args[0], err, said.String())
	}
	return nil
}

// failed is git's own refusal.
type failed struct {
	command string
	code    int
	said    string
}

func (f *failed) Error() string { return fmt.Sprintf("git %s: %s", f.command, f.said) }

func refused(command string, err error, said string) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return fmt.Errorf("git cannot be run: %w", err)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	first = strings.TrimPrefix(strings.TrimPrefix(first, "fatal: "), "error: ")
	if first == "" {
		first = err.Error()
	}
	return &failed{command, exit.ExitCode(), first}
}

// code returns git's exit code, -1 where it did not run.
func code(err error) int {
	var f *failed
	if errors.As(err, &f) {
		return f.code
	}
	return -1
}

// open checks that dir is the top of a working tree that git agrees to read,
// and disarms its filters: comparing a file would run them.
func open(ctx context.Context, dir string) (*git, error) {
	g := &git{ctx: ctx, dir: dir}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("git is not on the PATH; it is needed to tell what has changed")
	}
	top, err := g.run("rev-parse", "--show-toplevel")
	switch {
	case err == nil:
	case strings.Contains(err.Error(), "dubious ownership"):
		return nil, fmt.Errorf("git refuses %s, which belongs to another user; if you trust it: git config --global --add safe.directory %s", dir, dir)
	case strings.Contains(err.Error(), "not a git repository"):
		return nil, fmt.Errorf("%s is in no git repository", dir)
	case strings.Contains(err.Error(), "must be run in a work tree"):
		return nil, fmt.Errorf("%s is a bare repository; check a commit out, and run in the working tree", dir)
	default:
		return nil, err
	}
	if top = strings.TrimSuffix(top, "\n"); !sameDir(top, dir) {
		return nil, fmt.Errorf("git takes %s for the top of the working tree, not %s (core.worktree?)", top, dir)
	}
	names, err := g.run("config", "--null", "--name-only", "--get-regexp", `^filter\.`)
	if err != nil && code(err) != 1 { // 1: there are none
		return nil, err
	}
	for name := range strings.SplitSeq(names, "\x00") {
		driver := name[:strings.LastIndex(name, ".")+1]
		switch {
		case driver == "" || slices.Contains(g.off, driver+"clean="):
		case strings.Contains(driver, "="):
			return nil, fmt.Errorf("cannot switch off the git filter %q, whose name holds =; rename it", strings.TrimSuffix(driver, "."))
		default:
			g.off = append(g.off, "-c", driver+"clean=", "-c", driver+"smudge=", "-c", driver+"process=", "-c", driver+"required=false")
		}
	}
	return g, nil
}

func sameDir(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// shallow ends an error with the likely reason.
func (g *git) shallow() string {
	if out, err := g.run("rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(out) == "true" {
		return "; this clone is shallow, so fetch all history: fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 in GitLab CI, git fetch --unshallow elsewhere"
	}
	return ""
}
