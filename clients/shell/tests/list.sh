#!/bin/sh
# The ViewModels `list` and `pager`, with a service in the script, on a virtual clock.
. ./tests/support.sh

need_host viewmodel-host

# Three pages of two items each; page 3 fails.
items() {
  jq -c 'if .page == 3 then {code: 1, message: "net"} | error(tojson)
    else {items: [range(.page * 2 - 1; .page * 2 + 1) | {id: tostring, name: "item \(.)"}],
          pages: {currentPage: .page, nextPage: (.page + 1)}} end' 2>/dev/null || {
    echo '{"code": 1, "message": "net"}'
    return 1
  }
}
vmh_on_service items items
vmh_start "$host" --clock virtual
vmh_create list --id l
vmh_send l viewWillAppear
vmh_wait l '.items | length == 2'
check 'the first page' '["item 1","item 2"]' "$(vmh_get l '[.items[].name]')"
vmh_create pager --id p --uses '{"list": "l"}' --parameters '{"selectedId": "1"}'
check 'the pager' '0 false true' "$(vmh_get p '"\(.index) \(.hasPrevious) \(.hasNext)"')"
vmh_input p willTransitionTo '{"index": 1}'
vmh_wait p '.items | length == 4'
check 'the last page loads the next' '["1","2","3","4"]' "$(vmh_get l '[.items[].id]')"
vmh_advance 1000
vmh_send l paginate
vmh_wait l .loading
vmh_wait l '.loading | not'
vmh_events l error
check 'an error of the service is an event' '"net"' "$(printf '%s\n' "$vmh_result" | jq -c .value | tail -n 1)"
closed=''
on_closed() { closed=$1; }
vmh_on closed on_closed
vmh_dispose l
check 'the pager is closed with its list' p "$closed"
check_status 'it is gone' 5 vmh_get p
finish
