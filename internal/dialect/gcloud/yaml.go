package gcloud

import (
	"strconv"
	"strings"
)

// What YAML 1.1, which gcloud uses, makes of an unquoted value in a
// properties file.
const (
	yamlText = iota
	yamlNull
	yamlOther // a bool, a number, a date, a list or a map
)

// plainYAML classifies an unquoted value; why is set for what does not parse
// in the place of a value.
func plainYAML(s string) (kind int, why string) {
	switch {
	case s == "" || in("~ null Null NULL", s):
		return yamlNull, ""
	case strings.Contains(s, ": ") || strings.HasSuffix(s, ":"):
		return yamlOther, "holds a colon and a blank"
	case strings.ContainsAny(s[:1], "%@`*,]}") || strings.Contains(s, "\t"):
		return yamlOther, "does not parse as YAML"
	case strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "? ") || s == "-" || s == "?":
		return yamlOther, "does not parse as YAML"
	case strings.ContainsAny(s[:1], "[{!&|>"):
		return yamlOther, ""
	case strings.ContainsAny(s[:1], `"'`):
		return yamlOther, "has text behind its quotes"
	}
	if isBool(s) || isNumber(s) || isDate(s) {
		return yamlOther, ""
	}
	return yamlText, ""
}

func isBool(s string) bool {
	return in("y Y yes Yes YES n N no No NO true True TRUE false False FALSE on On ON off Off OFF", s)
}

// isNumber reads the numbers of YAML 1.1: with underscores, octal, hex,
// binary and base 60 among them.
func isNumber(s string) bool {
	u := strings.TrimLeft(strings.ReplaceAll(s, "_", ""), "+-")
	if len(s)-len(strings.TrimLeft(s, "+-")) > 1 || u == "" {
		return false
	}
	if in(".inf .Inf .INF .nan .NaN .NAN", u) {
		return true
	}
	if u[0] != '.' && (u[0] < '0' || u[0] > '9') || s[0] == '_' {
		return false
	}
	if _, err := strconv.ParseInt(strings.TrimPrefix(u, "0x"), 16, 64); err == nil && strings.HasPrefix(u, "0x") {
		return true
	}
	if _, err := strconv.ParseInt(strings.TrimPrefix(u, "0b"), 2, 64); err == nil && strings.HasPrefix(u, "0b") {
		return true
	}
	if parts := strings.Split(u, ":"); len(parts) > 1 { // 1:30 is 90
		for i, p := range parts {
			n, err := strconv.ParseFloat(p, 64)
			if err != nil || (i > 0 && n >= 60) || (i < len(parts)-1 && strings.Contains(p, ".")) {
				return false
			}
		}
		return true
	}
	if strings.ContainsAny(u, "xXpP") {
		return false
	}
	_, err := strconv.ParseFloat(u, 64)
	return err == nil
}

// isDate reports whether s starts as a date does: 2024-01-31.
func isDate(s string) bool {
	if len(s) < 8 || strings.Trim(s[:4], "0123456789") != "" || s[4] != '-' {
		return false
	}
	parts := strings.SplitN(s, "-", 3)
	if len(parts) != 3 || parts[1] == "" || len(parts[1]) > 2 {
		return false
	}
	day := parts[2]
	i := 0
	for i < len(day) && day[i] >= '0' && day[i] <= '9' {
		i++
	}
	if i == 0 || i > 2 || strings.Trim(parts[1], "0123456789") != "" {
		return false
	}
	return i == len(day) && len(parts[1]) == 2 && i == 2 || i < len(day) && strings.ContainsAny(day[i:i+1], "Tt ") && strings.Contains(day, ":")
}

// typeName says what YAML takes an unquoted value for.
func typeName(s string) string {
	switch {
	case isBool(s):
		return "true or false"
	case isNumber(s):
		return "a number"
	case isDate(s):
		return "a date"
	}
	return "no text"
}

// quoted returns the place of the closing quote of a value that is one quoted
// text (a comment may follow), or -1.
func quoted(s string) int {
	if s == "" || (s[0] != '"' && s[0] != '\'') {
		return -1
	}
	end := strings.IndexByte(s[1:], s[0])
	if end < 0 {
		return -1
	}
	end++
	if rest := strings.TrimLeft(s[end+1:], " \t"); rest != "" && !strings.HasPrefix(rest, "#") {
		return -1
	}
	return end
}
