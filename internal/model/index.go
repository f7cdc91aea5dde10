package model

import "iter"

// Index holds things by a key, so that what is asked of each workload does not
// cost a look at all of them. The zero value is empty.
type Index[T any] struct {
	all  []T
	by   map[string][]int
	open []int // those whose key is not known
}

// Add appends one. With a key that is not known it may have any.
func (x *Index[T]) Add(one T, key string, known bool) {
	if x.by == nil {
		x.by = map[string][]int{}
	}
	if known {
		x.by[key] = append(x.by[key], len(x.all))
	} else {
		x.open = append(x.open, len(x.all))
	}
	x.all = append(x.all, one)
}

// Of yields, in order, those that have a key or may have it: all of them where
// the key is not known.
func (x *Index[T]) Of(key string, known bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		if !known {
			for _, one := range x.all {
				if !yield(one) {
					return
				}
			}
			return
		}
		sure, open := x.by[key], x.open
		for len(sure)+len(open) > 0 {
			var i int
			if len(open) == 0 || len(sure) > 0 && sure[0] < open[0] {
				i, sure = sure[0], sure[1:]
			} else {
				i, open = open[0], open[1:]
			}
			if !yield(x.all[i]) {
				return
			}
		}
	}
}

// Empty reports whether there is none.
func (x *Index[T]) Empty() bool { return len(x.all) == 0 }
