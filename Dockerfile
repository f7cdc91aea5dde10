# For goreleaser, which lays out the binaries by platform.
ARG BASE=nonroot
FROM gcr.io/distroless/static:${BASE}
ARG TARGETPLATFORM
COPY ${TARGETPLATFORM}/proflint /usr/bin/proflint
ENTRYPOINT ["/usr/bin/proflint"]
