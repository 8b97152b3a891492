# Makes a script for player.sh of what a frontend says in a transcript: jq -Rnr -f player.jq
# Each message is a command of its own, with the answer that the transcript has for it, if that is sure.

def words: map(tostring | @sh) | join(" ");

def parsed: try fromjson catch null;

def option($name): if .[$name] == null then [] else ["--\($name)", (.[$name] | tojson)] end;

def creation:
  [.name] + (if .id then ["--id", .id] else [] end)
  + option("parameters") + option("uses") + option("observe");

def is_creation:
  (.name | type == "string") and (.id == null or (.id | type == "string"))
  and (.uses == null or (.uses | type == "object"));

def input: [.id, .input, (if has("arguments") then .arguments | tojson else "" end)];

def is_input: (.id | type == "string") and (.input | type == "string");

# What is compared of a response, as a word and JSON; null when it cannot be told or does not matter.
def wanted($method; $answer):
  if $answer == null then null
  elif $answer | has("error") then "error \($answer.error | tojson)"
  elif $method == "viewModel/create" then "ok \($answer.result.state | tojson)"
  elif $method == "viewModel/call" then "ok \($answer.result.value | tojson)"
  elif $method == "clock/advance" then "ok \($answer.result.now)"
  else "ok \($answer.result | tojson)"
  end;

# `$response` is that of the transcript, or null.
def command($response):
  .method as $method
  | wanted($method; $response) as $answer
  | (.id | tojson) as $key
  | (.params | if type == "object" then . else null end) as $params
  | (.params // {} | tojson) as $raw
  | if $params and $method == "viewModel/create" and ($params | is_creation) then
      ["create", $answer] + ($params | creation)
    elif $params and $method == "viewModel/input" and ($params | has("seq")) then
      # As text, it cannot be taken for one of the library's own.
      ["notify", $method, ($params | .seq |= tojson | tojson)]
    elif $params and $method == "viewModel/input" and ($params | is_input) then
      ["input", $raw] + ($params | input)
    elif $params and $method == "viewModel/call" and ($params | is_input) then
      ["call", $answer, $key, $raw] + ($params | input)
    elif $params and $method == "$/cancelRequest" then ["cancel", ($params.id | tojson)]
    elif $params and $method == "viewModel/dispose" and ($params.id | type == "string") then
      ["dispose", $answer, $params.id]
    elif $params and $method == "viewModel/observe" and ($params.id | type == "string") and $params.observe then
      ["observe", $answer, $raw, $params.id, ($params.observe | tojson)]
    elif $method == "clock/advance" and ($params.milliseconds | type == "number") then
      ["advance", $answer, $params.milliseconds]
    elif $method == "initialize" or $method == "shutdown" or $method == "exit" then ["finish"]
    elif ($method | type == "string") and has("id") then
      ["request", $answer, $method, $raw]
    else empty
    end
  | words;

def is_sendable:
  type == "object" and (.method | type == "string") and ((has("id") | not) or .method == "viewModel/call" or .method == "viewModel/dispose");

[inputs] as $lines
| [$lines[] | select(startswith("<-- ")) | .[4:] | parsed | if type == "array" then .[] else . end
   | select(type == "object" and (has("method") | not))] as $answers
| [$lines[] | select(startswith("--> ")) | .[4:] | parsed | if type == "array" then .[] else . end
   | objects | .id] as $ids
| (reduce $ids[] as $id ({}; .[$id | tojson] += 1)) as $uses_of
| [$lines[] | select(startswith("--> ")) | .[4:] | parsed] as $messages
| ($messages[0] | objects | .method == "initialize") as $initializes
| $messages[if $initializes and ($answers[0] | has("result")) then 1 else 0 end:][]
| if type == "array" and all(.[]; is_sendable) and length > 0 then
    "begin", (.[] | command(null)), "end"
  else
    (type == "array") as $in_array
    | if $in_array then .[] else . end
    | objects
    | . as $message
    | command(
        if $in_array or $uses_of[.id | tojson] != 1 then null
        else first($answers[] | select(.id == $message.id)) // null end)
  end
