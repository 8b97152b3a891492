# RFC 6902 JSON Patch, with the operations that a host sends: add, remove, replace and move.
#
# `patch($operations)` applies them in order to its input. An operation that does not fit raises an
# error that names it, and then nothing of the patch counts.

# The keys of a JSON Pointer (RFC 6901): "" has none, "/a~1b/0" has "a/b" and "0".
def pointer_keys:
  if . == "" then []
  elif startswith("/") then
    split("/")[1:]
    | map(if contains("~") then split("~1") | join("/") | split("~0") | join("~") else . end)
  else error("not a JSON Pointer: \(.)")
  end;

# The element of an array that a key names; `$last` is the greatest index that is allowed.
def element_index($last):
  if test("^(0|[1-9][0-9]*)$") and tonumber <= $last then tonumber
  else error("no element \(.)")
  end;

# The path, as jq's own functions take it, of the existing value that `$keys` lead to.
def existing_path($keys):
  . as $document
  | reduce $keys[] as $key ({path: [], value: $document};
      (if .value | type == "array" then (.value | length - 1) as $last | $key | element_index($last)
       elif (.value | type == "object") and (.value | has($key)) then $key
       else error("no member \($key)")
       end) as $step
      | .path += [$step]
      | .value = .value[$step])
  | .path;

def add_value($keys; $value):
  if $keys == [] then $value
  else
    existing_path($keys[:-1]) as $path
    | $keys[-1] as $key
    | getpath($path) as $container
    | if $container | type == "object" then setpath($path + [$key]; $value)
      elif $container | type == "array" then
        ($container | length) as $last
        | (if $key == "-" then $last else $key | element_index($last) end) as $index
        | setpath($path; $container[:$index] + [$value] + $container[$index:])
      else error("nothing can be added to a \($container | type)")
      end
  end;

def remove_value($keys):
  if $keys == [] then error("the whole document cannot be removed")
  else existing_path($keys) as $path | delpaths([$path])
  end;

def operand($name): if has($name) then .[$name] else error("\($name) is missing") end;

def patch_once($operation):
  ($operation | operand("path") | pointer_keys) as $keys
  | if $operation.op == "replace" then
      existing_path($keys) as $path | setpath($path; $operation | operand("value"))
    elif $operation.op == "add" then add_value($keys; $operation | operand("value"))
    elif $operation.op == "remove" then remove_value($keys)
    elif $operation.op == "move" then
      ($operation | operand("from") | pointer_keys) as $from
      | existing_path($from) as $path
      | getpath($path) as $value
      | if $from == $keys then .
        elif $from == $keys[:$from | length] then error("a value cannot move into itself")
        else remove_value($from) | add_value($keys; $value)
        end
    else error("the operation \($operation.op) is unknown")
    end;

def patch($operations):
  reduce $operations[] as $operation (.;
    . as $document
    | try patch_once($operation)
      catch error("\($operation.op) \($operation.path): \(.)"));
