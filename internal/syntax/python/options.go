package python

import "strings"

// option notes the default of a command line argument: add_argument on an
// argparse.ArgumentParser, or on a group of one.
func (e *eval) option(c *Call) {
	if c.Method != "add_argument" || c.root == c || c.root.Name() != "argparse.ArgumentParser" {
		return
	}
	dest, fallback := e.declared(c)
	if dest == "" {
		return
	}
	if e.parsers == nil {
		e.parsers = map[*Call]map[string]*val{}
	}
	if e.parsers[c.root] == nil {
		e.parsers[c.root] = map[string]*val{}
	}
	e.parsers[c.root][dest] = fallback
}

// declared returns the name that an option is read by, and its default, nil
// for none. A long spelling counts before a short one.
func (e *eval) declared(c *Call) (dest string, fallback *val) {
	long := false
	for _, a := range c.Args {
		s, literal := e.literal(a.Value.v)
		switch {
		case a.Name == "dest" && literal:
			return s, e.fallback(c)
		case a.Name != "" || a.Star != "" || !literal || long:
		case dest == "" || strings.HasPrefix(s, "--") || !strings.HasPrefix(s, "-"):
			dest, long = s, strings.HasPrefix(s, "--")
		}
	}
	return strings.ReplaceAll(strings.TrimLeft(dest, "-"), "-", "_"), e.fallback(c)
}

func (e *eval) fallback(c *Call) *val {
	for _, a := range c.Args {
		if a.Name == "default" {
			return a.Value.v
		}
	}
	return nil
}

// argument returns an attribute of parsed command line arguments, nil if the
// value is none.
func (e *eval) argument(n *node, a *val, name string) *val {
	c := a.made(0)
	if c == nil || e.parsers[c.root] == nil || !strings.HasPrefix(c.Method, "parse_") || a.kind == vAttr {
		return nil
	}
	if v := e.parsers[c.root][name]; v != nil {
		return e.val(val{kind: vWeak, n: n, a: v, why: "the default of --" + name})
	}
	return e.unknown(n, "a command line argument")
}

// clickDefaults returns the defaults that decorators such as click.option give
// the parameters of a function.
func (e *eval) clickDefaults(f *frame) map[string]*val {
	var out map[string]*val
	for _, d := range f.pub.Decorators {
		c := d.Made()
		if c == nil || c.Method != "option" && c.Method != "argument" {
			continue
		}
		if dest, v := e.declared(c); dest != "" && v != nil {
			if out == nil {
				out = map[string]*val{}
			}
			out[dest] = v
		}
	}
	return out
}
