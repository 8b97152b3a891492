#!/bin/sh
# The functions, one by one, with the built host.
. ./tests/support.sh

need_host viewmodel-host
vmh_start "$host" --clock virtual

# Instances and states.
vmh_create counter --id c
check 'vmh_id' c "$vmh_id"
check 'the first state' '{"count":0,"isEven":true}' "$vmh_result"
vmh_create counter
check 'an id of the host' counter-1 "$vmh_id"
vmh_input c plusButtonDidTap
check 'vmh_get' '{"count":1,"isEven":false}' "$(vmh_get c)"
check 'vmh_get with a filter' false "$(vmh_get c .isEven)"
check 'text has no quotes' odd "$(vmh_get c 'if .isEven then "even" else "odd" end')"
check_status 'a filter that is wrong' 2 vmh_get c '.['
check_status 'an output that is not there' 2 vmh_get c .cuont
check_said 'which there are' 'viewmodel-host: vmh_get: counter has no output cuont; it has count, isEven'
check_status 'an instance that is not there' 5 vmh_get nobody
check_said 'which' '*vmh_get: there is no instance nobody'
check_status 'too few arguments' 2 vmh_get
check_said 'how it is written' '*usage: vmh_get ID *'
check_status 'a condition that is missing' 2 vmh_wait c
check_said 'how it is written' '*usage: vmh_wait ID CONDITION *'
vmh_revision c
check 'vmh_revision' 1 "$vmh_result"
vmh_snapshot c
check 'vmh_snapshot' '{"id":"c","revision":1,"state":{"count":1,"isEven":false}}' "$vmh_result"

# Ids of any kind.
# shellcheck disable=SC2016 # not to be expanded
for id in '' ' ' 'a b' '"quoted"' 'back\slash' "it's" '$(echo no)' 'ä😀' '*' '-'; do
  vmh_create counter --id "$id"
  vmh_input "$id" plusButtonDidTap
  check "the id <$id>" 1 "$(vmh_get "$id" .count)"
  vmh_dispose "$id"
  check_status "the id <$id> is gone" 5 vmh_get "$id"
done

# Inputs, calls, and what fails.
check_status 'an input that is not there' 4 vmh_input c bogus
check_said 'what is said' 'viewmodel-host: vmh_input c bogus: counter has no input bogus; it has plusButtonDidTap, *'
check 'vmh_error' -32004 "$(printf '%s' "$vmh_error" | jq .error.code)"
check_status 'a ViewModel that is not there' 3 vmh_create nothing
check 'vmh_error of a request' -32001 "$(printf '%s' "$vmh_error" | jq .code)"
vmh_create counter --id x
for words in 'vmh_ping' 'vmh_send x plusButtonDidTap' 'vmh_input nobody plusButtonDidTap' 'vmh_create counter --size' 'vmh_start' 'vmh_list'; do
  check_status 'something that fails' 4 vmh_input x bogus
  $words 2>/dev/null || :
  check "vmh_error after $words" '' "$vmh_error"
done
vmh_dispose x
for arguments in '{bad' '{}}' '1 2' '{"a": '; do
  check_status 'arguments that are no JSON' 2 vmh_input c plusButtonDidTap "$arguments"
  check_said 'which' "viewmodel-host: vmh_input c plusButtonDidTap: the argument $arguments is not JSON"
done
check_status 'one of several' 2 vmh_create counter --observe '["count"]' --parameters 'x'
check_said 'which' 'viewmodel-host: vmh_create: the argument x is not JSON'
check_status 'an id that is taken' 3 vmh_create counter --id c
check 'the instance that has it' 1 "$(vmh_get c .count)"
check_status 'an option without value' 2 vmh_create counter --parameters
check_status 'an option that is none' 2 vmh_create counter --size 3
vmh_create user --id u
vmh_call_begin u fetch '{
  "userId": 7}'
call=${vmh_call?}
vmh_advance 1000
check 'vmh_advance' 1000 "$vmh_result"
vmh_call_end "$call"
check 'the result of a call' null "$vmh_result"
check 'its change' 7 "$(vmh_get u .user.id)"
vmh_call_begin u fetch '[8]'
vmh_call_cancel "$vmh_call"
check_status 'a call that was cancelled' 3 vmh_call_end "$vmh_call"
check_said 'it says so' 'viewmodel-host: vmh_call u fetch: Cancelled*'
check_status 'a call that is over' 2 vmh_call_end "$vmh_call"
vmh_call_begin u fetch '[9]'
check_status 'a call that takes longer than it may' 124 vmh_call_end "$vmh_call" 0.1
check_said 'which' 'viewmodel-host: vmh_call u fetch: no answer in that time'
check_status 'a call of what is not there' 3 vmh_call c bogus
check_said 'which' 'viewmodel-host: vmh_call c bogus: counter has no input bogus; *'
VMH_TIMEOUT=0.1
check_status 'VMH_TIMEOUT' 124 vmh_input u fetch '[9]'
VMH_TIMEOUT=''

# Conditions.
vmh_wait c '.count == 1'
vmh_send c plusButtonDidTap
vmh_send c plusButtonDidTap
vmh_send c plusButtonDidTap
vmh_wait c '.count == 3'
check 'it is the first state that fits' 3 "$(vmh_get c .count)"
vmh_wait c '.count > 3 # a comment'
check_status 'a condition that fails on the state' 124 vmh_wait c '.count | test("x")' 0.1
check_status 'a condition that is no filter' 2 vmh_wait c '.['
check_status 'no state fits' 124 vmh_wait c '.count == 100' 0.1

# Callbacks, in their order; batches; observe; events.
told=''
tell() { told="$told$1 $(printf '%s' "$2" | jq -c .revision)=$(vmh_get "$1" .count) "; }
vmh_on change tell
vmh_batch_begin
vmh_send c plusButtonDidTap
vmh_send counter-1 plusButtonDidTap
vmh_send c plusButtonDidTap
check_status 'nothing waits in a batch' 2 vmh_ping
vmh_batch_end
vmh_ping
check 'one turn, whole before the first callback' 'c 5=6 counter-1 1=1 ' "$told"
vmh_on change ''
nest() { [ "$(vmh_get c .count)" -ge 9 ] || vmh_input c plusButtonDidTap; }
vmh_on change nest
vmh_input c plusButtonDidTap
vmh_ping
check 'a callback may call' 9 "$(vmh_get c .count)"
vmh_on change ''
vmh_observe c '["count"]'
check 'vmh_observe' '{"count":9}' "$(vmh_get c)"
vmh_events
check 'no events' '' "$vmh_result"
check_status 'events of a name that there is not' 2 vmh_events c finishd
check_said 'which there are' 'viewmodel-host: vmh_events: counter has no event finishd; it has none'
refused=''
refuse() { refused=$(printf '%s' "$2" | jq -r '"\(.id) \(.input) \(.error.code)"'); }
vmh_on rejected refuse
vmh_send c bogus
vmh_ping
check 'rejected' 'c bogus -32004' "$refused"
check_status 'a kind of news that is none' 2 vmh_on nothing refuse
check_status 'nothing comes' 124 vmh_poll 0.1

# The catalog, and other requests.
vmh_list
case $vmh_result in counter*) check vmh_list ok ok ;; *) check vmh_list counter… "$vmh_result" ;; esac
vmh_describe counter
check vmh_describe '["plusButtonDidTap","minusButtonDidTap"]' "$(printf '%s' "$vmh_result" | jq -c '[.inputs[].name]')"
vmh_request ping
check vmh_request '{}' "$vmh_result"
check_status 'a method that is not there' 3 vmh_request no/method

# In subshells only vmh_get works: the rest says what is wrong.
check 'vmh_get in a subshell' 9 "$(vmh_get c .count)"
if [ -r /proc/self/stat ]; then
  check 'a subshell' 2 "$(vmh_ping 2>/dev/null || echo $?)"
fi
check_status 'a second start' 2 vmh_start "$host"
finish
