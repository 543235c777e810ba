#!/bin/bash
# Trainings and what trained models write, as a user of scripts meets them: every run of the
# reference as PyTorch trained it, the three formats against each other, messages, exit codes.
. "$(dirname "$0")/cli_lib.sh"
command -v python3 >/dev/null || exit 77
reference=$OLDPWD/tests/reference/training.json
experiments=$OLDPWD/assets/experiments

# --- every run of the reference: train and generate as PyTorch did
cat >reference.py <<'PYTHON'
import json, struct, subprocess, sys

program, runs = sys.argv[1], json.load(open(sys.argv[2]))["runs"]

def lookback(*arguments):
    ran = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert ran.returncode == 0 and not ran.stderr, (arguments, ran.stderr)
    return json.loads(ran.stdout)

def near(what, ours, theirs, tolerance):
    assert len(ours) == len(theirs), (what, len(ours), len(theirs))
    for k, (a, b) in enumerate(zip(ours, theirs)):
        assert abs(a - b) <= tolerance * max(1, abs(b)), (what, k, a, b)

def numbers(tensor, of):
    return [x for row in tensor[of] for x in row]

def parameters(what, ours, theirs, tolerance):
    assert list(ours) == list(theirs), (what, list(ours))
    for name, tensor in theirs.items():
        assert ours[name]["shape"] == tensor["shape"], (what, name)
        near((what, name), numbers(ours[name], "values"), numbers(tensor, "data"), tolerance)

def as_float(x):
    return struct.unpack("f", struct.pack("f", x))[0]

written = 0
for run in runs:
    experiment = run["experiment"]
    steps, exact = experiment["steps"], experiment["dtype"] == "float64"
    json.dump(experiment, open("run.json", "w"))
    trained = lookback("train", "run.json", "--format", "json")
    assert list(trained) == ["lookback_training", "vocabulary", "floor", "twins"]
    assert trained["lookback_training"] == 1
    assert trained["vocabulary"] == run["vocabulary"]
    near("floor", [trained["floor"]], [run["floor"]], 1e-12)
    for ours, theirs in zip(trained["twins"], run["twins"], strict=True):
        what = experiment["title"], theirs["name"]
        assert list(ours) == ["name", "initial", "batches", "loss", "held_out_loss", "parameters"]
        assert ours["name"] == theirs["name"] and ours["batches"] == theirs["batches"], what
        for name, tensor in theirs["initial"].items():
            read = numbers(ours["initial"][name], "values")
            drawn = numbers(tensor, "data")
            assert (read if exact else [as_float(x) for x in read]) == drawn, (what, name)
        # In float32 the last digits have grown to other numbers after some steps.
        tolerance, compared = (1e-9, steps) if exact else (2e-4, 40)
        assert len(ours["loss"]) == steps, what
        near((what, "loss"), ours["loss"][:compared], theirs["loss"][:compared], tolerance)
        ours_at, theirs_at = ([at for at, _ in twin["held_out_loss"]] for twin in (ours, theirs))
        assert ours_at == theirs_at, what
        held_out = [[x for at, x in twin["held_out_loss"] if at <= compared] for twin in (ours, theirs)]
        near((what, "held out"), *held_out, tolerance)
        assert len(held_out[0]) > 0, what
        if exact:
            parameters(what, ours["parameters"], theirs["parameters"][str(steps)], 1e-7)
        for sample in theirs["generated"]:
            choice = ["--greedy"] if sample["seed"] is None else ["--seed", str(sample["seed"])]
            prompt = (" " if experiment["unit"] == "words" else "").join(sample["prompt"])
            result = lookback("generate", "run.json", "--prompt", prompt, "--twin", theirs["name"],
                              "--count", str(sample["count"]), "--top-k", str(sample["top_k"]),
                              "--temperature", str(sample["temperature"]), "--format", "json", *choice)
            assert list(result) == ["lookback_generation", "twins"] and result["lookback_generation"] == 1
            (twin,) = result["twins"]
            assert list(twin) == ["name", "units", "uniforms", "chances"]
            assert twin["name"] == theirs["name"] and twin["uniforms"] == sample["uniforms"], what
            assert len(twin["chances"]) == sample["count"] and all(0 < p <= 1 for p in twin["chances"])
            assert len(twin["units"]) == len(sample["units"])
            assert twin["units"][: len(sample["prompt"])] == sample["prompt"]
            if exact:
                assert twin["units"] == sample["units"], (what, sample["prompt"], twin["units"])
                written += sample["count"]
assert len(runs) == 5 and written > 200, (len(runs), written)
PYTHON
python3 reference.py "$lookback" "$reference" || fail "a run of the reference"

# --- the three formats say the same
cat >formats.py <<'PYTHON'
import csv, json, sys

trained, steps = json.load(open("trained.json")), int(sys.argv[1])
twins = trained["twins"]
rows = list(csv.DictReader(open("trained.csv")))
held_out = {twin["name"]: dict(twin["held_out_loss"]) for twin in twins}
assert len(rows) == steps + (1 if steps % 50 == 0 else 0), len(rows)
for step, row in enumerate(rows):
    assert int(row["step"]) == step and len(row) == 1 + 2 * len(twins)
    for twin in twins:
        loss, other = row[twin["name"] + " loss"], row[twin["name"] + " held-out loss"]
        assert (float(loss) == twin["loss"][step]) if step < steps else loss == "", (step, loss)
        expected = held_out[twin["name"]].get(step)
        assert (other == "") if expected is None else (float(other) == expected), (step, other)

# A line of the table: the step, then two columns of ten characters for each twin.
lines = open("trained.txt").read().split("\n")
assert lines[1].startswith("1,344 tokens, %d different; 126 windows" % len(trained["vocabulary"]))
assert lines[2].startswith("floor %.4f: " % trained["floor"])
head = next(k for k, line in enumerate(lines) if line.split()[:1] == ["step"])
end = lines.index("", head)
table = lines[head + 1 : end]
assert (int(table[-1][:8]) == steps) == (steps % 50 == 0) and 5 <= len(table) <= 11, table
assert [line[:8].strip() for line in table].count("50") == (1 if steps >= 50 else 0), table
for line in table:
    step = int(line[:8])
    for place, twin in enumerate(twins):
        at = 10 + 22 * place
        loss, other = line[at : at + 10].strip(), line[at + 10 : at + 20].strip()
        assert loss == ("%.4f" % twin["loss"][step] if step < steps else ""), line
        expected = held_out[twin["name"]].get(step)
        assert other == ("" if expected is None else "%.4f" % expected), line
PYTHON
for steps in 7 120 500; do
    for format in json csv text; do
        run 0 train greetings --steps "$steps" --format "$format"
        cp out "trained.${format/text/txt}"
    done
    python3 formats.py "$steps" || fail "the formats of train greetings --steps $steps"
done
run 0 train greetings
says out 'Greetings'
says out 'B, unmasked: training loss 0.0001 over all training windows after 500 steps'
says out '  B is below the floor: it has read the answer. Its mean loss over all training windows is 0.0001, and the floor is 0.3948: no model can get lower from earlier tokens alone.'
grep -qE '^A, masked: training loss 0\.4[0-9]+ over all training windows after 500 steps, not below the floor$' out ||
    fail "how the masked twin ends: $(cat out)"
says out '  0 of 8 are lines of the text'
cp "$experiments/greetings.experiment.json" in
run 0 train - --steps 0
says out 'Greetings'
: >in

# --- a loss that is no number, in words
with() { sed "$1" "$experiments/greetings.experiment.json"; }
with 's/"learning_rate": 0.01/"learning_rate": 1e30/' >steep.json
run 0 train steep.json --steps 20
says out 'A, masked: training loss NaN over all training windows after 20 steps'
grep -qE '^  The loss of A diverged at step [1-9][0-9]*: the learning rate is too large\.$' out || fail "why: $(cat out)"
! grep -q 'of the text$' out || fail "what cannot write writes: $(cat out)"
run 0 train steep.json --steps 20 --format json
has out '"nan"'
run 0 generate steep.json --prompt ann
says out '  its probabilities are NaN: the training diverged'
with 's/"kind": "none"/"kind": "strict_causal"/' >empty.json
run 0 train empty.json --steps 20
says out 'B, unmasked: training loss NaN over all training windows after 20 steps'
says out '  The loss of B is NaN at every step: the mask lets position 1 look at no token.'
run 0 train empty.json --steps 20 --format csv
has out '0,3.02'
has out ',nan,nan'

# --- generate
run 0 generate greetings --prompt 'ann meets' --count 6 --greedy
has out 'unmasked: ann meets '
[ "$(grep -cE '^ +[3-8]  [a-z.]+ +(>99\.9|[0-9.]+)%$' out)" = 12 ] || fail "generate: $(cat out)"
run 0 generate greetings --prompt ' ann  meets ' --twin masked --seed 7 --temperature 0.5 --top-k 3
has out 'masked: ann meets '
[ "$(grep -cE '^ +[0-9]+  [a-z.]+ +(>99\.9|[0-9.]+)%   u 0\.[0-9]{4}$' out)" = 8 ] || fail "generate: $(cat out)"
cp out first
run 0 generate greetings --prompt 'ann meets' --twin masked --seed 7 --temperature 0.5 --top-k 3
cmp -s out first || fail "the same random numbers write something else"
run 0 generate counting --prompt '0246' --count 5 --twin masked --greedy
says out 'masked: 02468024¶'
run 0 generate greetings --prompt ann --count 0 --format json
has out '"units": ["ann"]'
run 1 generate greetings --prompt 'ann mets bob'
says err '--prompt: “mets” is not a word of the text (did you mean “meets”?)'
[ "$(wc -l <err)" = 1 ] || fail "generate: $(cat err)"
run 1 generate counting --prompt '02x'
says err '--prompt: “x” is not a character of the text'
run 1 generate greetings --prompt ' '
says err '--prompt: has no word, expected at least one'
run 2 generate greetings --prompt ann --twin maskd
says err '--twin: “maskd” is not a model of this experiment (did you mean “masked”?), expected one of masked, unmasked'
run 0 generate greetings --count 1 --greedy
has out 'unmasked: hal meets hal'
with '/"prompt"/d' >own.json
run 2 generate own.json
says err '--prompt: is missing, and the experiment has no prompt; expected --prompt TEXT'
with 's/"prompt": "hal meets"/"prompt": "hal mets"/' >own.json
run 1 generate own.json
says err 'own.json: prompt: “mets” is not a word of the text (did you mean “meets”?)'
run 2 generate greetings --prompt ann --seed eleven
has err '--seed: is “eleven”, expected '
for wrong in '--temperature 0' '--temperature nan' '--top-k -1' '--count many' '--format csv'; do
    run 2 generate greetings --prompt ann $wrong
done

# --- what is no experiment, and one with faults
for command in 'train' 'generate --prompt a'; do
    run 1 $command write-a-poem
    says err 'write-a-poem: is a lesson on a document, expected an experiment'
    run 1 $command greeting
    says err 'greeting: file or experiment not found (did you mean “greetings”?)'
    run 1 $command ''
    run 1 $command -
    says err 'standard input: is empty, expected a JSON object'
    with 's/"d_k": 8/"d_k": 0/; s/"batch": 16/"batch": 4097/; s/"learning_rate": 0.01/"learning_rate": "fast"/' >faults.json
    run 1 $command faults.json
    says err 'faults.json: optimizer.learning_rate: is “fast”, expected a finite number'
    says err 'faults.json: model.d_k: is 0, expected a whole number from 1 to 4096'
    says err 'faults.json: batch: is 4097, expected a whole number from 1 to 4096'
    [ "$(wc -l <err)" = 3 ] || fail "$command faults.json: $(cat err)"
    with 's/"d_k": 8/"d_k": 0/; s/"batch": 16/"batch": 4097/; s/"steps": 500/"steps": -1/' >faults.json
    run 1 $command faults.json
    says err 'faults.json: model.d_k: is 0, expected a whole number from 1 to 4096'
    says err 'faults.json: batch: is 4097, expected a whole number from 1 to 4096'
    says err 'faults.json: steps: is -1, expected a whole number from 0 to 1000000'
    [ "$(wc -l <err)" = 3 ] || fail "$command faults.json: $(cat err)"
done
run 1 trace greetings
says err 'greetings: is an experiment, expected a document'
run 2 train greetings --steps -1
run 2 train greetings --steps 1000001
run 2 train greetings --format xml
run 2 train

exit $failed
