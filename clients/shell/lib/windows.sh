# shellcheck shell=sh disable=SC2034,SC2154 # the parts share their variables
# What is part of the state of an instance: which outputs, and of lists which rows.

# vmh_observe ID OUTPUTS
# Chooses the outputs that are part of the state: a JSON array of names, and of windows on lists.
vmh_observe() {
  vmh__check_waiting vmh_observe || return
  vmh__find "${1-}" vmh_observe || return
  vmh__quote "$1"
  vmh__flatten "${2-}"
  set -- "$vmh__slot" "$vmh__flat"
  vmh__ask viewModel/observe "{\"id\":$vmh__quoted,\"observe\":$2}" observe '' "${VMH_TIMEOUT-$vmh__patience}" || return
  eval "vmh__observe_$1=\$2"
}

# vmh_move_window ID OUTPUT OFFSET LIMIT
# Moves the window on a list: vmh_result is where it stands then, {total, offset, limit}. The state has its rows.
vmh_move_window() {
  vmh__check_waiting vmh_move_window || return
  vmh__find "${1-}" vmh_move_window || return
  case ${3:-x}/${4:-x} in
    *[!0-9/-]*)
      vmh__say "vmh_move_window: OFFSET and LIMIT are whole numbers of rows, not \"${3-}\" and \"${4-}\""
      return 2
      ;;
  esac
  vmh__quote "$1"
  set -- "$vmh__slot" "$vmh__quoted" "${2-}" "$3" "$4"
  vmh__quote "$3"
  vmh__ask viewModel/window "{\"id\":$2,\"output\":$vmh__quoted,\"offset\":$4,\"limit\":$5}" request '' \
    "${VMH_TIMEOUT-$vmh__patience}" || return
  # A restart creates it with that window.
  eval "vmh__observed=\${vmh__observe_$1-}"
  [ -n "$vmh__observed" ] || return 0
  vmh__observed=$(printf '%s\n' "$vmh__observed" | jq -c --arg output "$3" \
    "map(if (.output? // .) != \$output then . else {output: \$output, window: ((.window? // {}) + {offset: $4, limit: $5})} end)")
  eval "vmh__observe_$1=\$vmh__observed"
}
