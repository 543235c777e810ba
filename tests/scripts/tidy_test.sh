#!/bin/bash
# clang-tidy on every source of core and app that has changed since it was last found clean. Most of
# its time goes into the headers of libraries, so many sources are read as one. Those that do not go
# with the others after all are read together later.
# What is clean is remembered in the build folder, as a sum over the source, the headers of ours
# that it includes (as the compiler saw them) and .clang-tidy.
set -euo pipefail
cd "$(dirname "$0")/../.."
export build=${LOOKBACK_BUILD:-$PWD/build/release}
command -v clang-tidy >/dev/null || exit 77

sums() {
    {
        find core app -name '*.h' -o -name '*.cpp' | sort | xargs sha256sum .clang-tidy
        echo "--"
        ninja -C "$build" -t deps
    } | awk -v root="    $PWD/" '
        $0 == "--" { deps = 1; next }
        !deps { sum[$2] = $1; next }
        /^[^ ]/ { ours = /^CMakeFiles\/lookback(_core|_ui|_platform|_screen)?\.dir\//; source = ""; next }
        # Absolute, or as ccache writes it: from the build folder.
        ours && (index($0, root) == 1 || index($0, "    ../../") == 1) {
            file = index($0, root) == 1 ? substr($0, length(root) + 1) : substr($0, 11)
            if (!(file in sum)) next
            if (source == "") source = file
            key[source] = key[source] sum[file]
        }
        END { for (file in sum) if (file ~ /\.cpp$/) print sum[".clang-tidy"] sum[file] key[file], file }'
}

# together FILE...: makes one source of these, and a folder that says how to compile it.
together() {
    mkdir -p "$folder"
    printf "#include \"$PWD/%s\"\n" "$@" >"$folder/all.cpp"
    # Without the precompiled headers, which are GCC's.
    sed -E "s/-Winvalid-pch -include [^ ]+//; s#$PWD/$1#$folder/all.cpp#g" "$build/compile_commands.json" \
        >"$folder/compile_commands.json"
}

# tidy FILE...: tells what is wrong with these, and remembers those that are clean.
tidy() {
    local folder=$build/tidy/${1//\//+}.all file later
    together "$@"
    if clang-tidy -p "$folder" --quiet --extra-arg=-w "$folder/all.cpp" >"$folder/log" 2>&1; then
        for file in "$@"; do grep " $file$" "$build/tidy/sums" >"$build/tidy/${file//\//+}"; done
        return
    fi
    if [ $# = 1 ]; then
        grep -i ' error' "$folder/log"
        return 1
    fi
    mapfile -t later < <(printf '%s\n' "$@" | tail -n +2 | grep -xFf <(
        sed -nE "s#^$PWD/([^:]+):.*: error: .*\[clang-diagnostic-error\]\$#\1#p" "$folder/log"))
    [ ${#later[@]} != 0 ] || later=("${@:$# / 2 + 1}")
    local now code=0
    mapfile -t now < <(printf '%s\n' "$@" | grep -vxFf <(printf '%s\n' "${later[@]}"))
    tidy "${now[@]}" || code=1
    tidy "${later[@]}" || code=1
    return $code
}
export -f together tidy

mkdir -p "$build/tidy"
sums | sort -k2 >"$build/tidy/sums"
if [ "$(wc -l <"$build/tidy/sums")" -ne "$(find core app -name '*.cpp' | wc -l)" ]; then
    echo "tidy: not every source was found among what the compiler saw"
    exit 1
fi
# The parts of the program, each compiled alike, with the sources that are not known to be clean; of a
# part those together that give none of their names to different things. The largest first.
while read -r _ file; do
    grep -qxFf "$build/tidy/${file//\//+}" "$build/tidy/sums" 2>/dev/null && continue
    case $file in
    core/*) echo "core $file" ;;
    app/look/* | app/program/* | app/state/* | app/views/* | app/widgets/*) echo "ui $file" ;;
    *) echo "$(dirname "$file") $file" ;;
    esac
done <"$build/tidy/sums" | awk -v most=24 -f tools/groups.awk |
    awk '{ $1 = NF - 1; print }' | sort -rn | cut -d' ' -f2- |
    xargs -r -d '\n' -n 1 -P "$(nproc)" bash -c 'tidy $0'
