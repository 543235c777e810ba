#!/bin/bash
# Every source of core and app compiles alone: it includes all that it uses. The build does not ask that,
# for in its batches a source may live on what another has included. Warnings are the build's affair, where
# they are errors: here they are off. A source that includes Eigen, however indirectly, finds it precompiled,
# which saves a third of the time and gives it nothing that it would not include.
. "$(dirname "$0")/sources_lib.sh"
export LOOKBACK_BUILD=$build
. tests/scripts/passed_lib.sh
if passed sources core app CMakeLists.txt tests/scripts/deep; then
    echo "unchanged since it passed"
    exit
fi

# compile TARGET SOURCE
compile() {
    local source=$2 eigen=$build/sources/$1/eigen.h
    eval "set -- $(flags "$1")"
    if c++ "$@" -M "$source" | grep /Eigen/Core >/dev/null; then
        set -- "$@" -include "$eigen"
    fi
    c++ "$@" -w -fsyntax-only "$source"
}
precompile() {
    local eigen=$build/sources/$1/eigen.h
    mkdir -p "$(dirname "$eigen")"
    echo '#include <Eigen/Core>' >"$eigen"
    eval "set -- $(flags "$1")"
    c++ "$@" -w -x c++-header -o "$eigen.gch" "$eigen"
}
export -f entries flags compile precompile

echo "$targets" | tr ' ' '\n' | xargs -n 1 -P "$(nproc)" bash -c 'precompile "$0"'
for target in $targets; do
    sources "$target" | sed "s/^/$target /"
done | xargs -n 2 -P "$(nproc)" bash -c 'compile "$0" "$1"'
remember
