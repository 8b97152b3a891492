#!/bin/sh
# What goes over the wire, what the host records, and Control-C.
. ./tests/support.sh

need_host viewmodel-host

# The marks and methods, or ids, of a trace, whose lines have a time of the form that README.md has.
methods() {
  sed -n 's/^[0-9-]\{10\} [0-9:]\{8\}\.[0-9]\{3\} //p' "$1" | sed -e 's/^\([^ ]*\) .*"method":"\([^"]*\)".*/\1 \2/' \
    -e 's/^\([^ ]*\) {.*"id":"\([a-z]*\)-.*/\1 \2/' -e 's/^# start .*/# start/'
}
count() {
  vmh_create counter --id c
  vmh_input c plusButtonDidTap
  vmh_stop
}
expected='# start
--> initialize
<-- initialize
--> viewModel/create
<-- create
--> viewModel/input
<-- viewModel/update
# end, exit status 0'
vmh_start --trace "$work/trace" "$host"
count
check 'a trace' "$expected" "$(methods "$work/trace")"
{ vmh_start --trace - "$host" && count; } 2>"$work/error"
check 'one on standard error' "$expected" "$(methods "$work/error")"
VIEWMODEL_HOST_TRACE=$work/environment
vmh_start "$host"
vmh_restart
count
check 'one that the environment asks for' '2 starts' "$(grep -c '# start' "$work/environment") starts"
check 'it goes on in the same file' "$expected" "$(methods "$work/environment" | tail -n 8)"
VMH_TRACE=''
vmh_start "$host"
count
check 'none' '2 starts' "$(grep -c '# start' "$work/environment") starts"
check_status 'a trace that cannot be written' 2 vmh_start --trace "$work" "$host"
check_said 'which' "viewmodel-host: vmh_start: the trace $work cannot be written"
check_status 'an option without its value' 2 vmh_start --record

vmh_start --record "$work/session.transcript" "$host"
count
check 'a recording' 1 "$(grep -c '"input":"plusButtonDidTap"' "$work/session.transcript")"
check_status 'it is not written over' 6 vmh_start --record "$work/session.transcript" "$host"
mkdir "$work/recordings"
VMH_RECORD=$work/recordings
vmh_start "$host"
vmh_restart
count
check 'a folder takes a file for each start' 2 "$(find "$work/recordings" -type f | wc -l | tr -d ' ')"
VMH_RECORD=''

# Control-C: SIGINT for all of the script's process group. The script's trap still has its host.
command -v python3 >/dev/null || skip 'no python3, to interrupt a process group (apt-get install python3)'
shell=$(readlink "/proc/$$/exe" || command -v sh)
case $shell in *busybox) shell="$shell sh" ;; esac
cat >"$work/interrupted.sh" <<'SCRIPT'
. "$VMH_HOME/viewmodel-host.sh"
vmh_start "$1"
vmh_create counter --id c
trap 'vmh_input c plusButtonDidTap; vmh_get c .count; vmh_stop; echo "ended $?"; exit' INT
echo ready
while :; do sleep 1; done
SCRIPT
cat >"$work/interrupt.py" <<'PYTHON'
import os, signal, subprocess, sys
script = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, start_new_session=True, text=True)
script.stdout.readline()
os.killpg(script.pid, signal.SIGINT)
print(script.stdout.read(), end="")
PYTHON
export VMH_HOME
# shellcheck disable=SC2086 # a shell of two words
check 'what the trap did' "1
ended 0" "$(python3 -c 'import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = sys.argv[1:]
exec(open(sys.argv[0]).read())' "$work/interrupt.py" $shell "$work/interrupted.sh" "$host" 2>&1)"
finish
