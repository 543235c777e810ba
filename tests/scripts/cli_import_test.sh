#!/bin/bash
# The command `import`: numbers of NumPy, PyTorch, LaTeX and spreadsheets become documents, or one line
# says why not.
. "$(dirname "$0")/cli_lib.sh"
inputs=$(dirname "$lessons")/../tests/reference/imports

# --- files of NumPy: the document computes what the numbers give
run 0 import "$inputs/stored.npz" -o poem.json
says out 'X (5 × 4) → X'
says out 'W_v (4 × 3) → W_v'
says out 'tokens (5 texts) → tokens'
says out 'assumed: 1 head, for the input does not tell; --heads NUMBER tells it'
says out 'assumed: a causal mask, filled with −∞; --mask none leaves it out'
[ "$(wc -l <out)" = 7 ] || fail "import: $(cat out)"
run 0 check poem.json
if command -v python3 >/dev/null; then
    python3 - poem.json <<'PYTHON' || fail "the document of stored.npz"
import json, sys
document = json.load(open(sys.argv[1]))
assert document["title"] == "stored" and document["tokens"] == ["The", "cat", "saw", "a", "bird"]
assert document["dtype"] == "float32" and document["mask"] == [{"kind": "causal"}]
assert document["masking"]["value"] == "-inf"
assert [len(document["weights"][name][0]) for name in ("query", "key", "value")] == [4, 4, 3]
PYTHON
fi
run 0 import "$inputs/deflated.npz" -o - # the document alone is on standard output
sed 's/"deflated"/"stored"/' out >same.json
cmp -s same.json poem.json || fail "the same numbers, compressed, give another document"
has err 'X (5 × 4) → X'

# --- standard input, several files, names of files
printf 'X = [[1, 2], [3, 4]]\nW_q = [[1, 0], [0, 1]]\nW_k = [[1, 0], [0, 1]]\nW_v = tensor([[1., 2., 3.]])\n' >in
run 1 import - -o x.json
says err 'W_v: is 1 × 3, but X has 2 columns, so W_v needs 2 rows'
[ ! -e x.json ] || fail "a refused import left a file"
sed -i 's/1., 2., 3./1., 2./' in
run 1 import - -o turned.json
says err 'W_v: is 1 × 2, but X has 2 columns, so W_v needs 2 rows; --transpose W_v exchanges its rows and columns'
run 0 import - --transpose W_v -o turned.json
says out 'W_v (1 × 2) → W_v, transposed'
printf '1,2\n3,4\n5,6\n' >X.csv
printf '1\t0,5\n0\t1\n' >W_q.tsv
printf '\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}\n' >k.tex
printf '[[1. 2. 3.]\n [4. 5. 6.]]\n' >v.txt
run 0 import X.csv W_q.tsv k.tex v.txt -o files.json
says out 'X (3 × 2) → X'
says out 'W_q (2 × 2) → W_q'
says out 'k.tex: line 1 (2 × 2) → W_k'
says out 'v.txt: line 1 (2 × 3) → W_v'
run 0 trace files.json --stage value --format json
has out '[9, 12, 15]'
run 2 import - - -o x.json
says err 'FILE: standard input is already read for FILE, expected another input'

run 0 import X.csv W_q.tsv k.tex v.txt --mask none --heads 1 -o open.json
has open.json '"mask": []'
run 2 import X.csv --onto files.json --mask none -o x.json
says err '--mask: is for a new document, expected it without --onto'

# --- what is found and has no place is listed, also beside a fault, and can be placed
printf 'X = [[1, 2], [3, 4]]\nQ = [[1, 2], [3, 4]]\nstuff = [[5, 6], [7, 8]]\nW_k = [[1, 0], [0, 1]]\nW_v = [[1, 0], [0, 1]]\n' >in
run 1 import - -o x.json
says err 'W_q: is missing, expected the weight that made Q, a result for 2 tokens; print W_q and bring it, too'
says err 'Q (2 × 2) is not used: it is a result of the layer, Q, not a weight'
says err 'stuff (2 × 2) is not used: its name does not say where it goes'
says err '--into "stuff=NAME" gives it a place; NAME is one of W_q'
run 0 import - --into stuff=W_q -o x.json
says out 'stuff (2 × 2) → W_q'
says out 'Q (2 × 2) is not used: it is a result of the layer, Q, not a weight'
rm x.json
printf 'X = [[1, 2], [3, 4]]\nW_q\nParameter containing:\ntensor([[1., 2.],\n [3., 4.]], requires_grad=True)\nW_k = [[1, 0], [0, 1]]\nW_v = [[1, 0], [0, 1]]\n' >in
run 1 import - -o x.json
says err 'W_q: is 2 × 2 and a Parameter of PyTorch: the weight of an nn.Linear is out × in, other weights are in × out; --transpose W_q takes it as out × in, --keep W_q as it is'
run 0 import - --keep W_q -o kept.json

# --- what has no name has one place, in the report and in the advice
printf '[[1, 2], [3, 4]]\nW_q = [[1, 0], [0, 1]]\nW_k = [[1, 0], [0, 1]]\nW_v = [[1, 0], [0, 1]]\n' >no-x
run 1 import no-x -o x.json
says err 'no-x: line 1 (2 × 2) is not used: it has no name, but others have one'
says err '--into "no-x: line 1=NAME" gives it a place; NAME is one of X'
run 0 import no-x --into 'no-x: line 1=X' -o x.json
printf '[[1, 2], [3, 4]]\n' >only
run 1 import only -o other.json
says err 'only: line 1 (2 × 2) is taken as X: it has no name, and the order is X, W_q, W_k, W_v'
# Code that changes a matrix behind its numbers is refused by its line.
printf 'W_q *= 2\n' | cat no-x - >changed
run 1 import changed --into 'changed: line 1=X' -o other.json
says err 'changed: line 5: “W_q *= 2” changes W_q after its numbers and is not computed; print W_q again below it, or remove the line'
[ ! -e other.json ] || fail "a refused import left a file"
rm x.json

# --- all advice of a refusal works: each place that --into offers leaves fewer faults
printf 'x = [[1, 2]]\nqueries = [[1, 2]]\nkeys = [[1, 2]]\nvalues = [[1, 2]]\n' >only-results
printf 'Q = [[1, 2]]\nK = [[1, 2]]\nV = [[1, 2]]\nmask = [[True]]\n' >only-qkv
printf 'a = [[1, 2], [3, 4]]\nX = [[1, 2]]\nW_q = [[1, 0], [0, 1]]\ntril = [[1, 0], [1, 1]]\n' >one-name
printf 'X = [[1, 2]]\nW_q = [[1, 0], [0, 1]]\nW_q = [[1, 0], [0, 2]]\n' >twice
printf 'id,a,b\n0,0.5,0.25\n1,0.5,0.75\n' >index.csv
printf 'bias = [1, 2]\nX = [[1, 2]]\nfoo = [[1, 0], [0, 1]]\n' >list
for input in only-results only-qkv one-name twice index.csv list; do
    run 1 import $input -o x.json
    faults=$(grep -c ': is missing\|expected one of them' err) # of places
    advice=$(grep '^--into' err) || continue
    name=${advice#*\"} name=${name%%=NAME*} places=${advice##*one of }
    for place in ${places//,/}; do
        "$lookback" import $input --into "$name=$place" -o x.json >out 2>err || true
        [ "$(grep -c ': is missing\|expected one of them' err)" -lt "$faults" ] ||
            fail "import $input --into $name=$place helps nothing: $(cat err)"
    done
done
run 1 import only-qkv -o x.json
says err 'W_v: is missing, expected the weight that made V, a result for 1 token; print W_v and bring it, too'
grep -q -e --into err && fail "a result or a mask is offered as a weight: $(cat err)"
run 1 import twice -o x.json
grep -q -e --into err && fail "one of two matrices of one name is offered by it: $(cat err)"
rm -f x.json

# --- a document that is changed
printf '[[9, 9], [9, 8]]\n' >in
run 1 import - --onto files.json -o changed.json
says err 'standard input: line 1: fits W_q and W_k, expected the choice of one'
run 0 import - --onto files.json --into W_k -o changed.json
says out 'standard input: line 1 (2 × 2) → W_k'
run 0 compare files.json changed.json --stage query
run 0 import X.csv --onto write-a-poem -o poem2.json
has poem2.json '"Write", "a", "poem"'

# --- one head of one layer of a model
run 1 import "$inputs/gpt2.safetensors" -o head.json
says err '--layer: the file has the layers 0 and 1, expected one of them'
run 1 import "$inputs/gpt2.safetensors" --layer 1 --head 1 -o head.json
says err '--heads: the number of heads is not in the file, expected it to take one of them'
run 0 import "$inputs/gpt2.safetensors" --layer 1 --heads 2 --head 1 -o head.json
says out 'h.1.attn.c_attn.weight (4 × 12), 5 to 8 of its outputs → W_k'
says out 'only head 1 is taken; the 2 heads begin with 0'
says out 'h.1.attn.c_attn.bias (12), 9 to 12 of its outputs → b_v'
run 0 import "$inputs/gpt2.safetensors" --tensor h.1 --into wte.weight=X -o vocabulary.json
says out 'wte.weight (7 × 4) → X'

# --- faults: one line each, of every file
printf '1,2\n3\n' >uneven.csv
run 1 import "$inputs/numpy-left-out.txt" uneven.csv missing.npy -o x.json
has err 'numpy-left-out.txt: line 1: “...” stands for numbers that were left out; print all of them: np.set_printoptions(threshold=np.inf)'
says err 'uneven.csv: line 2: has 1 number, expected 2 as in the first row'
has err 'missing.npy: cannot be opened'
[ "$(wc -l <err)" = 3 ] || fail "import: $(cat err)"
run 0 picture write-a-poem -o poem.png --size 600x400
run 0 import poem.png -o carried.json
run 0 trace write-a-poem --format json
cp out poem.trace
run 0 trace carried.json --format json
cmp -s out poem.trace || fail "the picture gives another document"
run 0 picture write-a-poem -o plain.png --size 600x400 --plain
run 1 import plain.png -o x.json
says err 'plain.png: is a picture that carries no document, expected one that Lookback saved with its document'
# What export writes is read again, true and false of the mask included.
run 0 export write-a-poem --to npz -o own.npz
run 0 import own.npz -o own.json
run 0 trace own.json --stage query
cp out own.trace
run 0 trace write-a-poem --stage query
cmp -s out own.trace || fail "the exported archive is read otherwise"
[ ! -e x.json ] || fail "a refused import left a file"
run 1 import X.csv -o x.json
says err 'W_q: is missing, expected a matrix of this name'
run 2 import -o x.json
says err 'FILE: is missing, expected lookback import [OPTIONS] FILE'
run 2 import X.csv
says err '--out: is missing, expected --out DOCUMENT'
run 2 import X.csv -o x.json --into scores
says err '--into: “scores” is not a matrix that numbers can become, expected one of X, W_q, W_k, W_v, W_o, b_q, b_k, b_v, b_o'
run 2 import X.csv -o x.json --heads 0
says err '--heads: is “0”, expected a whole number from 1 to 4096'
run 1 import X.csv -o x.json --onto nothing
says err 'nothing: file or lesson not found'

exit $failed
