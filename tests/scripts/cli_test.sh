#!/bin/bash
# The commands as a user of scripts meets them: results, messages, exit codes.
set -eu
cd "$(dirname "$0")/../.."
lookback=$(realpath "${LOOKBACK_BIN:-build/release/lookback}")
[ -x "$lookback" ] || { echo "there is no program at $lookback"; exit 77; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
lessons=$PWD/assets/lessons
cd "$work"
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# run CODE ARGUMENTS...: runs the program, which must end with this code; what it wrote is in out, err.
run() {
    local wanted=$1 code=0
    shift
    "$lookback" "$@" >out 2>err <in || code=$?
    [ "$code" = "$wanted" ] || fail "lookback $*: exit code $code, expected $wanted ($(head -c 300 err))"
    [ "$wanted" = 0 ] || [ ! -s out ] || fail "lookback $*: wrote to standard output although it failed"
}

# says FILE TEXT: the file has the text as a line of its own.
says() {
    grep -qxF -- "$2" "$1" || fail "expected the line: $2
  found: $(head -c 600 "$1")"
}

# has FILE TEXT: the text stands somewhere in the file.
has() {
    grep -qF -- "$2" "$1" || fail "expected: $2
  found: $(head -c 600 "$1")"
}
: >in

# --- help and versions
run 0 --version
has out "lookback "
run 0 --help
cp out help
for command in lessons trace picture contact-sheet draw check; do
    has help "  $command "
    run 0 "$command" --help
    has out "Usage: lookback $command"
done

# --- lessons
run 0 lessons
[ "$(cut -d' ' -f1 out | sort)" = "$(basename -s .json "$lessons"/*.json | sort)" ] ||
    fail "lessons: $(cat out)"
has out "Write a poem"

# --- check
run 0 check write-a-poem masked-self-attention the-cat-sat numpy-from-scratch causal-two-ways
[ "$(sed 's/.*valid, \([0-9]*\) .*/\1/' out | awk '{ s += $1 } END { print s }')" = 393 ] ||
    fail "check: $(cat out)"
run 0 check "$lessons"/*.json
sed 's/"0\.3606"/"0.3607"/' "$lessons/write-a-poem.json" >wrong.json
run 1 check the-cat-sat wrong.json
says err 'wrong.json: expect[14].rows[1][0]: attention_weights[“a”, “Write”] prints as 0.3606, expected 0.3607'
sed 's/"tokens"/"tokans"/; s/"heads": 1/"heads": "one"/' "$lessons/write-a-poem.json" >faults.json
run 1 check faults.json
says err 'faults.json: tokans: unknown field (did you mean “tokens”?)'
says err 'faults.json: tokens: is missing, expected a list of texts, one a token'
says err 'faults.json: heads: is “one”, expected a whole number from 1 to 1000000000'
[ "$(wc -l <err)" = 3 ] || fail "check faults.json: $(cat err)"
head -c 100 "$lessons/write-a-poem.json" >cut.json
run 1 check cut.json
has err 'cut.json: line 5, column '
sed 's/"lookback": 1/"lookback": 2/' "$lessons/write-a-poem.json" >newer.json
run 1 check newer.json
says err 'newer.json: lookback: written by a newer version of Lookback (2), this one reads version 1'
printf '{"lookback": 1, "a\\n\\u001bb": 1, "a\\n\\u001bb": 2}' >strange.json
run 1 check strange.json
[ "$(cat err)" = 'strange.json: a??b: is given twice, expected once' ] || fail "strange: $(cat err)"
run 1 check "$work"
says err "$work: is a folder, expected a file"
run 1 check nothing.json
says err 'nothing.json: there is no file and no lesson of this name'
run 1 trace write-a-pom
says err 'write-a-pom: there is no file and no lesson of this name (did you mean “write-a-poem”?)'

# --- standard input, and a file before a lesson of its name
cp "$lessons/the-cat-sat.json" in
run 0 trace - --stage attention_weights
has out '[0.3388, 0.3320, 0.3291]'
echo '{}' >in
run 1 check -
says err 'standard input: lookback: is missing, expected 1 (the version of the format)'
: >in
run 1 check -
says err 'standard input: is empty, expected a JSON object'
cp "$lessons/the-cat-sat.json" write-a-poem
run 0 trace write-a-poem --stage context
has out '0.8301'
rm write-a-poem

# --- trace
run 0 trace write-a-poem
says out '        [-2.8442e-01,  2.8833e-01, -1.0000e+09],'
says out 'scaled_scores: S′ (3, 3), scores divided, so that wide vectors do not shout'
run 0 trace numpy-from-scratch --format text --stage output
says out '  [11.7684  9.7834  8.2206  5.9009  7.3752  7.2382  7.3845  8.977 ]]]'
run 0 trace write-a-poem --format json
if command -v python3 >/dev/null; then
    python3 - out <<'PYTHON' || fail "trace --format json"
import json, sys
trace = json.load(open(sys.argv[1]))
stages = {stage["id"]: stage for stage in trace["stages"]}
assert trace["lookback_trace"] == 1 and trace["dtype"] == "float32"
assert stages["scores"]["shape"] == [1, 3, 3] and stages["context"]["shape"] == [3, 2]
assert stages["mask"]["values"][0] == [True, False, False]
assert abs(stages["attention_weights"]["values"][0][1][0] - 0.3606) < 1e-4
PYTHON
fi
run 0 trace write-a-poem --format csv --stage mask
says out 'stage,head,row,column,row_token,column_token,value'
says out 'mask,,0,2,Write,poem,false'
run 2 trace write-a-poem --stage score
has err '--stage: “score” is no stage of this document (did you mean “scores”?), expected one of embeddings,'
run 2 trace write-a-poem --stage output
run 2 trace write-a-poem --format xml
run 2 trace

# --- draw
run 0 draw --library torch --seed 42 "linear:2,2,1 randint:3,0,10"
says out '0.5406104 0.5869042 -0.16565566 0.6495563 -0.15492962 0.14268756'
[ "$(wc -l <out)" = 2 ] || fail "draw: $(cat out)"
run 0 draw --library numpy-legacy --seed 42 "rand:2"
says out '0.3745401188473625 0.9507143064099162'
run 0 draw --library torch --seed -1 "rand32:1"
run 1 draw --library torch --seed 42 "rand32:2 dice:6"
has err 'operation 2: '
run 1 draw --library numpy-legacy --seed -1 "rand:1"
run 2 draw --library dice --seed 42 "rand:1"
run 2 draw --library torch "rand32:1"

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
refused heads.json 'heads: 1000000000 heads, expected at most 4096'
document 100 1000000 0 >empty-heads.json
refused empty-heads.json 'heads: 1000000 heads, expected at most 4096'
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

# --- what was given, and what was expected instead
sed 's/"heads": 1/"heads": 1.0/' "$lessons/write-a-poem.json" >point.json
run 1 check point.json
says err 'point.json: heads: is 1.0, expected a whole number from 1 to 1000000000, without a point'
document 1 1 1 ', "scale": 1e308' >scale.json
run 1 trace scale.json
says err 'scale.json: scale: 1e+308 does not fit float32, expected a finite number other than 0'
sed "s/\"0\.3606\"/\"$(printf '0%.0s' {1..5000})\"/" "$lessons/write-a-poem.json" >long.json
run 1 check long.json
says err "long.json: expect[14].rows[1][0]: attention_weights[“a”, “Write”] prints as 0.3606, expected $(printf '0%.0s' {1..39})…"
for command in leak gradients trace; do
    run 1 "$command" -
    says err 'standard input: is empty, expected a JSON object'
    run 1 "$command" ''
    says err 'FILE: is empty, expected a document file, a lesson'"'"'s id, or - for standard input'
done
run 2 picture write-a-poem -o ''
has err '--out: is empty, expected the PNG file to write'
for value in '' nan inf -1 0 1e99 5 1x; do
    run 2 picture write-a-poem -o p.png --scale "$value"
    has err "--scale: ${value:-an empty text} is no number from 0.5 to 4"
done
for value in '' -5x10 nanxnan 99999999999x1000 1600x1000x; do
    run 2 picture write-a-poem -o p.png --size "$value"
    has err "--size: ${value:-an empty text} is no size, expected one from 320x240 to 7680x4320"
done
for value in '' -1,0 nan,0 1,2,3 99999999999,1; do
    run 2 picture write-a-poem -o p.png --cell "$value"
    has err "--cell: ${value:-an empty text} is no cell, expected row,column counted from 0"
done
for value in '' -1 nan 1.5 99999999999999999999999; do
    run 2 picture write-a-poem -o p.png --head "$value"
    has err "--head: ${value:-an empty text} is no whole number from 0 to 4095"
done
run 2 picture write-a-poem -o p.png --step ''
has err '--step: “” is no stage of this document'
run 2 trace write-a-poem --stage ''
run 2 gradients write-a-poem --upstream ''
run 2 contact-sheet '' --lesson write-a-poem
has err 'FOLDER: is empty, expected the folder where the sheets go'

# --- picture: what is checked before anything is drawn
run 2 picture write-a-poem
run 2 picture write-a-poem -o p.png --size 100x100
has err '100x100 is no size, expected one from 320x240 to 7680x4320'
run 2 picture write-a-poem -o p.png --size 1600
run 2 picture write-a-poem -o p.png --scale 5
run 2 picture write-a-poem -o p.png --theme pink
run 2 picture write-a-poem -o p.png --mode dream
run 2 picture write-a-poem -o p.png --step softmax
run 2 picture write-a-poem -o p.png --step scores --cell 3,0
says err '--cell: 3,0 is outside scores, which is 3 x 3 (counted from 0)'
run 2 picture write-a-poem -o p.png --step scores --cell 1
run 2 picture write-a-poem -o p.png --head 1
says err '--head: 1 is no head of this document, expected 0 to 0'
run 1 picture wrong -o p.png
[ ! -e p.png ] || fail "a picture was drawn of what was refused"

# --- picture: what is drawn
run 0 picture write-a-poem -o plain.png --size 640x400
run 0 picture write-a-poem -o present.png --size 640x400 --present
run 0 picture write-a-poem -o lab.png --size 640x400 --mode lab
cmp -s plain.png lab.png || fail "--mode lab does not draw the Lab"
cmp -s plain.png present.png && fail "--present draws what is drawn without it"

# --- contact sheets: what is refused
run 2 contact-sheet
run 2 contact-sheet sheets --columns 0
run 2 contact-sheet sheets --mode dream
has err 'lab'
run 2 contact-sheet sheets --lesson write-a-novel
has err '--lesson: '
[ ! -e sheets ] || fail "a folder was made for what was refused"
run 1 contact-sheet plain.png/sheets --lesson write-a-poem
says err 'plain.png/sheets: this folder cannot be made: Not a directory'

# --- wrong usage
run 2 --nonsense
run 2 write-a-poem trace the-cat-sat
run 2 lessons extra
run 2 --first-frame lessons
has err '--first-frame: is for the window'

# --- output that does not arrive
for command in "lessons" "trace numpy-from-scratch --format json" "--help"; do
    code=0
    "$lookback" $command >/dev/full 2>err || code=$?
    [ "$code" = 1 ] || fail "a full disk ($command): exit code $code, expected 1"
    says err 'standard output: could not be written to the end'
done
{ sleep 0.5; "$lookback" trace write-a-poem 2>err && echo 0 >code || echo $? >code; } | true
code=$(cat code)
[ "$code" = 1 ] || fail "a closed pipe: exit code $code, expected 1"

exit $failed
