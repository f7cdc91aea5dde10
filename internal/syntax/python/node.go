package python

// kind of a node.
type kind uint8

const (
	nBad  kind = iota // kids: what could be read
	nName             // from..to
	nNumber
	nConst  // op: kFalse, kNone, kTrue, tEllipsis
	nString // a literal, with prefix and quotes
	nFormat // an f-string; kids: nText, nField
	nText   // literal text in an f-string
	nField  // kids: the expression, then its format's nText and nField; op '!' or ':' if it is converted or formatted, '=' if it names itself
	nJoin   // strings side by side
	nAttr   // kids[0] . name at aux..to
	nCall   // kids[0] called with the rest; aux is where the bracket opens
	nKeyword
	nStar
	nDouble // **kids[0]
	nIndex  // kids[0] [ kids[1] ]
	nSlice
	nTuple
	nList
	nSet
	nDict   // kids: key, value, …; a nil key for **value
	nComp   // op: its closing bracket, '{' for that of a dict; kids: element (and value), then nClause
	nClause // for kids[0] in kids[1] if …
	nLambda // kids: parameters, body
	nChoice // kids: value, condition, value, condition, …, last value
	nBinary // op, or 0 for several of equal rank; kids
	nUnary  // op
	nYield
	nWalrus // kids: name, value

	nBlock
	nExpr
	nAssign    // kids: targets, then the value
	nAnnotated // kids: target, annotation, value if there is one
	nAugmented // op; kids: target, value
	nImport    // kids: nAlias
	nFrom      // kids: nAlias; the module at from..aux of its first kid
	nAlias     // the dotted name at from..to; aux: where the name behind "as" starts, 0 for none; kids[0]: that name
	nStatement // a statement that only holds expressions
	nReturn
	nRaise
	nJump // break and continue
	nDelete
	nGlobal // kids: names; op kGlobal or kNonlocal
	nIf     // kids: condition, block, …, and the last block
	nFor    // kids: target, iterable, body, else
	nWhile  // kids: condition, body, else
	nTry    // kids: body, then nExcept, else, finally
	nExcept // kids: type, name, body; nil for none
	nElse
	nFinally
	nWith  // kids: nItem, then the body
	nItem  // kids: expression, target or nil
	nMatch // kids: subject, nCase
	nCase  // kids: pattern, guard or nil, body
	nDef   // kids: name, parameters, annotation or nil, body, decorators
	nClass // kids: name, arguments as an nCall, body, decorators
	nParams
	nParam // kids: name, annotation or nil, default or nil; op: 0, '*', tPower
)

// node is a part of a program. Its places are offsets in the text.
type node struct {
	kind     kind
	op       tk
	from, to int32
	aux      int32
	kids     []*node
}

// arena hands out nodes in blocks: a program has some hundred thousand.
type arena struct {
	nodes []node
	kids  []*node
}

func (a *arena) node(k kind, from, to int32, kids ...*node) *node {
	if len(a.nodes) == cap(a.nodes) {
		a.nodes = make([]node, 0, min(max(64, 2*cap(a.nodes)), 1024))
	}
	to = max(from, to) // what is missing stands behind blanks, and has no end
	a.nodes = append(a.nodes, node{kind: k, from: from, to: to, kids: a.copy(kids)})
	return &a.nodes[len(a.nodes)-1]
}

func (a *arena) copy(kids []*node) []*node {
	if len(kids) == 0 {
		return nil
	}
	if len(a.kids)+len(kids) > cap(a.kids) {
		a.kids = make([]*node, 0, max(len(kids), min(max(64, 2*cap(a.kids)), 1024)))
	}
	at := len(a.kids)
	a.kids = append(a.kids, kids...)
	return a.kids[at:len(a.kids):len(a.kids)]
}
