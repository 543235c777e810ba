#!/bin/bash
# The message catalogue: every message of it is stated by some source, and tools/messages refuses
# catalogues with faults.
set -eu
cd "$(dirname "$0")/../.."
messages=$LOOKBACK_BUILD/messages headers=$LOOKBACK_BUILD/generated/messages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*"; exit 1; }

count=0
for header in "$headers"/*.h; do
    room=$(basename "$header" .h)
    for name in $(sed -n 's/^struct \([A-Za-z0-9]*\) {$/\1/p' "$header"); do
        count=$((count + 1))
        grep -rqE "\bsay::$room::$name\b" core app --include=*.cpp --include=*.h ||
            fail "no source states say::$room::$name"
    done
done
[ "$count" -ge 20 ] || fail "only $count messages found in $headers"

# refused WANTED ENGLISH [OTHER]: the tool says WANTED of these catalogues and writes nothing.
refused() {
    local wanted=$1
    printf '%s' "$2" >"$work/en.json"
    set -- "$work/en.json" ${3+"$3"}
    if [ $# -gt 1 ]; then printf '%s' "$2" >"$work/id.json"; set -- "$work/en.json" "$work/id.json"; fi
    if "$messages" "$work/out" "$@" 2>"$work/err"; then fail "not refused: $wanted"; fi
    grep -qF "$wanted" "$work/err" || fail "expected: $wanted; found: $(cat "$work/err")"
    [ ! -e "$work/out" ] || fail "written in spite of: $wanted"
}
refused 'en.json: expected a JSON object' '[]'
refused 'en.json: a.b: expected a text' '{"a": {"b": 1}}'
refused 'en.json: a.b: column 3: expected ,' '{"a": {"b": "{x"}}'
refused 'en.json: a.b: the room terms has no row' '{"a": {"b": "{@row}"}}'
refused 'en.json: terms.row: expected no slots but' '{"terms": {"row": "{n}"}}'
refused 'id.json: a.b is missing' '{"a": {"b": "x"}}' '{"a": {}}'
refused 'id.json: a.b has other slots' '{"a": {"b": "{x}"}}' '{"a": {"b": "{y}"}}'
refused 'id.json: a.c is not in the English file' '{"a": {"b": "x"}}' '{"a": {"b": "x", "c": "y"}}'

# A corrected text leaves the headers alone; another slot does not.
printf '{"a": {"b": "One {x}."}}' >"$work/en.json"
"$messages" "$work/out" "$work/en.json"
touch -d '2001-01-01' "$work/out/messages/a.h" "$work/out/catalogue.cpp"
printf '{"a": {"b": "One, {x}."}}' >"$work/en.json"
"$messages" "$work/out" "$work/en.json"
[ "$work/out/messages/a.h" -ot "$work/out/catalogue.cpp" ] || fail "a corrected text rewrote the header"
printf '{"a": {"b": "One, {y}."}}' >"$work/en.json"
"$messages" "$work/out" "$work/en.json"
grep -q 'Argument y;' "$work/out/messages/a.h" || fail "another slot did not reach the header"
echo "messages: $count"
