package gcloud

import "testing"

func draw(t *testing.T) {}
