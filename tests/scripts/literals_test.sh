#!/bin/bash
# Sentences are in the message catalogue: no string of core or app holds two words, but for the
# sources that tests/words/sources.txt lists. A source that holds none any more leaves the list.
# No source changes the case of letters of a text or cuts it where a sentence ends.
set -eu
cd "$(dirname "$0")/../.."
list=tests/words/sources.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# literals FOLDER...: the sources that have a string with two words, outside of comments, included
# names and static_assert. It is at least two letters, a space and two letters.
literals() {
    grep -rnE --include='*.cpp' --include='*.h' '"[^"]*[A-Za-z]{2,} [A-Za-z]{2,}[^"]*"' "$@" |
        grep -vE '^[^:]*:[0-9]+: *(//|#|static_assert|R"\()' | sed -E 's#//.*"[^"]*$##' |
        grep -E '"[^"]*[A-Za-z]{2,} [A-Za-z]{2,}[^"]*"' | cut -d: -f1 | sort -u
}

# changed FOLDER...: the lines that change the case of letters or look for the end of a sentence.
# Searching and names of files ignore case.
changed() {
    grep -rnE --include='*.cpp' --include='*.h' '\bto(upper|lower)\(|"\. "' "$@" |
        grep -vE '^app/(views/shared/word_search|state/update/update_files)\.cpp:' || :
}

# The checks themselves: they find a fault in a source, and none in a comment or a single word.
mkdir "$work/core"
printf 'auto a = "two words";\n' >"$work/core/found.cpp"
printf '// says "two words"\n#include "a b.h"\nauto a = "word";\n' >"$work/core/clean.cpp"
[ "$(literals "$work/core")" = "$work/core/found.cpp" ] || { echo "the check finds nothing"; exit 1; }
printf 'auto a = std::toupper(b);\nauto b = text.find(". ");\nauto c = upper(b);\n' >"$work/core/found.cpp"
[ "$(changed "$work/core" | wc -l)" = 2 ] || { echo "the check of changed texts finds nothing"; exit 1; }

literals core app >"$work/found"
grep -v '^#' "$list" | sort >"$work/listed"
new=$(comm -23 "$work/found" "$work/listed")
gone=$(comm -13 "$work/found" "$work/listed")
[ -z "$new" ] || { echo "a sentence in a source, expected in assets/locale/en.json:"; echo "$new"; exit 1; }
[ -z "$gone" ] || { echo "$list lists sources without a sentence:"; echo "$gone"; exit 1; }
cased=$(changed core app)
[ -z "$cased" ] || { echo "a text that code changes, expected whole in assets/locale/en.json:"; echo "$cased"; exit 1; }
echo "literals: $(wc -l <"$work/listed") sources are listed"
