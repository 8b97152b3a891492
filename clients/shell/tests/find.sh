#!/bin/sh
# vmfind does what such programs do, and its filter does without Python and Node.
. ./tests/support.sh

need_host viewmodel-host
command -v python3 >/dev/null || skip 'no python3, which has a terminal for it (apt-get install python3)'

status=0
VIEWMODEL_HOST=$host python3 "$conformance/finders.py" "$PWD/vmfind" >"$work/said" 2>&1 || status=$?
check 'the tests of finders' 0 "$status"
[ "$status" -eq 0 ] || cat "$work/said"

# A folder of programs without Python and Node.
mkdir "$work/bin"
for program in sh cat dirname jq mkdir mkfifo mktemp ps readlink rm sed setsid sleep awk head tail date tr wc env kill; do
  path=$(command -v "$program") && case $path in /*) ln -s "$path" "$work/bin" ;; esac
done
mkdir "$work/folder"
touch "$work/folder/one" "$work/folder/two"
found=$(cd "$work" && PATH=$work/bin VIEWMODEL_HOST=$host "$root/clients/shell/vmfind" -f o --print0 folder/ | tr '\0' '|')
check 'a filter without them' 'folder/one|folder/two|' "$found"
status=0
PATH=$work/bin "$PWD/vmfind" >"$work/said" 2>&1 || status=$?
check 'a finder without them' 2 "$status"
check_said 'what is missing' '*needs viewmodel-find*'
status=0
"$PWD/vmfind" -f x --what >"$work/said" 2>&1 || status=$?
check 'an option that there is not' 2 "$status"
check_said 'which' '*no option --what*'
ln -s "$PWD/vmfind" "$work/link"
check 'it may be linked' 'b' "$(printf 'a\nb\n' | VIEWMODEL_HOST=$host "$work/link" -f b)"
finish
