#!/bin/bash
# What would take too much is refused at once, in one line that names it.
. "$(dirname "$0")/cli_lib.sh"

# --- limits: one line that names the place, what it would take and how much that may be
# refused FILE TEXT: within two seconds of a processor and 2 GB, by every command.
refused() {
    local file=$1 text=$2 command code
    for command in trace check gradients leak "picture -o p.png"; do
        code=0
        (ulimit -t 2 -v 2000000 && exec "$lookback" $command "$file" >out 2>err <in) || code=$?
        [ "$code" = 1 ] || fail "$command $file: exit code $code, expected 1"
        [ "$(wc -l <err)" = 1 ] || fail "$command $file: $(head -c 600 err)"
        has err "$file: $text"
    done
}
# document TOKENS HEADS WIDTH [FIELDS]: a file with vectors of one number.
document() {
    awk -v n="$1" -v heads="$2" -v width="$3" 'BEGIN {
        printf "{\"lookback\": 1, \"heads\": %s, \"tokens\": [", heads
        for (k = 0; k < n; k++) printf "%s\"t\"", k ? "," : ""
        printf "], \"embeddings\": ["
        for (k = 0; k < n; k++) printf "%s[1]", k ? "," : ""
        for (k = 0; k < width; k++) row = row (k ? "," : "") "1"
        row = n ? "[[" row "]]" : "[]"
        printf "], \"weights\": {\"query\": %s, \"key\": %s, \"value\": %s}", row, row, row
    }'
    printf '%s}' "${4:-}"
}
document 0 1000000000 0 >heads.json
refused heads.json 'heads: is 1000000000, expected a whole number from 1 to 4096'
document 100 1000000 0 >empty-heads.json
refused empty-heads.json 'heads: is 1000000, expected a whole number from 1 to 4096'
document 4096 64 64 >many.json
refused many.json 'heads: 64 heads of 4096 tokens would take 17.2 GB of memory, expected at most '
document 1000 1 1 ", \"mask\": [$(printf '{"kind": "causal"},%.0s' {1..99999}){\"kind\": \"causal\"}]" >rules.json
refused rules.json 'mask: 100000 rules for 1000 tokens would be asked 1e11 times, expected at most 1e9'
prints=$(for k in {1..1000}; do
    echo -n "{\"matrix\": \"context\", \"rows\": [], \"masking\": {\"value\": -$k}}$([ "$k" = 1000 ] || echo ,)"
done)
document 4096 1 1 ", \"expect\": [$prints]" >prints.json
refused prints.json 'expect[87]: the prints with a masking of their own would take 5.704e11 multiplications, expected at most 5e10'
sed 's/, "weights".*//; s/$/, "draw": {"library": "torch", "seed": 1, "program": "linear:1,16000000,0", "into": ["query"]}, "weights": {"key": [[1]], "value": [[1]]}}/' \
    <(document 100 1 1) >drawn.json
refused drawn.json 'draw.program: 16000000 columns for 100 tokens would take '
{ echo -n '{"lookback": 1, "tokens": [' && yes '"",' | head -n 20000000 | tr -d '\n' && echo '""]}'; } >tokens.json
run 1 check tokens.json
has err ': the lists and texts up to here take more than 250 MB of memory, the most that a file may take'
[ "$(wc -l <err)" = 1 ] || fail "tokens.json: $(head -c 600 err)"
rm ./*s.json
run 1 picture write-a-poem -o p.png --size 4096x4096 --scale 4
says err '--scale: 4096x4096 points at scale 4 are 268.4 million pixels, which would take 4 GB of memory, expected at most 70 million'
run 1 picture write-a-poem -o p.png --size 7680x4320 --scale 2
has err '--scale: 7680x4320 points at scale 2 are 132.7 million pixels'
[ ! -e p.png ] || fail "a picture was drawn of what is too large"

exit $failed
