#!/bin/bash
# The page in a real browser, by mouse, keys and fingers: page_test.py. Its files are no larger than 2 MB,
# each compressed as web servers do.
. "$(dirname "$0")/../passed_lib.sh"
cd "$(dirname "$0")/../../.."
command -v chromedriver >/dev/null && command -v emcc >/dev/null || exit 77
export LOOKBACK_BUILD=${LOOKBACK_BUILD:-$PWD/build/release}
tools/build.sh page lookback_page
if passed page build/page/page build/page/lookback.html "$LOOKBACK_BUILD/tests/item_place" tests/scripts/deep/page_test.py; then
    echo "unchanged since it passed"
    exit
fi
most=2000000
bytes=$(for file in build/page/page/*; do gzip -9c "$file" | wc -c; done | awk '{ sum += $1 } END { print sum }')
echo "the page: $bytes bytes"
[ "$bytes" -le "$most" ] || { echo "the page has $bytes bytes compressed, expected at most $most"; exit 1; }
/usr/bin/python3 tests/scripts/deep/page_test.py build/page/page build/page/lookback.html
remember
