# Sourced by the tests that compile the sources of core and app in their own way: `targets` has the parts
# of the program, each compiled alike; `sources TARGET` lists its sources, `flags TARGET` how they are
# compiled. Both are CMake's answer in the plain build, which unites sources in batches. The sources of the
# page (app/platform/web) are compiled for a browser alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
export build=${LOOKBACK_BUILD:-$PWD/build/release}
vectors="lookback_vectors_baseline lookback_vectors_avx2 lookback_vectors_avx512"
targets="lookback_files lookback_core $vectors lookback_core_text lookback_core_document lookback_state lookback_ui lookback_platform lookback_screen lookback"

entries() { grep -F '"command": ' "$build/compile_commands.json" | grep -F "/$1.dir/"; }

sources() {
    local file
    entries "$1" | sed -E 's/.* -c ([^"]*)".*/\1/' | while read -r file; do
        case $file in
        */Unity/*) sed -n 's/^#include "\(.*\)"$/\1/p' "$file" ;;
        *) echo "$file" ;;
        esac
    done | sed -n "s#^$PWD/\(core\|app\)/#\1/#p" | sort
}

flags() {
    entries "$1" | head -n 1 |
        sed -E 's/^[^:]*: "//; s/ -o .*//; s/^.*\/(ccache )?[^ ]*c\+\+[^ ]* //; s/\\"/"/g; s/\\\\/\\/g'
}

[ "$(for target in $targets; do sources "$target"; done | sort -u | wc -l)" = \
    "$(find core app -name '*.cpp' -not -path 'app/platform/web/*' | wc -l)" ] || { echo "not every source belongs to one of: $targets"; exit 1; }
