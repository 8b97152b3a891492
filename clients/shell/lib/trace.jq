# Writes lines down with the time: jq -Rr -f lib/trace.jq. Those without a mark are the host's.
def digits($count): tostring | ("000" + .)[-$count:];
now as $now
| (if startswith("--> ") or startswith("# ") then . else "<-- " + . end)
| "\($now | strflocaltime("%Y-%m-%d %H:%M:%S")).\(($now - ($now | floor)) * 1000 | floor | digits(3)) \(.)"
