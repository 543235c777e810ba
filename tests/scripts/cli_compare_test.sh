#!/bin/bash
# Two documents side by side, and snapshots as documents: results, messages, exit codes.
. "$(dirname "$0")/cli_lib.sh"

lesson=$documents/write-a-poem.json
sed 's/"mask": \[{"kind": "causal"}\]/"mask": []/' "$lesson" >free.json
cmp -s "$lesson" free.json && fail "the lesson's mask is written in another way"

# --- both, the difference and what changed, as a notebook would print them
run 0 compare --help
has out "Usage: lookback compare"
run 0 compare write-a-poem free.json
says out 'A: attention_weights of write-a-poem (3, 3)'
says out 'B: attention_weights of free.json (3, 3)'
has out '[0.3606, 0.6394, 0.0000],'
has out '[-0.6427,  0.4011,  0.2416],'
says out 'Without the mask, later tokens get a weight of 64.3% from “Write” and a weight of 5.4% from “a”.'
says out '“poem” is the last token: its row of the attention weights is the same to the last bit.'
says out 'The largest change in the attention weights is 0.6427 at [Write, Write], from 1.0000 to 0.3573.'
run 0 compare write-a-poem write-a-poem
says out 'Nothing differs in the attention weights: every number is the same to the last bit.'
cp free.json in
run 0 compare write-a-poem - --stage mask
says out 'B allows 3 pairs that A blocks.'
says out 'B: mask of standard input (3, 3)'
: >in

# --- titles, tokens and names of others command no terminal
python3 - "$documents/write-a-poem.json" "$lessons/write-a-poem.lesson.json" <<'PYTHON'
import json, os, sys
hostile = "a\x1b[2J\x9b31m\u202e;b"
document = json.load(open(sys.argv[1]))
document.update(title=hostile, tokens=[hostile, "\x1b]0;x\x07", "t"])
json.dump(document, open("hostile\x1b[31m.json", "w"))
document["mask"] = []
json.dump(document, open("free\x1b.json", "w"))
os.makedirs("data/lookback/lessons")
lesson = json.load(open(sys.argv[2]))
lesson["title"] = hostile
json.dump(lesson, open("data/lookback/lessons/own.lesson.json", "w"))
PYTHON
hostile=$(printf 'hostile\033[31m.json') free=$(printf 'free\033.json')
for command in "compare $hostile $free" "compare $hostile $free --format json" \
    "compare $hostile $free --format csv" "trace $hostile" "trace $hostile --format csv" \
    "trace $hostile --format json" "check $hostile" "leak $hostile" "gradients $hostile" \
    "export $hostile --to csv" "export $hostile --to numpy" "export $hostile --to latex" \
    "lessons" "lessons --format json" "import $hostile -o x.json" "export $hostile --to no-such"; do
    # shellcheck disable=SC2086 # the words of a command
    XDG_DATA_HOME=$work/data "$lookback" $command >out 2>err <in || true
    [ -s out ] || [ -s err ] || fail "$command: says nothing"
    [ "$command" != lessons ] || has out '?[2J'
    python3 - "$command" <<'PYTHON' || fail "$command"
import sys, unicodedata
for name in ("out", "err"):
    text = open(name, encoding="utf-8", newline="").read()
    found = {c for c in text if c not in "\n\t" and
             (unicodedata.category(c) in ("Cc", "Zl", "Zp") or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067")}
    assert not found, (sys.argv[1], name, found)
PYTHON
done

# --- for programs: a and b as in a trace, and their difference
run 0 compare write-a-poem free.json --format json
cp out compared.json
run 0 trace write-a-poem --format json
cp out a.json
run 0 trace free.json --format json
cp out b.json
if command -v python3 >/dev/null; then
    python3 - <<'PYTHON' || fail "compare --format json"
import json
compared = json.load(open("compared.json"))
assert list(compared) == ["lookback_compare", "stage", "shape", "a", "b", "difference", "findings"]
assert compared["lookback_compare"] == 1 and compared["stage"] == "attention_weights"
assert compared["shape"] == [1, 3, 3] and len(compared["findings"]) == 4
for side in "ab":
    stages = {stage["id"]: stage for stage in json.load(open(side + ".json"))["stages"]}
    assert stages["attention_weights"]["values"] == compared[side]
for query in range(3):
    for key in range(3):
        a, b, by = (compared[name][0][query][key] for name in ("a", "b", "difference"))
        assert abs(by - (b - a)) < 1e-7, (a, b, by)
PYTHON
fi
run 0 compare write-a-poem free.json --stage masked_scores --format csv
says out 'stage,head,row,column,row_token,column_token,a,b,difference'
[ "$(wc -l <out)" = 10 ] || fail "compare --format csv: $(cat out)"
has out 'masked_scores,0,0,1,Write,a,-1000000000,'
sed 's/"value": -1000000000.0/"value": "-inf"/' "$lesson" >none.json
run 0 compare none.json write-a-poem --stage masked_scores --format json
has out '"inf"'
run 0 compare none.json none.json --stage masked_scores --format json
grep -A3 '"difference"' out | grep -q inf && fail "an infinity differs from itself: $(cat out)"

# --- snapshots as documents, for every command
awk -v free="$(tr -d '\n' <free.json | sed 's/, *"lesson": .*/}/')" '
    /^  "lesson": / { printf "  \"snapshots\": [{\"name\": \"no mask\", \"document\": %s}],\n", free } 1' \
    "$lesson" >kept.json
run 0 check kept.json
run 0 compare kept.json 'kept.json#no mask'
says out 'B: attention_weights of kept.json#no mask (3, 3)'
says out '“poem” is the last token: its row of the attention weights is the same to the last bit.'
run 0 trace 'kept.json#no mask' --stage attention_weights
has out '0.3573, 0.4011, 0.2416'
cp kept.json 'a#b.json'
run 0 trace 'a#b.json' --stage mask
run 0 trace 'a#b.json#no mask' --stage mask
has out 'True, True, True'
cp kept.json in
run 0 compare kept.json -- '-#no mask'
: >in
run 1 trace 'kept.json#no mas'
says err 'kept.json: snapshot “no mas” not found (did you mean “no mask”?), expected one of no mask'
run 1 trace 'write-a-poem#before'
says err 'write-a-poem: snapshot “before” not found, the document has no snapshots'
run 1 trace 'nothing.json#before'
says err 'nothing.json#before: file or lesson not found'
sed 's/"name": "no mask"/"name": ""/' kept.json >nameless.json
run 1 check nameless.json
says err 'nameless.json: snapshots[0].name: is empty, expected a name'

# --- what cannot be compared
run 1 compare write-a-poem numpy-from-scratch
has err 'numpy-from-scratch: attention_weights: is 4 × 4'
has err ' in B, expected 3 × 3 as in A'
run 2 compare write-a-poem numpy-from-scratch --stage output
has err '--stage: “output” is not a stage of A, expected one of embeddings, '
run 2 compare numpy-from-scratch write-a-poem --stage output
has err '--stage: “output” is not a stage of B, expected one of embeddings, '
run 2 compare write-a-poem free.json --stage score
has err '--stage: “score” is not a stage of these documents (did you mean “scores”?), expected one of embeddings, '
run 2 compare write-a-poem free.json --stage weights.query
run 1 compare write-a-poem nothing.json
says err 'nothing.json: file or lesson not found'
run 2 compare - -
says err 'B: standard input is already read for A, expected another input'
run 2 compare write-a-poem
run 2 compare write-a-poem free.json --format xml

exit $failed
