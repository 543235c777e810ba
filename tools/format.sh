#!/bin/sh
# tools/format.sh [FILE]...: formats these C++ files, or all of them.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- core app tests
find "$@" -name '*.h' -o -name '*.cpp' | xargs clang-format -i
