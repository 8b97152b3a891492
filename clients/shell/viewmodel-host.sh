# shellcheck shell=sh
# Drives ViewModels from a POSIX shell, by `viewmodel-host attach`: README.md says how. To be sourced, by `.`.
#
# Names that begin with vmh_ are for scripts, those with vmh__ are its own. It uses the descriptors 8 and 9.

vmh__separator=$(printf '\037') vmh__line_feed=$(printf '\036') vmh__newline='
'

# vmh_start [OPTION]... [-- COMMAND [ARGUMENT]...]
# Starts a host; the options are those of `viewmodel-host attach --help`. The program is bin/viewmodel-host in
# VMH_HOME, $VIEWMODEL_HOST or viewmodel-host. Fails with 127 where there is none.
vmh_start() {
  vmh__program=${VIEWMODEL_HOST:-viewmodel-host}
  [ ! -x "${VMH_HOME-.}/bin/viewmodel-host" ] || vmh__program=$VMH_HOME/bin/viewmodel-host
  if ! command -v "$vmh__program" >/dev/null; then
    echo "viewmodel-host: there is no $vmh__program: install its package (dpkg -i, or unpack the tar.gz), put viewmodel-host on the PATH, or set VIEWMODEL_HOST to its path" >&2
    return 127
  fi
  vmh__folder=$(mktemp -d) && mkfifo "$vmh__folder/words" "$vmh__folder/replies" || return 1
  (
    trap '' INT QUIT
    exec "$vmh__program" attach "$@" <"$vmh__folder/words" >"$vmh__folder/replies"
  ) &
  vmh_pid=$!
  exec 8>"$vmh__folder/words" 9<"$vmh__folder/replies"
  rm -r "$vmh__folder"
  vmh pid >/dev/null
}

# vmh COMMAND [WORD]...
# Does one command of `viewmodel-host attach`: prints what it gives, or says why there is nothing and returns a status.
vmh() {
  case $# in
    0 | 1) vmh__line=${1-} ;;
    *)
      vmh__ifs=${IFS-" 	$vmh__newline"} IFS=$vmh__separator
      vmh__line=$*
      IFS=$vmh__ifs
      ;;
  esac
  while :; do
    case $vmh__line in
      *"$vmh__newline"*) vmh__line="${vmh__line%%"$vmh__newline"*}$vmh__line_feed${vmh__line#*"$vmh__newline"}" ;;
      *) break ;;
    esac
  done
  if [ -z "$vmh__line" ]; then
    echo 'viewmodel-host: vmh: a command is missing' >&2
    return 2
  fi
  trap '' PIPE # where it has been killed
  { printf '%s\n' "$vmh__line" >&8; } 2>/dev/null || :
  trap - PIPE
  vmh__line='' vmh__reply='' vmh__failures=0
  until IFS= read -r vmh__line 2>/dev/null <&9; do
    # A signal with a trap ends `read` once; the end of attach does so each time.
    vmh__reply=$vmh__reply$vmh__line vmh__line='' vmh__failures=$((vmh__failures + 1))
    if [ "$vmh__failures" -eq 100 ]; then
      echo 'viewmodel-host: attach has ended' >&2
      return 6
    fi
  done
  vmh__line=$vmh__reply$vmh__line
  vmh__status=${vmh__line%% *}
  case $vmh__line in
    0) ;;
    0\ *) printf '%s\n' "${vmh__line#0 }" ;;
    *) printf 'viewmodel-host: %s\n' "${vmh__line#* }" >&2 ;;
  esac
  return "$vmh__status"
}

# vmh_close
# Ends the host, and waits until it has ended.
vmh_close() {
  exec 8>&- 9<&-
  wait "$vmh_pid" 2>/dev/null || :
}
