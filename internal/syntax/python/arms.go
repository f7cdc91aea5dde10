package python

// arms reads alternatives, each from the state before them. Behind them, what
// they leave different is one of several. Nil: there is no fork, but one way that
// the program takes.
func (e *eval) arms(fork *Fork, bodies ...func() bool) (ends bool) {
	type state struct {
		names   map[*binding]*val
		objects map[*object]*op
	}
	var live []state
	var bindings []*binding
	var objects []*object
	outer, base := e.where, len(e.journal)
	e.where.Branch = outer.Branch || fork != nil
	if e.where.Fork = nil; fork != nil && !outer.Branch {
		fork.first, fork.all = e.arm+1, len(bodies)
		e.where.Fork = fork
	}
	dead := 0
	for _, body := range bodies {
		if fork != nil {
			e.arm++
			e.where.Arm = e.arm
		}
		ended := body()
		if ended && e.dies {
			dead++
		}
		st := state{map[*binding]*val{}, map[*object]*op{}}
		for _, c := range e.journal[base:] {
			if c.b != nil {
				if _, seen := st.names[c.b]; !seen && !ended {
					bindings = append(bindings, c.b)
				}
				st.names[c.b] = c.b.v
			} else {
				if _, seen := st.objects[c.o]; !seen && !ended {
					objects = append(objects, c.o)
				}
				st.objects[c.o] = c.o.at(e.time)
			}
		}
		e.undo(base)
		if !ended {
			live = append(live, st)
		}
	}
	e.where = outer
	if fork != nil {
		fork.Ways = len(bodies) - dead
	}
	if len(live) == 0 {
		e.dies = dead == len(bodies)
		return true
	}
	done := map[*binding]bool{}
	for _, b := range bindings {
		if done[b] {
			continue
		}
		done[b] = true
		var some []*val
		for _, st := range live {
			if v, ok := st.names[b]; ok {
				some = append(some, v)
			} else {
				some = append(some, b.v)
			}
		}
		e.rebind(b, e.many(some))
	}
	seen := map[*object]bool{}
	for _, o := range objects {
		if seen[o] {
			continue
		}
		seen[o] = true
		now := o.at(e.time)
		arms := make([]*op, 0, len(live))
		for _, st := range live {
			if p, ok := st.objects[o]; ok {
				arms = append(arms, p)
			} else {
				arms = append(arms, now)
			}
		}
		if len(arms) == 1 {
			e.change(o, arms[0])
		} else {
			e.change(o, &op{kind: opArms, prev: now, arms: arms})
		}
	}
	return false
}

// undo takes back what was changed since base.
func (e *eval) undo(base int) {
	for i := len(e.journal) - 1; i >= base; i-- {
		if c := e.journal[i]; c.b != nil {
			c.b.v = c.v
		} else {
			e.set(c.o, c.p)
		}
	}
	e.journal = e.journal[:base]
}

// touch is a container that was changed, from one state to another.
type touch struct {
	o          *object
	then, last *op
}

// touched returns the containers that were changed since base.
func (e *eval) touched(base int) []touch {
	var out []touch
	seen := map[*object]bool{}
	for _, c := range e.journal[base:] {
		if c.o != nil && !seen[c.o] {
			seen[c.o] = true
			out = append(out, touch{c.o, c.p, c.o.at(e.time)})
		}
	}
	return out
}

// perhaps makes changes that were made once, often or not at all.
func (e *eval) perhaps(some []touch, why string) {
	for _, t := range some {
		e.change(t.o, &op{kind: opArms, prev: t.then, arms: []*op{t.then, t.last}})
		e.apply(t.o, op{kind: opOpen, why: why})
	}
}
