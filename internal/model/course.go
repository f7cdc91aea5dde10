package model

// Course is what commands do that run one after another.
type Course struct {
	enabled int // services so far
}

// Moment is a point in a course; the zero one is not known.
type Moment struct {
	of *Course
	n  int
}

// Now is the moment behind all that was enabled so far.
func (c *Course) Now() Moment { return Moment{c, c.enabled} }

// Enable is the moment in which one more service is enabled.
func (c *Course) Enable() Moment {
	c.enabled++
	return c.Now()
}

// Before reports whether a moment surely comes before another one.
func (m Moment) Before(o Moment) bool { return m.of != nil && m.of == o.of && m.n < o.n }

// Last reports whether nothing was enabled behind a moment, as far as is known.
func (m Moment) Last() bool { return m.of == nil || m.n == m.of.enabled }
