# Makes of each command the words of the lines that testee.sh reads. One that begins with `with` has no answer of its own.

def words: map(tostring | @sh) | join(" ") | gsub("\n"; "'\"$vmh__newline\"'");

def option($name): if .[$name] == null then [] else ["--\($name)", (.[$name] | if type == "string" then . else tojson end)] end;

def line:
  if .do == "start" then ["start"] + (if .log then ["--log", .log] else [] end) + .command
  elif .do == "create" then ["create", .name] + option("id") + option("parameters") + option("uses") + option("observe")
  elif .do == "input" or .do == "call" then [.do, .key, .id, .input, (.arguments // "" | if . == "" then . else tojson end)]
  elif .do == "cancel" then ["cancel", .key]
  elif .do == "observe" then ["observe", .id, (.outputs | tojson)]
  elif .do == "window" then [.do, .id, .output, .offset, .limit]
  elif .do == "snapshot" or .do == "dispose" then [.do, .id]
  elif .do == "request" then ["request", .method, (.params // {} | tojson)]
  elif .do == "look" then ["look", .number // 0]
  else [.do]
  end;

def answer:
  if .error then "error \(.error | tojson)" else "result \(.result | tojson)" end;

if .do == "batch" then
  (["with", "batch_begin"] | words), (.commands[] | ["with"] + line | words), (["", "batch_end"] | words)
else
  (.services // {} | to_entries[] | (["with", "service", .key] | words), (.value[] | answer), ""),
  ([.timeout // ""] + line | words)
end
