#!/bin/sh
# shellcheck disable=SC1091,SC2034,SC2154 # the lines of testee.jq set what is not set here
# What the conformance suite drives: `sh testee.sh`. Each do_ function is a command; testee.jq makes its arguments.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../viewmodel-host.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
newline='
'
calls='' services='' failing=''

# A service's answers are the lines of a file; each call takes the next.
if [ "${1-}" = --serve ]; then
  answer=$(sed -n '1p;1!w'"$2.rest" "$2")
  mv "$2.rest" "$2"
  case $answer in
    result*) printf '%s\n' "${answer#result }" ;;
    *) printf '%s\n' "${answer#error }" && exit 1 ;;
  esac
  exit
fi

# do_service NAME: its answers come on the lines up to an empty one.
do_service() {
  while IFS= read -r line <&3 && [ -n "$line" ]; do printf '%s\n' "$line"; done >"$work/service-$1"
  services="$services $1"
}
do_start() {
  log=$1 calls=''
  shift
  set -- -- "$@"
  for name in $services; do set -- --service "$name=sh '$here/testee.sh' --serve '$work/service-$name'" "$@"; done
  vmh_start --news --log "$log" "$@" && printf '{"pid":%s}\n' "$(vmh pid)"
}
do_ask() { vmh "$@"; }
do_call() {
  key=$1
  shift
  call=$(vmh begin "$@") || return
  calls="$calls $call"
  eval "key_$call=\$key"
}
do_cancel() {
  for call in $calls; do eval "[ \"\$key_$call\" != \"\$1\" ] || vmh cancel $call"; done
}
do_look() {
  vmh request ping "{\"look\":$1}" >/dev/null 2>&1
  vmh instances
}
do_restart() { printf '{"pid":%s}\n' "$(vmh restart)"; }
do_stop() { vmh close; }
do_exit() { exit 0; }

# The news of calls that have ended.
collect() {
  for call in $calls; do
    [ "$(vmh "done" "$call" 2>/dev/null)" = true ] || continue
    rest=''
    for other in $calls; do [ "$other" = "$call" ] || rest="$rest $other"; done
    calls=$rest status=0
    eval "key=\$key_$call"
    value=$(vmh end "$call" 2>"$work/said") || status=$?
    jq -c -n --arg key "$key" --argjson value "${value:-null}" --argjson error "$(failed "$status")" \
      '{news: "end", $key} + if $error then {$error} else {$value} end'
  done
}

# The error that a status means, with what was said.
failed() {
  [ "$1" -ne 0 ] || { echo null && return; }
  kinds='2 usage 3 request 4 rejected 5 closed 6 died 7 version 8 protocol 9 stopped 124 timeout 127 not-found '
  kind=${kinds#*"$1 "}
  jq -c -Rs --arg kind "${kind%% *}" --argjson error "$(vmh error)" 'rtrimstr("\n") | ltrimstr("viewmodel-host: ")
    | {$kind, message: .} | if .kind == "request" then .code = $error.code else . end
    | if .code == -32800 then .kind = "cancelled" else . end' <"$work/said"
}

# The news as the judge names them.
news() {
  news=$(vmh news 2>/dev/null)
  # Mostly there is none, and jq takes longer to start than anything else here.
  case $news in '' | '[]') return ;; esac
  printf '%s\n' "$news" | jq -c '.[] | select(.news | IN("change", "event", "dropped", "closed", "failed", "rejected"))
    | select(.call | not) | if .news == "change" then {news, id, revision, resynced: (.patch == null)}
      elif .news | IN("failed", "rejected") then del(.message) else . end'
}

mkfifo "$work/commands"
exec 4<&0
jq -r --unbuffered -f "$here/testee.jq" <&4 >"$work/commands" &
exec 3<"$work/commands" 4<&- </dev/null
echo '{"client":"shell","lacks":["ends","late"]}'
while IFS= read -r line <&3; do
  eval "set -- $line"
  timeout=$1 do=do_$2 status=0
  shift 2
  if [ "$timeout" = with ]; then # a part of a command; the first that fails is its end
    [ -n "$failing" ] || "$do" "$@" >"$work/result" 2>"$work/said" || failing=$?
    continue
  fi
  [ "$do" = do_start ] || vmh timeout "$timeout" 2>/dev/null
  "$do" "$@" >"$work/result" 2>"$work/said" || status=$?
  [ -z "$failing" ] || status=$failing
  result=$(cat "$work/result") error=$(failed "$status") failing=''
  { news && collect; } >"$work/news"
  news=$(paste -s -d , - <"$work/news")
  case $error in
    null) printf '{"ok":%s,"news":[%s]}\n' "${result:-null}" "$news" ;;
    *) printf '{"error":%s,"news":[%s]}\n' "$error" "$news" ;;
  esac
done
