#!/bin/bash
# The linker keeps one copy of an inline function. No object of an instruction set may offer one that another
# object could have too: every symbol that it defines has the name of its set.
set -eu
cd "$(dirname "$0")/../.."
build=${LOOKBACK_BUILD:-$PWD/build/release}
command -v nm >/dev/null || exit 77

# shared SET OBJECT: the symbols that it defines for all to see, without its set in their mangled names.
shared() {
    nm --defined-only "$2" | awk '$2 !~ /^[a-tv-z]$/ || $2 ~ /^[uvw]$/ { print $3 }' |
        grep -vE "8lookback${#1}$1|$((${#1} + 6))Eigen_$1" || :
}

# The check finds what any other object of the program has: functions of the standard library.
other=$(find "$build/CMakeFiles/lookback_core.dir" -name '*.o' -size +100k | head -n 1)
[ "$(shared avx2 "$other" | grep -c '^_ZNSt')" != 0 ] || { echo "the check finds nothing in $other"; exit 1; }

seen=0
for folder in "$build"/CMakeFiles/lookback_vectors_*.dir; do
    set=${folder##*_vectors_}
    set=${set%.dir}
    object=$(find "$folder" -name '*.o')
    [ -n "$(nm --defined-only "$object" | grep "8lookback${#set}$set.*kFloats")" ] || { echo "$object has no kernels"; exit 1; }
    found=$(shared "$set" "$object")
    [ -z "$found" ] || { echo "the kernels of $set define for all sets:"; c++filt <<<"$found"; exit 1; }
    seen=$((seen + 1))
done
[ "$seen" != 0 ] || { echo "no kernels in $build"; exit 1; }
