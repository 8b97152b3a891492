#!/bin/sh
# shellcheck disable=SC1091,SC2016 # the texts of programs
# What only this client does: `sh tests/native.sh SHELL`, which is the shell of the scripts that it starts.
set -eu
shell=$1 failures=0 checks=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. ./viewmodel-host.sh

# check WHAT EXPECTED FOUND
check() {
  checks=$((checks + 1))
  [ "$2" != "$3" ] || return 0
  failures=$((failures + 1))
  printf '  FAILED: %s\n    expected: %s\n    found:    %s\n' "$1" "$2" "$3"
}

# check_fails WHAT STATUS WORDS COMMAND...: it says that on standard error.
check_fails() {
  what=$1 wanted="$2 viewmodel-host: $3" status=0
  shift 3
  said=$("$@" 2>&1 >/dev/null) || status=$?
  check "$what" "$wanted" "$status $said"
}

# The ten lines of README.md print what stands below them.
awk '/^```sh$/ && !done {inside = 1; next} /^```$/ && inside {inside = 0; done = 1} inside' README.md >"$work/ten.sh"
awk '/^## Commands/ {exit} /^    / && seen {print substr($0, 5)} /^## Ten lines/ {seen = 1}' README.md >"$work/expected"
check 'ten lines' 10 "$(($(wc -l <"$work/ten.sh")))"
for options in '' -eu; do
  # shellcheck disable=SC2086 # a program and its first word
  check 'what they print' "$(cat "$work/expected")" "$(VMH_HOME=$PWD $shell $options "$work/ten.sh" 2>&1)"
done

# The example pages.
mkdir "$work/folder"
for i in 1 2 3 4 5 6 7; do : >"$work/folder/file-$i"; done
keys='entries; n: next page, r: reload, q: quit'
expected=$(printf '  file-%s\n' 1 2 3 4 5 && echo "-- 5 $keys" && printf '  file-%s\n' 6 7 && echo "-- 7 $keys")
# shellcheck disable=SC2086
check 'the example' "$expected" "$(printf 'x\nn\nq\n' | VIEWMODEL_HOST_OPTIONS='--clock virtual' $shell examples/list.sh "$work/folder" 2>&1)"

# Commands in $(…), arguments in every form, and texts.
vmh_start --news -- "$VIEWMODEL_HOST" --clock virtual
check 'create' '{"id":"c 1","revision":0,"state":{"count":0,"isEven":true}}' "$(vmh create counter --id 'c 1')"
check 'an input gives nothing' '' "$(vmh input 'c 1' plusButtonDidTap)"
check 'wait' 1 "$(vmh wait 'c 1' count=1)"
check 'get' '{"count":1,"isEven":false}' "$(vmh get 'c 1')"
check 'revision' 1 "$(vmh revision 'c 1')"
check 'news' '[{"news":"change","id":"c 1","revision":1,"patch":[{"op":"replace","path":"/count","value":1},{"op":"replace","path":"/isEven","value":false}]}]' "$(vmh news)"
check 'no news' '[]' "$(vmh news 0)"
vmh create user --id u >/dev/null
for words in '{"userId": 5}' '[5]' '5' 'userId=5' '{
  "userId": 5
}'; do
  vmh input u fetch "$words"
  vmh request clock/advance '{"milliseconds": 1000}' >/dev/null
  check "arguments $words" '{"id":5}' "$(vmh get u user)"
done
vmh create list --id l --parameters "{\"folder\": \"$work/folder\", \"pageSize\": 2}" >/dev/null
: >"$work/folder/a b"
vmh call l viewWillAppear >/dev/null
vmh wait l loading=false >/dev/null
check 'a text' 'a b' "$(vmh get l items 0 name)"
check 'a member that is not there' 3 "$(vmh get l items 9 >/dev/null 2>&1 || echo $?)"
check 'as JSON' '"a b"' "$(vmh json l items 0 name)"
call=$(vmh begin u fetch 7)
check 'a call that runs' false "$(vmh 'done' "$call")"
vmh cancel "$call"
check_fails 'a cancelled call' 3 'Cancelled by the frontend' vmh end "$call"
check_fails 'no such instance' 5 'there is no instance x' vmh get x
check_fails 'no such output' 3 'there is no y in the state of u' vmh get u y
check_fails 'no such input' 3 'counter has no input x; it has plusButtonDidTap, minusButtonDidTap' vmh call 'c 1' x
check 'its error' -32004 "$(vmh error | jq .code)"
check_fails 'no JSON' 2 'the params: expected JSON, found {: expected a key in double quotes or '\''}'\'', found the end of the text at line 1, column 2 (byte 1)' vmh request ping '{'
check_fails 'no command' 2 'there is no command x; viewmodel-host attach --help lists them' vmh x
check_fails 'no word' 2 'vmh: a command is missing' vmh
check_fails 'a command without words' 2 'ID is missing' vmh get
vmh timeout 1
check_fails 'the time' 124 'the time is over' vmh wait 'c 1' count=9
vmh timeout 30
vmh request ping >/dev/null
vmh news >/dev/null
vmh turn
vmh input 'c 1' plusButtonDidTap
vmh input 'c 1' plusButtonDidTap
vmh send
vmh request ping >/dev/null
check 'a turn has one update' '1 3' "$(vmh news | jq length) $(vmh get 'c 1' count)"

# A host that is killed, and another one.
kill -9 "$(vmh pid)"
check_fails 'a host that was killed' 6 'the host ended by SIGKILL' vmh request ping
check_fails 'once more' 6 'the host ended by SIGKILL' vmh call 'c 1' plusButtonDidTap
vmh restart >/dev/null
check 'its instances begin again' 0 "$(vmh get 'c 1' count)"
vmh close
check_fails 'after close' 9 'the host was stopped' vmh call 'c 1' plusButtonDidTap
vmh_close
check_fails 'after its end' 6 'attach has ended' vmh get 'c 1'

# Services are commands of the shell.
vmh_start --service 'items=jq -c "{items: [{id: \"1\", name: \"page \(.page)\"}], pages: {currentPage: .page}}"' --service 'foos=echo none >&2; echo "{\"code\": 7, \"message\": \"no foos\"}"; exit 1'
vmh create list --id l >/dev/null
vmh call l viewWillAppear >/dev/null
check 'a service' 'page 1' "$(vmh wait l loading=false >/dev/null && vmh get l items 0 name)"
vmh_close

# A signal that the script traps, such as Control-C, comes while a command waits.
vmh_start --service "items=kill -USR1 $$; echo '{\"items\": [], \"pages\": {\"currentPage\": 1}}'"
trap 'signals=$((signals + 1))' USR1
signals=0
vmh create list --id l >/dev/null
for number in 1 2 3 4; do
  vmh call l reload >/dev/null
  vmh wait l loading=false >"$work/waited"
  check "the answers in spite of signal $number" 'false false' "$(cat "$work/waited") $(vmh get l loading)"
done
check 'signals' 4 "$signals"
trap - USR1
vmh_close

# An unexpected failure is written to standard error.
vmh_start 2>"$work/said"
vmh create counter --id c >/dev/null
vmh input c x
vmh request ping >/dev/null
vmh_close
check 'a rejection' 'viewmodel-host: c x rejected: counter has no input x; it has plusButtonDidTap, minusButtonDidTap' "$(cat "$work/said")"

# No program.
VIEWMODEL_HOST=/no/such/host
check_fails 'no program' 127 'there is no /no/such/host: install its package (dpkg -i, or unpack the tar.gz), put viewmodel-host on the PATH, or set VIEWMODEL_HOST to its path' vmh_start

echo "native: $shell: $checks checks, $failures failed"
[ "$failures" -eq 0 ]
