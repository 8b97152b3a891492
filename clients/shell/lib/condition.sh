# shellcheck shell=sh disable=SC2034,SC2154 # the parts share their variables
# Conditions on a state, in jq. One jq, started for each vmh_wait, is given one state after the other
# and says whether it fits, so that no state is missed, and none takes long.

# Starts the jq of the condition $1. Fails when it does not compile; jq says why.
vmh__begin_condition() {
  jq -n "empty | ($1
    )" || return 2
  rm -f "$vmh__dir/ask" "$vmh__dir/answer"
  mkfifo "$vmh__dir/ask" "$vmh__dir/answer" || return 1
  exec 5<>"$vmh__dir/ask" 6<>"$vmh__dir/answer"
  jq --unbuffered "try any($1
    ; .) catch false" <"$vmh__dir/ask" >"$vmh__dir/answer" 2>/dev/null 5>&- 6>&- 7>&- 8>&- &
  vmh__condition_pid=$!
  exec 6<"$vmh__dir/answer"
}

# Whether the state $1 fits.
vmh__fits() {
  printf '%s\n' "$1" >&5
  IFS= read -r vmh__fitting <&6 || vmh__fitting=false
  [ "$vmh__fitting" = true ]
}

vmh__end_condition() {
  exec 5>&- 6<&-
  wait "$vmh__condition_pid" 2>/dev/null || :
}

# Waits for a state of the instance in slot $1 that fits; $2 is the timer's number, or empty.
vmh__wait_for_fit() {
  set -- "$1" "$2" ''
  while eval "[ -n \"\${vmh__id_$1+set}\" ]"; do
    if eval "[ \"\$vmh__states_$1\" != \"\$3\" ]"; then
      eval "set -- \"\$1\" \"\$2\" \"\$vmh__states_$1\""
      if eval "vmh__fits \"\$vmh__state_$1\""; then return 0; fi
    fi
    if vmh__is_over "$2"; then
      vmh__say 'vmh_wait: no state has fitted in that time'
      return 124
    fi
    vmh__take || return "$vmh__ended"
  done
  vmh__say 'vmh_wait: the instance is gone'
  return 5
}
