#!/bin/sh
# What `viewmodel-generate shell` writes: shellcheck accepts it, and it drives the list and the pager.
. ./tests/support.sh

need_host viewmodel-generate
generate=$host
need_host example-host
"$generate" shell --output "$work" -- "$host" >/dev/null
check 'there is a file for each ViewModel' "$("$host" list | wc -l)" "$(find "$work" -name '*.sh' | wc -l)"
if command -v shellcheck >/dev/null; then
  check_status 'shellcheck accepts all of them' 0 shellcheck -s sh "$work"/*.sh "$root"/Tests/Generated/shell/*.sh
else
  [ "${CI-}" != true ] || failures=$((failures + 1))
fi
for file in list pager example_plain example_shapes example_division counter; do
  # shellcheck disable=SC1090 # it is generated
  . "$work/$file.sh"
done

items() {
  jq -c '{items: [("a", "b") | {id: "\(.)", name: ascii_upcase}], pages: {currentPage: .page, nextPage: null}}'
}
list_service_items items
vmh_start "$host" --clock virtual
list_create --id l --pageSize 2
check 'the id' l "$vmh_id"
list_viewWillAppear l
vmh_wait l '.items | length == 2'
check 'an output' '[{"id":"a","name":"A"},{"id":"b","name":"B"}]' "$(list_get_items l)"
pager_create --selectedId b --list l --id p
check 'the pager' '1 true false' "$(pager_get_index p) $(pager_get_hasPrevious p) $(pager_get_hasNext p)"
pager_willTransitionTo p 0
check 'after an input' 0 "$(pager_get_index p)"
check_status 'an input that fails' 4 pager_willTransitionTo p 9
list_changeItem l '{"id": "b",
  "name": "B2"}'
check 'both see it' B2 "$(vmh_get p '.items[1].name')"

example_plain_create --titles '["a"]' --id plain
example_plain_add plain '{"id": 7, "title": "b"}'
example_plain_add plain '{"id": 8, "title": "c"}' --atFront true
check 'an argument that may be left out' '["c","a","b"]' "$(vmh_get plain '[.items[].title]')"
example_plain_addUp plain '[1, 2, 3]'
check 'what an input returns' 6 "$vmh_result"

# mistake MESSAGE COMMAND...
mistake() {
  message=$1
  shift
  check_status "$*" 2 "$@"
  check "what is said of $*" "viewmodel-host: $message" "$(cat "$work/said")"
}
example_shapes_create --id s
example_division_create --id d
mistake 'pager_willTransitionTo: index: expected an integer, found "x"' pager_willTransitionTo p x
mistake 'pager_willTransitionTo: index: expected an integer, found "1.5"' pager_willTransitionTo p 1.5
mistake 'pager_willTransitionTo: index: expected an integer, found "007"' pager_willTransitionTo p 007
mistake 'pager_willTransitionTo: index is missing; it is an integer' pager_willTransitionTo p
mistake 'pager_willTransitionTo: ID is missing; it is the id of an instance' pager_willTransitionTo
mistake 'pager_willTransitionTo: nothing more is expected, found "2"' pager_willTransitionTo p 1 2
mistake 'example_plain_add: item: expected an object, in JSON, found "[]"' example_plain_add plain '[]'
mistake 'example_plain_add: --atFront: expected true or false, found "yes"' \
  example_plain_add plain '{"id": 9, "title": "d"}' --atFront yes
mistake 'example_plain_add: --atFront needs a value' example_plain_add plain '{}' --atFront
mistake 'example_plain_add knows no option "--front"; it knows --atFront' example_plain_add plain '{}' --front true
mistake 'example_shapes_draw: --level: expected "low" or "high", found "middle"' \
  example_shapes_draw s '{"empty": {}}' --level middle
mistake 'pager_create: --selectedId is missing; it is a string' pager_create --list l
mistake 'pager_create: --list is missing; it is the id of an instance' pager_create --selectedId b
for number in '' - 1. .5 1e 1e+ 0x1 01 1e5.0 NaN; do
  mistake "example_division_divide: by: expected a number, found \"$number\"" example_division_divide d "$number"
done
for number in 1 -2 0.5 -1.25e2 1E+3 4e-1; do
  check_status "the number $number" 0 example_division_divide d "$number"
done
check 'what it is divided by' true "$(vmh_get d '.quotient > 0')"
example_shapes_draw s '{"circle": {"radius": 1}}' --level low
check 'nothing of the mistakes was sent' '[{"circle":{"radius":1}}]' "$(example_shapes_get_shapes s)"

# shellcheck disable=SC1091 # it is generated
. "$work/example_names.sh"
example_names_create --id2 x --self 1 --id n
odd='{"class": 1, "list": ["a"], "the answer": "a|b"}'
# Of texts with a | in them it is any JSON.
example_names_end n 2 --nil '"a|b"' --callback "$odd"
check 'names of other languages' '2 2 a|b' \
  "$(example_names_get_class n) $(example_names_get__2_words_or_more n) $(vmh_get n '.odd["the answer"]')"
example_names_list n '[1]' --instance '{"x": "a|b"}' --t true
check_json 'what an odd input returns' "[$odd]" "$vmh_result"

counter_contract=$(printf '%s\n' "$counter_contract" | sed 's/"name":"plusButtonDidTap"/"name":"reset"/')
for _ in 1 2; do
  check_status 'a host that has changed is refused' 10 counter_create
  check 'what has changed' 'viewmodel-host: counter_create: the host has changed: sent: counter: input reset is gone' \
    "$(cat "$work/said")"
done
vmh_stop
check 'a prefix' "wrote $work/my/my_counter.sh" \
  "$("$generate" shell counter --prefix my --output "$work/my" -- "$host")"
check 'the hash' 1 "$(grep -c "from the contract $("$host" schema counter | jq -r .hash)\." "$work/my/my_counter.sh")"

# What README.md shows.
awk '/^```sh$/ {text = ""; inside = 1; next} /^```$/ && inside {inside = 0; if (text ~ /list_create/) printf "%s", text}
  inside {text = text $0 "\n"}' README.md | sed "s,/usr/share,$work/folder," >"$work/readme"
mkdir "$work/folder"
for name in a b c; do : >"$work/folder/$name"; done
check 'the README' 1 "$(cd "$work" && VMH_HOME=$VMH_HOME VIEWMODEL_HOST=$host sh -eu readme 2>&1)"
finish
