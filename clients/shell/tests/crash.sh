#!/bin/sh
# Why a host ended: the rule of clients/conformance/README.md, its samples, and a real crash.
. ./tests/support.sh

# What is kept of the standard input; what is shown of it, it prints.
keep() {
  : >"$work/stderr"
  vmh__dir=$work awk -f lib/stderr.awk
}

tab=$(printf '\t') rows=0
while IFS= read -r row; do
  file=${row%%"$tab"*} reason=${row##*"$tab"}
  how=${row#*"$tab"}
  how=${how%%"$tab"*}
  if [ "$reason" = "$how" ]; then reason=''; fi
  vmh_exit_status=${how#* }
  case $how in signal*) vmh_exit_status=$((vmh_exit_status + 128)) ;; esac
  keep <"$conformance/crashes/$file" >"$work/shown"
  vmh_stderr=$(cat "$work/stderr")
  vmh__describe_end
  case $vmh__why in
    *': '*) found=${vmh__why#*: } ;;
    *) found='' ;;
  esac
  check "$row" "$reason" "$found"
  rows=$((rows + 1))
done <"$conformance/crashes/expected.tsv"
check 'enough rows' yes "$([ "$rows" -gt 10 ] && echo yes)"

vmh_exit_status=132 vmh_stderr=''
vmh__describe_end
check 'without a reason' 'the host ended by SIGILL' "$vmh__why"
numbers=$(awk 'BEGIN {while (n++ < 1000) print n}')
check 'the last lines are kept' "$(printf '%s\n' "$numbers" | tail -n 200)" "$(printf '%s\n' "$numbers" | keep >/dev/null && cat "$work/stderr")"
kept=$({
  printf 'noise\n%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
  printf 'a.swift:2: Fatal error: boom\n*** Signal 4: Backtracing\n'
  printf '%s\n' "$numbers"
} | keep >/dev/null && cat "$work/stderr")
check 'a report from its beginning on' 'a.swift:2: Fatal error: boom' "$(printf '%s\n' "$kept" | sed -n 20p)"
check 'and so much of it' 400 "$(($(printf '%s\n' "$kept" | wc -l)))"

need_host example-host
vmh_start "$host"
vmh_create example.crash --id x
vmh_input x say '{"line": "a.swift:2: Fatal error: boom"}'
check_status 'a host that crashes' 6 vmh_call x fatalError
check_said 'says why' '*viewmodel-host: the host ended by SIGILL: ExampleViewModels/CrashViewModel.swift:*: Fatal error: boom'
case $vmh_stderr in *'*** Signal 4: '*) check 'the report' ok ok ;; *) check 'the report' 'a report' "$vmh_stderr" ;; esac
vmh_restart
vmh_input x say '{"line": "*** Signal 4: Backtracing"}'
kill -9 "$vmh_pid"
check_status 'a host that is killed' 6 vmh_wait x false
check_said 'without what was printed' '*viewmodel-host: the host ended by SIGKILL'
finish
