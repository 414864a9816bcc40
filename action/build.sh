#!/usr/bin/env bash
# Builds mcpreview of this very version, or takes the program it is given, and
# tells the next steps where it is.
#
# Reads BINARY, GITHUB_ACTION_PATH, RUNNER_TEMP; writes GITHUB_OUTPUT.
set -euo pipefail

# shellcheck source=action/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

if [ -n "${BINARY:-}" ]; then
  [ -x "$BINARY" ] || fail "binary: not a program that can be run"
  program=$(cd "$(dirname "$BINARY")" && pwd)/$(basename "$BINARY")
else
  program=$(mktemp -d "$RUNNER_TEMP/mcpreview-build.XXXXXX")/mcpreview
  # A workspace of the caller must not have a say in what is built.
  (cd "$GITHUB_ACTION_PATH" && GOWORK=off GOFLAGS=-mod=readonly go build -trimpath -buildvcs=false -o "$program" ./cmd/mcpreview)
fi
output program "$program"
