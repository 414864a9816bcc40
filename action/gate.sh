#!/usr/bin/env bash
# Ends the job by the verdict. It needs no token, so it holds for a fork as well.
#
# Reads EXIT_CODE (of the review) and FAIL_ON.
set -euo pipefail

case "$EXIT_CODE" in
0) exit 0 ;;
3) [ "$FAIL_ON" != refuse ] || exit 0 ;;
1 | 2) ;;
*) EXIT_CODE=2 ;;
esac
exit "$EXIT_CODE"
