package report

// Plain returns text of others as reports print it: on one line, without
// characters that a terminal obeys or that show as nothing.
func Plain(s string) string { return clean(s) }

// PlainJSON escapes such characters in a JSON document; its values stay equal.
func PlainJSON(doc []byte) []byte { return harmless(doc) }
