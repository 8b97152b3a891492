# shellcheck shell=sh disable=SC2034,SC2154 # the parts share their variables
# Drives a viewmodel-host from a POSIX shell: README.md tells how. To be sourced, by `.`, with VMH_HOME set
# to its folder; it needs jq.
#
# Names that begin with vmh_ are for scripts, those with vmh__ are its own. It uses the descriptors 5
# to 9, and while it writes it ignores the signal PIPE.

# The folder of this file: VMH_HOME, or what bash knows, or where `.` has found it in the PATH.
if [ -z "${VMH_HOME-}" ]; then
  # shellcheck disable=SC3028,SC3054 # empty where it is not bash
  VMH_HOME=${BASH_SOURCE-$(command -v viewmodel-host.sh || :)}
  case $VMH_HOME in
    */*) VMH_HOME=${VMH_HOME%/*} ;;
    *) VMH_HOME=. ;;
  esac
fi
case $VMH_HOME in
  /*) ;;
  *) VMH_HOME=$PWD/$VMH_HOME ;;
esac
if ! [ -r "$VMH_HOME/mirror.jq" ] || ! [ -r "$VMH_HOME/lib/process.sh" ]; then
  echo 'viewmodel-host.sh: set VMH_HOME to its folder' >&2
  unset VMH_HOME
  return 2
fi
for vmh__part in process inbox requests services condition instances windows rewind typed; do
  # shellcheck disable=SC1090 # they are checked by themselves
  . "$VMH_HOME/lib/$vmh__part.sh"
done

vmh_result='' vmh_error='' vmh_id='' vmh_pid='' vmh_exit_status='' vmh_stderr='' vmh_call=''
vmh__newline='
'
vmh__hint='Install its package (dpkg -i, or unpack the tar.gz; it needs no Swift), put viewmodel-host on the PATH, set VIEWMODEL_HOST to its path, or give its command to vmh_start'
vmh__ended=9 vmh__services=0 vmh__slots=0 vmh__free_slots='' vmh__odd_slots='' vmh__numbers=0 vmh__alarms=0 vmh__jobs=0 vmh__live_jobs='' vmh__shell=''
# In seconds: how long functions wait when VMH_TIMEOUT is not set, and how long a host may take to end.
vmh__patience=30 vmh__grace=5
# In KiB: what the jq that reads the host may take. A line without end does not take more.
vmh__memory=1048576
vmh__trace='' vmh__record='' vmh__why='' vmh__texts=0
vmh__last_news=0 vmh__told_news=0 vmh__last_event=0 vmh__undertaker='' vmh__waiting='' vmh__watcher=''

# vmh_start [--log LEVEL] [--no-merge] [--record PATH] [--supervised] [--trace FILE] [COMMAND [ARGUMENT]...]
# Starts a host; without COMMAND it is bin/viewmodel-host in VMH_HOME, $VIEWMODEL_HOST or viewmodel-host. Afterwards vmh_pid is its
# process, and vmh_result what it said of itself. The services have to be known before. PATH, or
# $VMH_RECORD, is a file for the transcript of the session, or a folder: one for each start. With --supervised
# another process goes on when the host's ends, which is the news `restarted`. FILE, or
# $VMH_TRACE or $VIEWMODEL_HOST_TRACE, is for what is sent and received; - is standard error. LEVEL is the
# least of the host's log, warning when it is not given; with off, what the host prints is not shown either.
vmh_start() {
  vmh_error=''
  if [ -z "$vmh__ended" ]; then
    vmh__say 'vmh_start: a host is running'
    return 2
  fi
  vmh__capabilities='' vmh__supervised='' vmh__log=warning vmh__record=${VMH_RECORD-} vmh__trace=${VMH_TRACE-${VIEWMODEL_HOST_TRACE-}}
  while :; do
    case ${1-} in
      --no-merge)
        vmh__capabilities="$vmh__capabilities,\"mergeUpdates\":false"
        shift
        ;;
      --supervised)
        vmh__supervised=$1
        vmh__capabilities="$vmh__capabilities,\"restarts\":true"
        shift
        ;;
      --log | --record | --trace)
        if [ $# -lt 2 ]; then
          vmh__say "vmh_start: $1: an option and its value belong here"
          return 2
        fi
        case $1 in
          --log) vmh__log=$2 ;;
          --record) vmh__record=$2 ;;
          *) vmh__trace=$2 ;;
        esac
        shift 2
        ;;
      -*)
        vmh__say "vmh_start knows no option \"$1\"; it knows --log, --no-merge, --record, --supervised, --trace"
        return 2
        ;;
      *) break ;;
    esac
  done
  if [ $# -eq 0 ]; then
    set -- "$VMH_HOME/bin/viewmodel-host"
    [ -x "$1" ] || set -- "${VIEWMODEL_HOST:-viewmodel-host}"
  fi
  [ -z "$vmh__record" ] || set -- "$@" --record "$vmh__record"
  [ -z "$vmh__supervised" ] || set -- "$@" --supervised
  if [ -n "${vmh__trace#-}" ] && ! (: >>"$vmh__trace") 2>/dev/null; then
    vmh__say "vmh_start: the trace $vmh__trace cannot be written"
    return 2
  fi
  while [ "$vmh__slots" -gt 0 ]; do
    vmh__forget "$vmh__slots"
    vmh__slots=$((vmh__slots - 1))
  done
  vmh__free_slots='' vmh__odd_slots='' vmh__command=$# vmh__i=0
  for vmh__argument in "$@"; do
    vmh__i=$((vmh__i + 1))
    eval "vmh__command_$vmh__i=\$vmh__argument"
  done
  vmh__launch "$@"
}

# Starts the command in the arguments and initializes it.
vmh__launch() {
  vmh__ended=9 vmh_exit_status='' vmh_stderr=''
  if ! command -v jq >/dev/null; then
    vmh__say 'there is no program jq, which this needs; install it (apt-get install jq, brew install jq)'
    return 127
  fi
  case $1 in
    */*)
      if [ -f "$1" ] && ! [ -x "$1" ]; then
        vmh__say "cannot start the host $1: it is not executable. $vmh__hint"
        return 126
      fi
      ;;
  esac
  if ! command -v "$1" >/dev/null; then
    vmh__say "cannot start the host $1: there is no such program. $vmh__hint"
    return 127
  fi
  vmh__note '#' "start $*"
  vmh__shell=''
  if [ -r /proc/self/stat ]; then read -r vmh__shell vmh__rest </proc/self/stat; fi
  # shellcheck disable=SC3013 # where that is not known, subshells are not noticed
  [ /proc/self -ef "/proc/$vmh__shell" ] 2>/dev/null || vmh__shell=''
  vmh__small='' vmh__large='' vmh__garbage='' vmh__stopping='' vmh__initialized='' vmh__in_turn=''
  vmh__telling='' vmh__current='' vmh__in_batch='' vmh__batch='' vmh__contracts=' ' vmh__unheard=0 vmh__unborn=0
  vmh__spawn "$@" || return 1
  vmh__list='' vmh__i=0
  while [ "$vmh__i" -lt "$vmh__services" ]; do
    vmh__i=$((vmh__i + 1))
    eval "vmh__list=\$vmh__list\${vmh__list:+,}\$vmh__service_name_$vmh__i"
  done
  vmh__quote "$vmh__log"
  vmh__ask initialize "{\"protocolVersions\":[\"1\"],\"client\":{\"name\":\"viewmodel-host.sh\",\"version\":\"0.1.0\"},\"capabilities\":{\"services\":[$vmh__list],\"log\":$vmh__quoted$vmh__capabilities}}" \
    initialize '' "${VMH_TIMEOUT-$vmh__patience}" || {
    set -- $? "$vmh_error"
    vmh__initialized=1
    case $2 in *'"code":-32008'* | null) set -- 7 "$2" ;; esac
    [ -n "$vmh__ended" ] || vmh_stop || :
    vmh_error=$2
    return "$1"
  }
  vmh__initialized=1 vmh__limit=''
  case $vmh_result in
    *'"host":{"name":"'*)
      vmh__name=${vmh_result#*'"host":{"name":"'}
      { printf '%s: warning: \n' "${vmh__name%%\"*}" >"$vmh__dir/own"; } 2>/dev/null || :
      ;;
  esac
  case $vmh_result in
    *'"lineBytes":'*)
      vmh__limit=${vmh_result#*\"lineBytes\":}
      vmh__limit=${vmh__limit%%[!0-9]*}
      ;;
  esac
}

# vmh_stop
# Ends the host and waits for it. What it still says is told. Does nothing when none runs.
vmh_stop() {
  vmh_error=''
  [ -z "$vmh__ended" ] || return 0
  vmh__check vmh_stop || return
  vmh__stopping=1 vmh__in_batch=''
  vmh__close_input
  vmh__call_undertaker
  while vmh__take; do :; done
  [ "$vmh__ended" -eq 9 ] || return "$vmh__ended"
}

# vmh_restart
# Starts the command of vmh_start anew and creates the instances again. Their callbacks get a change;
# what cannot be created again is closed.
vmh_restart() {
  vmh_error=''
  [ -n "$vmh__ended" ] || vmh_stop || :
  if [ -z "${vmh__command-}" ]; then
    vmh__say 'vmh_restart: no host was started'
    return 2
  fi
  set --
  vmh__i=0
  while [ "$vmh__i" -lt "$vmh__command" ]; do
    vmh__i=$((vmh__i + 1))
    eval "set -- \"\$@\" \"\$vmh__command_$vmh__i\""
  done
  vmh__launch "$@" || return
  # Slots are used again; what an instance uses comes before it. A callback may have disposed of one.
  for vmh__i in $(vmh__births | sort -n | tr '\n' ' '); do
    eval "[ \"\${vmh__birth_${vmh__i#*:}-}\" = ${vmh__i%:*} ] || continue"
    vmh__recreate "${vmh__i#*:}" || return
  done
}

# Prints BIRTH:SLOT for each instance; the later it was created, the larger is BIRTH.
vmh__births() {
  vmh__i=0
  while [ "$vmh__i" -lt "$vmh__slots" ]; do
    vmh__i=$((vmh__i + 1))
    eval "[ -z \"\${vmh__birth_$vmh__i-}\" ] || printf '%s\n' \"\$vmh__birth_$vmh__i:$vmh__i\""
  done
}

vmh__recreate() {
  vmh__next_number
  set -- "$1" "$vmh__number"
  eval "vmh__params=\$vmh__creation_$1 vmh__observed=\$vmh__observe_$1"
  [ -z "$vmh__observed" ] || vmh__params="${vmh__params%\}},\"observe\":$vmh__observed}"
  vmh__send_request viewModel/create "$vmh__params" recreate "$1" "$2" || return
  vmh__await "$2" "${VMH_TIMEOUT-$vmh__patience}" || return
  [ "$vmh__outcome" != ok ] || return 0
  [ "$vmh__outcome" != timeout ] || vmh__message='not created again in that time'
  eval "vmh__quote \"\$vmh__id_$1\""
  set -- "$1" "$vmh__quoted"
  vmh__text=$vmh__message
  vmh__quote "$vmh__text"
  vmh__queue closed "$1" "{\"kind\":\"closed\",\"id\":$2,\"reason\":$vmh__quoted}"
  vmh__free "$1"
  vmh__run_callbacks
}

# vmh_list; vmh_describe NAME; vmh_ping
# What the protocol's requests of these names answer, in vmh_result. vmh_list gives the names as lines.
vmh_list() {
  vmh_request viewModel/list || return
  vmh_result=$(printf '%s\n' "$vmh_result" | jq -r '.viewModels[].name')
}

vmh_describe() {
  vmh__quote "${1-}"
  vmh_request viewModel/describe "{\"name\":$vmh__quoted}"
}

vmh_ping() { vmh_request ping; }

# vmh_advance MILLISECONDS
# Moves the virtual clock of a host that was started with `--clock virtual`: vmh_result is the new time.
vmh_advance() {
  vmh_request clock/advance "{\"milliseconds\":${1:-null}}" || return
  vmh_result=${vmh_result#*:}
  vmh_result=${vmh_result%\}}
}

# vmh_request METHOD [PARAMS]
# Any request: vmh_result is its result.
vmh_request() {
  vmh__check_waiting "vmh_request ${1-}" || return
  vmh__quote "${1-}"
  set -- "$vmh__quoted" "${2:-{\}}"
  set -- "${1#?}" "$2"
  vmh__ask "${1%?}" "$2" request '' "${VMH_TIMEOUT-$vmh__patience}"
}

# vmh_notify METHOD [PARAMS]
# Any notification; nothing is waited for.
vmh_notify() {
  vmh__check vmh_notify || return
  vmh__quote "${1-}"
  vmh__flatten "${2:-{\}}"
  vmh__send "{\"jsonrpc\":\"2.0\",\"method\":$vmh__quoted,\"params\":$vmh__flat}"
}

# vmh_on KIND FUNCTION
# Calls FUNCTION ID JSON for each piece of news of a kind; an empty FUNCTION ends that. It runs in the
# script's own shell while a function of this library waits.
vmh_on() {
  case ${1-} in
    change | event | rejected | failed | closed | stale | dropped | restarted | log) eval "vmh__on_$1=\${2-}" ;;
    *)
      vmh__say "vmh_on: there is no kind of news \"${1-}\"; there are change, event, rejected, failed, closed, stale, dropped, restarted, log"
      return 2
      ;;
  esac
}

# vmh_on_service NAME COMMAND
# Has COMMAND, a function or a program, answer the service: it reads the arguments as JSON from its
# standard input and prints the result as JSON. With another exit status than 0 the answer is an error,
# whose message is what it has written to standard error. Before vmh_start, or when none runs.
vmh_on_service() {
  if [ $# -ne 2 ] || [ -z "$2" ]; then
    vmh__say 'vmh_on_service: a name and a command belong here'
    return 2
  fi
  vmh__quote "$1"
  if ! vmh__find_service "$vmh__quoted"; then
    if [ -z "$vmh__ended" ]; then
      vmh__say "vmh_on_service: a host that runs cannot be told of new services"
      return 2
    fi
    vmh__services=$((vmh__services + 1))
    vmh__service=$vmh__services
    eval "vmh__service_name_$vmh__service=\$vmh__quoted"
  fi
  eval "vmh__service_command_$vmh__service=\$2"
}

# vmh_poll [TIMEOUT]
# Takes in one turn, or what else comes, waiting for it; 124 when nothing came in TIMEOUT seconds.
vmh_poll() {
  vmh__check_waiting vmh_poll || return
  set -- "${1-${VMH_TIMEOUT-$vmh__patience}}" ''
  if [ -n "$1" ]; then
    vmh__start_timer "$1"
    set -- "$1" "$vmh__timer"
  fi
  set -- "$2" 0
  vmh__take || set -- "$1" $?
  if vmh__is_over "$1"; then set -- "$1" 124; fi
  vmh__end_timer "$1"
  return "$2"
}
