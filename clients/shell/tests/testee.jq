# Makes of each command the words of a line that testee.sh reads. One that begins with `with` has no answer of its own.

def words: map(tostring | @sh) | join(" ") | gsub("\n"; "'\"$newline\"'");
def option($name): if .[$name] == null then [] else ["--\($name)", (.[$name] | if type == "string" then . else tojson end)] end;
def arguments: if .arguments == null then [] else [.arguments | tojson] end;

def line:
  if .do == "start" then ["start", (.log // "off")] + .command
  elif .do == "create" then ["ask", "create", .name] + option("id") + option("parameters") + option("uses") + option("observe")
  elif .do == "input" then ["ask", "input", .id, .input] + arguments
  elif .do == "call" then ["call", .key, .id, .input] + arguments
  elif .do == "cancel" then ["cancel", .key]
  elif .do == "observe" then ["ask", "observe", .id, (.outputs | tojson)]
  elif .do == "window" then ["ask", .do, .id, .output, .offset, .limit]
  elif .do == "snapshot" or .do == "dispose" then ["ask", .do, .id]
  elif .do == "request" then ["ask", "request", .method, (.params // {} | tojson)]
  elif .do == "look" then ["look", .number // 0]
  else [.do]
  end;

def answer: if .error then "error \(.error | tojson)" else "result \(.result | tojson)" end;

if .do == "batch" then
  (["with", "ask", "turn"] | words), (.commands[] | ["with"] + line | words), (["30", "ask", "send"] | words)
else
  (.services // {} | to_entries[] | (["with", "service", .key] | words), (.value[] | answer), ""),
  ([(.timeout // 30 | ceil)] + line | words)
end
