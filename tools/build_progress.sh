#!/bin/bash
# ninja | tools/build_progress.sh PRESET: ninja's output, with one line every five seconds instead of its
# own line for each file: "build: release, 20 of 45 files, about 2 minutes left". What compilers and
# linkers write passes unchanged. Expects NINJA_STATUS='[%f/%t %e] '.
set -euo pipefail
preset=$1 told=0
silent='^(ninja: (no work to do|Entering directory)|-- )'
progress='^\[([0-9]+)/([0-9]+) ([0-9]+)\.[0-9]+\] '
while IFS= read -r line; do
    [[ ! $line =~ $silent ]] || continue
    if [[ ! $line =~ $progress ]]; then
        echo "$line"
        continue
    fi
    finished=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} spent=${BASH_REMATCH[3]}
    [ "$finished" -gt 0 ] && [ "$finished" -lt "$all" ] && [ "$spent" -ge $((told + 5)) ] || continue
    told=$spent
    left=$((spent * (all - finished) / finished))
    if [ "$left" -gt 90 ]; then left="$(((left + 30) / 60)) minutes"; else left="$((left / 10 * 10 + 10)) seconds"; fi
    echo "build: $preset, $finished of $all files, about $left left"
done
