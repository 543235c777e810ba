#!/bin/bash
# Every source of core and app compiles alone: it includes all that it uses. The build does not ask that,
# for in its batches a source may live on what another has included. Warnings are the build's affair, where
# they are errors: here they are off. Most of the time goes into a few headers that many sources include: a
# source that includes one of them, however indirectly, finds it precompiled, which gives it nothing that it
# would not include. Clang takes a third of GCC's time for it.
. "$(dirname "$0")/sources_lib.sh"
export LOOKBACK_BUILD=$build
. tests/scripts/passed_lib.sh
command -v clang++ >/dev/null || exit 77
if passed sources core app CMakeLists.txt tests/scripts/deep; then
    echo "unchanged since it passed"
    exit
fi

# A source takes the first of them that it includes.
headers="app/cli/options.h app/views/shared/scene.h app/state/update/action.h app/state/model/app_state.h
    core/io/json_fields.h core/engine/stages.h core/document/document.h core/base/matrix.h"

# including HEADER: the files that include it, however indirectly.
including() {
    local found=$1 before=
    while [ "$found" != "$before" ]; do
        before=$found
        found=$( (echo "$1" && printf '#include "%s"\n' $before | grep -rlF -f - core app) | sort -u)
    done
    echo "$found"
}

# One set of flags for all, so that a header is precompiled once: the folders and definitions of every target.
# The kernels have their own: which functions they hold is a definition.
all_flags=$(for target in $targets; do [[ $target == *_vectors_* ]] || flags "$target"; done |
    grep -oE -- '-(I ?|isystem |D ?)[^ ]+' | sort -u | tr '\n' ' ')
clang_flags() {
    if [[ $1 == *_vectors_* ]]; then flags "$1" | sed -E 's/ ?--param=[^ ]*//g'; else echo "$all_flags -std=c++20"; fi
}

precompile() { # HEADER FILE
    local header=$1 file=$2
    mkdir -p "$(dirname "$file")"
    eval "set -- $(clang_flags all)"
    clang++ "$@" -w -fpch-instantiate-templates -x c++-header "$header" -o "$file"
}
compile() { # TARGET SOURCE [FILE]: after the precompiled header, where there is one
    local source=$2 file=${3:-}
    eval "set -- $(clang_flags "$1")"
    clang++ "$@" -w ${file:+-fpch-instantiate-templates -include-pch "$file"} -fsyntax-only "$source"
}
export all_flags
export -f entries flags clang_flags precompile compile

work=$build/sources
mkdir -p "$work"
for header in $headers; do including "$header" >"$work/$(basename "$header")"; done
for target in $targets; do
    left=$(sources "$target")
    for header in $headers; do
        [[ $target != *_vectors_* ]] || break
        with=$(comm -12 <(sort <<<"$left") "$work/$(basename "$header")")
        [ -n "$with" ] || continue
        printf "$target %s $work/$(basename "$header" .h).pch\n" $with
        left=$(comm -23 <(sort <<<"$left") "$work/$(basename "$header")")
    done
    [ -z "$left" ] || printf "$target %s\n" $left
done >"$work/compile"
for header in $headers; do echo "$header $work/$(basename "$header" .h).pch"; done |
    xargs -L 1 -P "$(nproc)" bash -c 'precompile $0 $1'
xargs -L 1 -P "$(nproc)" bash -c 'compile $0 $1 ${2:-}' <"$work/compile"
remember
