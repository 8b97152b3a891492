#!/bin/sh
# A supervised host, and what an input would do.
. ./tests/support.sh

need_host example-host
if ! [ -r "/proc/$$/task/$$/children" ]; then skip 'no /proc that tells of children'; fi
news=''
on_restarted() { news="$news$(printf '%s' "$2" | jq -c '[.reason, .line]') "; }
vmh_on restarted on_restarted

vmh_start --supervised --log off "$host"
vmh_create counter --id c
vmh_input c plusButtonDidTap
vmh_create example.crash --id x
check_status 'an input that crashes' 4 vmh_input x fatalError
check_said 'is refused with the reason' '*Fatal error: boom*'
check 'as the code says' '[-32017,11]' "$(printf '%s' "$vmh_error" | jq -c '.error | [.code, .data.line]')"
vmh_input c plusButtonDidTap
check 'nothing else is lost' 2 "$(vmh_get c .count)"
case $news in *'Fatal error: boom",11] ') check 'it is news' ok ok ;; *) check 'it is news' 'the reason' "$news" ;; esac

news=''
read -r children <"/proc/$vmh_pid/task/$vmh_pid/children" || : # it has no end of line
kill -9 "${children%% *}"
vmh_input c plusButtonDidTap
check 'a kill costs nothing' 3 "$(vmh_get c .count)"
check 'and is news' '["ended by SIGKILL",null] ' "$news"

vmh_try c plusButtonDidTap
check 'what an input would do' '["viewModel/update",4]' \
  "$(printf '%s' "$vmh_result" | jq -c '[.messages[0].method, .messages[0].params.updates[0].patch[0].value]')"
check 'is not done' 3 "$(vmh_get c .count)"
vmh_try c plusButtonDidTap '{"by": 2}'
check 'a rejection' viewModel/rejected "$(printf '%s' "$vmh_result" | jq -r '.messages[0].method')"
vmh_try x fatalError
check 'a crash' 11 "$(printf '%s' "$vmh_result" | jq .crashed.line)"
check_status 'of nobody' 5 vmh_try nobody input

vmh_create counter --id late
vmh_turns 1
turn=$(printf '%s\n' "$vmh_result" | jq .turn)
vmh_input late plusButtonDidTap
vmh_dispose c
vmh_undo
check 'what was disposed is there again' 3 "$(vmh_get c .count)"
check 'and is named' '["c"]' "$(printf '%s\n' "$vmh_result" | jq -c '[.opened[].id]')"
vmh_input c plusButtonDidTap
check 'and goes on' 4 "$(vmh_get c .count)"
vmh_undo
check 'the input is taken back' 3 "$(vmh_get c .count)"
vmh_redo
check 'and is there again' 4 "$(vmh_get c .count)"
check_status 'there is no more' 3 vmh_redo
vmh_rewind "$turn"
check 'an earlier turn' '3 0' "$(vmh_get c .count) $(vmh_get late .count)"
vmh_rewind "$((turn - 1))"
check_status 'before it was created' 5 vmh_get late
vmh_stop

# Without a callback it is said; and it is asked for only with the option.
vmh_on restarted ''
cat >"$work/fake" <<'END'
read -r line
case "$1 $line" in '--supervised '*'"restarts":true'*) ;; *) exit 3 ;; esac
id=${line#*\"id\":}
echo "{\"jsonrpc\":\"2.0\",\"id\":${id%%,*},\"result\":{\"protocolVersion\":\"1\",\"host\":{\"name\":\"sh\"}}}"
echo '{"jsonrpc":"2.0","method":"host/restarted","params":{"reason":"ended by SIGILL","milliseconds":3}}'
cat >/dev/null
END
poll() { vmh_start --supervised sh "$work/fake" && vmh_poll; }
check_status 'a host that was restarted' 0 poll
check_said 'says so' '*the host goes on in another process: ended by SIGILL*'
finish
