package gcloud

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// computeBase is what gcloud puts before the path of a Compute Engine resource.
const computeBase = "https://www.googleapis.com/compute/v1/"

// project is --project, or the one of gcloud's configuration.
func (l *lowering) project(at source.Span) source.Text {
	if v, ok := l.text("--project").Get(); ok {
		return v
	}
	return source.Unknown(&source.Hole{Expr: "PROJECT", Why: "the project of gcloud's configuration"}, at)
}

// regional is --region or --location, or the one of gcloud's configuration.
func (l *lowering) regional(at source.Span) source.Text {
	if v, ok := l.text(l.cmd.region).Get(); ok {
		return v
	}
	return source.Unknown(&source.Hole{Expr: "REGION", Why: "the region of gcloud's configuration"}, at)
}

// resource writes a short name as the full one that gcloud sends.
func (l *lowering) resource(k kind, t source.Text) source.Text {
	at := t.Span()
	s := t.String()
	base, middle := computeBase, ""
	switch k {
	case network:
		middle = "global/networks"
	case image:
		middle = "global/images"
	case subnetwork:
		middle = "subnetworks"
	case policy:
		base, middle = "", "autoscalingPolicies"
	}
	switch {
	case strings.HasPrefix(s, "http"):
		return t
	case strings.HasPrefix(s, "projects/"):
		if base == "" {
			return t
		}
		return same(base+s, t)
	}
	return l.fullName(base, middle, k == subnetwork || k == policy, t, at)
}

// fullName writes projects/P[/regions/R]/middle/name.
func (l *lowering) fullName(base, middle string, regional bool, name source.Text, at source.Span) source.Text {
	out := source.Concat(source.Derived(base+"projects/", at), l.project(at))
	if regional {
		word := "/regions/"
		if l.cmd.region == "--location" {
			word = "/locations/"
		}
		out = source.Concat(out, source.Derived(word, at), l.regional(at))
	}
	return source.Concat(out, source.Derived("/"+middle+"/", at), name)
}

// accelerator reads type=T,count=N.
func (l *lowering) accelerator(g *given) (value.Tree, bool) {
	d := l.dictOf(g)
	if h := d.Open(); h != nil {
		return value.Opaque(h, g.at), true
	}
	one, out := value.NewMap(g.at), value.NewList(g.at)
	count := value.Number(source.Derived("1", g.at))
	for _, e := range d.Entries() {
		switch e.Key.String() {
		case "type":
			one.Map.Put(source.Derived("acceleratorTypeUri", e.Key.Span()), e.Val)
		case "count":
			count = value.Number(e.Val.Text)
		default:
			l.refuse(model.Refusal{At: e.Key.Span(), Reason: g.name.String() + " has no key " + e.Key.String(), Want: "type=TYPE,count=COUNT"})
		}
	}
	if len(one.Entries()) == 0 {
		l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " needs a type", Want: "type=TYPE,count=COUNT"})
	}
	one.Map.Put(source.Derived("acceleratorCount", g.at), count)
	out.List.Items = []value.Tree{one}
	return out, true
}

// machineTypes reads type=T,type=U,rank=N.
func (l *lowering) machineTypes(g *given) value.Tree {
	out, types := value.NewMap(g.at), value.NewList(g.at)
	rank := value.Number(source.Derived("0", g.at))
	for _, item := range g.val.Split(",") {
		key, val, _ := item.Cut("=")
		switch strings.TrimSpace(key.String()) {
		case "type":
			types.List.Items = append(types.List.Items, value.String(val.TrimSpace()))
		case "rank":
			rank = value.Number(val.TrimSpace())
		}
	}
	if h := g.val.Hole(); h != nil {
		types.List.Rest = h
	} else if len(types.List.Items) == 0 {
		l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " needs a type", Want: "type=TYPE,rank=RANK"})
	}
	out.Map.Put(source.Derived("machineTypes", g.at), types)
	out.Map.Put(source.Derived("rank", g.at), rank)
	return out
}

// conditionOf reads the condition of a binding; None is none.
func (l *lowering) conditionOf(g *given) (value.Tree, bool) {
	if g.val.String() == "None" {
		return value.Tree{}, false
	}
	d := l.dictOf(g)
	for _, e := range d.Entries() {
		if e.Key.Known() && !in("expression title description None", e.Key.String()) {
			l.refuse(model.Refusal{At: e.Key.Span(), Reason: "a condition has no key " + e.Key.String(), Want: "expression=…,title=…,description=…"})
		}
	}
	return d, len(d.Entries()) > 0 || d.Open() != nil
}
