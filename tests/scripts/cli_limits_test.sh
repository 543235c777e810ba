#!/bin/bash
# What would take too much is refused at once, in one line that names it.
. "$(dirname "$0")/cli_lib.sh"
experiments=$OLDPWD/assets/experiments

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
refused many.json 'heads: 64 heads of 4,096 tokens would take 17.2 GB of memory, expected at most '
document 1000 1 1 ", \"mask\": [$(printf '{"kind": "causal"},%.0s' {1..99999}){\"kind\": \"causal\"}]" >rules.json
refused rules.json 'mask: 100,000 rules for 1,000 tokens would be checked 1e11 times, expected at most 1e9'
prints=$(for k in {1..1000}; do
    echo -n "{\"matrix\": \"context\", \"rows\": [], \"masking\": {\"value\": -$k}}$([ "$k" = 1000 ] || echo ,)"
done)
document 4096 1 1 ", \"expect\": [$prints]" >prints.json
refused prints.json 'expect[87]: the prints with a masking of their own would take 5.704e11 multiplications, expected at most 5e10'
sed 's/, "weights".*//; s/$/, "draw": {"library": "torch", "seed": 1, "program": "linear:1,16000000,0", "into": ["query"]}, "weights": {"key": [[1]], "value": [[1]]}}/' \
    <(document 100 1 1) >drawn.json
refused drawn.json 'draw.program: 16,000,000 columns for 100 tokens would take '
{ echo -n '{"lookback": 1, "tokens": [' && yes '"",' | head -n 20000000 | tr -d '\n' && echo '""]}'; } >tokens.json
run 1 check tokens.json
has err ': the lists and texts up to here take more than 250 MB of memory, the most that a file may take'
[ "$(wc -l <err)" = 1 ] || fail "tokens.json: $(head -c 600 err)"
rm ./*s.json
run 1 picture write-a-poem -o p.png --size 4096x4096 --scale 4
says err '--scale: 4096x4096 points at scale 4 are 268,435,456 pixels, which would take 4 GB of memory, expected at most 70,000,000 pixels'
run 1 picture write-a-poem -o p.png --size 7680x4320 --scale 2
has err '--scale: 7680x4320 points at scale 2 are 132,710,400 pixels'
run 1 picture write-a-poem -o p.png --size 7001x2500 --scale 2
has err '--scale: 7001x2500 points at scale 2 are 70,010,000 pixels, '
[ ! -e p.png ] || fail "a picture was drawn of what is too large"

# --- experiments likewise
# refused_experiment FILE TEXT...: as above, with a line for each text.
refused_experiment() {
    local file=$1 command code text
    shift
    for command in "train $file" "generate $file --prompt a"; do
        code=0
        (ulimit -t 3 -v 2000000 && exec "$lookback" $command >out 2>err <in) || code=$?
        [ "$code" = 1 ] || fail "$command: exit code $code, expected 1"
        [ "$(wc -l <err)" = $# ] || fail "$command: $(head -c 600 err)"
        for text in "$@"; do has err "$file: $text"; done
    done
}
with() { sed -E "$1" "$experiments/greetings.experiment.json"; }
with 's/"batch": 16/"batch": 4097/' >batch.json
refused_experiment batch.json 'batch: is 4097, expected a whole number from 1 to 4096'
with 's/"steps": 500/"steps": 1000000000/' >steps.json
refused_experiment steps.json 'steps: is 1000000000, expected a whole number from 0 to 1000000'
with 's/"batch": 16/"batch": 4096/; s/"context": 7/"context": 4096/; s/"held_out": 0.25/"held_out": 0/' >step.json
refused_experiment step.json 'batch: a step over 4,096 windows of 4,096 tokens takes ' \
    'text: no training window of 4,097 tokens fits into its 1,344 tokens'
with 's/"d_model": 16, "heads": 2, "d_k": 8/"d_model": 4096, "heads": 16, "d_k": 4096/; s/"batch": 16/"batch": 1/' >wide.json
refused_experiment wide.json 'model: 538,071,040 parameters, and a step over 1 window with a vocabulary of 15, take '
with "s/\"mask\": \[/&$(printf '{"kind": "causal"},%.0s' {1..999})/" >rules.json
run 0 train rules.json --steps 1
with 's/"text": "[^"]*"/"text": " \\n\\t"/' >blank.json
refused_experiment blank.json 'text: has no word to learn from, expected some text'
# text BYTES: an experiment with a text of so many characters, no more than thirty words of it different
text() {
    { with 's/"text": "[^"]*",/"text": "/' | sed '/"text": "$/q' | tr -d '\n' &&
        { yes 'a bird in the hand is worth two of them that sit in the bush .' || :; } | tr '\n' ' ' | head -c "$1" &&
        echo '",' && with '1,/"text"/d'; } >text.json
}
text 10000001
refused_experiment text.json 'text: takes 10.000001 MB, expected at most 10 MB'
text 10000000
sed -i 's/"words"/"characters"/; s/"lines"/"anywhere"/; s/"held_out": 0.25/"held_out": 0.001/' text.json
code=0
(ulimit -t 30 -v 3000000 && exec "$lookback" train text.json --steps 2 --format csv >out 2>err) || code=$?
[ "$code" = 0 ] && [ "$(wc -l <out)" = 3 ] || fail "a text of 10 MB: exit code $code, $(head -c 600 err)"
{ with 's/"text": "[^"]*",/"text": "/' | sed '/"text": "$/q' | tr -d '\n' && seq -s ' ' 50001 | tr -d '\n' &&
    echo '",' && with '1,/"text"/d'; } >vocabulary.json
sed -i 's/"lines"/"anywhere"/' vocabulary.json
refused_experiment vocabulary.json 'text: has 50,001 different tokens, expected at most 50,000'

exit $failed
