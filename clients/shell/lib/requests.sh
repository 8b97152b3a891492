# shellcheck shell=sh disable=SC2034,SC2154 # the parts share their variables
# What is sent to the host, and what the functions have in common.

vmh__say() { printf 'viewmodel-host: %s\n' "$1" >&2; }

# Whether the function $1 may speak with the host now. A subshell must not: what it would take in,
# the script would never see. What went wrong before is forgotten.
vmh__check() {
  vmh_error='' vmh__texts=0
  # shellcheck disable=SC3013 # only where vmh__launch has found that it works
  if [ -n "$vmh__shell" ] && ! [ /proc/self -ef "/proc/$vmh__shell" ]; then
    vmh__say "$1: not in a subshell, a pipe or \$(…): its answer is in the variable vmh_result"
    return 2
  fi
  if [ -n "$vmh__ended" ]; then
    case $vmh__ended,${vmh_exit_status:+was} in
      9,was) vmh__say "$1: the host was stopped" ;;
      *) vmh__say "$1: the host is not running" ;;
    esac
    return "$vmh__ended"
  fi
}

# As vmh__check, and not between vmh_batch_begin and vmh_batch_end, where nothing can be waited for.
vmh__check_waiting() {
  vmh__check "$1" || return
  [ -n "$vmh__in_batch" ] || return 0
  vmh__say "$1: not in a batch"
  return 2
}

# Sets vmh__quoted to $1 as a JSON string without spaces.
vmh__quote() {
  case $1 in
    *[\"\\[:cntrl:]\ ]*)
      vmh__quoted=$(printf '%s.' "$1" | jq -Rs '.[:-1]') || return 1
      vmh__quoted=$(printf '%s\n' "$vmh__quoted" | sed 's/ /\\u0020/g')
      ;;
    *) vmh__quoted="\"$1\"" ;;
  esac
}

# Sets vmh__flat to the JSON $1 on one line, and remembers it for vmh__blame.
vmh__flatten() {
  vmh__flat=$1 vmh__texts=$((vmh__texts + 1))
  eval "vmh__text_$vmh__texts=\$1"
  while :; do
    case $vmh__flat in
      *"$vmh__newline"*) vmh__flat="${vmh__flat%%"$vmh__newline"*} ${vmh__flat#*"$vmh__newline"}" ;;
      *) return 0 ;;
    esac
  done
}

# Sets vmh__slot to the slot of the instance with the id $1, or says that function $2 finds none.
vmh__find() {
  vmh__slot=''
  if vmh__key_of "$1"; then
    eval "vmh__slot=\${vmh__slot_of_$vmh__key-}"
    [ -z "$vmh__slot" ] || return 0
  else
    for vmh__slot in $vmh__odd_slots; do
      if eval "[ \"\$vmh__id_$vmh__slot\" = \"\$1\" ]"; then return 0; fi
    done
  fi
  vmh__say "$2: there is no instance $1"
  return 5
}

# Fails, and says so, for a function that was given $1 arguments, needs $2, and is written as $3.
vmh__usage() {
  [ "$1" -lt "$2" ] || return 0
  vmh__say "usage: $3"
  return 2
}

# Sets vmh__key to what stands for the id $1 in names of variables. Fails for one that cannot.
vmh__key_of() {
  case $1 in '' | *[!A-Za-z0-9-]*) return 1 ;; esac
  vmh__key=$1
  while :; do
    case $vmh__key in
      *-*) vmh__key=${vmh__key%%-*}_${vmh__key#*-} ;;
      *) return 0 ;;
    esac
  done
}

# Sets vmh__slot to a slot that nobody has.
vmh__new_slot() {
  vmh__slot=${vmh__free_slots%% *}
  if [ -n "$vmh__slot" ]; then
    vmh__free_slots=${vmh__free_slots#* }
  else
    vmh__slots=$((vmh__slots + 1))
    vmh__slot=$vmh__slots
  fi
}

# The instance in slot $1 has the id vmh__id_…, and was created after all others.
vmh__enter() {
  eval "vmh__birth_$1=\$vmh__numbers vmh__i=\$vmh__id_$1"
  if vmh__key_of "$vmh__i"; then
    eval "vmh__slot_of_$vmh__key=\$1"
  else
    vmh__odd_slots="$vmh__odd_slots$1 "
  fi
}

# The instance in slot $1 is gone for the script.
vmh__forget() {
  eval "vmh__i=\${vmh__id_$1-}"
  if ! vmh__key_of "$vmh__i"; then
    vmh__record=" $vmh__odd_slots"
    case $vmh__record in *" $1 "*) vmh__record=${vmh__record%%" $1 "*}" "${vmh__record#*" $1 "} ;; esac
    vmh__odd_slots=${vmh__record# }
  elif eval "[ \"\${vmh__slot_of_$vmh__key-}\" = \"\$1\" ]"; then
    unset "vmh__slot_of_$vmh__key"
  fi
  unset "vmh__id_$1" "vmh__state_$1" "vmh__states_$1" "vmh__revision_$1" "vmh__creation_$1" "vmh__observe_$1" "vmh__stale_$1" "vmh__birth_$1"
}

# Nothing about slot $1 comes any more: another instance may have it.
vmh__free() {
  vmh__forget "$1"
  vmh__free_slots="$vmh__free_slots$1 "
}

# Sets vmh__number, and makes it one that is waited for.
vmh__next_number() {
  vmh__numbers=$((vmh__numbers + 1))
  vmh__number=$vmh__numbers
  eval "vmh__pending_$vmh__number=yes vmh__reply_$vmh__number='' vmh__message_$vmh__number=''"
}

# Sends a message, or adds it to the batch. A shell cannot write to a pipe without waiting for room in it: so now and
# then it makes sure that the host has read all, and never more than half of what a pipe holds is on its way. When the
# host does not read, this fails, and nothing of the message is sent.
vmh__send() {
  if [ -n "$vmh__in_batch" ]; then
    vmh__batch=$vmh__batch${vmh__batch:+,}$1
    return 0
  fi
  vmh__unheard=$((vmh__unheard + 100 + ${#1}))
  if [ "$vmh__unheard" -gt 8000 ] || [ -n "$vmh__writing" ]; then
    vmh__ping "$1" || return
    set -- "$vmh__kept"
  fi
  vmh__write "$1"
  [ -z "$vmh__writing" ] || vmh__await_writing
}

# Waits until what the pipe does not hold at once has been written.
vmh__await_writing() {
  vmh__begin_wait
  set -- "$vmh__timer"
  while [ -n "$vmh__writing" ] && ! vmh__is_over "$1"; do
    vmh__take || break
  done
  vmh__end_timer "$1"
  [ -z "$vmh__ended" ] || return "$vmh__ended"
  [ -n "$vmh__writing" ] || return 0
  vmh__say 'the host does not read; a message has been written in part'
  return 124
}

# Starts the timer vmh__timer of those functions that are not told how long they wait.
vmh__begin_wait() {
  vmh__timer=''
  [ -z "${VMH_TIMEOUT-$vmh__patience}" ] || vmh__start_timer "${VMH_TIMEOUT-$vmh__patience}"
}

# A request that waits until the host has handled everything before it. Sets vmh__kept to $1.
vmh__ping() {
  vmh__next_number
  eval "vmh__asked_$vmh__number=1"
  [ -n "$vmh__writing" ] || vmh__write "{\"jsonrpc\":\"2.0\",\"id\":\"ping-$vmh__number\",\"method\":\"ping\"}"
  vmh__await "$vmh__number" "${VMH_TIMEOUT-$vmh__patience}" || return
  vmh__kept=$1
  if [ "$vmh__outcome" = timeout ]; then
    vmh__say "the host has not read for ${VMH_TIMEOUT-$vmh__patience} seconds: nothing was sent"
    return 124
  fi
  vmh__unheard=0
}

# Sends the request $1 with the params $2; its id begins with $3 and ends with $4, if that is given.
# $5 is its number, from vmh__next_number.
vmh__send_request() {
  vmh__flatten "$2"
  eval "vmh__asked_$5=1"
  vmh__quote "$3-$5${4:+-}$4"
  vmh__send "{\"jsonrpc\":\"2.0\",\"id\":$vmh__quoted,\"method\":\"$1\",\"params\":$vmh__flat}"
}

# The same, and waits for the answer, $5 seconds at most. vmh_result is the result.
vmh__ask() {
  vmh__next_number
  set -- "$1" "$2" "$3" "$4" "$5" "$vmh__number"
  vmh__send_request "$1" "$2" "$3" "$4" "$6" || return
  vmh__await "$6" "$5" || return
  case $1 in
    initialize) vmh__conclude vmh_start ;;
    ping) vmh__conclude vmh_ping ;;
    clock/advance) vmh__conclude vmh_advance ;;
    viewModel/* | session/*) vmh__conclude "vmh_${1#*/}" ;;
    *) vmh__conclude "vmh_request $1" ;;
  esac
}

# What came of what was waited for, as a status; what did not succeed is said, as of $1.
vmh__conclude() {
  vmh_result='' vmh_error=''
  case $vmh__outcome in
    ok) vmh_result=$vmh__reply ;;
    timeout)
      vmh__say "$1: no answer in that time"
      return 124
      ;;
    *)
      case $vmh__reply in
        *'"code":-32700'*) vmh__blame "$1" || return ;;
      esac
      vmh_error=$vmh__reply
      vmh__say "$1: $vmh__message"
      [ "$vmh__outcome" = error ] || return 4
      return 3
      ;;
  esac
}

# The host could not read a line: names the argument that is not JSON, as of $1, and fails with 2.
vmh__blame() {
  set -- "$1" 0 ''
  while [ "$2" -lt "$vmh__texts" ]; do
    set -- "$1" $(($2 + 1)) ''
    eval "set -- \"\$1\" \"\$2\" \"\$vmh__text_$2\""
    [ -n "$3" ] || continue
    if ! printf '%s\n' "$3" | jq -es 'length == 1' >/dev/null 2>&1; then
      vmh__say "$1: the argument $3 is not JSON"
      return 2
    fi
  done
}

# The update for slot $1 did not fit: asks for the whole state. mirror.jq takes the answer.
vmh__resync() {
  vmh__numbers=$((vmh__numbers + 1))
  eval "vmh__quote \"resync-$vmh__numbers-\$vmh__id_$1\""
  set -- "$1" "$vmh__quoted"
  eval "vmh__quote \"\$vmh__id_$1\""
  vmh__write "{\"jsonrpc\":\"2.0\",\"id\":$2,\"method\":\"viewModel/snapshot\",\"params\":{\"id\":$vmh__quoted}}"
}

# Sets vmh__params to the params of an input $2 with the arguments $3 (may be empty) of the instance
# $1, with the further members $4.
vmh__input_params() {
  vmh__quote "$1"
  vmh__params="{\"id\":$vmh__quoted"
  vmh__quote "$2"
  vmh__params="$vmh__params,\"input\":$vmh__quoted"
  vmh__flatten "$3"
  vmh__params="$vmh__params${vmh__flat:+,\"arguments\":}$vmh__flat$4}"
}
