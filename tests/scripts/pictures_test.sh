#!/bin/bash
# The pictures in docs/pictures: tools/pictures.sh makes them all, the README shows them all, and their top
# bars are those that the program draws today.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
pictures=$root/docs/pictures
fail() { echo "$*"; exit 1; }

# The top bar is 52 of the 1000 points that the window is high.
same() { "$LOOKBACK_BUILD/tests/top_bars" "$1" "$2" 0.052; }

"$root/tools/pictures.sh" "$folder"
[ "$(ls "$folder")" = "$(ls "$pictures")" ] || fail "docs/pictures has others than tools/pictures.sh makes"
for picture in "$pictures"/*.png; do
    name=$(basename "$picture")
    found=$(same "$picture" "$folder/$name") ||
        fail "docs/pictures/$name: the top bar is not the program's (a difference of $found): run tools/pictures.sh"
    echo "$name: $found"
    grep -q "(docs/pictures/$name)" "$root/README.md" || fail "README: does not show docs/pictures/$name"
done
bytes=$(cat "$pictures"/*.png | wc -c)
[ "$bytes" -le 1500000 ] || fail "docs/pictures: $bytes bytes, expected at most 1,500,000"

# Other words, another chosen control and a control of another color are all seen, at the smaller scale too.
differs() {
    local with=$1 found
    shift
    "$LOOKBACK_BIN" picture "$@" --out "$folder/other.png"
    ! found=$(same "$folder/other.png" "$pictures/$with.png") || fail "not seen ($found): $*"
    echo "seen ($found): $*"
}
differs lab-small the-cat-sat --scale 0.5
differs compare-small write-a-poem --mode leak --scale 0.5
differs train-small counting --mode train --scale 0.5
differs lab write-a-poem --theme dark
