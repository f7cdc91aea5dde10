package build

import "testing"

func TestDockerfile(t *testing.T) {
	in := files{
		"a/Dockerfile":           "FROM apache/beam_python3.13_sdk:2.71.0\nCOPY src /app\nRUN pip install --no-cache-dir requests==2.32.3\n",
		"args/Dockerfile":        "ARG PY=3.11\nARG TAG\nFROM apache/beam_python${PY}_sdk:2.50.0\nRUN echo\n",
		"tag/Dockerfile":         "ARG TAG\nFROM apache/beam_python3.11_sdk:$TAG\n",
		"default/Dockerfile":     "FROM apache/beam_python3.11_sdk:${TAG:-2.50.0}\n",
		"stages/Dockerfile":      "FROM apache/beam_java11_sdk:2.60.0 AS beam\nFROM eclipse-temurin:17\nCOPY --from=beam /opt/apache/beam /opt/apache/beam\nENTRYPOINT [\"/opt/apache/beam/boot\"]\n",
		"image/Dockerfile":       "FROM python:3.11-slim\nCOPY --from=apache/beam_python3.11_sdk:2.70.0 /opt/apache/beam /opt/apache/beam\nRUN python -m pip install \\\n    # the SDK\n    'apache-beam[gcp]==2.70.0' \\\n    google-cloud-profiler==4.1.0 && rm -rf /tmp/x\n",
		"on/Dockerfile":          "FROM apache/beam_python3.11_sdk:2.70.0 AS base\nRUN pip install numpy\nFROM base AS dev\nRUN [\"pip3\", \"install\", \"google-cloud-profiler\"]\n",
		"venv/Dockerfile":        "FROM python:3.11 AS b\nRUN python -m venv /v && /v/bin/pip install google-cloud-profiler apache-beam\nFROM python:3.11-slim\nCOPY --from=0 /v /v\nCOPY --from=apache/beam_python3.11_sdk:2.70.0 /opt/apache/beam /opt/apache/beam\n",
		"req/Dockerfile":         "FROM gcr.io/dataflow-templates-base/python311-template-launcher-base\nCOPY requirements.txt /template/\nENV FLEX_TEMPLATE_PYTHON_REQUIREMENTS_FILE=/template/requirements.txt\nRUN pip install -U -r $FLEX_TEMPLATE_PYTHON_REQUIREMENTS_FILE\n",
		"req/requirements.txt":   "apache-beam==2.60.0\ngoogle-cloud-profiler\n-r more.txt\n",
		"missing/Dockerfile":     "FROM apache/beam_python3.11_sdk:2.70.0\nRUN pip install -r other.txt\n",
		"renamed/Dockerfile":     "FROM apache/beam_python3.11_sdk:2.70.0\nCOPY deps/prod.txt /tmp/req.txt\nRUN pip install -r /tmp/req.txt\n",
		"renamed/deps/prod.txt":  "protobuf",
		"poetry/Dockerfile":      "FROM python:3.11\nCOPY --from=apache/beam_python3.11_sdk:2.70.0 /opt/apache/beam /opt/apache/beam\nRUN poetry install\n",
		"agent/Dockerfile":       "FROM eclipse-temurin:17\nCOPY --from=apache/beam_java17_sdk:2.60.0 /opt/apache/beam /opt/apache/beam\nADD https://storage.googleapis.com/cloud-profiler/java/latest/profiler_java_agent.tar.gz /opt/google_cloud_profiler/\n",
		"wget/Dockerfile":        "FROM eclipse-temurin:17\nCOPY --from=apache/beam_java17_sdk:2.60.0 /opt/apache/beam /opt/apache/beam\nRUN mkdir -p /opt/google_cloud_profiler && wget -q -O- https://storage.googleapis.com/cloud-profiler/java/latest/profiler_java_agent.tar.gz | tar xz -C /opt/google_cloud_profiler\n",
		"heredoc/Dockerfile":     "FROM apache/beam_python3.11_sdk:2.70.0\nRUN <<EOF\npip install pandas\npip install -e .\nEOF\n",
		"escape/Dockerfile":      "# escape=`\nFROM apache/beam_python3.11_sdk:2.70.0\nRUN pip install `\n  pandas\n",
		"broken/Dockerfile":      "FROM beam\nRUN <<EOF\n",
		"nothing/Dockerfile":     "FROM python:3.11\nRUN pip install apache-airflow\n",
		"platform/Dockerfile":    "FROM --platform=linux/arm64 apache/beam_go_sdk:2.60.0\n",
		"digest/Dockerfile":      "FROM apache/beam_python3.11_sdk@sha256:00\n",
		"case/prod.Dockerfile":   "from apache/beam_python3.11_sdk:2.70.0 as x\nrun pip install a\n",
		"case/Dockerfile.worker": "FROM apache/beam_python3.11_sdk:2.70.0\nENV V 1.2\nRUN pip install pandas==$V\n",
	}
	for _, c := range []struct{ of, want string }{
		{"a/Dockerfile", `image apache/beam_python3.13_sdk:2.71.0 @a/Dockerfile:1 "FROM apache/beam_python3.13_sdk:2.71.0" installs:requests==2.32.3`},
		{"args/Dockerfile", `image apache/beam_python3.11_sdk:2.50.0 weak: the default of build argument PY @args/Dockerfile:3 "FROM apache/beam_python${PY}_sdk:2.50.0"`},
		{"tag/Dockerfile", `image apache/beam_python3.11_sdk:$TAG (given when the image is built) @tag/Dockerfile:2 "FROM apache/beam_python3.11_sdk:$TAG"`},
		{"default/Dockerfile", `image apache/beam_python3.11_sdk:2.50.0 weak: the default of $TAG @default/Dockerfile:1 "FROM apache/beam_python3.11_sdk:${TAG:-2.50.0}"`},
		{"stages/Dockerfile", `image eclipse-temurin:17 @stages/Dockerfile:2 "FROM eclipse-temurin:17" copied:apache/beam_java11_sdk:2.60.0/opt/apache/beam`},
		{"image/Dockerfile", `python 2.70.0 @image/Dockerfile:5 "2.70.0"
image python:3.11-slim @image/Dockerfile:1 "FROM python:3.11-slim" copied:apache/beam_python3.11_sdk:2.70.0/opt/apache/beam installs:apache-beam[gcp]==2.70.0 installs:google-cloud-profiler==4.1.0`},
		{"on/Dockerfile", `image apache/beam_python3.11_sdk:2.70.0 @on/Dockerfile:3 "FROM base AS dev" installs:numpy installs:google-cloud-profiler`},
		{"venv/Dockerfile", `python .. @venv/Dockerfile:2 "apache-beam"
image python:3.11-slim @venv/Dockerfile:3 "FROM python:3.11-slim" copied:python:3.11/v copied:apache/beam_python3.11_sdk:2.70.0/opt/apache/beam installs:google-cloud-profiler installs:apache-beam`},
		{"req/Dockerfile", `python 2.60.0 @req/requirements.txt:1 "2.60.0"
image gcr.io/dataflow-templates-base/python311-template-launcher-base @req/Dockerfile:1 "FROM gcr.io/dataflow-templates-base/python311-template-launcher-base" installs:apache-beam==2.60.0 installs:google-cloud-profiler installs:apache-beam==2.60.0 installs:google-cloud-profiler hidden: the file more.txt is not in these files`},
		{"missing/Dockerfile", `image apache/beam_python3.11_sdk:2.70.0 @missing/Dockerfile:1 "FROM apache/beam_python3.11_sdk:2.70.0" hidden: the file other.txt is not in these files`},
		{"renamed/Dockerfile", `image apache/beam_python3.11_sdk:2.70.0 @renamed/Dockerfile:1 "FROM apache/beam_python3.11_sdk:2.70.0" installs:protobuf`},
		{"poetry/Dockerfile", `image python:3.11 @poetry/Dockerfile:1 "FROM python:3.11" copied:apache/beam_python3.11_sdk:2.70.0/opt/apache/beam hidden: what poetry installs is not read`},
		{"agent/Dockerfile", `image eclipse-temurin:17 @agent/Dockerfile:1 "FROM eclipse-temurin:17" copied:apache/beam_java17_sdk:2.60.0/opt/apache/beam installs:https://storage.googleapis.com/cloud-profiler/java/latest/profiler_java_agent.tar.gz`},
		{"wget/Dockerfile", `image eclipse-temurin:17 @wget/Dockerfile:1 "FROM eclipse-temurin:17" copied:apache/beam_java17_sdk:2.60.0/opt/apache/beam installs:https://storage.googleapis.com/cloud-profiler/java/latest/profiler_java_agent.tar.gz`},
		{"heredoc/Dockerfile", `image apache/beam_python3.11_sdk:2.70.0 @heredoc/Dockerfile:1 "FROM apache/beam_python3.11_sdk:2.70.0" installs:pandas hidden: what . requires is not read`},
		{"escape/Dockerfile", `image apache/beam_python3.11_sdk:2.70.0 @escape/Dockerfile:2 "FROM apache/beam_python3.11_sdk:2.70.0" installs:pandas`},
		{"broken/Dockerfile", ""},
		{"nothing/Dockerfile", ""},
		{"platform/Dockerfile", `image apache/beam_go_sdk:2.60.0 @platform/Dockerfile:1 "FROM --platform=linux/arm64 apache/beam_go_sdk:2.60.0"`},
		{"digest/Dockerfile", `image apache/beam_python3.11_sdk@sha256:00 @digest/Dockerfile:1 "FROM apache/beam_python3.11_sdk@sha256:00"`},
		{"case/prod.Dockerfile", `image apache/beam_python3.11_sdk:2.70.0 @case/prod.Dockerfile:1 "from apache/beam_python3.11_sdk:2.70.0 as x" installs:a`},
		{"case/Dockerfile.worker", `image apache/beam_python3.11_sdk:2.70.0 @case/Dockerfile.worker:1 "FROM apache/beam_python3.11_sdk:2.70.0" installs:pandas==1.2`},
	} {
		t.Run(c.of, func(t *testing.T) { check(t, in, c.of, c.want) })
	}
}
