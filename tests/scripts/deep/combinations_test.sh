#!/bin/bash
# The tests over several tables, in every combination of their rows, where ./check is content with every
# pair: 5,488 documents instead of some 110.
set -eu
cd "$(dirname "$0")/../../.."
tests=${LOOKBACK_BUILD:-build/release}/tests
for part in core app; do
    files=$(grep -rlE 'forEveryTable|everyCombination' --include='*_test.cpp' tests/$part | sed 's/^/*/' | paste -sd ,)
    LOOKBACK_COMBINATIONS=all "$tests/${part}_tests" --source-file="$files"
done
