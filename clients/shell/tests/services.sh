#!/bin/sh
# Services: what the script answers, in which form, and what becomes of cancelled and wrong answers.
# Restart with the fake host, too.
. ./tests/support.sh

need_fake_host
transcripts=$conformance/transcripts
fake() { vmh_start python3 "$conformance/fake_host.py" "$@"; }

# As services.transcript has it. It is called in the background, with the arguments on its input.
items() {
  page=$(jq -c .page)
  case $page in
    1) echo '{"items": [{"id": "1", "name": "ä"}],
               "pages": {"currentPage": 1, "nextPage": 2}}' ;;
    2)
      echo '{"code": 1, "message": "net", "data": {"retry": true}}'
      return 1
      ;;
    null) echo '[]' ;;
    *) echo null ;;
  esac
}

vmh_on_service items items
for fault in '' drip interleave noise; do
  fake ${fault:+--fault "$fault"} "$transcripts/services.transcript" 2>"$work/shown"
  vmh_on log :
  vmh_create list --id l
  vmh_input l viewWillAppear
  vmh_wait l '.loading == false and .items[0].name == "ä"'
  vmh_input l paginate
  vmh_wait l '.loading == false'
  vmh_events l error
  check "$fault the event" '{"kind":"event","id":"l","event":"error","value":"net"}' "$vmh_result"
  vmh_events
  check "$fault an event is given once" '' "$vmh_result"
  vmh_input l reload
  vmh_snapshot l
  check_json "$fault the snapshot" '{"id":"l","revision":5,"state":{"items":[{"id":"1","name":"ä"}],"loading":false}}' "$vmh_result"
  check_status "$fault all was as the transcript has it" 0 vmh_stop
  check "$fault what is shown" "$([ "$fault" != noise ] || echo noise)" "$(cut -d ' ' -f 1 "$work/shown" | uniq)"
done

# A handler that waits until it is cancelled. A pipe tells that it has begun, and that it is gone.
mkfifo "$work/begun" "$work/ended"
cancellable() {
  page=$(jq -c .page)
  [ "$page" = 1 ] || exec echo '{"items":[],"pages":{"currentPage":2,"nextPage":null}}'
  exec 3>"$work/ended"
  echo begun >"$work/begun"
  exec sleep 1000
}
vmh_on_service items cancellable
rejected=''
vmh_on rejected heard
heard() { rejected="$rejected$2"; }
fake "$transcripts/service-cancelled.transcript"
vmh_create list --id l
vmh_input l viewWillAppear
vmh_ping
exec 4<>"$work/ended"
read -r line <"$work/begun"
exec 3<"$work/ended" 4<&-
vmh_input l reload
vmh_wait l '.loading == false'
read -r line <&3 || line=ended
exec 3<&-
check 'the handler that was cancelled is gone' ended "$line"
vmh_dispose l
check 'nothing was rejected' '' "$rejected"
check_status 'cancelled as the transcript has it' 0 vmh_stop

wrong() { echo '{"items": "none"}'; }
vmh_on_service items wrong
fake "$transcripts/service-rejected.transcript"
vmh_create list --id l
vmh_call l viewWillAppear
while [ -z "$rejected" ]; do vmh_poll; done
check_status 'without its service' 3 vmh_create list --id m
check_said 'why' 'viewmodel-host: vmh_create: list needs the service items'
check 'what was rejected' '"items" -32602,null -32600,' \
  "$(printf '%s\n' "$rejected" | jq -rj '"\(.service | tojson) \(.error.code),"')"
check_status 'rejected as the transcript has it' 0 vmh_stop
vmh_on rejected ''

# Answers that are none. The fake host would stop at a wrong one: they are looked at one by one.
refusal() {
  # shellcheck disable=SC2034 # the library's
  vmh__dir=$work vmh__jobs=1 vmh__job_id_1='"s"' vmh__job_pid_1=''
  "$1" >"$work/job-1.out" 2>"$work/job-1.err" && status=0 || status=$?
  vmh__write() { printf '%s\n' "$1" >"$work/sent"; }
  vmh__take_served "1 $status"
  jq -c '.error // .result' "$work/sent"
}
nothing() { :; }
two() { echo 1 2; }
words() { echo 'not JSON'; }
fails() { echo 'the net "is" down' >&2; return 3; }
fails_silently() { return 3; }
large() { echo 9007199254740993; }
check 'no answer' '{"code":-32000,"message":"The service did not print one JSON value"}' "$(refusal nothing)"
check 'two answers' '{"code":-32000,"message":"The service did not print one JSON value"}' "$(refusal two)"
check 'no JSON' '{"code":-32000,"message":"The service did not print one JSON value"}' "$(refusal words)"
check 'a failure' '{"code":-32000,"message":"the net \"is\" down"}' "$(refusal fails)"
check 'a silent failure' '{"code":-32000,"message":"The service failed with status 3"}' "$(refusal fails_silently)"
refusal large >/dev/null
check 'an answer stays as it is written' '{"jsonrpc":"2.0","id":"s","result":9007199254740993}' "$(cat "$work/sent")"

check_status 'a service without command' 2 vmh_on_service items
finish
