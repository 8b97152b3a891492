#!/bin/sh
# shellcheck disable=SC2034,SC2154 # the variables are the library's
# What the conformance suite drives: `sh testee.sh`. Each do_ function is a command; testee.jq makes its arguments.
VMH_HOME=$(cd "$(dirname "$0")/.." && pwd)
. "$VMH_HOME/viewmodel-host.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
news='' ids=0 calls='' failing=''

tell() { news=$news${news:+,}$1; }
heard() {
  case $2 in
    *'"resynced":true'*) tell "{\"news\":\"change\",${2#*,}" ;;
    '{"kind":"change"'*)
      change=${2#*,}
      tell "{\"news\":\"change\",\"resynced\":false,${change%%,\"patch\":*}}"
      ;;
    '{"kind":"rejected","id":"service-'*) ;;
    '{"kind":"rejected"'* | '{"kind":"failed"'*) tell "$(printf '%s\n' "$2" | jq -c '{news: .kind, id, code: .error.code} + if has("input") then {input} else {} end')" ;;
    *) tell "{\"news\":${2#*:}" ;;
  esac
}
for kind in change event rejected failed closed dropped stale; do vmh_on "$kind" heard; done

# A service's answers are the lines of a file; each call takes the next.
serve() {
  answer=$(sed -n '1p;1!w'"$work/rest" "$work/service-$1")
  cat "$work/rest" >"$work/service-$1"
  case $answer in
    error*) printf '%s\n' "${answer#error }" && return 1 ;;
    *) printf '%s\n' "${answer#result }" ;;
  esac
}

# do_service NAME: its answers come on the lines up to an empty one.
do_service() {
  while IFS= read -r line <&3 && [ -n "$line" ]; do printf '%s\n' "$line"; done >"$work/service-$1"
  eval "serve_$1() { serve $1; }"
  vmh_on_service "$1" "serve_$1"
}
do_start() {
  vmh_start --log off "$@" || return # faults make much noise
  ids=0 calls='' vmh_result="{\"pid\":$vmh_pid}"
}
do_create() {
  vmh_create "$@" || return
  ids=$((ids + 1))
  eval "id_$ids=\$vmh_id json_$ids=\$(quoted \"\$vmh_id\")"
  state=$vmh_result
  vmh_revision "$vmh_id"
  eval "vmh_result=\"{\\\"id\\\":\$json_$ids,\\\"revision\\\":\$vmh_result,\\\"state\\\":\$state}\""
}
do_input() { vmh_send "$2" "$3" "$4" && vmh_result=null; }
do_call() {
  vmh_call_begin "$2" "$3" "$4" || return
  calls="$calls $vmh_call" vmh_result=null
  eval "key_$vmh_call=\$1"
}
do_cancel() {
  for call in $calls; do eval "[ \"\$key_$call\" != \"\$1\" ] || vmh_call_cancel $call"; done
  vmh_result=null
}
do_batch_begin() { vmh_batch_begin; }
do_batch_end() { vmh_batch_end && vmh_result=null; }
do_observe() { vmh_observe "$1" "$2" && vmh_result='{}'; }
do_window() { vmh_move_window "$1" "$2" "$3" "$4"; }
do_snapshot() { vmh_snapshot "$1"; }
do_dispose() { vmh_dispose "$1" && vmh_result='{}'; }
do_request() { vmh_request "$1" "$2"; }
do_restart() { vmh_restart && vmh_result="{\"pid\":$vmh_pid}"; }
do_stop() { vmh_stop && vmh_result=null; }
do_exit() { exit 0; }
do_look() {
  vmh_request ping "{\"look\":$1}" 2>/dev/null
  number=0 comma=''
  while [ "$number" -lt "$ids" ]; do
    number=$((number + 1))
    eval "id=\$id_$number json=\$json_$number"
    vmh_revision "$id" 2>/dev/null || continue
    revision=$vmh_result
    vmh_stale "$id"
    printf '%s' "$comma$json:{\"revision\":$revision,\"stale\":$vmh_result,\"state\":"
    vmh_get "$id"
    printf '}'
    comma=,
  done >"$work/shown"
  vmh_result="{$(tr '\n' ' ' <"$work/shown")}"
}
quoted() {
  case $1 in
    *[!A-Za-z0-9-]*) printf '%s' "$1" | jq -Rs . ;;
    *) printf '"%s"' "$1" ;;
  esac
}

# Tells of the calls that have ended.
collect() {
  for call in $calls; do
    vmh_call_done "$call" || continue
    rest=''
    for other in $calls; do [ "$other" = "$call" ] || rest="$rest $other"; done
    calls=$rest
    eval "key=\$(quoted \"\$key_$call\")"
    if vmh_call_end "$call" 2>"$work/said"; then
      tell "{\"news\":\"end\",\"key\":$key,\"value\":$vmh_result}"
    else
      tell "{\"news\":\"end\",\"key\":$key,\"error\":$(failed $?)}"
    fi
  done
}

# What a status means, with what was said.
failed() {
  kinds='2 usage 3 request 4 rejected 5 closed 6 died 7 version 8 protocol 9 stopped 124 timeout 126 not-found 127 not-found '
  kind=${kinds#*"$1 "}
  jq -c -Rs --arg kind "${kind%% *}" --arg error "${vmh_error:-null}" '($error | fromjson? // null) as $error
    | {kind: (if $error.code == -32800 then "cancelled" else $kind end), message: ., code: $error.code}
    | with_entries(select(.value != null))' <"$work/said"
}

mkfifo "$work/commands"
exec 4<&0
jq -r --unbuffered -f "$VMH_HOME/tests/testee.jq" <&4 >"$work/commands" &
exec 3<"$work/commands" 4<&- </dev/null
echo '{"client":"shell","lacks":["ends","late"]}'
while IFS= read -r line <&3; do
  eval "set -- $line"
  do=do_$2 first=$1
  shift 2
  if [ "$first" = with ]; then # a part of a command; the first that fails is its end
    [ -n "$failing" ] || "$do" "$@" 2>"$work/said" || failing=$?
    continue
  fi
  VMH_TIMEOUT=$first status=0 vmh_result=null
  [ -n "$first" ] || unset VMH_TIMEOUT
  if [ -n "$failing" ]; then
    status=$failing
    vmh_batch_end 2>"$work/rest" || :
  else
    "$do" "$@" 2>"$work/said" || status=$?
  fi
  said=$(cat "$work/said")
  result=${vmh_result:-null} error=$vmh_error
  collect
  if [ "$status" -eq 0 ]; then
    printf '{"ok":%s,"news":[%s]}\n' "$result" "$news"
  else
    printf '%s\n' "$said" >"$work/said"
    vmh_error=$error
    printf '{"error":%s,"news":[%s]}\n' "$(failed "$status")" "$news"
  fi
  news='' failing=''
done
