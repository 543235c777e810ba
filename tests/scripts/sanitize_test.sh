#!/bin/bash
# All C++ tests once more, with AddressSanitizer and UndefinedBehaviorSanitizer.
set -eu
cd "$(dirname "$0")/../.."
tools/build.sh sanitize unit_tests
ctest --preset sanitize --parallel "$(nproc)" --no-tests=error --no-label-summary
