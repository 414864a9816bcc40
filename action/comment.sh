#!/usr/bin/env bash
# Keeps one comment with the report on a pull request. It never fails the job:
# the report is in the job summary as well, and the gate is elsewhere.
#
# Reads MARKDOWN, NAME, PULL_REQUEST, GH_TOKEN and the runner's GITHUB_REPOSITORY,
# RUNNER_TEMP.
set -euo pipefail

# shellcheck source=action/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

# skip MESSAGE: leaves it at a notice.
skip() {
  printf '::notice title=mcpreview::no comment: %s\n' "$1"
  exit 0
}

check_name "$NAME"
[ -n "${GH_TOKEN:-}" ] || skip "there is no token"
command -v gh >/dev/null || skip "gh is not installed"
case "$PULL_REQUEST" in
'' | *[!0-9]*) skip "there is no pull request" ;;
esac

marker="<!-- mcpreview review: $NAME -->"
body=$(mktemp "$RUNNER_TEMP/mcpreview-comment.XXXXXX")
{
  printf '%s\n\n' "$marker"
  cat "$MARKDOWN"
} >"$body"

# Anybody can write a comment with the marker in it, and could change it after
# it was taken over. Only the token's own comments count.
me=$(gh api user --jq .login 2>/dev/null) || me='github-actions[bot]'
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
export me marker
mine=$(gh api --paginate "$comments?per_page=100" \
  --jq '.[] | select(.user.login == env.me and (.body | startswith(env.marker))) | .id' 2>/dev/null) ||
  skip "the comments cannot be read with this token"
mine=${mine%%$'\n'*}
case "$mine" in
*[!0-9]*) skip "the comments cannot be read with this token" ;;
'') gh api --method POST "$comments" --field "body=@$body" --silent 2>/dev/null || skip "this token may not write one" ;;
*) gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$mine" --field "body=@$body" --silent 2>/dev/null || skip "this token may not write one" ;;
esac
