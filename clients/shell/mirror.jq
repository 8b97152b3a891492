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
#   stale SLOT REASON            … and could not be had; the reason is JSON, or `null` when it was had after all
#   gone SLOT                    the instance is gone, and nothing comes about it any more
#   text MESSAGE                 for people; belongs to the record after it
#   reply NUMBER ID RESULT       a request has succeeded; its id is JSON
#   error NUMBER ID CODE ERROR   a request has failed; `-` when the host could not tell which
#   done SEQ                     an input has finished
#   rejected SEQ SLOT NEWS       an input has failed; `-` when it had no seq of ours
#   news KIND SLOT NEWS          for the callback of that kind; `-` when it is about no instance
#   service ID NAME ARGUMENTS    the host wants a service; all three are JSON
#   cancel ID                    … no longer
#   refuse ID CODE MESSAGE       the host wants what cannot be answered; the id and the message are JSON
#   garbage MESSAGE              the line makes no sense: what the host wrote
#
# Records are written in lines of at most 500 bytes: `+` and text that goes on, `.` and its end. A
# write of that length to a pipe is never torn apart (POSIX: PIPE_BUF is 512 or more), so others may
# write lines to the same pipe.

include "patch";

def chunks:
  if utf8bytelength <= 480 then .
  else (length / 2 | floor) as $half | (.[:$half] | chunks), (.[$half:] | chunks)
  end;

def lines:
  if utf8bytelength <= 480 then "." + . else [chunks] | (.[:-1][] | "+" + .), "." + .[-1] end;

def record($text): .records += [$text];

# Without anything that a terminal or `read` would take for more than text.
def one_line: tostring | explode | map(if . < 32 or . == 127 then 32 else . end) | implode;

# JSON without spaces, also in its strings.
def word: tojson | split(" ") | join("\\u0020");

def slot($id): .instances[$id | tostring].slot // "-";

def news($kind; $id; $news):
  record("news \($kind) \(slot($id)) \({kind: $kind, id: $id} + $news | tojson)");

def error_text: .message // "no message" | one_line;

# What the line says is of no use; the message is as that of a line that is no JSON.
def expect($where; $member; $wanted; $value):
  if $value | type == $wanted then . else error("\($where): expected \"\($member)\" as \($wanted)") end;

def hold($id; $slot; $result):
  (if .instances[$id].stale then record("stale \($slot) null") else . end)
  | .instances[$id] = {slot: $slot, revision: $result.revision, state: $result.state}
  | record("state \($slot) \($result.revision) \($result.state | tojson)");

def lose($id):
  .instances[$id].lost = true
  | if .instances[$id].asked then . else .instances[$id].asked = true | record("lost \(slot($id))") end;

# Takes over one instance's part of a turn; its callbacks come later.
def mirror($update):
  $update.id as $id
  | .instances[$id] as $old
  | if $old == null then .
    elif $old.lost then lose($id)
    elif $update.revision != $old.revision + 1 then lose($id)
    elif ($update.patch // []) == [] then
      .instances[$id].revision = $update.revision
      | record("revision \($old.slot) \($update.revision)")
    else
      (try [$old.state | patch($update.patch)] catch null) as $new
      | if ($new[0] | type) != "object" then lose($id)
        else hold($id; $old.slot; {revision: $update.revision, state: $new[0]})
          | .changes += [{id: $id, revision: $update.revision, patch: $update.patch}]
        end
    end;

def check_update($update):
  if ($update | [.id, .revision, .patch // [], .events // [], .done // [] | type])
    == ["string", "number", "array", "array", "array"] then .
  else
    "viewModel/update" as $where
    | expect($where; "id"; "string"; $update.id)
    | expect($where; "revision"; "number"; $update.revision)
    | expect($where; "patch"; "array"; $update.patch // [])
    | expect($where; "events"; "array"; $update.events // [])
    | expect($where; "done"; "array"; $update.done // [])
  end;

def turn($updates):
  expect("viewModel/update"; "updates"; "array"; $updates)
  | reduce $updates[] as $update (.changes = []; check_update($update) | mirror($update))
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
  elif $method == "host/restarted" then
    record("text the host goes on in another process: \($params.reason | one_line)")
    | news("restarted"; null; $params)
  elif $method == "host/log" then
    record("text \($params.level): \($params.message | one_line)")
    | news("log"; null; $params)
  elif $method == "$/cancelRequest" then record("cancel \($params.id | word)")
  else .
  end;

def request($id; $method; $params):
  if $method == "service/call" then
    if ($params.service | type) != "string" or ($params.arguments | type) != "object" then
      record("refuse \($id | word) -32602 \("service/call takes a service, an id and arguments as an object" | tojson)")
    else record("service \($id | word) \($params.service | word) \($params.arguments | tojson)")
    end
  elif $method == "initialize" then error("it answered with what it was sent")
  else record("refuse \($id | word) -32601 \("This frontend has no method \($method)" | tojson)")
  end;

def kinds: ["initialize", "create", "recreate", "snapshot", "observe", "dispose", "call", "try", "request", "ping", "resync"];

# The ids of our requests are KIND-NUMBER or KIND-NUMBER-OPERAND.
def success($id; $kind; $number; $operand; $result):
  if $kind == "create" or $kind == "recreate" then
    ($operand | tonumber) as $slot
    | expect("viewModel/create"; "id"; "string"; $result.id)
    | expect("viewModel/create"; "revision"; "number"; $result.revision)
    | expect("viewModel/create"; "state"; "object"; $result.state)
    | hold($result.id; $slot; $result)
    | record("id \($slot) \($result.id | one_line)")
    | if $kind == "create" then .
      else news("change"; $result.id; {revision: $result.revision, resynced: true}) end
    | record("reply \($number) \($id | word) \($result | {id, revision} | tojson)")
  elif $kind == "resync" then
    if .instances[$operand].lost then
      expect("viewModel/snapshot"; "revision"; "number"; $result.revision)
      | expect("viewModel/snapshot"; "state"; "object"; $result.state)
      | hold($operand; .instances[$operand].slot; $result)
      | news("change"; $operand; {revision: $result.revision, resynced: true})
    else . end
  elif $kind == "initialize" and $result.protocolVersion != "1" then
    record("text No common protocol version: this client speaks 1, the host \($result.protocolVersion | one_line)")
    | record("error \($number) \($id | word) -32008 null")
  else
    if $kind == "initialize" then .limit = ($result.limits.lineBytes? // null)
    elif $kind == "dispose" and .instances[$operand] then
      record("gone \(slot($operand))") | del(.instances[$operand])
    else . end
    | record("reply \($number) \($id | word) \($result | tojson)")
  end;

# The whole state of an instance could not be had. When it is known to be stale, that is no news.
def remain_stale($id; $error):
  if .instances[$id].lost | not then .
  else
    .instances[$id].asked = false
    | if .instances[$id].stale then .
      else
        "the state could not be had: \($error | error_text) (\($error.code))" as $reason
        | .instances[$id].stale = true
        | record("stale \(slot($id)) \($reason | tojson)")
        | record("text \($id | one_line): \($reason)")
        | news("stale"; $id; {reason: $reason})
      end
  end;

def response($id; $message):
  if $id == null then
    record("text \($message.error | error_text)")
    | record("error - - \($message.error.code) \($message.error | tojson)")
  else
    (if $id | type == "string" then $id | split("-") else [] end) as $parts
    | if $parts | length < 2 or (.[0] as $kind | kinds | index([$kind]) | not) then
        error("an answer to \($id | tojson), which was not asked")
      else . end
    | ($parts[2:] | join("-")) as $operand
    | if $message | has("result") then success($id; $parts[0]; $parts[1]; $operand; $message.result)
      elif $parts[0] == "resync" then remain_stale($operand; $message.error)
      else
        record("text \($message.error | error_text)")
        | record("error \($parts[1]) \($id | word) \($message.error.code) \($message.error | tojson)")
      end
  end;

def message($message):
  if $message | type == "array" then reduce $message[] as $part (.; message($part))
  elif $message | type != "object" then error("something that is no message: \($message | type)")
  elif $message | has("method") then
    if $message | has("id") then request($message.id; $message.method; $message.params)
    else notification($message.method; $message.params)
    end
  elif $message | has("result") or (.error | type == "object") then response($message.id; $message)
  else error("what is neither a request nor an answer")
  end;

# Whether a JSON value has what jq takes for JSON and the protocol does not: NaN, and numbers that no double holds.
def has_no_numbers($line):
  ([.. | numbers | select(isinfinite)] != []) or ([.. | numbers | select(isnan)] != [])
  or ($line | test("(^|[\\[,:{])[ ]*-?(nan|NaN)[ ]*($|[\\],}])"));

# The message of a line.
def parsed:
  . as $line
  # In an array of its own: what goes wrong later is not for this `try`.
  | [try [fromjson] catch .] as [$found]
  | (if $found | type == "string" then $found
     elif ($line | test("nan|NaN|Infinity|[0-9][eE][+]?[0-9]{3}|[0-9]{309}")) and ($found[0] | has_no_numbers($line))
     then "a number that is none" else null end) as $wrong
  | if $wrong then error("a line that is not JSON (\($wrong[:80])): \($line[:80])") else $found[0] end;

# Of what stands behind the last line feed, when the host ends, jq makes a line, too; it counts none for that.
foreach inputs as $line ({instances: {}, count: 0};
  .records = [] | .count as $count | .count = input_line_number
  | if .count == $count or ($line | length < 9 and test("^[ \t\r]*$")) then .
    else . as $before
      | try (
          if .limit and ($line | utf8bytelength) > .limit then
            error("a line of more than \(.limit) bytes, the limit that initialize named")
          else message($line | parsed) end)
        catch (. as $reason | $before | record("garbage \($reason | .[:300] | one_line)"))
    end;
  (.records[], "turn") | lines)
