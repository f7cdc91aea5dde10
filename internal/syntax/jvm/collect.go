package jvm

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// shape is what the arguments of a call that makes a collection are.
type shape uint8

const (
	items       shape = iota + 1
	pairs             // each is a pair
	alternating       // keys and values in turn
	copied            // another collection, or a size
	copiedMap
	entries // named arguments are entries, others items: R
)

// makers are the functions that make collections: by their last two names, or
// the last one.
var makers = map[string]shape{
	"List.of": items, "Set.of": items, "Arrays.asList": items, "Collections.singletonList": items, "Collections.singleton": items, "Collections.emptyList": items,
	"ImmutableList.of": items, "ImmutableSet.of": items, "Lists.newArrayList": items, "Sets.newHashSet": items, "Stream.of": items, "List.builder": items, "ImmutableList.builder": items, "ImmutableSet.builder": items,
	"Map.of": alternating, "ImmutableMap.of": alternating, "Collections.singletonMap": alternating, "Map.ofEntries": pairs, "Collections.emptyMap": pairs, "ImmutableMap.builder": pairs, "Maps.newHashMap": copiedMap,
	"Array": items, "Seq": items, "List": items, "Set": items, "Vector": items, "IndexedSeq": items, "ListBuffer": items, "ArrayBuffer": items, "Iterable": items,
	"Map": pairs, "HashMap": pairs, "ListMap": pairs, "TreeMap": pairs, "LinkedHashMap": pairs, "SortedMap": pairs,
	"listOf": items, "mutableListOf": items, "arrayListOf": items, "setOf": items, "mutableSetOf": items, "arrayOf": items, "emptyList": items, "emptyArray": items, "sequenceOf": items,
	"mapOf": pairs, "mutableMapOf": pairs, "hashMapOf": pairs, "linkedMapOf": pairs, "emptyMap": pairs,
	"Pair": items, "Tuple2": items, "Map.entry": items, "Pair.of": items, "KV.of": items, "AbstractMap.SimpleEntry": items, "SimpleEntry": items,
}

// made are the classes whose objects are collections.
var made = map[string]shape{
	"ArrayList": copied, "LinkedList": copied, "HashSet": copied, "LinkedHashSet": copied, "ArrayDeque": copied,
	"HashMap": copiedMap, "LinkedHashMap": copiedMap, "TreeMap": copiedMap, "Properties": copiedMap, "ConcurrentHashMap": copiedMap,
	"Tuple2": items, "Pair": items, "SimpleEntry": items, "AbstractMap.SimpleEntry": items, "ListBuffer": items, "ArrayBuffer": items,
	"ImmutableMap.Builder": pairs, "ImmutableList.Builder": items,
}

var makersR = map[string]shape{"list": entries, "c": entries, "character": items}

// empties are names of the empty list.
var empties = map[string]bool{"Nil": true}

// kindOf returns the shape of what a call makes, by what it calls; 0 for
// anything else.
func (v *fold) kindOf(e *Expr) shape {
	path := e.Path()
	if path == "" {
		return 0
	}
	root := e.Root()
	if e.X != nil && v.f.lookup(root.Scope, root.Name) != nil {
		return 0 // a method of a variable
	}
	if v.f.Lang == R {
		return makersR[path]
	}
	last, lastTwo := path, path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		last = path[i+1:]
		if j := strings.LastIndexByte(path[:i], '.'); j >= 0 {
			lastTwo = path[j+1:]
		}
	}
	table := makers
	if e.Kind == New {
		table = made
	} else if v.f.Lang == Kotlin && made[last] > items {
		return made[last]
	}
	if s := table[lastTwo]; s != 0 {
		return s
	}
	if e.X == nil || e.Kind == New || last != "" && isUpper(last[0]) {
		return table[last]
	}
	return 0
}

// call returns what a call or a new object is.
func (v *fold) call(e *Expr) value.Tree {
	switch v.kindOf(e) {
	case items:
		if len(e.Args) == 1 && e.Kind == Call && e.Name == "asList" && v.f.Lang == Java { // of an array
			if x := v.value(e.Args[0].Val); x.Kind == value.KindList {
				return x
			}
		}
		return v.list(e, e.Args)
	case pairs:
		return v.pairs(e, e.Args)
	case alternating:
		m := value.NewMap(e.At())
		for i := 0; i+1 < len(e.Args); i += 2 {
			m = put(m, v.value(e.Args[i].Val), v.value(e.Args[i+1].Val))
		}
		if len(e.Args)%2 == 1 {
			m.Map.Rest = v.rest(e)
		}
		return m
	case copied, copiedMap:
		out := value.NewList(e.At())
		if v.kindOf(e) == copiedMap {
			out = value.NewMap(e.At())
		}
		if len(e.Args) > 0 {
			x := v.value(e.Args[0].Val)
			if x.Kind != value.KindNumber { // a capacity
				out = join(out, x)
			}
		}
		if e.body { // new HashMap<>() {{ put(…); }}
			open(&out, v.rest(e))
		}
		return out
	case entries:
		for _, a := range e.Args {
			if a.Key != nil {
				return v.mapping(e, e.Args)
			}
		}
		if len(e.Args) == 0 && e.Name == "list" {
			return value.NewMap(e.At()) // its entries follow
		}
		if len(e.Args) == 1 && e.Name == "c" {
			return v.value(e.Args[0].Val)
		}
		return v.list(e, e.Args)
	}
	return v.method(e)
}

func (v *fold) rest(e *Expr) *source.Hole {
	return &source.Hole{Expr: e.Text().String(), Why: "worked out when the program runs"}
}

// list returns a list of arguments.
func (v *fold) list(e *Expr, args []Arg) value.Tree {
	out := value.NewList(e.At())
	for _, a := range args {
		switch {
		case a.Val == nil:
		case a.Spread:
			out = join(out, v.value(a.Val))
		default:
			out.List.Items = append(out.List.Items, v.value(a.Val))
		}
	}
	return out
}

// pairs returns a map of pairs.
func (v *fold) pairs(e *Expr, args []Arg) value.Tree {
	out := value.NewMap(e.At())
	for _, a := range args {
		x := v.value(a.Val)
		switch {
		case a.Val == nil: // what does not parse
			open(&out, v.rest(e))
		case a.Spread:
			out = join(out, x)
		case isPair(x):
			out = put(out, x.List.Items[0], x.List.Items[1])
		default:
			open(&out, v.rest(a.Val))
		}
	}
	return out
}

// mapping returns a map of named arguments.
func (v *fold) mapping(e *Expr, args []Arg) value.Tree {
	out := value.NewMap(e.At())
	for _, a := range args {
		switch {
		case a.Val == nil:
		case a.Key != nil:
			out = put(out, v.value(a.Key), v.value(a.Val))
		default: // spread, or an item without a name
			out = join(out, v.value(a.Val))
		}
	}
	return out
}

func isPair(t value.Tree) bool {
	return t.Kind == value.KindList && len(t.List.Items) == 2 && t.List.Rest == nil
}

// clone returns a collection that may be changed.
func clone(t value.Tree) value.Tree {
	switch t.Kind {
	case value.KindList:
		l := *t.List
		l.Items = append([]value.Tree(nil), l.Items...)
		t.List = &l
	case value.KindMap:
		m := value.NewMap(t.At)
		m.Map.Rest = t.Map.Rest
		m.Map.Entries = append([]value.Entry(nil), t.Map.Entries...)
		m.Weak = t.Weak
		t = m
	}
	return t
}

// open marks a collection as one that may hold more than the file shows.
func open(t *value.Tree, h *source.Hole) {
	switch t.Kind {
	case value.KindList:
		t.List.Rest = h
	case value.KindMap:
		t.Map.Spread(h)
	}
}

// put adds an entry; a key that is not known may replace any other.
func put(m value.Tree, key, val value.Tree) value.Tree {
	k := key.Text
	if h := k.Hole(); h != nil {
		open(&m, h)
	} else if key.Kind != value.KindString && key.Kind != value.KindNumber && key.Kind != value.KindBool {
		open(&m, &source.Hole{Expr: k.String(), Why: "not a text"})
		return m
	}
	m.Map.Put(k, val)
	return m
}

// grow adds an item to a list.
func grow(l, item value.Tree) value.Tree {
	if l.Kind == value.KindList {
		l.List.Items = append(l.List.Items, item)
	}
	return l
}

// maxItems bounds what joining may add up to.
const maxItems = 20000

// join adds all that another collection holds.
func join(t, o value.Tree) value.Tree {
	switch {
	case len(t.Items())+len(o.Items()) > maxItems || len(t.Entries()) > maxItems:
		open(&t, &source.Hole{Why: "too long to be followed"})
	case t.Kind == value.KindList && o.Kind == value.KindList:
		t.List.Items = append(t.List.Items, o.List.Items...)
		if o.List.Rest != nil {
			t.List.Rest = o.List.Rest
		}
	case t.Kind == value.KindMap && o.Kind == value.KindMap:
		if o.Map.Rest != nil {
			t.Map.Spread(o.Map.Rest)
		}
		for _, e := range o.Map.Live() {
			t.Map.Put(e.Key, e.Val)
		}
	case t.Kind == value.KindMap && o.Kind == value.KindList && o.List.Rest == nil:
		for _, p := range o.List.Items {
			if isPair(p) {
				t = put(t, p.List.Items[0], p.List.Items[1])
			} else {
				open(&t, &source.Hole{Expr: p.Text.String(), Why: "not a pair"})
			}
		}
	default:
		h := o.Open()
		if h == nil {
			h = &source.Hole{Why: "worked out when the program runs"}
		}
		open(&t, h)
	}
	return t
}
