# Takes a host's standard error in. Prints each line as it comes, but for the report of a crash and the host's own
# warnings, which come with host/log, too; nothing if vmh__log is `off`. At the end writes to the file vmh__dir/stderr the
# last 200 lines; of a host that crashed the report, which begins with its reason, and 20 lines before it.

BEGIN {
  folder = ENVIRON["vmh__dir"]
  is_silent = ENVIRON["vmh__log"] == "off"
}

# Whether the line begins as the host's own warnings do. Their beginning is in a file once the host has said its name.
function is_own(line,    start, found) {
  if (line !~ /: warning: /) return 0
  found = (getline start < (folder "/own")) > 0
  close(folder "/own")
  return found && index(line, start) == 1
}

# What may belong to the report of a crash waits for the line behind it.
function show(line,    i) {
  waiting[waits++] = line
  if (waits <= 20 && line ~ /^[ \t]*$|^swift-runtime: |[.]swift:[0-9]+: (Fatal error|Precondition failed|Assertion failed)/) return
  for (i = 0; i < waits; i++) if (!is_own(waiting[i])) print waiting[i]
  fflush()
  waits = 0
}

{ sub(/\r$/, ""); line = substr($0, 1, 4000) }

line ~ /^\*\*\* Signal [0-9]+: |^Current stack trace:/ {
  kept = 0
  for (i = (count > 20 ? count - 20 : 0); i < count; i++) report[kept++] = last[i % 200]
  crashed = reporting = 1
  waits = 0
}

crashed && kept < 400 { report[kept++] = line }

{ last[count++ % 200] = line }

!reporting && !is_silent { show($0) }

/^Backtrace took / { reporting = 0 }

END {
  for (i = 0; i < waits; i++) if (waiting[i] ~ /[^ \t]/) print waiting[i]
  file = folder "/stderr"
  if (crashed) for (i = 0; i < kept; i++) print report[i] > file
  else for (i = (count > 200 ? count - 200 : 0); i < count; i++) print last[i % 200] > file
}
