# shellcheck shell=bash
# What the action's scripts share. Nothing here prints what a stranger wrote.

# fail MESSAGE: ends the step; the message is the action's own.
fail() {
  printf '::error title=mcpreview::%s\n' "$1"
  exit 2
}

# output NAME VALUE: sets an output of the step. A value of several lines could
# set others.
output() {
  case "$2" in
  *$'\n'* | *$'\r'*) fail "output $1: the value has more than one line" ;;
  esac
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# check_name NAME: refuses what could be more than a name.
check_name() {
  case "$1" in
  '' | *[!A-Za-z0-9._-]*) fail "name: letters, digits, dots, dashes and underscores only" ;;
  esac
}
