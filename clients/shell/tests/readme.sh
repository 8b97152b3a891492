#!/bin/sh
# The ten lines of README.md print what stands below them, and the demonstration pages.
. ./tests/support.sh

need_host viewmodel-host
VIEWMODEL_HOST=$host
export VIEWMODEL_HOST VMH_HOME
shell=$(readlink "/proc/$$/exe" || command -v sh)
case $shell in *busybox) shell="$shell sh" ;; esac

awk '/^```sh$/ && !done {inside = 1; next} /^```$/ && inside {inside = 0; done = 1} inside' README.md >"$work/ten.sh"
awk '/^## The functions/ {exit} /^    / && seen {print substr($0, 5)} /^## Ten lines/ {seen = 1}' README.md >"$work/expected"
check 'ten lines' 10 "$(($(wc -l <"$work/ten.sh")))"
for options in '' -eu; do
  # shellcheck disable=SC2086 # no option, or one; a shell of two words
  check 'what they print' "$(cat "$work/expected")" "$($shell $options "$work/ten.sh" 2>&1)"
done

mkdir "$work/folder"
for i in 1 2 3 4 5 6 7; do : >"$work/folder/file-$i"; done
VIEWMODEL_HOST_OPTIONS='--clock virtual'
export VIEWMODEL_HOST_OPTIONS
keys='-- 5 entries; n: next page, r: reload, u: undo, q: quit'
first=$(printf '  file-%s\n' 1 2 3 4 5)
second=$(printf '  file-%s\n' 6 7)
expected="$first
$keys
$second
$(echo "$keys" | sed s/5/7/)
$first
$keys"
# shellcheck disable=SC2086
check 'the demonstration' "$expected" "$(printf 'n\nr\nq\nn\n' | $shell examples/list.sh "$work/folder" 2>&1)"
if [ "$(uname)" = Linux ]; then
  expected="$first
$keys
$second
$(echo "$keys" | sed s/5/7/)
$keys
$second
$(echo "$keys" | sed s/5/7/)"
  # shellcheck disable=SC2086
  check 'undo and redo' "$expected" "$(printf 'n\nu\nU\nU\nq\n' | $shell examples/list.sh "$work/folder" 2>"$work/said")"
  check 'no more of it' 'viewmodel-host: vmh_redo: There is nothing to redo' "$(cat "$work/said")"
fi
# shellcheck disable=SC2086
check 'its usage' 'usage: list.sh [FOLDER]' "$($shell examples/list.sh --help </dev/null | head -n 1)"
# shellcheck disable=SC2086
check 'the end of its input' "$first
$keys" "$($shell examples/list.sh "$work/folder" 2>&1 </dev/null)"
finish
