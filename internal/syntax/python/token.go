package python

// tk is the kind of a token. A sign of one character is its own kind.
type tk uint8

const (
	tEnd tk = iota
	tNewline
	tIndent
	tDedent
	tName
	tNumber
	tString // with prefix and quotes
	tFStart // prefix and opening quotes of an f-string or t-string; its parts follow
	tFText  // literal text in one
	tFEnd
)

const (
	tPower tk = 128 + iota // **
	tFloor                 // //
	tShl
	tShr
	tLe
	tGe
	tEq
	tNe
	tArrow
	tWalrus
	tEllipsis
	tAugmented // += and its kin
	tAddTo     // += itself
	tOrTo      // |=

	kFalse
	kNone
	kTrue
	kAnd
	kAs
	kAssert
	kAsync
	kAwait
	kBreak
	kClass
	kContinue
	kDef
	kDel
	kElif
	kElse
	kExcept
	kFinally
	kFor
	kFrom
	kGlobal
	kIf
	kImport
	kIn
	kIs
	kLambda
	kNonlocal
	kNot
	kOr
	kPass
	kRaise
	kReturn
	kTry
	kWhile
	kWith
	kYield
)

// token is a range of the text.
type token struct {
	kind     tk
	from, to int32
}

// keyword returns the kind of a name.
func keyword(s string) tk {
	if len(s) < 2 || len(s) > 8 {
		return tName
	}
	switch s {
	case "False":
		return kFalse
	case "None":
		return kNone
	case "True":
		return kTrue
	case "and":
		return kAnd
	case "as":
		return kAs
	case "assert":
		return kAssert
	case "async":
		return kAsync
	case "await":
		return kAwait
	case "break":
		return kBreak
	case "class":
		return kClass
	case "continue":
		return kContinue
	case "def":
		return kDef
	case "del":
		return kDel
	case "elif":
		return kElif
	case "else":
		return kElse
	case "except":
		return kExcept
	case "finally":
		return kFinally
	case "for":
		return kFor
	case "from":
		return kFrom
	case "global":
		return kGlobal
	case "if":
		return kIf
	case "import":
		return kImport
	case "in":
		return kIn
	case "is":
		return kIs
	case "lambda":
		return kLambda
	case "nonlocal":
		return kNonlocal
	case "not":
		return kNot
	case "or":
		return kOr
	case "pass":
		return kPass
	case "raise":
		return kRaise
	case "return":
		return kReturn
	case "try":
		return kTry
	case "while":
		return kWhile
	case "with":
		return kWith
	case "yield":
		return kYield
	}
	return tName
}

// statement reports whether a line within brackets that starts with the
// keyword shows that a bracket above it was never closed: no expression goes
// on with it.
func statement(k tk, column int) bool {
	switch k {
	case kDef, kClass, kReturn, kImport, kWhile, kTry, kRaise, kWith, kAssert, kDel, kPass, kBreak, kContinue, kGlobal, kNonlocal, kExcept, kFinally, kElif:
		return true
	}
	return k == kFrom && column == 0
}
