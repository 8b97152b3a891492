# Reads what a host writes, keeps the state of every instance, and tells the shell, in records, what
# has come. One run of it lasts as long as the host: jq -L . -Rnr --unbuffered -f mirror.jq
#
# A record is a word and its operands, separated by single spaces; only the last operand may hold
# spaces. Each line from the host gives some records and then `turn`:
#
#   state SLOT REVISION STATE    what an instance's state is now
#   revision SLOT REVISION       … its revision is another now, and its state the same
#   id SLOT ID                   the id of a new instance
#   lost SLOT                    an update did not fit; a snapshot is needed
#   gone SLOT                    the host has closed the instance
#   text MESSAGE                 for people; belongs to the record after it
#   reply NUMBER RESULT          a request has succeeded
#   error NUMBER CODE ERROR      a request has failed; `-` when the host could not tell which
#   done SEQ                     an input has finished
#   rejected SEQ SLOT NEWS       an input has failed; `-` when it had no seq of ours
#   news KIND SLOT NEWS          for the callback of that kind; `-` when it is about no instance
#   service ID NAME ARGUMENTS    the host wants a service; all three are JSON
#   cancel ID                    … no longer
#   unknown ID METHOD            the host wants something else; both are JSON strings
#   garbage MESSAGE              the line makes no sense
#
# Records are written in lines of at most 500 bytes: `+` and text that goes on, `.` and its end. A
# write of that length to a pipe is never torn apart (POSIX: PIPE_BUF is 512 or more), so others may
# write lines to the same pipe.

include "patch";

def chunks:
  if utf8bytelength <= 480 then .
  else (length / 2 | floor) as $half | (.[:$half] | chunks), (.[$half:] | chunks)
  end;

def lines: [chunks] | (.[:-1][] | "+" + .), "." + .[-1];

def record($text): .records += [$text];

# Without anything that a terminal or `read` would take for more than text.
def one_line: tostring | explode | map(if . < 32 or . == 127 then 32 else . end) | implode;

# JSON without spaces, also in its strings.
def word: tojson | split(" ") | join("\\u0020");

def slot($id): .instances[$id | tostring].slot // "-";

def news($kind; $id; $news):
  record("news \($kind) \(slot($id)) \({kind: $kind, id: $id} + $news | tojson)");

def error_text: .message // "no message" | one_line;

def hold($id; $slot; $result):
  .instances[$id] = {slot: $slot, revision: $result.revision, state: $result.state}
  | record("state \($slot) \($result.revision) \($result.state | tojson)");

def lose($id): .instances[$id].lost = true | record("lost \(slot($id))");

# Takes over one instance's part of a turn; its callbacks come later.
def mirror($update):
  $update.id as $id
  | .instances[$id] as $old
  | if $old == null or $old.lost then .
    elif $update.revision != $old.revision + 1 then lose($id)
    elif ($update.patch // []) == [] then
      .instances[$id].revision = $update.revision
      | record("revision \($old.slot) \($update.revision)")
    else
      (try [$old.state | patch($update.patch)] catch null) as $new
      | if $new == null then lose($id)
        else hold($id; $old.slot; {revision: $update.revision, state: $new[0]})
          | .changes += [{id: $id, revision: $update.revision, patch: $update.patch}]
        end
    end;

def turn($updates):
  reduce $updates[] as $update (.changes = []; mirror($update))
  | reduce .changes[] as $change (.; news("change"; $change.id; $change | del(.id)))
  | reduce $updates[] as $update (.;
      reduce $update.events[]? as $event (.; news("event"; $update.id; $event))
      | if $update.droppedEvents then
          record("text \($update.droppedEvents) events of \($update.id | one_line) were dropped")
          | news("dropped"; $update.id; {count: $update.droppedEvents})
        else . end)
  | reduce $updates[].done[]? as $seq (.; if $seq | type == "number" then record("done \($seq)") else . end);

def close($id; $reason):
  slot($id) as $slot
  | record("text \($id | one_line): \($reason | one_line)")
  | news("closed"; $id; {reason: $reason})
  | del(.instances[$id])
  | if $slot == "-" then . else record("gone \($slot)") end;

def notification($method; $params):
  if $method == "viewModel/update" then turn($params.updates)
  elif $method == "viewModel/rejected" then
    $params.seq as $seq
    # One that is waited for has a seq; the rest is told to whoever hears of it.
    | (if $seq | type == "number" then "" else "\($params.id | one_line): " end) as $where
    | record("text \($where)\($params.error | error_text)")
    | record("rejected \(if $seq | type == "number" then $seq else "-" end) \(slot($params.id)) "
        + ({kind: "rejected"} + $params | tojson))
  elif $method == "viewModel/failed" then
    record("text \($params.id | one_line): \($params.error | error_text)")
    | news("failed"; $params.id; {error: $params.error})
  elif $method == "viewModel/closed" then close($params.id; $params.reason)
  elif $method == "service/rejected" then
    if $params.error.code == -32800 then .
    else record("text \($params.service // "a service" | one_line): \($params.error | error_text)")
      | record("rejected - - \({kind: "rejected"} + $params | tojson)")
    end
  elif $method == "host/log" then
    record("text \($params.level): \($params.message | one_line)")
    | news("log"; null; $params)
  elif $method == "$/cancelRequest" then record("cancel \($params.id | word)")
  else .
  end;

def request($id; $method; $params):
  if $method == "service/call" then
    record("service \($id | word) \($params.service | word) \($params.arguments // {} | tojson)")
  elif $method == "initialize" then error("it answered with what it was sent")
  else record("unknown \($id | word) \($method | tostring | tojson)")
  end;

# The ids of our requests are KIND-NUMBER or KIND-NUMBER-OPERAND.
def success($kind; $number; $operand; $result):
  if $kind == "create" or $kind == "recreate" then
    ($operand | tonumber) as $slot
    | hold($result.id; $slot; $result)
    | record("id \($slot) \($result.id | one_line)")
    | if $kind == "create" then .
      else news("change"; $result.id; {revision: $result.revision, resynced: true}) end
    | record("reply \($number) \($result | {id, revision} | tojson)")
  elif $kind == "resync" then
    if .instances[$operand].lost then
      hold($operand; .instances[$operand].slot; $result)
      | news("change"; $operand; {revision: $result.revision, resynced: true})
    else . end
  elif $kind == "initialize" and $result.protocolVersion != "1" then
    record("text No common protocol version: this client speaks 1, the host \($result.protocolVersion | one_line)")
    | record("error \($number) -32008 null")
  else
    if $kind == "dispose" then del(.instances[$operand]) else . end
    | record("reply \($number) \($result | tojson)")
  end;

def response($id; $message):
  if $id == null then
    record("text \($message.error | error_text)")
    | record("error - \($message.error.code) \($message.error | tojson)")
  elif $id | type == "string" and test("^[a-z]+-[0-9]+(-|$)") then
    ($id | split("-")) as $parts
    | ($parts[2:] | join("-")) as $operand
    | if $message | has("result") then success($parts[0]; $parts[1]; $operand; $message.result)
      elif $parts[0] == "resync" then close($operand; $message.error | error_text)
      else
        record("text \($message.error | error_text)")
        | record("error \($parts[1]) \($message.error.code) \($message.error | tojson)")
      end
  else error("an answer to nothing that was asked: \($id | tojson)")
  end;

def message($message):
  if $message | type == "array" then reduce $message[] as $part (.; message($part))
  elif $message | type != "object" then error("neither an object nor an array")
  elif $message | has("method") then
    if $message | has("id") then request($message.id; $message.method; $message.params)
    else notification($message.method; $message.params)
    end
  elif $message | has("result") or (.error | type == "object") then response($message.id; $message)
  else error("neither a request nor an answer")
  end;

foreach inputs as $line ({instances: {}};
  .records = []
  | if $line == "" then .
    else . as $before
      | try message($line | fromjson)
        catch (. as $reason | $before | record("garbage \($reason | .[:200] | one_line)"))
    end;
  (.records[], "turn") | lines)
