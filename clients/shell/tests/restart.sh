#!/bin/sh
# vmh_restart: the instances are created again, in order, with all that vmh_create and vmh_observe said.
. ./tests/support.sh

need_fake_host
transcripts=$conformance/transcripts
fake() { vmh_start python3 "$conformance/fake_host.py" "$@"; }
news=''
on_change() { news="$news$1 $(printf '%s' "$2" | jq -c '[.revision, .resynced]') "; }
on_closed() { news="${news}closed $1 $(printf '%s' "$2" | jq -r .reason)"; }
vmh_on change on_change
vmh_on closed on_closed

create_both() {
  vmh_create list --id l --parameters '{"folder": "/tmp", "pageSize": 2}'
  vmh_create pager --id p --parameters '{"selectedId": "1"}' --uses '{"list": "l"}' --observe '["index"]'
}

echo 0 >"$work/starts"
rm "$work/starts"
fake --starts "$work/starts" --fault die=3 "$transcripts/restart.transcript"
create_both
check_status 'the host dies in a call' 6 vmh_call p willTransitionTo '{"index": 1}'
check 'the states are still known' '0' "$(vmh_get p .index)"
vmh_restart
check 'a change for each, in order' 'l [0,true] p [0,true] ' "$news"
news=''
vmh_call p willTransitionTo '{"index": 1}'
check 'what a call gives after it' null "$vmh_result"
check 'callbacks go on' 'l [1,null] p [1,null] ' "$news"
check_status 'all was as the transcript has it' 0 vmh_stop

news=''
rm "$work/starts"
fake --starts "$work/starts" --fault die=3 "$transcripts/restart.transcript" "$transcripts/restart-fails.transcript"
create_both
check_status 'the host dies again' 6 vmh_ping
vmh_restart
check 'one is closed' 'l [0,true] closed p pager could not be created: there is no item 1' "$news"
check_status 'it is gone' 5 vmh_get p
check 'the other is there' true "$(vmh_get l .loading)"
check_status 'a restart as the transcript has it' 0 vmh_stop

# With a built host: at any time, also after vmh_stop; disposed instances stay away.
need_host viewmodel-host
news=''
vmh_start "$host"
vmh_create counter --id c
vmh_create counter
vmh_create counter --id gone
vmh_dispose gone
vmh_observe c '["count"]'
vmh_input c plusButtonDidTap
vmh_restart
check 'from the beginning' '{"count":0}' "$(vmh_get c)"
check 'also with an id of the host' '{"count":0,"isEven":true}' "$(vmh_get counter-1)"
check_status 'not what was disposed' 5 vmh_get gone
vmh_stop
check_status 'after vmh_stop' 0 vmh_restart
vmh_input c plusButtonDidTap
check 'it works' 1 "$(vmh_get c .count)"
vmh_stop

# What an instance uses comes before it, also where it stands in the place of one that is gone.
need_host example-host
vmh_start "$host"
vmh_create counter --id gone
vmh_create list --id l
vmh_dispose gone
vmh_create pager --id p --parameters '{"selectedId": "1"}' --uses '{"list": "l"}'
news=''
vmh_restart
check 'in the order of their creation' 'l [0,true] p [0,true] ' "$news"
check 'the user of the other is there' null "$(vmh_get p .index)"
finish
