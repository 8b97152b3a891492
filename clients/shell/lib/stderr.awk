# Keeps of a host's standard error the last 200 lines; of one that crashed the report, which begins with its reason,
# and 20 lines before it. Prints them at the end.

{ sub(/\r$/, ""); line = substr($0, 1, 4000) }

line ~ /^\*\*\* Signal [0-9]+: |^Current stack trace:/ {
  kept = 0
  for (i = (count > 20 ? count - 20 : 0); i < count; i++) report[kept++] = last[i % 200]
  crashed = 1
}

crashed && kept < 400 { report[kept++] = line }

{ last[count++ % 200] = line }

END {
  if (crashed) for (i = 0; i < kept; i++) print report[i]
  else for (i = (count > 200 ? count - 200 : 0); i < count; i++) print last[i % 200]
}
