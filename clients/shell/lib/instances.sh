# shellcheck shell=sh disable=SC2034,SC2154 # the parts share their variables
# Instances: the functions for scripts that are about one.

# vmh_create NAME [--id ID] [--parameters JSON] [--uses JSON] [--observe JSON]
# Creates an instance: vmh_id is its id, vmh_result its state. `uses` maps roles to ids.
vmh_create() {
  vmh__usage $# 1 'vmh_create NAME [OPTION VALUE]…' || return
  vmh__check_waiting vmh_create || return
  vmh__quote "$1"
  vmh__params="\"name\":$vmh__quoted" vmh__given='' vmh__observed=''
  shift
  while [ $# -gt 0 ]; do
    case $1${2+:$2} in
      --id:* | --*:?*) ;;
      *)
        vmh__say "vmh_create: $1: an option and its value belong here"
        return 2
        ;;
    esac
    case $1 in
      --id)
        vmh__quote "$2"
        vmh__given=",\"id\":$vmh__quoted"
        vmh_id=$2
        ;;
      --parameters | --uses)
        vmh__flatten "$2"
        vmh__params="$vmh__params,\"${1#--}\":$vmh__flat"
        ;;
      --observe)
        vmh__flatten "$2"
        vmh__observed=$vmh__flat
        ;;
      *)
        vmh__say "vmh_create knows no option \"$1\"; it knows --id, --parameters, --uses, --observe"
        return 2
        ;;
    esac
    shift 2
  done
  vmh__new_slot
  set -- "$vmh__slot" "$vmh__params"
  eval "vmh__observe_$1=\$vmh__observed"
  if [ -n "$vmh__given" ]; then eval "vmh__id_$1=\$vmh_id"; fi
  vmh__ask viewModel/create "{$2$vmh__given${vmh__observed:+,\"observe\":$vmh__observed}}" create "$1" "${VMH_TIMEOUT-$vmh__patience}" || {
    set -- "$1" $?
    # What is not answered in time may still be created, in this slot.
    if [ "$2" -eq 124 ]; then unset "vmh__id_$1"; else vmh__free "$1"; fi
    return "$2"
  }
  vmh__enter "$1"
  eval "vmh_id=\$vmh__id_$1 vmh_result=\$vmh__state_$1"
  vmh__quote "$vmh_id"
  eval "vmh__creation_$1=\"{\$2,\\\"id\\\":\$vmh__quoted}\""
}

# vmh_get ID [FILTER]
# Prints the state of an instance, as it is known now, or what a jq filter makes of it: strings without
# quotes, everything else as JSON. The only function that prints, and that may stand in $(…).
vmh_get() {
  vmh__usage $# 1 'vmh_get ID [FILTER]' || return
  vmh__find "$1" vmh_get || return
  if [ $# -lt 2 ]; then
    eval "printf '%s\\n' \"\$vmh__state_$vmh__slot\""
  else
    vmh__member_of "$2"
    if [ -z "$vmh__member" ]; then
      eval "printf '%s\\n' \"\$vmh__state_$vmh__slot\"" | jq -cr "$2" || return 2
      return 0
    fi
    set -- "$2" 0
    eval "printf '%s\\n' \"\$vmh__state_$vmh__slot\"" \
      | jq -cr "(if has(\"$vmh__member\") then . else \"\" | halt_error(64) end) | ($1
        )" || set -- "$1" $?
    [ "$2" -ne 64 ] || eval "vmh__say_missing vmh_get output \"\$vmh__member\" \
      \"\$(printf '%s\\n' \"\$vmh__state_$vmh__slot\" | jq -r 'keys_unsorted | join(\", \")')\""
    [ "$2" -eq 0 ] || return 2
  fi
}

# Sets vmh__member to the output that the jq filter $1 begins with; empty where it may be missing.
vmh__member_of() {
  vmh__member=''
  case $1 in
    *//* | .*\?*) ;;
    .[A-Za-z_]*)
      vmh__member=${1#.}
      vmh__member=${vmh__member%%[!A-Za-z0-9_]*}
      ;;
  esac
}

# Says for the function $1 that the ViewModel in vmh__slot has no $2 with the name $3, but those in $4.
vmh__say_missing() {
  eval "vmh__record=\$vmh__creation_$vmh__slot"
  vmh__record=$(printf '%s\n' "$vmh__record" | jq -r .name)
  vmh__say "$1: $vmh__record has no $2 $3; it has ${4:-none}"
}

# vmh_revision ID
# vmh_result is the revision of the state that is known now.
vmh_revision() {
  vmh__find "${1-}" vmh_revision || return
  eval "vmh_result=\$vmh__revision_$vmh__slot"
}

# vmh_input ID INPUT [ARGUMENTS]
# Calls an input and waits until it has finished. ARGUMENTS are JSON: an object, or an array.
vmh_input() {
  vmh__usage $# 2 'vmh_input ID INPUT [ARGUMENTS]' || return
  vmh__check_waiting vmh_input || return
  vmh__find "$1" vmh_input || return
  vmh__next_number
  vmh__input_params "$1" "$2" "${3-}" ",\"seq\":$vmh__number"
  set -- "$vmh__number" "vmh_input $1 $2"
  vmh__send "{\"jsonrpc\":\"2.0\",\"method\":\"viewModel/input\",\"params\":$vmh__params}" || return
  vmh__await "$1" "${VMH_TIMEOUT-$vmh__patience}" || return
  vmh__conclude "$2"
}

# vmh_send ID INPUT [ARGUMENTS]
# Calls an input and waits for nothing. When it fails, that is news of the kind `rejected`.
vmh_send() {
  vmh__usage $# 2 'vmh_send ID INPUT [ARGUMENTS]' || return
  vmh__check vmh_send || return
  vmh__find "$1" vmh_send || return
  vmh__input_params "$1" "$2" "${3-}" ''
  vmh__send "{\"jsonrpc\":\"2.0\",\"method\":\"viewModel/input\",\"params\":$vmh__params}"
}

# vmh_batch_begin; vmh_batch_end
# What vmh_send, vmh_call_begin, vmh_dispose and vmh_notify send between the two is one turn.
vmh_batch_begin() {
  vmh__check_waiting vmh_batch_begin || return
  vmh__in_batch=1 vmh__batch=''
}

vmh_batch_end() {
  vmh__check vmh_batch_end || return
  vmh__in_batch=''
  [ -z "$vmh__batch" ] || vmh__send "[$vmh__batch]"
}

# vmh_call ID INPUT [ARGUMENTS]
# Calls an input and waits until it has finished: vmh_result is what it returned.
vmh_call() {
  vmh__usage $# 2 'vmh_call ID INPUT [ARGUMENTS]' || return
  vmh__check_waiting vmh_call || return
  vmh_call_begin "$@" || return
  vmh_call_end "$vmh_call"
}

# vmh_call_begin ID INPUT [ARGUMENTS]
# Calls an input: vmh_call is the call, for vmh_call_end and vmh_call_cancel.
vmh_call_begin() {
  vmh__usage $# 2 'vmh_call_begin ID INPUT [ARGUMENTS]' || return
  vmh__check vmh_call_begin || return
  vmh__find "$1" vmh_call_begin || return
  vmh__next_number
  vmh__input_params "$1" "$2" "${3-}" ''
  vmh_call=$vmh__number
  eval "vmh__called_$vmh_call=\"vmh_call \$1 \$2\""
  vmh__send_request viewModel/call "$vmh__params" call '' "$vmh_call"
}

# vmh_call_end CALL [TIMEOUT]
# Waits until a call has finished: vmh_result is what it returned. When the time is over the call is
# cancelled.
vmh_call_end() {
  vmh__check_waiting vmh_call_end || return
  if eval "[ -z \"\${vmh__pending_${1:-0}-}\" ]"; then
    vmh__say "vmh_call_end: there is no call ${1-}"
    return 2
  fi
  eval "set -- \"\$1\" \"\${2-\${VMH_TIMEOUT-$vmh__patience}}\" \"\${vmh__called_$1-}\""
  unset "vmh__called_$1"
  vmh__await "$1" "$2" || return
  [ "$vmh__outcome" != timeout ] || vmh__cancel_call "$1"
  vmh__conclude "$3" || return
  vmh_result=${vmh_result#*:}
  vmh_result=${vmh_result%\}}
}

# vmh_call_done CALL
# Whether a call has ended, so that vmh_call_end does not wait.
vmh_call_done() {
  case ${1-} in '' | *[!0-9]*) return 2 ;; esac
  eval "[ \"\${vmh__pending_$1-yes}\" != yes ]" || [ -n "$vmh__ended" ]
}

# vmh_stale ID
# vmh_result is why the state cannot be trusted, in JSON; null while it can. An update did not fit, and the whole state
# could not be had; with the next update, it is asked for again.
vmh_stale() {
  vmh__find "${1-}" vmh_stale || return
  eval "vmh_result=\${vmh__stale_$vmh__slot-null}"
}

# vmh_call_cancel CALL
# Cancels a call. vmh_call_end still tells what became of it.
vmh_call_cancel() {
  vmh__check vmh_call_cancel || return
  case ${1-} in
    '' | *[!0-9]*)
      vmh__say "vmh_call_cancel: there is no call ${1-}"
      return 2
      ;;
  esac
  vmh__cancel_call "$1"
}

vmh__cancel_call() {
  vmh__send "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":\"call-$1\"}}"
}

# vmh_wait ID CONDITION [TIMEOUT]
# Waits for a state that fits a condition, a jq filter; every state is tried, and at once the one that
# is known now. A filter that fails on a state does not fit it. Not in a callback.
vmh_wait() {
  vmh__usage $# 2 'vmh_wait ID CONDITION [TIMEOUT]' || return
  vmh__check_waiting vmh_wait || return
  vmh__find "$1" vmh_wait || return
  if [ -n "$vmh__waiting" ]; then
    vmh__say 'vmh_wait: not in a callback of another vmh_wait'
    return 2
  fi
  set -- "$vmh__slot" "$2" "${3-${VMH_TIMEOUT-$vmh__patience}}" ''
  vmh__begin_condition "$2" || return
  vmh__waiting=1
  if [ -n "$3" ]; then
    vmh__start_timer "$3"
    set -- "$1" "$2" "$3" "$vmh__timer"
  fi
  set -- "$1" "$4" 0
  vmh__wait_for_fit "$1" "$2" || set -- "$1" "$2" $?
  vmh__end_timer "$2"
  vmh__end_condition
  vmh__waiting=''
  return "$3"
}

# vmh_events [ID [NAME]]
# vmh_result is what events have come since it was asked last, of one instance, or of one name, if
# that is given: a line of JSON for each, with the members kind, id, event and value. It asks the host,
# so nothing is missed of what was sent before. Of events that nobody asks for, the last 1000 are kept.
# When there are none of the name, the host is asked whether the ViewModel has such events at all.
vmh_events() {
  vmh_ping || return
  vmh__i=$((vmh__last_event > 1000 ? vmh__last_event - 1000 : 0)) vmh_result=''
  while [ "$vmh__i" -lt "$vmh__last_event" ]; do
    vmh__i=$((vmh__i + 1))
    eval "vmh_result=\$vmh_result\${vmh__event_$vmh__i}\$vmh__newline"
    unset "vmh__event_$vmh__i"
  done
  vmh__last_event=0
  vmh_result=$(printf '%s' "$vmh_result" | jq -c --arg id "${1-}" --arg name "${2-}" \
    'select(($id == "" or .id == $id) and ($name == "" or .event == $name))')
  if [ -z "$vmh_result" ] && [ -n "${2-}" ] && vmh__find "$1" vmh_events 2>/dev/null; then
    set -- "$vmh__slot" "$2"
    eval "vmh_describe \"\$(printf '%s\\n' \"\$vmh__creation_$1\" | jq -r .name)\"" || return
    vmh__slot=$1
    set -- "$2" "$(printf '%s\n' "$vmh_result" | jq -r '.events[].name')"
    vmh_result=''
    case "$vmh__newline$2$vmh__newline" in
      *"$vmh__newline$1$vmh__newline"*) ;;
      *)
        vmh__say_missing vmh_events event "$1" "$(printf '%s\n' "$2" | jq -Rrs 'rtrimstr("\n") | split("\n") | join(", ")')"
        return 2
        ;;
    esac
  fi
}

# vmh_try ID INPUT [ARGUMENTS]
# What an input would do; nothing of it is done: vmh_result is {messages}, what the host would send, or {crashed}.
vmh_try() {
  vmh__check_waiting vmh_try || return
  vmh__find "${1-}" vmh_try || return
  vmh__input_params "$1" "$2" "${3-}" ''
  vmh__ask viewModel/try "$vmh__params" try '' "${VMH_TIMEOUT-$vmh__patience}"
}

# vmh_snapshot ID
# Asks the host for the whole state: vmh_result is {id, revision, state}.
vmh_snapshot() {
  vmh__check_waiting vmh_snapshot || return
  vmh__find "${1-}" vmh_snapshot || return
  vmh__quote "$1"
  vmh__ask viewModel/snapshot "{\"id\":$vmh__quoted}" snapshot '' "${VMH_TIMEOUT-$vmh__patience}"
}

# vmh_dispose ID
# Ends an instance. In a batch it is not waited for.
vmh_dispose() {
  vmh__check vmh_dispose || return
  vmh__find "${1-}" vmh_dispose || return
  vmh__quote "$1"
  set -- "$1" "$vmh__slot"
  if [ -n "$vmh__in_batch" ]; then
    vmh__numbers=$((vmh__numbers + 1))
    vmh__forget "$2"
    vmh__send_request viewModel/dispose "{\"id\":$vmh__quoted}" dispose "$1" "$vmh__numbers"
    return
  fi
  vmh__ask viewModel/dispose "{\"id\":$vmh__quoted}" dispose "$1" "${VMH_TIMEOUT-$vmh__patience}" || return
}
