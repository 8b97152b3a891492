#!/bin/sh
# Pages through a folder, with the ViewModel `list`: examples/list.sh [FOLDER]
# A line of input is a key: n shows the next page, r loads anew, u takes the last of these back, U has it again, q ends.
# At the end of input it ends.
set -eu
case ${1-} in
  -h | --help)
    echo 'usage: list.sh [FOLDER]'
    # shellcheck disable=SC2016 # the name
    echo 'Pages through a folder. The host is $VIEWMODEL_HOST, or viewmodel-host on the PATH.'
    echo 'A line of input is a key: n shows the next page, r loads anew, q ends;'
    echo 'u takes the last of these back, and U has it again (Linux only).'
    exit 0
    ;;
esac
here=$(dirname "$0")
VMH_HOME=${VMH_HOME:-$here/..}
. "$VMH_HOME/viewmodel-host.sh"

shown=0 page=5

# Prints what was not printed yet, and what one can do. Of the list it has no more than that, however long it is.
show() {
  vmh_wait list '.loading | not' 30
  vmh_move_window list items "$shown" "$page"
  # Where there is nothing new, the window stands on the last rows.
  vmh_get list ".items | .items[$shown - .offset:][].name" | sed 's/^/  /'
  shown=$(vmh_get list .items.total)
  printf -- '-- %s entries; n: next page, r: reload, u: undo, q: quit\n' "$shown"
}

failed() { printf 'error: %s\n' "$(printf '%s' "$2" | jq -r .value)"; }

supervised=''
[ "$(uname)" != Linux ] || supervised=--supervised
# shellcheck disable=SC2086 # options in one variable
vmh_start $supervised "${VIEWMODEL_HOST:-viewmodel-host}" ${VIEWMODEL_HOST_OPTIONS-}
vmh_on event failed
vmh_create list --id list --observe "[\"loading\", {\"output\": \"items\", \"window\": {\"limit\": $page}}]" \
  --parameters "$(jq -nc --arg folder "${1:-.}" --argjson page "$page" '{folder: $folder, pageSize: $page}')"
# The first page is nothing to take back.
vmh_notify viewModel/input '{"id": "list", "input": "viewWillAppear", "step": false}'
vmh_ping
show
while read -r key; do
  case $key in
    n) vmh_input list paginate ;;
    r)
      shown=0
      vmh_input list reload
      ;;
    u)
      vmh_undo || continue
      shown=$(vmh_get list "[$shown, .items.total] | min")
      ;;
    U) vmh_redo || continue ;;
    q) break ;;
    *) continue ;;
  esac
  # With a virtual clock, in tests, no time passes by itself: pages are at least a second apart.
  [ -z "${VIEWMODEL_HOST_OPTIONS-}" ] || vmh_advance 1000
  show
done
vmh_stop
