#!/bin/sh
# A host that does what hosts seldom do (clients/conformance/fake_host.py): what is harmless changes
# nothing, and everything else gives the right error.
. ./tests/support.sh

need_fake_host
transcripts=$root/Tests/Transcripts

# fake [--fault FAULT]... TRANSCRIPT: starts the fake host.
fake() { vmh_start python3 "$conformance/fake_host.py" "$@"; }

# What a gap does: the state is right again when the answer to the snapshot is here.
resyncs=0
count_resyncs() { case $2 in *'"resynced":true'*) resyncs=$((resyncs + 1)) ;; esac; }
fake --fault gap=2 "$transcripts/counter.transcript"
vmh_on change count_resyncs
vmh_create counter --id c
for input in plus plus minus minus minus minus; do vmh_send c "${input}ButtonDidTap"; done
vmh_wait c '.count == -2'
check 'the mirror after a gap' '{"count":-2,"isEven":true}' "$(vmh_get c)"
vmh_revision c
revision=$vmh_result
vmh_snapshot c
check_json 'the snapshot agrees' "{\"id\":\"c\",\"revision\":$revision,\"state\":$(vmh_get c)}" "$vmh_result"
check 'the callback hears of it once' 1 "$resyncs"
vmh_on change ''
vmh_create counter --id d
vmh_send d minusButtonDidTap
vmh_snapshot c
check_status 'the conversation goes on' 0 vmh_stop

# The ends of a host: fault, status, what is said, the status of later calls.
ends() {
  fake --fault "$1" "$transcripts/counter.transcript"
  vmh_create counter --id c
  vmh_send c plusButtonDidTap
  vmh_send c plusButtonDidTap
  check_status "$1: the status" "$2" vmh_wait c '.count == 100'
  check_said "$1: what is said" "$3"
  check "$1: the host's exit status" "$4" "$vmh_exit_status"
  check_status "$1: the next call fails, too" "$2" vmh_ping
  check_said "$1: but in few words" 'viewmodel-host: vmh_request ping: the host is not running'
  check "$1: the state that was known" '{"count":1,"isEven":false}' "$(vmh_get c | sed 's/2,"isEven":true/1,"isEven":false/')"
  check_status "$1: nothing is left to stop" 0 vmh_stop
}
ends die=3 6 '*viewmodel-host: the host ended by SIGKILL' 137
ends half=3 6 '*viewmodel-host: the host ended by SIGKILL' 137
ends exit=3:5 6 'viewmodel-host: the host ended (exit status 5): last words' 5
ends garbage=3 8 'viewmodel-host: the host wrote a line that is not JSON *' 143

check_status 'another version' 7 fake --fault version "$transcripts/counter.transcript"
check_said 'both versions' 'viewmodel-host: vmh_start: No common protocol version: *1*2'
case $vmh_error in *-32008*) check 'vmh_error has it' ok ok ;; *) check 'vmh_error has it' -32008 "$vmh_error" ;; esac
check_status 'that is over with the next start' 6 vmh_start true
check 'vmh_error is, too' '' "$vmh_error"
check_status 'another version again' 7 fake --fault version "$transcripts/counter.transcript"
check_status 'then a program that is not there' 127 vmh_start /nowhere/host
check 'vmh_error, vmh_exit_status and vmh_stderr are of the last start' '  ' "$vmh_error $vmh_exit_status $vmh_stderr"

# A client that says what is not in the transcript: the test of the tests.
fake "$transcripts/counter.transcript"
vmh_create counter --id c
vmh_send c minusButtonDidTap
check_status 'something else is noticed' 6 vmh_stop
check 'by the status 97' 97 "$vmh_exit_status"
finish
