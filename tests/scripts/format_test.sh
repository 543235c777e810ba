#!/bin/bash
# Every C++ file is formatted as .clang-format says. tools/format.sh mends them all.
set -eu
cd "$(dirname "$0")/../.."
command -v clang-format >/dev/null || exit 77

report=$(find core app tests -name '*.h' -o -name '*.cpp' | sort | xargs clang-format --dry-run 2>&1)
[ -z "$report" ] && exit 0
echo "Not formatted (tools/format.sh mends them):"
echo "$report" | sed -n 's/^\([^ :]*\):[0-9].*/    \1/p' | uniq -c
exit 1
