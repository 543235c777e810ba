#!/bin/bash
# The commands as a user of scripts meets them: results, messages, exit codes.
. "$(dirname "$0")/cli_lib.sh"

# --- help and versions
run 0 --version
has out "lookback "
run 0 --help
cp out help
for command in lessons trace compare train generate picture contact-sheet export import answers draw check; do
    has help "  $command "
    run 0 "$command" --help
    has out "Usage: lookback $command"
done

has help "Usage: lookback [OPTIONS] [FILE] [COMMAND]"
says help 'Commands:'
has help '-h,--help '
has help 'Print this help and exit'
run 0 draw --help
has out '--seed NUMBER (required)'

# --- wrong usage: the option or command, the fault, the input, what is expected, and where to look
# refuses LINE ARGUMENTS...: ends with 2; the line is on standard error.
refuses() {
    local line=$1
    shift
    run 2 "$@"
    says err "$line"
    has err 'Run lookback '
    has err ' --help to see the usage.'
}
refuses 'FILE: is missing, expected lookback trace [OPTIONS] FILE' trace
refuses '--library: is missing, expected --library NAME' draw --seed 1 randn32:1
refuses '--seed: is missing, expected --seed NUMBER' draw --library torch randn32:1
refuses 'B: is missing, expected lookback compare [OPTIONS] A B' compare write-a-poem
refuses '--seed: has no value, expected --seed NUMBER' draw --library torch randn32:1 --seed
refuses '--seed: is given 2 times, expected once' draw --library torch --seed 1 --seed 2 randn32:1
refuses '--greedy: is “so”, expected no value' generate greetings --prompt ann --greedy=so
refuses 'lookback trace: “--stag” is not an argument of this command (did you mean “--stage”?), expected lookback trace [OPTIONS] FILE' trace write-a-poem --stag mask
refuses 'lookback trace: “more” is not an argument of this command, expected lookback trace [OPTIONS] FILE' trace write-a-poem more
refuses 'lookback: “b” is not an argument of this command, expected lookback [OPTIONS] FILE' a b
commands='lessons, trace, gradients, leak, compare, picture, contact-sheet, export, import, answers, train, generate, draw, check'
refuses "lookback: “trian” is not a command (did you mean “train”?), expected one of $commands" trian greetings --steps 3
refuses "lookback: “picure” is not a command (did you mean “picture”?), expected one of $commands" picure greetings -o p.png
refuses 'lookback: “b” is not an argument of this command, expected lookback [OPTIONS] FILE' counting b
refuses '--format: is “jsn”, expected one of text, json, csv (did you mean “json”?)' trace write-a-poem --format jsn
# An empty value after "=" does not take the next argument.
refuses '--seed: is empty, expected --seed NUMBER' draw --library torch --seed= randn32:1
refuses '--library: is empty, expected --library NAME' draw --library= torch --seed 1 randn32:1
refuses '--stage: is empty, expected --stage ID' trace --stage= write-a-poem
refuses '--prompt: is empty, expected --prompt TEXT' generate greetings --prompt= --greedy
refuses '--format: is empty, expected --format NAME' lessons --format=
refuses '--out: is empty, expected --out FILE' picture write-a-poem --out=
run 1 generate greetings --prompt --seed=
has err '--prompt: “--seed=” is not a word of the text'

# --- lessons
run 0 lessons
grep -v '(experiment)$' out >lessons.txt
[ "$(cut -d' ' -f1 lessons.txt | sort)" = "$(basename -s .json "$lessons"/*.json | sed 's/[.]lesson$//' | sort)" ] ||
    fail "lessons: $(cat out)"
has out "Write a poem"
grep '(experiment)$' out | cut -d' ' -f1 | sort >experiments.txt
[ "$(cat experiments.txt)" = "$(basename -s .experiment.json "$lessons"/../experiments/*.experiment.json | sort)" ] ||
    fail "experiments: $(cat out)"
run 0 lessons --format json
if command -v python3 >/dev/null; then
    python3 - out <<'PYTHON' || fail "lessons --format json"
import json, sys
listed = json.load(open(sys.argv[1]))
assert list(listed) == ["lookback_lessons", "lessons"] and listed["lookback_lessons"] == 1
rows = {row["id"]: row for row in listed["lessons"]}
named = {group: [line.split()[0] for line in open(group + ".txt")] for group in ("lessons", "experiments")}
assert len(rows) == len(listed["lessons"]) == len(named["lessons"]) + len(named["experiments"])
groups = ["first_minutes", "notebooks", "mistakes", "training", "mine", "experiments"]
assert [groups.index(row["group"]) for row in listed["lessons"]] == sorted(groups.index(row["group"]) for row in listed["lessons"])
for kind, ids in named.items():
    assert ids and all((rows[id]["group"] == "experiments") == (kind == "experiments") for id in ids), kind
for row in listed["lessons"]:
    assert list(row) == ["id", "title", "group", "steps", "tasks", "kinds", "about", "languages"], row
    assert row["title"] and row["steps"] > 0 and row["languages"] == ["en", "id"]
    assert row["tasks"] == len(row["kinds"])
finite = rows["a-finite-value"]
assert finite["group"] == "mistakes" and finite["about"] == ["M9"] and "make" in finite["kinds"]
assert rows["write-a-poem"]["title"] == "Write a poem" and rows["write-a-poem"]["steps"] == 6
assert rows["greetings"]["title"] == "Greetings" and rows["greetings"]["steps"] == 500
PYTHON
fi
run 2 lessons --format csv
run 0 lessons --language id
has out "Causal dengan dua cara"
run 2 lessons --language xx

# --- check
run 0 check write-a-poem masked-self-attention the-cat-sat numpy-from-scratch causal-two-ways
[ "$(sed 's/.*valid, \([0-9]*\) .*/\1/' out | awk '{ s += $1 } END { print s }')" = 393 ] ||
    fail "check: $(cat out)"
run 0 check "$lessons"/*.json
sed 's/"0\.3606"/"0.3607"/' "$documents/write-a-poem.json" >wrong.json
run 1 check the-cat-sat wrong.json
says err 'wrong.json: expect[14].rows[1][0]: attention_weights[“a”, “Write”] prints as 0.3606, expected 0.3607'
sed 's/"tokens"/"tokans"/; s/"heads": 1/"heads": "one"/' "$documents/write-a-poem.json" >faults.json
run 1 check faults.json
says err 'faults.json: tokans: unknown field (did you mean “tokens”?)'
says err 'faults.json: tokens: is missing, expected a list of texts, one for each token'
says err 'faults.json: heads: is “one”, expected a whole number from 1 to 4096'
[ "$(wc -l <err)" = 3 ] || fail "check faults.json: $(cat err)"
# A file that was made from a lesson has no expected numbers of its own.
sed '/"lesson": {/,$d; s/1\.16/1.17/' "$documents/write-a-poem.json" >made.json
echo '  "from": "write-a-poem"}' >>made.json
run 0 check made.json
says out 'made.json: valid'
head -c 100 "$documents/write-a-poem.json" >cut.json
run 1 check cut.json
has err 'cut.json: line 5, column '
sed 's/"lookback": 1/"lookback": 2/' "$documents/write-a-poem.json" >newer.json
run 1 check newer.json
says err 'newer.json: lookback: was written by a newer version of Lookback (2), expected version 1'
printf '{"lookback": 1, "a\\n\\u001bb": 1, "a\\n\\u001bb": 2}' >strange.json
run 1 check strange.json
[ "$(cat err)" = 'strange.json: a??b: is given twice, expected once' ] || fail "strange: $(cat err)"
run 1 check "$work"
says err "$work: is a folder, expected a file"
run 1 check nothing.json
says err 'nothing.json: file or lesson not found'
run 1 trace write-a-pom
says err 'write-a-pom: file or lesson not found (did you mean “write-a-poem”?)'

# --- lessons with tasks: played by check; other commands take what they are about
tasks=$lessons/a-finite-value.lesson.json
run 0 check a-finite-value "$tasks"
has out 'a-finite-value: valid, '
has out ' tasks solved'
run 0 trace a-finite-value --stage masked_scores
cp out by-id
run 0 trace "$tasks" --stage masked_scores
cmp -s out by-id || fail "trace of a lesson: $(cat out)"
run 1 train a-finite-value --steps 1
says err 'a-finite-value: is a lesson on a document, expected an experiment'
sed 's/"value": "-inf"/"value": -2/; s/"attention_weights\[0\]\[2\]"/"attention_weights[0][3]"/' "$tasks" >broken.lesson.json
run 1 check broken.lesson.json
has err 'broken.lesson.json: steps['
has err 'index 3 of attention_weights is outside, expected 0 to 2'
has err '.task.solution: does not solve the task: all[0] does not hold after it'
sed 's/"lookback_lesson": 1/"lookback_lesson": 2/' "$tasks" >broken.lesson.json
run 1 check broken.lesson.json
says err 'broken.lesson.json: lookback_lesson: was written by a newer version of Lookback (2), expected version 1'
# Lessons of one's own, by their names.
mkdir -p data/lookback/lessons
cat >data/lookback/lessons/short.lesson.json <<'JSON'
{"lookback_lesson": 1, "title": "Short", "minutes": 1, "summary": "One number.", "goal": "I know it.",
 "experiment": "greetings", "steps": [{"text": "The floor is {floor}."}]}
JSON
export XDG_DATA_HOME=$PWD/data
run 0 check short
says out 'short: valid'
run 0 lessons
has out 'short '
run 1 trace short
says err 'short: is a lesson on an experiment, expected a document'
run 0 train short --steps 1
export XDG_DATA_HOME=$PWD/no-data
run 1 trace short
has err 'short: file or lesson not found'

# --- check: experiments; a file says itself what it is, whatever its name
experiments=$lessons/../experiments
run 0 check greetings "$experiments"/*.experiment.json the-cat-sat
[ "$(grep -c ': valid$' out)" = 7 ] && grep -q '^greetings: valid$' out || fail "check experiments: $(cat out)"
sed 's/"batch": 16/"batch": 5000/; s/"steps"/"stops"/' "$experiments/greetings.experiment.json" >poem.lookback.json
run 1 check the-cat-sat poem.lookback.json
says err 'poem.lookback.json: stops: unknown field (did you mean “steps”?)'
says err 'poem.lookback.json: steps: is missing, expected a whole number'
says err 'poem.lookback.json: batch: is 5000, expected a whole number from 1 to 4096'
[ "$(wc -l <err)" = 3 ] && [ ! -s out ] || fail "check poem.lookback.json: $(cat err)"
cp "$experiments/counting.experiment.json" in
run 0 check -
has out '-: valid'

# --- standard input, and a file before a lesson of its name
cp "$documents/the-cat-sat.json" in
run 0 trace - --stage attention_weights
has out '[0.3388, 0.3320, 0.3291]'
echo '{}' >in
run 1 check -
says err 'standard input: lookback: is missing, expected 1 (the version of the format)'
: >in
run 1 check -
says err 'standard input: is empty, expected a JSON object'
cp "$documents/the-cat-sat.json" write-a-poem
run 0 trace write-a-poem --stage context
has out '0.8301'
rm write-a-poem

# --- trace
run 0 trace write-a-poem
says out '        [-2.8442e-01,  2.8833e-01, -1.0000e+09],'
says out 'scaled_scores: S′ (3, 3), each score divided by the scale'
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
has err '--stage: “score” is not a stage of this document (did you mean “scores”?), expected one of embeddings,'
run 2 trace write-a-poem --stage output
run 2 trace write-a-poem --format xml
run 2 trace

# --- leak: five answers, and an example that shows a leak when it is put into the document
run 0 leak the-cat-sat
has out 'tensor([['
has out 'Cannot leak. −∞ gives blocked tokens a weight of exactly 0, whatever their numbers. '
run 0 leak the-cat-sat --format json
says out '  "kind": "cannot",'
has out '"verdict": "Cannot leak. −∞ gives blocked tokens a weight of exactly 0, whatever their numbers. '
run 0 leak write-a-poem --format json
says out '  "kind": "not_here",'
says out '  "example": null,'
has out '"verdict": "No leak found. All 3 derivatives of blocked pairs are exactly 0. Trying 64 other embeddings '
run 0 leak causal-two-ways --format json
says out '  "kind": "rounding",'
says out '  "leaks": [],'
has out '"verdict": "Rounding only. All 15 derivatives of blocked pairs are exactly 0. In a blocked pair, the embeddings tried that are no larger than '
has out ' move the output by at most '
sed 's/"masking": {"method": "fill"/"masking": {"method": "zero"/' "$documents/write-a-poem.json" >leaking.json
run 0 leak leaking.json --format json
cp out leak.json
if command -v python3 >/dev/null; then
    python3 - leak.json "$documents/write-a-poem.json" other.json <<'PYTHON' || fail "leak --format json"
import json, sys
leak, document = (json.load(open(name)) for name in sys.argv[1:3])
example = leak["example"]
assert list(leak) == ["influence", "leaks", "allowed", "kind", "future", "mask_looks", "example", "verdict"]
assert leak["kind"] == "leaks" and leak["leaks"] == [[0, 1], [0, 2], [1, 2]]
assert [example["output"], example["token"]] in leak["leaks"]
assert example["before"] != example["after"]
document["masking"]["method"] = "zero"
document["embeddings"][example["token"]] = example["embedding"]
del document["lesson"], document["draw"]
json.dump(document, open(sys.argv[3], "w"))
PYTHON
    run 0 trace other.json --stage context --format json
    python3 - leak.json out <<'PYTHON' || fail "the example of leak --format json does not show it"
import json, sys
example, trace = json.load(open(sys.argv[1]))["example"], json.load(open(sys.argv[2]))
assert trace["stages"][0]["values"][example["output"]] == example["after"]
PYTHON
fi
run 0 leak gray-cells-are-not-a-mask --format json
says out '  "kind": "nothing_to_leak",'
says out '    "pairs": 6,'
run 2 leak write-a-poem --format csv

# --- draw
run 0 draw --library torch --seed 42 "linear:2,2,1 randint:3,0,10"
says out '0.5406104 0.5869042 -0.16565566 0.6495563 -0.15492962 0.14268756'
[ "$(wc -l <out)" = 2 ] || fail "draw: $(cat out)"
run 0 draw --library numpy-legacy --seed 42 "rand:2"
says out '0.3745401188473625 0.9507143064099162'
run 0 draw --library python --seed 42 "random:2 gauss:1,0,1"
says out '0.6394267984578837 0.025010755222666936'
run 0 draw --library torch --seed -1 "rand32:1"
run 1 draw --library torch --seed 42 "rand32:2 dice:6"
has err 'operation 2: '
run 1 draw --library numpy-legacy --seed -1 "rand:1"
run 2 draw --library dice --seed 42 "rand:1"
run 2 draw --library torch "rand32:1"

# --- what was given, and what was expected instead
sed 's/"heads": 1/"heads": 1.0/' "$documents/write-a-poem.json" >point.json
run 1 check point.json
says err 'point.json: heads: is 1.0, expected a whole number from 1 to 4096, without a point'
sed 's/"scale": "sqrt_dk"/"scale": 1e308/' "$documents/write-a-poem.json" >scale.json
run 1 trace scale.json
says err 'scale.json: scale: 1e+308 does not fit float32, expected a finite number other than 0'
sed "s/\"0\.3606\"/\"$(printf '0%.0s' {1..5000})\"/" "$documents/write-a-poem.json" >long.json
run 1 check long.json
says err "long.json: expect[14].rows[1][0]: attention_weights[“a”, “Write”] prints as 0.3606, expected $(printf '0%.0s' {1..39})…"
for command in leak gradients trace; do
    run 1 "$command" -
    says err 'standard input: is empty, expected a JSON object'
    run 1 "$command" ''
    says err 'FILE: is empty, expected a document file, a lesson’s id, or - for standard input'
done
run 2 trace write-a-poem --stage ''
run 2 gradients write-a-poem --upstream ''
has err '--upstream: is empty, expected a JSON file with G'
run 2 gradients - --upstream -
says err '--upstream: standard input is already read for FILE, expected another input'

# --- wrong usage
run 2 --nonsense
says err 'Run lookback --help to see the usage.'
run 2 write-a-poem trace the-cat-sat
says err 'write-a-poem: is given before the command, expected after it'
run 2 lessons extra
says err 'Run lookback lessons --help to see the usage.'
run 2 --first-frame lessons
says err '--first-frame: is an option of the window, expected no command'

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
