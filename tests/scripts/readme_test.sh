#!/bin/bash
# Runs every command of the README as it stands there. `./check` is what runs this test, so it is
# only looked for; the comparison with other libraries is made at small sizes and with those that are
# installed; `./run` opens no window here and must say so and leave a picture.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
unset DISPLAY WAYLAND_DISPLAY
cd "$folder"
ran=0
while read -r line; do
    case $line in
        ./check) [ -x "$root/check" ] ;;
        ./run) "$root/run" >out.txt && [ -s lookback.png ] && grep -q 'no display' out.txt ;;
        tests/bench/compare.sh) "$root/$line" --quick >out.txt && grep -q 'Lookback' out.txt ;;
        lookback\ *) eval "\"$LOOKBACK_BIN\" ${line#lookback}" >out.txt ;;
        *) echo "README: this command is not tested: $line" && exit 1 ;;
    esac || { echo "README: this command fails: $line" && cat out.txt && exit 1; }
    ran=$((ran + 1))
done < <(awk '/^```sh/ { on = 1; next } /^```/ { on = 0 } on && NF' "$root/README.md")
[ -s poem.png ]
[ "$(find sheets -name '*.png' -size +20k | wc -l)" = 9 ]
[ "$ran" -ge 12 ]
while read -r path; do # every path of the table exists
    [ -e "$root/$path" ] || { echo "README: there is no $path" && exit 1; }
done < <(grep -oE '`(app|core|assets|tests|tools)/[^` ]*`' "$root/README.md" | tr -d '`')
