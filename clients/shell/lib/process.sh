# shellcheck shell=sh disable=SC2034,SC2154 # the parts share their variables
# The processes: the host, the jq that reads it (mirror.jq), and what shows and keeps the host's standard error.
#
#   script ----> in --> host --> out --> mirror.jq --> inbox --8--> script
#                           `--> err --> stderr.awk ----> the script's standard error
#
# The four are FIFOs in a private folder. Nothing that the script starts may keep the host's input open, and a shell
# cannot close a descriptor for the programs that it runs: so the script itself has none, and opens `in` for each line.
# A watcher keeps it open as long as the script lives. When the script is gone, it ends what is left, and removes the folder.

# Starts the command in the arguments. The descriptors 6 to 9 are open for reading and writing in the
# children until each has opened its own ends: so no open waits, and no end is missed.
#
# The host gets a session of its own: Control-C in the terminal is the script's. (The other children ignore
# it; a host would not.) A shell that has job control, which gives each job a process group, needs nothing.
vmh__spawn() {
  case $- in
    *m*) ;;
    *)
      if command -v setsid >/dev/null; then
        set -- setsid "$@"
      elif command -v perl >/dev/null; then
        # shellcheck disable=SC2016 # for perl
        set -- perl -MPOSIX -e 'POSIX::setsid(); exec {$ARGV[0]} @ARGV or exit 127' "$@"
      fi
      ;;
  esac
  vmh__dir=$(mktemp -d "${TMPDIR:-/tmp}/viewmodel-host.XXXXXX") || return 1
  # shellcheck disable=SC2174 # only the last folder is made
  mkfifo -m 600 "$vmh__dir/in" "$vmh__dir/out" "$vmh__dir/err" "$vmh__dir/inbox" || return 1
  [ -z "$vmh__trace" ] || mkfifo "$vmh__dir/traced" "$vmh__dir/copy" || return 1
  : >"$vmh__dir/ticking"
  # mawk collects what it reads, but for this option, which others do not know.
  vmh__mawk=''
  case $(awk -W version </dev/null 2>/dev/null) in mawk*) vmh__mawk=1 ;; esac
  exec 6<>"$vmh__dir/err" 7<>"$vmh__dir/in" 8<>"$vmh__dir/inbox" 9<>"$vmh__dir/out"
  (
    trap '' INT HUP TERM
    case $vmh__trace in
      '') ;;
      -) exec 5>&2 ;;
      *) exec 5>>"$vmh__trace" ;;
    esac
    exec 3<"$vmh__dir/out" </dev/null >"$vmh__dir/inbox" 2>/dev/null 4>&- 6>&- 7>&- 8>&- 9>&-
    # shellcheck disable=SC3045 # a shell that does not know it goes on without
    ulimit -v "$vmh__memory" || :
    vmh__mirror || echo .toolong
    echo end
  ) &
  vmh__dir=$vmh__dir vmh__log=$vmh__log awk ${vmh__mawk:+-W} ${vmh__mawk:+interactive} -f "$VMH_HOME/lib/stderr.awk" <"$vmh__dir/err" >&2 2>/dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
  vmh__keeper=$!
  "$@" <"$vmh__dir/in" >"$vmh__dir/out" 2>"$vmh__dir/err" 6>&- 7>&- 8>&- 9>&- &
  vmh_pid=$!
  (
    exec </dev/null >"$vmh__dir/inbox" 2>/dev/null 3>&- 4>&- 5>&- 6>&- 8>&- 9>&-
    vmh__watch "$vmh_pid" "${vmh__shell:-$$}"
  ) &
  vmh__watcher=$!
  exec 6>&- 7>&- 8<"$vmh__dir/inbox" 9>&-
  vmh__ended='' vmh__writing='' vmh__timers='' vmh__ticking=''
}

# In the background: keeps the input of the host $1 open as long as the script $2 lives, and tells the inbox of a second
# that has passed when the script wants that. Then the host has some seconds to end.
vmh__watch() {
  # SIGPIPE too: the script may end just when it is told of a second, and then the host is still to be ended.
  trap '' INT HUP TERM PIPE
  while vmh__lives "$2"; do
    sleep 1 7>&-
    if read -r vmh__line <"$vmh__dir/ticking"; then
      : >"$vmh__dir/ticking"
      echo tick
    fi
  done
  exec 7>&- >/dev/null
  vmh__i=0
  while [ "$vmh__i" -lt "$vmh__grace" ] && vmh__lives "$1"; do
    sleep 1
    vmh__i=$((vmh__i + 1))
  done
  if vmh__lives "$1"; then
    kill "$1"
    sleep 1
    kill -9 "$1"
  fi
  # A program that the script has left behind may have the inbox open, and then jq waits for ever for room in it.
  read -r vmh__line <"$vmh__dir/jq" && kill -9 "$vmh__line"
  rm -rf "$vmh__dir"
}

# Whether there is a process $1 that has not ended.
vmh__lives() {
  kill -0 "$1" 2>/dev/null || return 1
  [ -r "/proc/$1/stat" ] || return 0
  read -r vmh__stat <"/proc/$1/stat" || return 1
  case ${vmh__stat##*) } in Z*) return 1 ;; esac
}

# Turns what the host writes into records, and writes it down if there is a trace. Fails when jq does, for want of memory.
vmh__mirror() {
  if [ -n "$vmh__trace" ]; then
    jq -Rr --unbuffered -f "$VMH_HOME/lib/trace.jq" <"$vmh__dir/traced" >&5 3<&- 5>&- &
    # Written down first: what the script sends because of it comes after it.
    tee "$vmh__dir/copy" <&3 >"$vmh__dir/traced" 3<&- 5>&- &
    exec 3<"$vmh__dir/copy"
  fi
  jq -L "$VMH_HOME" -Rnr --unbuffered -f "$VMH_HOME/mirror.jq" <&3 3<&- 5>&- &
  vmh__jq=$!
  echo "$vmh__jq" >"$vmh__dir/jq"
  exec 3<&-
  set -- 0
  wait "$vmh__jq" || set -- 1
  wait
  return "$1"
}

# Writes the line $2 down, if there is a trace, with the mark $1. What is sent goes the way of what comes, so that their
# order is right; but not before anything has come, nor what a pipe may not take at once: it could get into another line.
vmh__note() {
  [ -n "$vmh__trace" ] || return 0
  if [ "$1" = '-->' ] && [ -n "$vmh__initialized" ] && [ "${#2}" -lt 1000 ]; then
    printf '%s\n' "$1 $2" 1<>"$vmh__dir/traced"
  elif [ "$vmh__trace" = - ]; then
    printf '%s\n' "$1 $2" | jq -Rr -f "$VMH_HOME/lib/trace.jq" >&2
  else
    printf '%s\n' "$1 $2" | jq -Rr -f "$VMH_HOME/lib/trace.jq" >>"$vmh__trace"
  fi
}

# Writes one line to the host. When the host has died that shows where its end is read. What a pipe may not hold is
# written in the background; then the inbox gets `written`, and vmh__writing is empty again.
vmh__write() {
  [ -n "$vmh__watcher" ] || return 0
  vmh__note '-->' "$1"
  if [ "${#1}" -le 8000 ] || [ -n "$vmh__writing" ]; then
    { printf '%s\n' "$1" >"$vmh__dir/in"; } 2>/dev/null || :
    return 0
  fi
  exec 9>"$vmh__dir/inbox"
  (
    trap '' INT HUP TERM
    exec </dev/null >&9 2>/dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
    printf '%s\n' "$1" >"$vmh__dir/in"
    echo written
  ) &
  vmh__writing=$!
  exec 9>&-
}

# Starts alarm number vmh__alarms: after $1 seconds, the rest of the arguments are run in the
# background; what they print goes to the inbox. The first thing that comes there is the pid of its
# `sleep`. (A signal may get lost that reaches a shell just when it has forked; SIGKILL does not, but
# then the shell must not have children.)
vmh__set_alarm() {
  vmh__alarms=$((vmh__alarms + 1)) vmh__unborn=$((vmh__unborn + 1))
  eval "vmh__sleep_$vmh__alarms=''"
  exec 9>"$vmh__dir/inbox"
  (
    trap '' INT
    exec </dev/null >&9 2>/dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
    sleep "$1" >/dev/null &
    echo "alarm $vmh__alarms $!"
    wait "$!" || exit 0
    shift
    "$@"
  ) &
  vmh__alarm_pid=$!
  exec 9>&-
}

# Alarm $1 is not needed any more. If the pid of its `sleep` is not known yet, it ends when it is.
vmh__end_alarm() {
  eval "[ -z \"\${vmh__sleep_$1-}\" ] || kill -9 \"\$vmh__sleep_$1\" 2>/dev/null || :"
  unset "vmh__sleep_$1"
}

# Takes in that alarm $1 has a `sleep` with the pid $2.
vmh__take_alarm() {
  vmh__unborn=$((vmh__unborn - 1))
  if eval "[ -n \"\${vmh__sleep_$1+set}\" ]"; then
    eval "vmh__sleep_$1=\$2"
  else
    kill -9 "$2" 2>/dev/null || :
  fi
}

# Ends a host that does not end by itself. Runs in the background.
vmh__end_by_force() {
  kill "$vmh_pid"
  sleep 1
  kill -9 "$vmh_pid"
  kill "$vmh__keeper"
  echo end
}

# The host has closed its output, or is to end: waits for it, and takes down what is left of it.
# Sets vmh_exit_status and vmh_stderr.
vmh__bury() {
  vmh__close_input
  [ -n "$vmh__undertaker" ] || vmh__call_undertaker
  vmh_exit_status=0
  wait "$vmh_pid" 2>/dev/null || vmh_exit_status=$?
  wait "$vmh__keeper" 2>/dev/null || :
  while [ "$vmh__unborn" -gt 0 ] && read -r vmh__line <&8; do
    case $vmh__line in alarm*) eval "vmh__take_alarm ${vmh__line#* }" ;; esac
  done
  kill -9 "$vmh__undertaker_pid" 2>/dev/null || :
  wait "$vmh__undertaker_pid" 2>/dev/null || :
  vmh__end_alarm "$vmh__undertaker"
  vmh__undertaker=''
  [ -z "$vmh__writing" ] || kill -9 "$vmh__writing" 2>/dev/null || :
  vmh_stderr=$(cat "$vmh__dir/stderr" 2>/dev/null) || :
  vmh__end_jobs
  exec 8<&-
  rm -rf "$vmh__dir"
}

# The host's input ends.
vmh__close_input() {
  [ -n "$vmh__watcher" ] || return 0
  kill -9 "$vmh__watcher" 2>/dev/null || :
  wait "$vmh__watcher" 2>/dev/null || :
  vmh__watcher=''
}

# From now on the host has some seconds to end.
vmh__call_undertaker() {
  vmh__set_alarm "$vmh__grace" vmh__end_by_force
  vmh__undertaker=$vmh__alarms vmh__undertaker_pid=$vmh__alarm_pid
}

# The host has ended. Says why, once; vmh__ended is the status that every function returns from now.
vmh__take_end() {
  vmh__bury
  vmh__ended=6
  if [ -n "$vmh__stopping" ] && [ "$vmh_exit_status" -eq 0 ]; then
    vmh__note '#' 'end, exit status 0'
    vmh__ended=9
    return 0
  fi
  case $vmh_exit_status in
    0 | 137 | 143) [ -z "$vmh__garbage" ] || vmh__ended=8 ;;
    126 | 127) [ -n "$vmh__initialized" ] || vmh__ended=$vmh_exit_status ;;
  esac
  vmh__why=''
  case $vmh__ended in
    8)
      vmh__why=$vmh__garbage
      [ -n "$vmh__initialized" ] || vmh__why="$vmh__command_1 is no viewmodel-host: $vmh__garbage"
      ;;
    126 | 127) vmh__why="cannot start the host $vmh__command_1: $vmh_stderr. $vmh__hint" ;;
    *) vmh__describe_end ;;
  esac
  vmh__note '#' "end, exit status $vmh_exit_status"
  vmh__say "$vmh__why"
}

# Sets vmh__why to how the host ended, and to the reason if it wrote one.
vmh__describe_end() {
  vmh__signal=''
  vmh__why="the host ended (exit status $vmh_exit_status)"
  if [ "$vmh_exit_status" -gt 128 ]; then
    vmh__signal=$(kill -l "$((vmh_exit_status - 128))" 2>/dev/null) || :
    vmh__signal=${vmh__signal#SIG}
    vmh__why="the host ended by ${vmh__signal:+SIG}${vmh__signal:-signal $((vmh_exit_status - 128))}"
  fi
  vmh__reason=$(printf '%s\n' "$vmh_stderr" \
    | awk -v status="$vmh_exit_status" -v signal="$vmh__signal" -f "$VMH_HOME/lib/reason.awk")
  vmh__why=$vmh__why${vmh__reason:+: $vmh__reason}
}
