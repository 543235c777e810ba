#!/bin/bash
# Every source of core and app compiles alone: it includes all that it uses. The build does not ask that,
# for in its batches a source may live on what another has included. Warnings are the build's affair, where
# they are errors: here they are off.
. "$(dirname "$0")/sources_lib.sh"
export LOOKBACK_BUILD=$build
. tests/scripts/passed_lib.sh
if passed sources core app CMakeLists.txt tests/scripts/deep; then
    echo "unchanged since it passed"
    exit
fi

compile() {
    eval "set -- $(flags "$1") \"$2\""
    c++ "$@" -w -fsyntax-only
}
export -f entries flags compile

for target in $targets; do
    sources "$target" | sed "s/^/$target /"
done | xargs -n 2 -P "$(nproc)" bash -c 'compile "$0" "$1"'
remember
