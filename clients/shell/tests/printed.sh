#!/bin/sh
# What a host writes to standard error is shown while it lives, but no report of a crash.
. ./tests/support.sh

# What is shown of the standard input, as one line.
shown() { vmh__dir=$work awk -f lib/stderr.awk | tr '\n' '|'; }

for file in "$conformance"/crashes/*.txt; do
  case ${file##*/} in
    debug-force-cast.txt | *-allocation.txt) expected="$(head -n 1 "$file")|" ;;
    exit.txt) expected='a word|and the last words|' ;;
    killed.txt | release-own-print.txt) expected='Fatal error: these are only words|' ;;
    *) expected='' ;;
  esac
  check "${file##*/}" "$expected" "$(shown <"$file")"
done
words='a.swift:1: Fatal error: only words'
check 'what only looks like one' "$words||next|" "$(printf '%s\n\nnext' "$words" | shown)"
check 'at the end' "$words|" "$(printf '%s\n' "$words" | shown)"
check 'blank lines' '|||||||||||||||||||||||||next|' "$(awk 'BEGIN {while (n++ < 25) print ""; print "next"}' | shown)"
found=$({
  echo first
  sed '1a\
swift-runtime: failed to suspend thread 7 while processing a crash' "$conformance/crashes/debug-fatal-error.txt"
  echo last
} | shown)
check 'what is printed before and after a report' 'first|last|' "$(printf '%s' "$found" | tr -s '|')"

need_host example-host
say() { vmh_call x say "{\"line\": \"$1\"}"; }

vmh_start --trace "$work/trace" "$host" 2>"$work/shown"
check 'its warnings are wanted' 1 "$(grep -c '"method":"initialize".*"log":"warning"' "$work/trace")"
vmh_create example.crash --id x
say hello
i=0
until grep -qx hello "$work/shown" || [ "$i" -eq 600 ]; do
  i=$((i + 1))
  sleep 0.1
done
check 'shown while the host lives' hello "$(cat "$work/shown")"
say 'viewmodel-host: warning: this comes with host/log'
say 'other: warning: this does not'
say 'a.swift:2: Fatal error: only words'
say next
check_status 'it crashes' 6 vmh_call x fatalError
check 'what was shown' 'hello|other: warning: this does not|a.swift:2: Fatal error: only words|next|' \
  "$(tr '\n' '|' <"$work/shown")"
check_said 'the one line' 'viewmodel-host: the host ended by SIG*: Fatal error: boom'
vmh_start --log off "$host" 2>"$work/shown"
vmh_create example.crash --id x
say hello
vmh_stop
check 'nothing with the log off' '' "$(cat "$work/shown")"
check 'but it is kept' hello "$vmh_stderr"
finish
