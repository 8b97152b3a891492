# shellcheck shell=sh disable=SC2034,SC2154 # the parts share their variables
# Undo and redo, of a host that was started with --supervised.

# vmh_undo, vmh_redo, vmh_rewind TURN
# Take the last step of the session back, have it again, go to a turn: vmh_result is {turn, opened?}. Instances that
# were created later are closed; those in `opened` were disposed since, and are there again.
vmh_undo() { vmh__go session/undo '{}'; }
vmh_redo() { vmh__go session/redo '{}'; }
vmh_rewind() {
  vmh__usage $# 1 'vmh_rewind TURN' || return
  vmh__go session/rewind "{\"turn\":$1}"
}

# vmh_turns [COUNT]
# What the last turns came from: vmh_result is {turn, turns, undone}.
vmh_turns() {
  vmh__check_waiting vmh_turns || return
  vmh__ask session/turns "{\"count\":${1-100}}" request '' "${VMH_TIMEOUT-$vmh__patience}"
}

# Has the session go to another turn, by the request $1 with the params $2.
vmh__go() {
  vmh__check_waiting "vmh_${1#*/}" || return
  vmh__ask "$1" "$2" request '' "${VMH_TIMEOUT-$vmh__patience}" || return
  case $vmh_result in *'"opened"'*) ;; *) return 0 ;; esac
  set -- "$vmh_result" "$(printf '%s\n' "$vmh_result" | jq -r '.opened[] | {name, id} | tojson')"
  while [ -n "$2" ]; do
    vmh__open "${2%%"$vmh__newline"*}" || return
    case $2 in
      *"$vmh__newline"*) set -- "$1" "${2#*"$vmh__newline"}" ;;
      *) set -- "$1" '' ;;
    esac
  done
  vmh_result=$1
}

# Has an instance that is there again, of which $1 has the name and the id: its state comes as that of a new one does.
vmh__open() {
  vmh__new_slot
  set -- "$vmh__slot" "$1"
  vmh__ask viewModel/snapshot "$2" create "$1" "${VMH_TIMEOUT-$vmh__patience}" || {
    set -- "$1" $?
    vmh__free "$1"
    return "$2"
  }
  vmh__enter "$1"
  eval "vmh__creation_$1=\$2"
}
