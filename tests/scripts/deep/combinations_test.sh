#!/bin/bash
# The tests over several tables, in every combination of their rows: 5,488 documents, where ./check takes
# some 110 that have every pair.
set -euo pipefail
cd "$(dirname "$0")/../../.."
tests=${LOOKBACK_BUILD:-build/release}/tests
output=$(mktemp) && trap 'rm -f "$output"' EXIT
for part in core app; do
    files=$(grep -rlE 'forEveryTable|everyCombination' --include='*_test.cpp' tests/$part | sed 's/^/*/' | paste -sd ,)
    LOOKBACK_COMBINATIONS=all "$tests/${part}_tests" --source-file="$files" | tee "$output"
    grep -q '^\[doctest\] test cases: *[1-9]' "$output" || { echo "$part: no test ran"; exit 1; }
    [ $part = app ] || grep -qE 'take ([0-9]+) of \1 documents' "$output" || { echo "not all documents"; exit 1; }
done
