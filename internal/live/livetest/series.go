package livetest

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
)

// series answers for Cloud Monitoring: those time series of the world whose
// metric, resource and service the filter names, with their points in the time
// that is asked for.
func (s *Server) series(name string, r *http.Request) map[string]any {
	query := r.URL.Query()
	var all struct{ TimeSeries []map[string]any }
	_ = json.Unmarshal(s.world[name], &all)
	var out []map[string]any
	for _, one := range all.TimeSeries {
		metric, _ := one["metric"].(map[string]any)
		resource, _ := one["resource"].(map[string]any)
		labels, _ := resource["labels"].(map[string]any)
		fits := true
		for field, value := range map[string]any{"metric.type": metric["type"], "resource.type": resource["type"], "resource.labels.service": labels["service"]} {
			text, _ := value.(string)
			fits = fits && strings.Contains(query.Get("filter"), field+`="`+text+`"`)
		}
		points, _ := one["points"].([]any)
		var within []any
		for _, p := range points {
			point, _ := p.(map[string]any)
			interval, _ := point["interval"].(map[string]any)
			// times in UTC are in the order of their texts
			if end, _ := interval["endTime"].(string); end > query.Get("interval.startTime") && end <= query.Get("interval.endTime") {
				within = append(within, p)
			}
		}
		if fits && within != nil {
			one = maps.Clone(one)
			one["points"] = within
			out = append(out, one)
		}
	}
	if out == nil { // Google leaves empty lists out
		return map[string]any{}
	}
	return map[string]any{"timeSeries": out}
}
