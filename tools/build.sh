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

NINJA_STATUS='[%f/%t %e] ' ninja -C "$build" -j "$(nproc)" "$target" 2>&1 |
    "$root/tools/build_progress.sh" "$preset" >&2
