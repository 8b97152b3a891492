#!/bin/sh
# Plays every transcript of the repository, and those in protocol.md, with the built hosts.
. ./tests/support.sh
. ./tests/player.sh

need_host viewmodel-host
plain=$host
need_host example-host
played=0

# The blocks of protocol.md, each a file.
awk -v folder="$work" '/^```transcript/ {block += 1; inside = 1; next} /^```/ {inside = 0}
  inside {print > sprintf("%s/protocol-%02d.transcript", folder, block)}' "$root/protocol.md"

for transcript in "$work"/protocol-*.transcript "$root"/Tests/Transcripts/*.transcript \
  "$root"/Tests/Transcripts/*/*.transcript; do
  # When services are answered cannot be told here: services.sh and list.sh play those.
  if grep -q '"services"\|service/' "$transcript"; then continue; fi
  program=$plain
  if grep -q '^-->.*"example\.' "$transcript"; then program=$host; fi
  vmh_start "$program" --clock virtual
  play built "$transcript"
  check_status "$transcript: the host ends well" 0 vmh_stop
  played=$((played + 1))
done

check 'enough transcripts' yes "$([ "$played" -ge 50 ] && echo yes || echo "no: $played")"
check 'enough comparisons' yes "$([ "$compared" -ge 300 ] && echo yes || echo "no: $compared")"
printf '  %s transcripts, %s states compared\n' "$played" "$compared"
finish
