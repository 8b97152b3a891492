# shellcheck shell=sh disable=SC2034,SC2154 # sourced, after support.sh
# Plays what a frontend says in a transcript, through the functions of the library. After each message
# the mirror has to be what a snapshot is (not with the fake host, which would not expect it), and what
# the transcript has for an answer has to be the answer.

compared=0

resynced() {
  case $2 in *'"resynced":true'*) failures=$((failures + 1)) && printf '  FAILED: resynced %s\n' "$2" ;; esac
}

# play MODE TRANSCRIPT: with a host that runs; MODE is `built` or `fake`.
play() {
  mode=$1 name=${2##*/} calls=0 finished=''
  vmh_on change resynced
  vmh_on rejected ignored
  vmh_on failed ignored
  jq -Rnr -f tests/player.jq "$2" >"$work/play"
  exec 3<"$work/play"
  while IFS= read -r step <&3; do
    eval "set -- $step"
    if [ "$1" = finish ]; then
      finished=1
      break
    fi
    step=$1
    shift
    "play_$step" "$@"
    [ -z "$vmh__in_batch" ] && [ "$mode" = built ] && compare
  done
  exec 3<&-
  case $name in end-of-input.*) finished=1 ;; esac
  [ -n "$finished" ] || end_calls
  while [ "$vmh__slots" -gt 0 ]; do
    vmh__forget "$vmh__slots"
    vmh__slots=$((vmh__slots - 1))
  done
}

ignored() { :; }

play_begin() { vmh_batch_begin; }
play_end() { vmh_batch_end; }
play_create() { answered "$1" vmh_create "$@"; }
play_dispose() {
  if vmh__find "$2" '' 2>/dev/null; then
    answered "$1" vmh_dispose "$@"
  else
    params=$(jq -nc --arg id "$2" '{id: $id}')
    answered "$1" vmh_request "$1" viewModel/dispose "$params"
  fi
}
play_observe() {
  if vmh__find "$3" '' 2>/dev/null; then
    answered "$1" vmh_observe "$1" "$3" "$4"
  else
    answered "$1" vmh_request "$1" viewModel/observe "$2"
  fi
}
play_advance() { answered "$1" vmh_advance "$@"; }
play_request() { answered "$1" vmh_request "$@"; }

play_notify() { vmh_notify "$@"; }

# With the fake host an input of an instance that is not there is sent all the same.
play_input() {
  if vmh__find "$2" '' 2>/dev/null; then
    vmh_send "$2" "$3" "$4"
  else
    vmh_notify viewModel/input "$1"
  fi
}

# play_call ANSWER KEY PARAMS ID INPUT ARGUMENTS
play_call() {
  if vmh__find "$4" '' 2>/dev/null; then
    vmh_call_begin "$4" "$5" "$6"
    calls=$((calls + 1))
    eval "call_$calls=\$vmh_call call_key_$calls=\$2 call_answer_$calls=\$1"
  else
    answered "$1" vmh_request "$1" viewModel/call "$3"
  fi
}

play_cancel() {
  i=$calls
  while [ "$i" -gt 0 ]; do
    if eval "[ \"\$call_key_$i\" = \"\$1\" ]"; then
      eval "vmh_call_cancel \"\$call_$i\""
      return
    fi
    i=$((i - 1))
  done
}

# Those calls that the transcript has an answer for have one here, too, if it was played to its end.
end_calls() {
  i=0
  while [ "$i" -lt "$calls" ]; do
    i=$((i + 1))
    eval "answer=\$call_answer_$i call=\$call_$i"
    [ "$answer" = null ] || answered "$answer" vmh_call_end "$answer" "$call"
  done
}

# answered ANSWER FUNCTION ANSWER ARGUMENTS...: calls the function and compares what it gives.
answered() {
  answer=$1 function=$2 status=0
  shift 3
  "$function" "$@" 2>"$work/said" || status=$?
  [ "$answer" != null ] || return 0
  case $status in
    0) check_json "$name: $function $*" "$answer" "ok $vmh_result" ;;
    3) check_json "$name: $function $*" "$answer" "error $vmh_error" ;;
    *) check "$name: $function $*" '0 or 3' "$status $(cat "$work/said")" ;;
  esac
}

# The mirror of each instance is its snapshot.
compare() {
  vmh_ping
  slot=0
  while [ "$slot" -lt "$vmh__slots" ]; do
    slot=$((slot + 1))
    if eval "[ -n \"\${vmh__id_$slot+set}\" ]"; then
      eval "vmh_snapshot \"\$vmh__id_$slot\""
      eval "mirrored=\"\\\"revision\\\":\$vmh__revision_$slot,\\\"state\\\":\$vmh__state_$slot\""
      check_json "$name: slot $slot" "{${vmh_result#*,}" "{$mirrored}"
      compared=$((compared + 1))
    fi
  done
}
