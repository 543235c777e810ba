#!/bin/bash
# The README and the pages in docs: every command runs as it is written, every path and link leads to a
# file, the README has at most 150 lines, and the manual uses no word of tests/words/never.txt.
# `./check` is what runs this test, so it is only looked for; the comparison with other libraries is made at
# small sizes and with those that are installed; `./run` opens no window here and must say so and leave a
# picture.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
unset DISPLAY WAYLAND_DISPLAY
cd "$folder"
pages=("$root/README.md" "$root"/docs/*.md)
fail() { echo "$*"; exit 1; }

[ "${#pages[@]}" -ge 8 ] || fail "docs has only $((${#pages[@]} - 1)) pages"
lines=$(wc -l <"$root/README.md")
[ "$lines" -le 150 ] || fail "README: $lines lines, expected at most 150"

# Of two students.
for name in ada bo; do
    printf '{"lookback_answers": 1, "lesson": "a-finite-value", "seed": 42, "name": "%s", "tasks": []}' \
        $name >$name.answers.json
done
# Numbers to import.
printf 'X = [[1, 2], [3, 4]]\nW_q = [[1, 0], [0, 1]]\nW_k = [[1, 0], [0, 1]]\nW_v = [[1], [2]]\n' >numbers.txt
printf '0.5,1.5\n2.5,3.5\n' >key.csv

ran=0
declare -A seen
while read -r line; do
    [ -z "${seen[$line]:-}" ] || continue
    seen[$line]=1
    case $line in
        ./check) [ -x "$root/check" ] ;;
        ./run) "$root/run" >out.txt && [ -s lookback.png ] && grep -q 'no display' out.txt ;;
        tests/bench/compare.sh) "$root/$line" --quick >out.txt && grep -q 'Lookback' out.txt ;;
        lookback\ *) eval "\"$LOOKBACK_BIN\" ${line#lookback}" >out.txt ;;
        *) fail "this command is not tested: $line" ;;
    esac || { cat out.txt && fail "this command fails: $line"; }
    ran=$((ran + 1))
done < <(awk '/^```sh/ { on = 1; next } /^```/ { on = 0 } on && NF' "${pages[@]}")
[ -s poem.png ]
[ "$(find sheets -name '*.png' -size +20k | wc -l)" = 9 ]
[ "$ran" -ge 25 ] || fail "only $ran commands found"

for page in "${pages[@]}"; do
    name=${page#"$root/"}
    while read -r path; do
        [ -e "$root/$path" ] || fail "$name: not found: $path"
    done < <(grep -oE '`(app|core|assets|docs|tests|tools)/[^` ]*`' "$page" | tr -d '`')
    while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || fail "$name: this link leads nowhere: $link"
    done < <(grep -oE '\]\([^)]*\)' "$page" | sed 's/^](//; s/)$//' | grep -v '^https:')
done
# No page is left out by the README.
for page in "$root"/docs/*.md; do
    grep -q "](docs/$(basename "$page"))" "$root/README.md" || fail "README: no link to docs/$(basename "$page")"
done
grep -v '^#' "$root/tests/words/never.txt" | cut -f1 >never.txt
! grep -nE -f never.txt "$root/docs/manual.en.md" || fail "docs/manual.en.md: these lines match tests/words/never.txt"
