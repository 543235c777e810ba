#!/bin/bash
# Tables that the window copies open in LibreOffice as the same numbers, and what it saves of them as CSV
# is the same document again. LibreOffice keeps 15 digits of a number, and 20 decimals.
. "$(dirname "$0")/../cli_lib.sh"
source=$OLDPWD
command -v soffice >/dev/null || { echo "libreoffice-calc-nogui is missing"; exit 77; }
mkdir tables
LOOKBACK_WRITE_TABLES=$PWD/tables "${LOOKBACK_BUILD:-$source/build/release}/tests/core_tests" --no-skip \
    --test-case="tables: write some*" >out || fail "$(tail -5 out)"

# saved AS TABLE...: LibreOffice opens tables with tabs and saves them beside, in another format.
saved() {
    local as=$1
    shift
    HOME=$PWD soffice --headless --infilter='CSV:9,34,76,1' --convert-to "$as" --outdir "$(dirname "$1")" "$@" \
        >office.log 2>&1 || fail "LibreOffice: $(tail -3 office.log)"
}
for folder in tables/*/; do
    saved fods "$folder"*.tsv
    saved csv "$folder"{embeddings,weights.query,weights.key,weights.value}.tsv
    names=()
    for pair in X:embeddings W_q:weights.query W_k:weights.key W_v:weights.value; do
        mv "$folder${pair#*:}.csv" "$folder${pair%:*}.csv"
        names+=("$folder${pair%:*}.csv")
    done
    run 0 import "${names[@]}" -o "$folder/back.json"
done
/usr/bin/python3 "$source/tests/scripts/deep/spreadsheet_test.py" tables || fail "tables"
exit $failed
