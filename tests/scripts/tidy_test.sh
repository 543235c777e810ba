#!/bin/bash
# clang-tidy on every source of core and app that has changed since it was last found clean.
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

tidy() {
    if clang-tidy -p "$build/tidy" --quiet --extra-arg=-w "$2" 2>"$build/tidy/$$.log"; then
        echo "$1" >"$build/tidy/${2//\//+}"
    else
        grep -i ' error' "$build/tidy/$$.log" || :
        exit 1
    fi
}
export -f tidy

mkdir -p "$build/tidy"
# Without the precompiled headers, which are GCC's: so every source must include what it uses.
sed -E 's/-Winvalid-pch -include [^ ]+//' "$build/compile_commands.json" >"$build/tidy/compile_commands.json"
sums | sort -k2 >"$build/tidy/sums"
if [ "$(wc -l <"$build/tidy/sums")" -ne "$(find core app -name '*.cpp' | wc -l)" ]; then
    echo "tidy: not every source was found among what the compiler saw"
    exit 1
fi
while read -r key file; do
    key=$(echo "$key" | sha256sum | cut -c1-64)
    [ "$(cat "$build/tidy/${file//\//+}" 2>/dev/null)" = "$key" ] || printf '%s\0%s\0' "$key" "$file"
done <"$build/tidy/sums" | xargs -0 -r -n 2 -P "$(nproc)" bash -c 'tidy "$0" "$1"'
