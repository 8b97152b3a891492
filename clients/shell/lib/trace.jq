# Writes lines down with the time: jq -Rr --arg mark '<--' -f lib/trace.jq
def digits($count): tostring | ("000" + .)[-$count:];
now as $now
| "\($now | strflocaltime("%Y-%m-%d %H:%M:%S")).\(($now - ($now | floor)) * 1000 | floor | digits(3)) \($mark) \(.)"
