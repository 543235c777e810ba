#!/bin/bash
# All C++ tests once more, with AddressSanitizer and UndefinedBehaviorSanitizer. Those of what computes take
# every combination of the rows of their tables. Those of what writes text and of the interface take every
# pair: ./check --deep takes every combination of theirs without sanitizers.
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
computing='^core:(attention|engine|gradients|language|masking|positions)/'
LOOKBACK_COMBINATIONS=all check --tests-regex "$computing"
LOOKBACK_COMBINATIONS= check --exclude-regex "$computing|monkey_test" # the monkey has a script of its own
remember
