# Why a host ended, as its standard error says, or nothing: the rule of clients/conformance/README.md.
# `status` is its exit status as a shell has it, 128 and more for a signal; `signal` is the name of that, such as ILL.

function trimmed(text) {
  gsub(/^[ \t]+|[ \t]+$/, "", text)
  return text
}

function between(text, start, end) {
  return substr(text, start, length(text) - start + 1 - end)
}

# The last line before `bound` that matches, and does not say how complete a backtrace will be.
function last_before(bound, pattern,    i) {
  for (i = bound - 1; i > 0; i--) if (lines[i] ~ pattern && lines[i] !~ /^swift-runtime: /) return trimmed(lines[i])
  return ""
}

# The first line of the report that matches.
function in_report(pattern,    i) {
  for (i = report; i <= NR; i++) if (lines[i] ~ pattern) return lines[i]
  return ""
}

# The place of the first frame with a Swift file, of the thread that crashed, after ` at `.
function crash_place(    i, is_crashed) {
  for (i = report; i <= NR; i++) {
    if (lines[i] ~ /^Thread /) is_crashed = lines[i] ~ /^Thread [0-9]+.* crashed:$/
    else if (is_crashed && lines[i] ~ /^ *[0-9]+ .* at \/.*[.]swift(:[0-9]+)*$/) {
      match(lines[i], / at \/.*[.]swift(:[0-9]+)*$/)
      return substr(lines[i], RSTART)
    }
  }
  return ""
}

{ sub(/\r$/, ""); lines[NR] = $0 }

/^\*\*\* Signal [0-9]+: |^Current stack trace:/ { report = NR }

END {
  if (status == 0) exit
  if (status <= 128) {
    print last_before(NR + 1, "[^ \t]")
    exit
  }
  if (!report || signal !~ /^(ILL|TRAP|ABRT|BUS|FPE|SEGV)$/) exit
  words = last_before(report, "[^/ \t][.]swift:[0-9]+: (Fatal error|Precondition failed|Assertion failed)")
  if (words == "") words = between(in_report("^[*][*][*] Swift runtime failure: .* [*][*][*]$"), 5, 4)
  if (words == "" && signal == "ABRT") words = last_before(report, "[^ \t]")
  if (words == "") {
    words = between(in_report("^[*][*][*] Program crashed: .* [*][*][*]$"), 5, 4)
    sub(/ at 0x[0-9a-f]+$/, "", words)
  }
  if (words != "" && (words !~ /^[^ \t]+[.]swift:[0-9]+: / || words ~ /^Swift\//)) words = words crash_place()
  print words
}
