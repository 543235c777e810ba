#!/bin/bash
# Measures the engine beside NumPy and PyTorch, all at their best, and prints the tables of docs/speed.md.
# tests/bench/compare.sh          about five minutes; installs the libraries where they are missing
# tests/bench/compare.sh --quick  a look at the small sizes, beside those libraries that are there
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

if [ "${1:-}" != --quick ]; then
    "$root/tools/setup.sh" --bench
fi
"$root/tools/build.sh" release lookback_bench LOOKBACK_BENCH=ON
exec python3 "$root/tests/bench/compare.py" "$root/build/release/tests/lookback_bench" "$@"
