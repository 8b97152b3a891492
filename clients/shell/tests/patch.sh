#!/bin/sh
# patch.jq: a table of documents, patches and what comes of them; `error` where they do not fit.
. ./tests/support.sh

jq -nr -L . 'include "patch";
  inputs as [$before, $patch, $after]
  | (try ($before | patch($patch)) catch "error") as $found
  | (if $found == $after then "ok" else "\([$before, $patch] | tojson)" end)
  + "\t\($after | tojson)\t\($found | tojson)"' >"$work/found" <<'TABLE'
[{"a": 1}, [], {"a": 1}]
[{"a": 1}, [{"op": "replace", "path": "/a", "value": 2}], {"a": 2}]
[{"a": 1}, [{"op": "replace", "path": "/a", "value": null}], {"a": null}]
[{"a": null}, [{"op": "replace", "path": "/a", "value": {}}], {"a": {}}]
[{"a": 1}, [{"op": "replace", "path": "/b", "value": 2}], "error"]
[{"a": 1}, [{"op": "replace", "path": "/a"}], "error"]
[{"a": 1}, [{"op": "replace", "path": "", "value": [1]}], [1]]
[{"a": 1}, [{"op": "add", "path": "", "value": {}}], {}]
[{}, [{"op": "add", "path": "/a", "value": []}], {"a": []}]
[{"a": 1}, [{"op": "add", "path": "/a", "value": 2}], {"a": 2}]
[{}, [{"op": "add", "path": "/", "value": 1}], {"": 1}]
[{}, [{"op": "add", "path": "/a~1b", "value": 1}], {"a/b": 1}]
[{}, [{"op": "add", "path": "/a~0b", "value": 1}], {"a~b": 1}]
[{}, [{"op": "add", "path": "/~01", "value": 1}], {"~1": 1}]
[{"ä😀": 1}, [{"op": "replace", "path": "/ä😀", "value": "ß"}], {"ä😀": "ß"}]
[{}, [{"op": "add", "path": "/a/b", "value": 1}], "error"]
[{"a": null}, [{"op": "add", "path": "/a/b", "value": 1}], "error"]
[{"a": "text"}, [{"op": "add", "path": "/a/0", "value": 1}], "error"]
[{}, [{"op": "add", "path": "a", "value": 1}], "error"]
[[1, 3], [{"op": "add", "path": "/1", "value": 2}], [1, 2, 3]]
[[1], [{"op": "add", "path": "/0", "value": 0}], [0, 1]]
[[1], [{"op": "add", "path": "/1", "value": 2}], [1, 2]]
[[1], [{"op": "add", "path": "/2", "value": 2}], "error"]
[[1], [{"op": "add", "path": "/-", "value": [2]}], [1, [2]]]
[[], [{"op": "add", "path": "/-", "value": null}], [null]]
[[1], [{"op": "add", "path": "/01", "value": 2}], "error"]
[[1], [{"op": "add", "path": "/-1", "value": 2}], "error"]
[[1], [{"op": "add", "path": "/x", "value": 2}], "error"]
[[1], [{"op": "replace", "path": "/1", "value": 2}], "error"]
[[1], [{"op": "replace", "path": "/-", "value": 2}], "error"]
[{"0": 1}, [{"op": "replace", "path": "/0", "value": 2}], {"0": 2}]
[{"a": [{"b": 1}, {"b": 2}]}, [{"op": "replace", "path": "/a/1/b", "value": 3}], {"a": [{"b": 1}, {"b": 3}]}]
[{"a": 1, "b": 2}, [{"op": "remove", "path": "/a"}], {"b": 2}]
[{"a": null}, [{"op": "remove", "path": "/a"}], {}]
[[1, 2, 3], [{"op": "remove", "path": "/1"}], [1, 3]]
[[1], [{"op": "remove", "path": "/1"}], "error"]
[{}, [{"op": "remove", "path": "/a"}], "error"]
[{}, [{"op": "remove", "path": ""}], "error"]
[{"a": 1}, [{"op": "move", "from": "/a", "path": "/b"}], {"b": 1}]
[{"a": {"b": 1}}, [{"op": "move", "from": "/a/b", "path": "/a"}], {"a": 1}]
[{"a": {"b": 1}}, [{"op": "move", "from": "/a", "path": "/a/b"}], "error"]
[{"a": 1}, [{"op": "move", "from": "/a", "path": "/a"}], {"a": 1}]
[{"a": 1}, [{"op": "move", "from": "/b", "path": "/a"}], "error"]
[{"a": 1}, [{"op": "move", "path": "/a"}], "error"]
[[1, 2, 3], [{"op": "move", "from": "/0", "path": "/2"}], [2, 3, 1]]
[[1, 2, 3], [{"op": "move", "from": "/2", "path": "/0"}], [3, 1, 2]]
[[1, 2], [{"op": "move", "from": "/0", "path": "/-"}], [2, 1]]
[{"a": 1}, [{"op": "copy", "from": "/a", "path": "/b"}], "error"]
[{"a": 1}, [{"path": "/a"}], "error"]
[{"a": 1}, [{"op": "add", "path": "/b", "value": 2}, {"op": "remove", "path": "/a"}], {"b": 2}]
[{"a": 1}, [{"op": "remove", "path": "/a"}, {"op": "remove", "path": "/a"}], "error"]
TABLE
tab=$(printf '\t')
while IFS=$tab read -r outcome expected found; do
  case $outcome in
    ok) check patch ok ok ;;
    *) check "$outcome" "$expected" "$found" ;;
  esac
done <"$work/found"
check 'all of the table' 51 "$checks"
finish
