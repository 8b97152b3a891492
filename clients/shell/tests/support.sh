# shellcheck shell=sh disable=SC2034,SC2154 # sourced by every test, from the folder of the client
# What the tests have in common. A test file is a program: 0 when all is well, and it counts.

set -eu
VMH_HOME=$PWD
root=${PWD%/clients/shell}
conformance=${CONFORMANCE:-$root/clients/conformance}
failures=0 checks=0
work=$(mktemp -d "${TMPDIR:-/tmp}/vmh-test.XXXXXX")
TMPDIR=$work
export TMPDIR
trap 'rm -rf "$work"' EXIT
. ./viewmodel-host.sh
# A host that a slow machine still has at work is no failure.
vmh__patience=600 vmh__grace=600

# The built host with the name $1: `host` is its path. Without one the test file is skipped.
need_host() {
  case $1 in
    viewmodel-host) host=${VIEWMODEL_HOST-} ;;
    viewmodel-generate) host=${VIEWMODEL_GENERATE-} ;;
    *) host=${EXAMPLE_HOST-} ;;
  esac
  for candidate in "$host" "$root/.build/release/$1" "$root/.build/debug/$1"; do
    if [ -x "$candidate" ]; then
      host=$candidate
      return 0
    fi
  done
  skip "no built $1 (swift build)"
}

need_fake_host() {
  command -v python3 >/dev/null || skip 'no python3, which plays the fake host (apt-get install python3)'
  [ -f "$conformance/fake_host.py" ] || skip "no $conformance/fake_host.py"
}

# Ends the test file; under CI nothing may be missing.
skip() {
  printf '  skipped: %s: %s\n' "${0##*/}" "$1"
  [ "${CI-}" != true ] || exit 1
  exit 77
}

# check WHAT EXPECTED FOUND
check() {
  checks=$((checks + 1))
  [ "$2" != "$3" ] || return 0
  failures=$((failures + 1))
  printf '  FAILED: %s\n    expected: %s\n    found:    %s\n' "$1" "$2" "$3"
}

# Checks that two JSON texts are the same, apart from the order of members; a word may stand before.
check_json() {
  if [ "$2" = "$3" ]; then
    checks=$((checks + 1))
  else
    check "$1" "${2%%[[{\"]*}$(printf '%s\n' "${2#[a-z]* }" | jq -cS .)" \
      "${3%%[[{\"]*}$(printf '%s\n' "${3#[a-z]* }" | jq -cS .)"
  fi
}

# check_status WHAT STATUS COMMAND...: what the command says is in the file $work/said.
check_status() {
  check_what=$1 check_expected=$2
  shift 2
  status=0
  "$@" 2>"$work/said" || status=$?
  check "$check_what" "$check_expected" "$status"
}

# check_said WHAT PATTERN: whether the command of the last check_status said it.
check_said() {
  said=$(cat "$work/said")
  # shellcheck disable=SC2254 # a pattern
  case $said in
    $2) check "$1" ok ok ;;
    *) check "$1" "$2" "$said" ;;
  esac
}

# Waits until nothing has the file $1 open for writing any more: reading it then comes to its end.
wait_for_end_of() { cat "$1" >/dev/null; }

finish() {
  [ -n "$vmh__ended" ] || vmh_stop || failures=$((failures + 1))
  left=$(find "$work" -maxdepth 1 -name 'viewmodel-host.*' | wc -l)
  check 'no folder is left' 0 "$((left))"
  printf '  %s checks, %s failures\n' "$checks" "$failures"
  [ "$failures" -eq 0 ] || exit 1
}
