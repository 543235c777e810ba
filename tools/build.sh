#!/bin/bash
# tools/build.sh PRESET TARGET [OPTION=VALUE]...: builds a target of a preset, in silence where nothing
# is to be done. Configures only where that has not been done, or not with these options.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
preset=$1 target=$2
shift 2
build=$root/build/$preset

# A build folder that came along when the tree was copied would build the old tree.
if [ -f "$build/CMakeCache.txt" ] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    rm -rf "$build"
fi

# Where there is no home to keep compiled files in, as in some containers.
[ -w "${HOME:-/nowhere}" ] || export CCACHE_DIR="${CCACHE_DIR:-$root/build/ccache}"

# Two tests that run at the same time may want the same build.
mkdir -p "$build"
exec 9>"$build/lock"
flock 9

configured() {
    [ -f "$build/build.ninja" ] && [ ! "$root/CMakePresets.json" -nt "$build/build.ninja" ] || return 1
    for option in "$@"; do
        grep -qxF "${option%%=*}:BOOL=${option#*=}" "$build/CMakeCache.txt" || return 1
    done
}

if ! configured "$@"; then
    echo "build: configuring $preset" >&2
    for option in "$@"; do
        shift
        set -- "$@" "-D$option"
    done
    if ! (cd "$root" && cmake --preset "$preset" "$@") >"$build/configure.log" 2>&1; then
        cat "$build/configure.log" >&2
        exit 1
    fi
    touch "$build/build.ninja" # newer than the presets, also where CMake had nothing to change
fi

# Reads what ninja says: its own lines, one for each file, become one every five seconds; faults are told
# in full.
tell() {
    local told=0 line left
    local silent='^(ninja: (no work to do|Entering directory)|-- )' progress='^\[([0-9]+)/([0-9]+) ([0-9]+)\.[0-9]+\] '
    while IFS= read -r line; do
        [[ ! $line =~ $silent ]] || continue
        if [[ ! $line =~ $progress ]]; then
            echo "$line"
            continue
        fi
        local finished=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} spent=${BASH_REMATCH[3]}
        [ "$finished" -gt 0 ] && [ "$finished" -lt "$all" ] && [ "$spent" -ge $((told + 5)) ] || continue
        told=$spent
        left=$((spent * (all - finished) / finished))
        if [ "$left" -gt 90 ]; then left="$(((left + 30) / 60)) minutes"; else left="$((left / 10 * 10 + 10)) seconds"; fi
        echo "build: $preset, $finished of $all files, about $left left"
    done
}
NINJA_STATUS='[%f/%t %e] ' ninja -C "$build" -j "$(nproc)" "$target" 2>&1 | tell >&2
