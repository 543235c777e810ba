#!/bin/bash
# clang-tidy on core and app. Most of its time goes into the headers of libraries, so it reads many
# sources as one. What it found clean is remembered in the build folder, as a sum over .clang-tidy, the
# sources and the headers of ours that they include.
. "$(dirname "$0")/sources_lib.sh"
command -v clang-tidy >/dev/null || exit 77

# tidy TARGET NAME FILE...: tells what is wrong with these.
tidy() {
    local target=$1 folder=$build/tidy/$2 sum
    shift 2
    mkdir -p "$folder"
    printf "#include \"$PWD/%s\"\n" "$@" >"$folder/all.cpp"
    eval "set -- $(flags "$target")"
    sum=$(c++ "$@" -MM "$folder/all.cpp" | tr -d '\\' | tr ' ' '\n' | grep -E "^$PWD/(core|app)/" |
        sort | xargs sha256sum .clang-tidy | sha256sum)
    [ "$(cat "$folder/clean" 2>/dev/null)" != "$sum" ] || return 0
    if ! clang-tidy --quiet "$folder/all.cpp" -- "$@" -w >"$folder/log" 2>&1; then
        grep -i ' error' "$folder/log"
        return 1
    fi
    echo "$sum" >"$folder/clean"
}
export -f entries flags tidy

for target in $targets; do
    sources "$target" | xargs -n 100 | awk -v target="$target" '{ print target, target "-" NR, $0 }'
done | xargs -n 1 -d '\n' -P "$(nproc)" bash -c 'tidy $0'
