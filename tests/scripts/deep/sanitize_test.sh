#!/bin/bash
# All C++ tests once more, with AddressSanitizer and UndefinedBehaviorSanitizer, those over several tables
# in every combination.
set -eu
cd "$(dirname "$0")/../../.."
export LOOKBACK_BUILD=${LOOKBACK_BUILD:-$PWD/build/release}
. tests/scripts/passed_lib.sh
tools/build.sh sanitize unit_tests
# An error is found as before, but told without the calls that led to the allocation: a third less time.
export ASAN_OPTIONS=malloc_context_size=1
if passed sanitize build/sanitize/tests/*_tests tests/reference assets CMakePresets.json; then
    echo "unchanged since it passed"
    exit
fi
# But for the monkey, which has a script of its own.
LOOKBACK_COMBINATIONS=all ctest --preset sanitize --parallel "$(nproc)" --no-tests=error --no-label-summary \
    --exclude-regex monkey_test
remember
