#!/bin/sh
# Pages through a folder, with the ViewModel `list`: examples/list.sh [FOLDER]
# A line of input is a key: n shows the next page, r loads again, q ends.
set -eu
. "${VMH_HOME:-$(dirname "$0")/..}/viewmodel-host.sh"

show() {
  vmh wait l 'loading=false' >/dev/null
  total=$(vmh get l items total)
  vmh window l items "$shown" 5 >/dev/null
  # At the end of the list the window is full all the same.
  row=$((shown - $(vmh get l items offset)))
  while [ "$shown" -lt "$total" ]; do
    printf '  %s\n' "$(vmh get l items items "$row" name)"
    row=$((row + 1)) shown=$((shown + 1))
  done
  echo "-- $total entries; n: next page, r: reload, q: quit"
}

vmh_start ${VIEWMODEL_HOST_OPTIONS+-- "${VIEWMODEL_HOST:-viewmodel-host}" $VIEWMODEL_HOST_OPTIONS}
vmh create list --id l --parameters "{\"folder\": \"${1:-.}\", \"pageSize\": 5}" \
  --observe '["loading", {"output": "items", "window": {"limit": 5}}]' >/dev/null
shown=0
vmh call l viewWillAppear >/dev/null
show
while read -r key; do
  case $key in
    n) vmh call l paginate >/dev/null ;;
    r) shown=0 && vmh call l reload >/dev/null ;;
    q) break ;;
    *) continue ;;
  esac
  # With a virtual clock, in tests, no time passes on its own.
  [ -z "${VIEWMODEL_HOST_OPTIONS-}" ] || vmh request clock/advance '{"milliseconds": 1000}' >/dev/null
  show
done
vmh_close
