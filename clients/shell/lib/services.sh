# shellcheck shell=sh disable=SC2034,SC2154 # the parts share their variables
# Services: the host asks, a function or program of the script answers. Each runs as a background job,
# so that the script need not stand still meanwhile, and can be cancelled.

# Starts the handler for one service/call. $1 is its id and $2 the service's name, in JSON without
# spaces; $3 are the arguments.
vmh__serve() {
  vmh__find_service "$2" || {
    vmh__answer_error "$1" -32601 "\"This frontend has no service ${2#?}"
    return 0
  }
  vmh__jobs=$((vmh__jobs + 1))
  vmh__live_jobs="$vmh__live_jobs$vmh__jobs "
  printf '%s\n' "$3" >"$vmh__dir/job-$vmh__jobs.in"
  eval "set -- \"\$1\" \"\$vmh__service_command_$vmh__service\""
  exec 9>"$vmh__dir/inbox"
  vmh__run_job "$2" "$vmh__dir/job-$vmh__jobs" "$vmh__jobs" \
    >"$vmh__dir/job-$vmh__jobs.out" 2>"$vmh__dir/job-$vmh__jobs.err" 5>&- 6>&- 7>&- 8>&- &
  eval "vmh__job_id_$vmh__jobs=\$1 vmh__job_pid_$vmh__jobs=\$!"
  exec 9>&-
}

# In the background: runs the handler $1, and then tells the inbox that job $3 is served.
vmh__run_job() {
  vmh__child='' vmh__stop=''
  trap 'vmh__stop=1; [ -z "$vmh__child" ] || kill "$vmh__child"' TERM
  "$1" <"$2.in" 9>&- &
  vmh__child=$!
  [ -z "$vmh__stop" ] || kill "$vmh__child"
  set -- "$3" 0
  wait "$vmh__child" || set -- "$1" $?
  [ -n "$vmh__stop" ] || echo "served $1 $2" >&9
}

# A job has ended: its number and exit status.
vmh__take_served() {
  set -- "${1%% *}" "${1#* }"
  eval "set -- \"\$1\" \"\$2\" \"\${vmh__job_id_$1-}\""
  [ -n "$3" ] || return 0
  vmh__job=$vmh__dir/job-$1
  if [ "$2" -eq 0 ]; then
    if jq -es 'length == 1' "$vmh__job.out" >/dev/null 2>&1; then
      vmh__flatten "$(cat "$vmh__job.out")"
      vmh__write "{\"jsonrpc\":\"2.0\",\"id\":$3,\"result\":$vmh__flat}"
    else
      vmh__answer_error "$3" -32000 '"The service did not print one JSON value"'
    fi
  elif vmh__answer=$(jq -ces 'if length == 1 then .[0] | select(type == "object" and (.code | type == "number")
      and (.message | type == "string")) else null end' "$vmh__job.out" 2>/dev/null); then
    vmh__write "{\"jsonrpc\":\"2.0\",\"id\":$3,\"error\":$vmh__answer}"
  else
    vmh__answer=$(jq -Rs --arg status "$2" 'rtrimstr("\n")
      | if . == "" then "The service failed with status \($status)" else . end' "$vmh__job.err")
    vmh__answer_error "$3" -32000 "$vmh__answer"
  fi
  vmh__end_job "$1"
}

# The host wants no answer any more to the call with the id $1.
vmh__cancel_job() {
  for vmh__job in $vmh__live_jobs; do
    if eval "[ \"\$vmh__job_id_$vmh__job\" = \"\$1\" ]"; then
      vmh__end_job "$vmh__job"
      vmh__answer_error "$1" -32800 '"Cancelled"'
    fi
  done
}

# Stops job number $1, if it still runs, and forgets it.
vmh__end_job() {
  eval "kill \"\$vmh__job_pid_$1\" 2>/dev/null || :"
  unset "vmh__job_id_$1" "vmh__job_pid_$1"
  vmh__record=" $vmh__live_jobs"
  vmh__record=${vmh__record%%" $1 "*}" "${vmh__record#*" $1 "}
  vmh__live_jobs=${vmh__record# }
  rm -f "$vmh__dir/job-$1.in" "$vmh__dir/job-$1.out" "$vmh__dir/job-$1.err"
}

vmh__end_jobs() {
  for vmh__job in $vmh__live_jobs; do vmh__end_job "$vmh__job"; done
}

# Answers the host's request $1 with the error code $2; the message $3 is JSON.
vmh__answer_error() {
  vmh__write "{\"jsonrpc\":\"2.0\",\"id\":$1,\"error\":{\"code\":$2,\"message\":$3}}"
}

# Sets vmh__service to the number of the service with the name $1 (in JSON), or fails.
vmh__find_service() {
  vmh__service=0
  while [ "$vmh__service" -lt "$vmh__services" ]; do
    vmh__service=$((vmh__service + 1))
    if eval "[ \"\$vmh__service_name_$vmh__service\" = \"\$1\" ]"; then return 0; fi
  done
  return 1
}
