#!/bin/bash
# The monkey of tests/app for ten times as long as in the unit tests, with the sanitizers on.
set -eu
cd "$(dirname "$0")/../../.."
export LOOKBACK_BUILD=${LOOKBACK_BUILD:-$PWD/build/release}
. tests/scripts/passed_lib.sh
tools/build.sh sanitize unit_tests
. tests/scripts/deep/sanitizer_options.sh
program=build/sanitize/tests/app_tests
if passed monkey "$program" assets; then
    echo "unchanged since it passed"
    exit
fi
LOOKBACK_MONKEY_EVENTS=50000 "$program" --test-case="a monkey breaks nothing"
remember
