# Sourced by the tests that compile the sources of core and app in their own way: `targets` has the parts
# of the program, each compiled alike; `sources TARGET` lists its sources, `flags TARGET` how they are
# compiled. Both are CMake's answer in the plain build, which unites sources in batches. The sources of the
# page, lookback_web, are in no target of that build: they are read as those of the screen are, with the
# headers of emscripten.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
export build=${LOOKBACK_BUILD:-$PWD/build/release}
emscripten=/usr/share/emscripten/cache/sysroot/include/emscripten
vectors="lookback_vectors_baseline lookback_vectors_avx2 lookback_vectors_avx512"
targets="lookback_files lookback_core $vectors lookback_core_text lookback_core_document lookback_state lookback_ui lookback_platform lookback_screen lookback_web lookback"
[ -d "$emscripten" ] || exit 77
mkdir -p "$build/web_headers"
ln -sfn "$emscripten" "$build/web_headers/emscripten"

entries() { grep -F '"command": ' "$build/compile_commands.json" | grep -F "/$1.dir/"; }

sources() {
    local file
    if [ "$1" = lookback_web ]; then
        ls app/platform/web/*.cpp
        return
    fi
    entries "$1" | sed -E 's/.* -c ([^"]*)".*/\1/' | while read -r file; do
        case $file in
        */batches/*) sed -n 's/^#include "\(.*\)"$/\1/p' "$file" ;;
        *) echo "$file" ;;
        esac
    done | sed -nE "s#^($PWD/)?(core|app)/#\2/#p" | sort
}

flags() {
    if [ "$1" = lookback_web ]; then
        echo "$(flags lookback_screen) -isystem $build/web_headers"
        return
    fi
    entries "$1" | head -n 1 |
        sed -E 's/^[^:]*: "//; s/ -o .*//; s/^.*\/(ccache )?[^ ]*c\+\+[^ ]* //; s/\\"/"/g; s/\\\\/\\/g'
}

[ "$(for target in $targets; do sources "$target"; done | sort -u | wc -l)" = \
    "$(find core app -name '*.cpp' | wc -l)" ] || { echo "not every source belongs to one of: $targets"; exit 1; }
