# shellcheck shell=sh disable=SC2034,SC2119,SC2120,SC2154 # the parts share their variables
# Takes in what has come: the records of mirror.jq (its head lists them), and the lines of timers and
# services. All of it comes through one pipe, so there is one place to wait.

# Takes in one turn of the host, or a timer, or a service that has answered, waiting for it. After a turn the
# callbacks run. Fails when the host has ended.
vmh__take() {
  [ -z "$vmh__ended" ] || return "$vmh__ended"
  vmh__text=''
  while :; do
    vmh__read_line
    case $vmh__line in
      +*)
        vmh__small=$vmh__small${vmh__line#+}
        # Long texts grow by large steps: a shell copies a variable whenever it grows.
        if [ "${#vmh__small}" -gt 20000 ]; then
          vmh__large=$vmh__large$vmh__small
          vmh__small=''
        fi
        ;;
      .turn)
        vmh__run_callbacks
        return 0
        ;;
      .*)
        vmh__record=$vmh__large$vmh__small${vmh__line#.}
        vmh__small='' vmh__large=''
        vmh__in_turn=1
        vmh__take_record "${vmh__record%% *}" "${vmh__record#* }"
        ;;
      alarm*) eval "vmh__take_alarm ${vmh__line#* }" ;;
      timeout*)
        eval "[ -n \"\${vmh__sleep_${vmh__line#* }+set}\" ] || vmh__line=''"
        [ -z "$vmh__line" ] || eval "vmh__over_${vmh__line#* }=1"
        ;;
      tick) vmh__take_tick || vmh__line='' ;;
      written) vmh__writing='' ;;
      served*) vmh__take_served "${vmh__line#* }" ;;
      *)
        vmh__take_end
        vmh__run_callbacks
        return "$vmh__ended"
        ;;
    esac
    case $vmh__line in
      timeout* | served* | tick | written) [ -n "$vmh__in_turn" ] || return 0 ;;
    esac
  done
}

# Sets vmh__line to the next line of the inbox, or to `end`. A trap of the script may end `read` before
# there is a line: only when there is nothing three times is it the end.
vmh__read_line() {
  vmh__line=''
  set -- 0
  until IFS= read -r vmh__part <&8; do
    vmh__line=$vmh__line$vmh__part
    if [ -n "$vmh__part" ]; then set -- 0; else set -- $(($1 + 1)); fi
    if [ "$1" -ge 3 ]; then
      vmh__line=end
      return 0
    fi
  done
  vmh__line=$vmh__line$vmh__part
}

# One record: its word, and the rest of it.
vmh__take_record() {
  case $1 in
    state)
      vmh__record=${2#* }
      eval "vmh__revision_${2%% *}=\${vmh__record%% *} vmh__state_${2%% *}=\${vmh__record#* }
        vmh__states_${2%% *}=\$((\${vmh__states_${2%% *}-0} + 1))"
      ;;
    revision) eval "vmh__revision_${2%% *}=\${2#* }" ;;
    id) eval "[ -n \"\${vmh__id_${2%% *}+set}\" ] || vmh__id_${2%% *}=\${2#* }" ;;
    lost) vmh__resync "$2" ;;
    stale) eval "vmh__stale_${2%% *}=\${2#* }" ;;
    gone) vmh__free "$2" ;;
    text) vmh__text=$2 ;;
    reply)
      vmh__record=${2#* }
      vmh__close_request "${2%% *}" "${vmh__record%% *}" || return 0
      vmh__settle "${2%% *}" ok "${vmh__record#* }"
      ;;
    refuse)
      vmh__record=${2#* }
      vmh__answer_error "${2%% *}" "${vmh__record%% *}" "${vmh__record#* }"
      ;;
    toolong) vmh__end_for_garbage "a line of more than ${vmh__limit:-16777216} bytes, the limit that initialize named" ;;
    done) vmh__settle "$2" ok null ;;
    error)
      vmh__record=${2#* }
      [ "${2%% *}" = - ] || vmh__close_request "${2%% *}" "${vmh__record%% *}" || return 0
      vmh__take_error "${2%% *}" "${vmh__record#* }"
      ;;
    rejected)
      vmh__record=${2#* }
      vmh__is_pending "${2%% *}" || set -- "$1" "- ${vmh__record}"
      case $2 in
        -*) vmh__queue rejected "${vmh__record%% *}" "${vmh__record#* }" ;;
        *) vmh__settle "${2%% *}" rejected "${vmh__record#* }" ;;
      esac
      ;;
    news)
      vmh__record=${2#* }
      vmh__queue "${2%% *}" "${vmh__record%% *}" "${vmh__record#* }"
      ;;
    service)
      vmh__record=${2#* }
      vmh__serve "${2%% *}" "${vmh__record%% *}" "${vmh__record#* }"
      ;;
    cancel) vmh__cancel_job "$2" ;;
    garbage) vmh__end_for_garbage "$2" ;;
  esac
  [ "$1" = text ] || vmh__text=''
}

# What the host wrote makes no sense, for the reason $1: it is ended.
vmh__end_for_garbage() {
  [ -z "$vmh__garbage" ] || return 0
  case $1 in
    'it answered'*) vmh__garbage=$1 ;;
    *) vmh__garbage="the host wrote $1" ;;
  esac
  kill "$vmh_pid" 2>/dev/null || :
  vmh__close_input
  [ -n "$vmh__undertaker" ] || vmh__call_undertaker
}

# Request number $1, with the id $2 in JSON, has been answered. Fails when it was not asked.
vmh__close_request() {
  if eval "[ -n \"\${vmh__asked_$1-}\" ]"; then
    unset "vmh__asked_$1"
  else
    vmh__end_for_garbage "an answer to $2, which was not asked"
    return 1
  fi
}

# A request that failed; `-` is the one that is being waited for, if any.
vmh__take_error() {
  if [ "$1" = - ]; then set -- "${vmh__current:--}" "$2"; fi
  if [ "$1" = - ]; then
    vmh__text="what was sent could not be read; an argument that is not JSON? $vmh__text"
    vmh__queue rejected - "{\"kind\":\"rejected\",\"id\":null,\"error\":${2#* }}"
  else
    vmh__settle "$1" error "${2#* }"
  fi
}

# Requests and inputs that are waited for have a number, and these variables with it at their end:
# vmh__pending_ is `yes` until it is `ok`, `error` or `rejected`; vmh__reply_ and vmh__message_.
vmh__settle() {
  vmh__is_pending "$1" || return 0
  eval "vmh__pending_$1=\$2 vmh__reply_$1=\$3 vmh__message_$1=\$vmh__text"
}

vmh__is_pending() {
  case $1 in '' | *[!0-9]*) return 1 ;; esac
  eval "[ \"\${vmh__pending_$1-}\" = yes ]"
}

# Keeps news until the turn is complete.
vmh__queue() {
  if [ "$1" = change ] && [ -z "${vmh__on_change-}" ]; then return 0; fi
  vmh__last_news=$((vmh__last_news + 1))
  vmh__news_id=''
  [ "$2" = - ] || eval "vmh__news_id=\${vmh__id_$2-}"
  eval "vmh__news_$vmh__last_news=\$3 vmh__news_kind_$vmh__last_news=\$1
    vmh__news_id_$vmh__last_news=\$vmh__news_id vmh__news_text_$vmh__last_news=\$vmh__text"
}

# Tells the script what is new, in order. What comes while a callback waits is told after it.
vmh__run_callbacks() {
  vmh__in_turn=''
  [ -z "$vmh__telling" ] || return 0
  vmh__telling=1
  while [ "$vmh__told_news" -lt "$vmh__last_news" ]; do
    vmh__told_news=$((vmh__told_news + 1))
    eval "set -- \"\$vmh__news_kind_$vmh__told_news\" \"\$vmh__news_id_$vmh__told_news\" \
      \"\$vmh__news_$vmh__told_news\" \"\$vmh__news_text_$vmh__told_news\""
    unset "vmh__news_$vmh__told_news" "vmh__news_kind_$vmh__told_news" \
      "vmh__news_id_$vmh__told_news" "vmh__news_text_$vmh__told_news"
    vmh__tell "$@"
  done
  vmh__telling=''
}

# One piece of news: kind, id, JSON, and text for people. Events are kept for vmh_events, too.
vmh__tell() {
  if [ "$1" = event ]; then
    vmh__last_event=$((vmh__last_event + 1))
    eval "vmh__event_$vmh__last_event=\$3"
    [ "$vmh__last_event" -le 1000 ] || unset "vmh__event_$((vmh__last_event - 1000))"
  fi
  eval "set -- \"\${vmh__on_$1-}\" \"\$@\""
  if [ -n "$1" ]; then
    "$1" "$3" "$4" || vmh__say "the callback $1 failed with status $?"
  else
    case $2 in rejected | failed | stale | dropped | restarted | log) vmh__say "$2: $5" ;; esac
  fi
}

# Waits until number $1 is settled, at most $2 seconds (empty: without end). Sets vmh__outcome to ok,
# error, rejected or timeout, and vmh__reply and vmh__message. Fails when the host has ended.
vmh__await() {
  set -- "$1" "$2" "$vmh__current" ''
  if vmh__is_pending "$1" && [ -n "$2" ]; then
    vmh__start_timer "$2"
    set -- "$1" "$2" "$3" "$vmh__timer"
  fi
  while vmh__is_pending "$1" && ! vmh__is_over "$4"; do
    vmh__current=$1
    vmh__take || break
  done
  vmh__current=$3
  vmh__end_timer "$4"
  eval "vmh__outcome=\${vmh__pending_$1-} vmh__reply=\${vmh__reply_$1-} vmh__message=\${vmh__message_$1-}"
  unset "vmh__pending_$1" "vmh__reply_$1" "vmh__message_$1"
  [ "$vmh__outcome" = yes ] || return 0
  vmh__outcome=timeout
  [ -z "$vmh__ended" ] || return "$vmh__ended"
}

# Starts the timer vmh__timer, of $1 seconds. Whole seconds are counted by the watcher's ticks, which costs no process;
# a part of a second has an alarm of its own.
vmh__start_timer() {
  case $1 in
    *[!0-9]*) vmh__set_alarm "$1" vmh__time_is_over "$((vmh__alarms + 1))" ;;
    *)
      vmh__alarms=$((vmh__alarms + 1))
      eval "vmh__left_$vmh__alarms=$(($1 + 2))" # the first may come at once, and one may be left over
      vmh__timers="$vmh__timers$vmh__alarms "
      [ -n "$vmh__ticking" ] || vmh__want_tick
      ;;
  esac
  vmh__timer=$vmh__alarms
}

# Has the watcher tell of the next second.
vmh__want_tick() {
  vmh__ticking=1
  echo 1 >"$vmh__dir/ticking"
}

vmh__time_is_over() { echo "timeout $1"; }

# A second has passed. Fails when no time is over by that.
vmh__take_tick() {
  vmh__record='' vmh__ticking=''
  [ -z "$vmh__timers" ] || vmh__want_tick
  for vmh__i in $vmh__timers; do
    eval "vmh__left_$vmh__i=\$((vmh__left_$vmh__i - 1))
      [ \"\$vmh__left_$vmh__i\" -ne 0 ] || vmh__record=1 vmh__over_$vmh__i=1"
  done
  [ -n "$vmh__record" ]
}

vmh__is_over() {
  [ -n "$1" ] && eval "[ -n \"\${vmh__over_$1-}\" ]"
}

vmh__end_timer() {
  [ -n "$1" ] || return 0
  case " $vmh__timers" in
    *" $1 "*)
      vmh__record=" $vmh__timers"
      vmh__timers=${vmh__record%%" $1 "*}" "${vmh__record#*" $1 "}
      vmh__timers=${vmh__timers# }
      ;;
    *) vmh__end_alarm "$1" ;;
  esac
  unset "vmh__over_$1" "vmh__left_$1"
}
