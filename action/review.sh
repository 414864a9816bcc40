#!/usr/bin/env bash
# Reviews the evidence once, into every form of report, and writes the job
# summary. The verdict is left to the gate, so that what follows still reports.
#
# Reads MCPREVIEW, EVIDENCE, POLICY, BASELINE, FAIL_ON, PROFILE, PROTOCOL, SERVER,
# NAME, BASE_SHA, HEAD_REPOSITORY and the runner's GITHUB_WORKSPACE,
# GITHUB_REPOSITORY, GITHUB_EVENT_NAME, RUNNER_TEMP; writes GITHUB_OUTPUT and GITHUB_STEP_SUMMARY.
set -euo pipefail

# shellcheck source=action/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

cd "$GITHUB_WORKSPACE"
check_name "$NAME"
case "$FAIL_ON" in
conditional | refuse) ;;
*) fail "fail-on: conditional or refuse" ;;
esac
case "${BASE_SHA:-}" in
*[!0-9a-f]*) fail "base: the full name of a commit" ;;
'')
  # Of other events nobody knows whose change it is that was checked out.
  case "$GITHUB_EVENT_NAME" in
  push | schedule | workflow_dispatch | repository_dispatch | release) ;;
  *) fail "base: name the commit to take policy and lock from, since the event does not" ;;
  esac
  ;;
esac

reports=$(mktemp -d "$RUNNER_TEMP/$NAME.XXXXXX")
trusted=$(mktemp -d "$RUNNER_TEMP/$NAME-trusted.XXXXXX")

# In a container the workspace belongs to another user, whom git would not trust.
git() { command git -c safe.directory="$GITHUB_WORKSPACE" "$@"; }

# have_base: the base commit, fetched where the checkout is shallow.
have_base() {
  git cat-file -e "$BASE_SHA^{commit}" 2>/dev/null ||
    git fetch --quiet --no-tags --depth=1 origin "$BASE_SHA" 2>/dev/null ||
    fail "the base commit cannot be read, and policy and lock are taken from it alone: check out with fetch-depth: 0"
}

# trust PATH FILE: copies a file of the base branch, which whoever wrote the
# change cannot have changed. Without a change, it is the file as it stands.
# Fails where there is no such file.
trust() {
  if [ -z "${BASE_SHA:-}" ]; then
    [ -f "$1" ] && cat <"$1" >"$2"
  elif git cat-file -e "$BASE_SHA:$1" 2>/dev/null; then
    git cat-file blob "$BASE_SHA:$1" >"$2" || fail "policy or baseline: no file on the base branch"
  else
    return 1
  fi
}

[ -z "${BASE_SHA:-}" ] || have_base

# The policy is always named: one in the working directory comes with the
# change. Where the base branch has none, the defaults hold.
policy=$trusted/mcpreview.yaml
if ! trust "${POLICY:-mcpreview.yaml}" "$policy"; then
  printf '{}\n' >"$policy"
  [ "${POLICY:-mcpreview.yaml}" = mcpreview.yaml ] ||
    echo '::warning title=mcpreview::the policy is not on the base branch: the review is made under the defaults'
fi
arguments=(--policy "$policy" --profile "${PROFILE:-house}")
if [ -n "${BASELINE:-}" ]; then
  if trust "$BASELINE" "$trusted/mcpreview.lock.json"; then
    arguments+=(--baseline "$trusted/mcpreview.lock.json")
  elif [ "$BASELINE" != mcpreview.lock.json ]; then
    echo '::warning title=mcpreview::the baseline is not on the base branch: nothing is compared with what was approved'
  fi
fi
[ -z "${PROTOCOL:-}" ] || arguments+=(--protocol "$PROTOCOL")
[ -z "${SERVER:-}" ] || arguments+=(--server "$SERVER")
for form in json md html sarif; do
  arguments+=(--output "$reports/review.$form")
done
paths=()
while IFS= read -r path || [ -n "$path" ]; do
  path="${path#"${path%%[![:space:]]*}"}"
  path="${path%"${path##*[![:space:]]}"}"
  [ -z "$path" ] || paths+=("$path")
done <<<"$EVIDENCE"
[ "${#paths[@]}" -gt 0 ] || fail "evidence: names no file and no folder"

code=0
"$MCPREVIEW" report --format github "${arguments[@]}" -- "${paths[@]}" || code=$?

# count NAME: a number of the review's counts. The form of the report is fixed,
# and no string in it has a line of its own.
count() {
  sed -n "s/^      \"$1\": \([0-9][0-9]*\),\{0,1\}\$/\1/p" "$reports/review.json" | head -n 1
}

verdict=
case $code in
0) verdict=APPROVE ;;
1) verdict=REFUSE ;;
3) verdict=CONDITIONAL ;;
esac
if [ -n "$verdict" ] && [ ! -s "$reports/review.json" ]; then
  fail "the review left no report"
fi
output exit-code "$code"
output verdict "$verdict"
output reports "$reports"
if [ -z "$verdict" ]; then
  printf '## MCP server review\n\nNo review could be made, so nothing is approved. The log of the job says why.\n' >>"$GITHUB_STEP_SUMMARY"
  exit 0
fi

for what in tools admitted conditional rejected; do
  output "$what" "$(count "$what")"
done
output json "$reports/review.json"
output markdown "$reports/review.md"
output html "$reports/review.html"
output sarif "$reports/review.sarif"

# From the saved review, so that nothing is judged twice; it ends as the review
# did.
"$MCPREVIEW" convert "$reports/review.json" --format markdown --summary >>"$GITHUB_STEP_SUMMARY" || [ $? -eq "$code" ] ||
  fail "the review that was saved cannot be read"

# Code scanning takes every result for an open problem, and refuses a file with
# one that has no place: what is accepted, decides nothing or stands nowhere is
# left to the other reports.
upload=$reports/review.sarif
if command -v jq >/dev/null; then
  upload=$reports/upload.sarif
  jq '.runs[].results |= map(select(.kind == "fail" and (.suppressions | not) and .locations))' "$reports/review.sarif" >"$upload"
fi
output upload "$upload"

# The token of a fork's pull request writes nothing.
case "$GITHUB_EVENT_NAME" in
pull_request*)
  if [ "${HEAD_REPOSITORY:-}" = "$GITHUB_REPOSITORY" ]; then may_write=true; else may_write=false; fi
  ;;
*) may_write=true ;;
esac
output may-write "$may_write"
