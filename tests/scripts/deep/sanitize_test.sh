#!/bin/bash
# All C++ tests once more, with AddressSanitizer and UndefinedBehaviorSanitizer. Those of the core take
# every combination of the rows of their tables; those of the interface take every pair, as layouts are
# measured in every combination without sanitizers (combinations_test.sh).
set -eu
cd "$(dirname "$0")/../../.."
export LOOKBACK_BUILD=${LOOKBACK_BUILD:-$PWD/build/release}
. tests/scripts/passed_lib.sh
tools/build.sh sanitize unit_tests
. tests/scripts/deep/sanitizer_options.sh
if passed sanitize build/sanitize/tests/*_tests tests/reference assets CMakePresets.json; then
    echo "unchanged since it passed"
    exit
fi
check() { ctest --preset sanitize --parallel "$(nproc)" --no-tests=error --no-label-summary "$@"; }
LOOKBACK_COMBINATIONS=all check --tests-regex '^core:'
check --exclude-regex '^core:|monkey_test' # the monkey has a script of its own
remember
