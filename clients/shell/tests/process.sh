#!/bin/sh
# The processes: hosts that cannot be run, and that nothing is left when the script is gone.
. ./tests/support.sh

shell=$(readlink /proc/$$/exe || command -v sh)
case $shell in *busybox) shell="$shell sh" ;; esac

# Where the library is not found when it is sourced. bash finds it by itself.
for home in '' /nowhere; do
  case $home,$shell in ,*bash) expected=0 message='' ;; *) expected=2 message='viewmodel-host.sh: set VMH_HOME to its folder' ;; esac
  for options in '' -eu; do
    # shellcheck disable=SC2016,SC2086 # for the shell that is started; a shell of two words, no option or one
    check_status "sourced with the home <$home> $options" "$expected" \
      env -u VMH_HOME ${home:+VMH_HOME="$home"} $shell $options -c 'cd / && . "$0"' "$VMH_HOME/viewmodel-host.sh"
    check_said 'what is said' "$message"
  done
done

check_status 'a program that is not there' 127 vmh_start /nowhere/host
check_said 'it is named, with what helps' 'viewmodel-host: cannot start the host /nowhere/host: there is no such program. Install its package *put viewmodel-host on the PATH, *VIEWMODEL_HOST*'
touch "$work/data"
check_status 'a file that is no program' 126 vmh_start "$work/data"
check_said 'that is told' "viewmodel-host: cannot start the host $work/data: it is not executable. Install *"
printf '#!/nowhere/interpreter\n' >"$work/broken"
chmod +x "$work/broken"
status=0
vmh_start "$work/broken" 2>/dev/null || status=$?
case $status in 126 | 127) check 'no interpreter' ok ok ;; *) check 'no interpreter' '126 or 127' "$status" ;; esac
check_status 'a program that ends at once' 6 vmh_start false
check_status 'a program that writes something else' 8 vmh_start sh -c 'echo hello; cat >/dev/null'
check_said 'it is shown' 'viewmodel-host: sh is no viewmodel-host: *hello*'
check_status 'a program that sends back what it gets' 8 vmh_start /bin/cat
check_said 'that is told' 'viewmodel-host: /bin/cat is no viewmodel-host: it answered with what it was sent'
check_status 'a program that ends with 0' 6 vmh_start true
check_said 'it is not called dead' 'viewmodel-host: the host ended (exit status 0)'
VMH_TIMEOUT=0.2
check_status 'a program that says nothing' 124 vmh_start sh -c 'cat >/dev/null'
VMH_TIMEOUT=''
check_status 'an option that is none' 2 vmh_start --colour
check_said 'which there are' 'viewmodel-host: vmh_start knows no option "--colour"; it knows --log, --no-merge, --record, --supervised, --trace'
check_status 'before vmh_start' 9 vmh_ping

need_host viewmodel-host

# The program that lies in the folder of the library.
mkdir -p "$work/home/bin"
ln -s "$VMH_HOME"/* "$work/home"
ln -s "$host" "$work/home/bin/viewmodel-host"
# shellcheck disable=SC2016,SC2086 # for the shell that is started, which may be two words
check 'the program of the package' 0 \
  "$(VMH_HOME=$work/home VIEWMODEL_HOST=/nowhere/host $shell -euc '. "$VMH_HOME/viewmodel-host.sh"; vmh_start; vmh_create counter --id c; vmh_get c .count; vmh_stop')"

# A script that is killed. Its host and everything else hold the pipe `alive`, whose end this waits for.
cat >"$work/killed.sh" <<SCRIPT
VMH_HOME='$VMH_HOME'
. "\$VMH_HOME/viewmodel-host.sh"
vmh_start '$host'
vmh_create counter --id c
vmh_wait c '.count == 0'
exec 3>&-
echo "\$vmh_pid" >'$work/pid'
[ "\$1" = wait ] || exit 0
vmh_wait c '.count == 1'
SCRIPT
for how in exit wait; do
  rm -f "$work/alive" "$work/pid"
  mkfifo "$work/alive" "$work/pid"
  # shellcheck disable=SC2086 # a command of two words
  $shell "$work/killed.sh" "$how" 4>"$work/alive" &
  script=$!
  exec 3<"$work/alive"
  read -r line <"$work/pid"
  [ "$how" = exit ] || kill -9 "$script"
  read -r line <&3 || line='all have ended'
  exec 3<&-
  wait "$script" 2>/dev/null || :
  check "$how: host, jq and tail end with the script" 'all have ended' "$line"
done

# Killed while it starts, after each of the five steps.
mkfifo "$work/ends"
for lines in 1 2 3 4 5; do
  {
    echo "VMH_HOME='$VMH_HOME'"
    echo ". \"\$VMH_HOME/viewmodel-host.sh\""
    sed -n '/^vmh__spawn() {/,/^}/p' lib/process.sh | awk -v lines="$lines" '
      NR > 5 && /^  [a-z"].*(&|-)$|^  \) &$/ {print; if (++n >= lines) print "kill -9 $$"; next} {print}'
    echo "vmh_start '$host'"
    echo 'kill -9 $$'
  } >"$work/early.sh"
  check "where it is killed ($lines)" "$((6 - lines + 1))" "$(grep -c '^ *kill -9' "$work/early.sh")"
  # shellcheck disable=SC2086
  $shell "$work/early.sh" 4>"$work/ends" 2>/dev/null &
  script=$!
  read -r line <"$work/ends" || line='all have ended'
  wait "$script" 2>/dev/null || :
  check "killed while it starts ($lines)" 'all have ended' "$line"
done
rm -rf "$work"/viewmodel-host.*

# Lines without a limit, and much of it in both directions.
long=$(awk 'BEGIN {while (n++ < 9000) printf "0123456789ä"}')
vmh_start "$host"
vmh_create counter --id c
check_status 'a long line to the host' 4 vmh_input c "$long"
case $vmh_error in *"$long"*) check 'and from the host' ok ok ;; *) check 'and from the host' 'the long name' "${#vmh_error} characters" ;; esac
rejected=0
count_rejected() { rejected=$((rejected + 1)); }
vmh_on rejected count_rejected
i=0
while [ "$i" -lt 500 ]; do
  i=$((i + 1))
  vmh_send c plusButtonDidTap
  vmh_send c no
done
vmh_wait c '.count == 500'
vmh_ping
check 'all rejections have come' 500 "$rejected"
finish
