#!/bin/bash
# The code that the window copies runs in Python and compiles, and prints what the window shows of it.
. "$(dirname "$0")/../cli_lib.sh"
source=$OLDPWD
/usr/bin/python3 -c 'import numpy, torch' 2>/dev/null || { echo "python3-numpy or python3-torch is missing"; exit 77; }
mkdir code
LOOKBACK_WRITE_CODE=$PWD/code "${LOOKBACK_BUILD:-$source/build/release}/tests/core_tests" --no-skip \
    --test-case="code: write all of the code*" >out || fail "$(tail -5 out)"
[ "$(ls code/*.print | wc -l)" -ge 100 ] || fail "only $(ls code/*.print | wc -l) prints were written"
# Most of the time would go into the header that all of them include.
c++ -std=c++20 -I "$source" -isystem /usr/include/eigen3 -x c++-header "$source/core/attention/attention.h" \
    -o attention.h.gch
for program in code/0[0-2].context.textbook code/1*.context.textbook; do
    grep -qxF '#include "core/attention/attention.h"' "$program" || fail "$program does not include its functions"
    c++ -std=c++20 -I "$source" -isystem /usr/include/eigen3 -include "$PWD/attention.h" -x c++ "$program" \
        -o program 2>err || fail "$program: $(head -5 err)"
    ./program >"$program.ran"
done
/usr/bin/python3 "$source/tests/scripts/deep/code_test.py" code || fail "prints"
exit $failed
