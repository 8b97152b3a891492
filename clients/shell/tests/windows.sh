#!/bin/sh
# Windows on lists, with the built host.
. ./tests/support.sh

need_host example-host
vmh_start "$host" --clock virtual
observe='["count", {"output": "rows", "window": {"limit": 2, "anchor": true}}]'
vmh_create example.rows --id r --parameters '{"count": 100}' --observe "$observe"
check 'the first state' '{"rows":{"total":100,"offset":0,"items":[{"id":0,"name":"row 0"},{"id":1,"name":"row 1"}]},"count":100}' "$vmh_result"
vmh_move_window r rows 50 3
check 'where it stands' '{"total":100,"offset":50,"limit":3}' "$vmh_result"
check 'the rows' '[50,51,52]' "$(vmh_get r '[.rows.items[].id]')"
vmh_move_window r rows 9007199254740992 1
check 'past the end' '{"total":100,"offset":99,"limit":1}' "$vmh_result"
vmh_move_window r rows -7 1
check 'before the beginning' '{"total":100,"offset":0,"limit":1}' "$vmh_result"

# It goes with its first row, and is there again after a restart.
vmh_move_window r rows 10 2
vmh_call r insert '[1000, 0]'
check 'its first row' '11 [10,11]' "$(vmh_get r '"\(.rows.offset) \([.rows.items[].id])"')"
vmh_restart
check 'after a restart' '10 [10,11]' "$(vmh_get r '"\(.rows.offset) \([.rows.items[].id])"')"
vmh_call r insert '[1000, 0]'
check 'it is anchored still' 11 "$(vmh_get r .rows.offset)"
vmh_observe r '["count", {"output": "rows", "window": {"offset": 1, "limit": 1}}]'
check 'another window' '[0]' "$(vmh_get r '[.rows.items[].id]')"
vmh_observe r '["rows"]'
vmh_restart
check 'the whole list' 100 "$(vmh_get r '.rows | length')"

# What makes no sense.
vmh_observe r "$observe"
check_status 'a negative limit' 3 vmh_move_window r rows 0 -1
check_said 'which' '*params.limit: expected 0 or more, found -1'
check_status 'an absurd limit' 3 vmh_move_window r rows 0 99999999999999999999
check_said 'which' '*params.limit*'
check_status 'what is no list' 3 vmh_move_window r count 0 1
check_said 'which' '*r does not observe count through a window'
check_status 'an output that is not there' 3 vmh_move_window r cuont 0 1
for words in '1.5 1' '1 x' '1' '' '{} 1'; do
  # shellcheck disable=SC2086 # several words
  check_status "the numbers $words" 2 vmh_move_window r rows $words
  check_said 'which' '*vmh_move_window: OFFSET and LIMIT are whole numbers of rows, not *'
done
check_status 'an instance that is not there' 5 vmh_move_window nobody rows 0 1
check_status 'a window with a negative limit' 3 vmh_observe r '[{"output": "rows", "window": {"limit": -3}}]'
check_said 'which' '*params.observe\[0\].window.limit: expected 0 or more, found -3'
vmh_move_window r rows 3 1
check 'it is as it was' '{"total":100,"offset":3,"limit":1}' "$vmh_result"
finish
