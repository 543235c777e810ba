#!/bin/bash
# The core and the user interface compile with clang++, too, from which the compilers of other
# systems and of browsers are made, and without a warning. Not optimised, for nothing is run; without
# precompiled headers, so that every source includes what it uses. Only what changed is compiled.
set -eu
cd "$(dirname "$0")/../.."
command -v clang++ >/dev/null || exit 77
tools/build.sh clang lookback_ui
