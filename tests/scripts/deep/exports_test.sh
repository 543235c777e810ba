#!/bin/bash
# The formats of the command export, each read by its real tool: Python scripts run and give the numbers of
# the trace, NumPy opens NPZ, Python's csv module reads the tables, pdflatex compiles. Of every lesson and of
# random documents.
. "$(dirname "$0")/../cli_lib.sh"
tests=$OLDPWD/tests/scripts/deep
python=/usr/bin/python3
"$python" -c 'import numpy, torch, nbconvert, ipykernel' 2>/dev/null || {
    echo "python3-numpy, python3-torch, python3-nbconvert or python3-ipykernel is missing"
    exit 77
}

"$python" "$tests/random_works.py" random 48 21
ids=$("$lookback" lessons | cut -d ' ' -f 1)
for file in $ids random/*.json; do
    id=$(basename "$file" .json)
    "$lookback" trace "$file" --format json >"$id.trace" 2>err || {
        grep -qE 'expected a document|lookback: is missing' err || fail "trace $file: $(cat err)"
        echo "$file" >>experiments
        continue
    }
    for format in pytorch numpy mask ipynb latex npz csv json html; do
        run 0 export "$file" --to $format -o "$id.$format"
    done
    for format in exercise solution; do
        # Where rounding might change every step, none is left out.
        "$lookback" export "$file" --to $format --seed 3 -o "$id.$format" 2>err ||
            grep -qF 'no step can be left out' err || fail "export $file --to $format: $(cat err)"
    done
    cmp -s "$id.json" "$id.trace" || fail "$file: the JSON is not that of the trace"
    run 0 export "$file" --to npz -o "$id.again"
    cmp -s "$id.npz" "$id.again" || fail "$file: two archives differ"
    echo "$id" >>all
done
[ "$(grep -c . experiments)" -ge 27 ] || fail "only $(grep -c . experiments) experiments were exported"
[ "$(grep -c . all)" -ge 60 ] || fail "only $(grep -c . all) documents were exported"

"$python" "$tests/exports_test.py" $(cat all) || fail "exports"

# Jupyter runs a notebook, and stops at the first cell that fails.
for book in write-a-poem.ipynb numpy-from-scratch.solution random3.ipynb; do
    cp "$book" book.ipynb
    HOME=$PWD "$python" -m nbconvert --to notebook --execute book.ipynb --output ran.ipynb >ran.log 2>&1 ||
        fail "$book: $(tail -3 ran.log)"
done

# Scripts of experiments train the same models and compare their losses.
for file in $(cat experiments); do
    run 0 export "$file" --to pytorch -o "$(basename "$file" .json).training"
done
"$python" - *.training <<'PYTHON'
import os, runpy, sys
import torch  # once: each script runs in a copy of this process

for script in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        told = os.open(f"{script}.told", os.O_WRONLY | os.O_CREAT)
        os.dup2(told, 1)
        os.dup2(told, 2)
        runpy.run_path(script, run_name="__main__")
        sys.exit()
    os.waitpid(child, 0)
PYTHON
for script in *.training; do
    grep -qxF 'The losses equal those of Lookback.' "$script.told" || fail "$script: $(tail -3 "$script.told")"
done
[ "$(ls -- *.training | wc -l)" = "$(wc -l <experiments)" ] || fail "not every experiment has its script"
run 0 export greetings --to pytorch -o training.py
sed 's/lr=0.01/lr=0.011/' training.py >other.py
"$python" other.py >trained.txt 2>&1 && fail "the script of a training accepts other losses"

# shown PAGE STEP: the browser shows this step alone, with one cell and its arithmetic.
shown() {
    chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --dump-dom "file://$PWD/$1#$2" \
        >dom.html 2>/dev/null </dev/null
    "$python" "$tests/shown_step.py" dom.html "$2" || fail "$1#$2"
}
if command -v chromium >/dev/null; then
    for id in write-a-poem numpy-from-scratch random3 random10; do
        cp "$id.html" page.html
        shown page.html 1
        shown page.html "$(grep -o '<section class="step"' page.html | wc -l)"
    done
fi

if command -v pdflatex >/dev/null; then
    for id in $(cat all); do
        cp "$id.latex" "$id.tex"
        pdflatex -interaction=nonstopmode -halt-on-error "$id.tex" >"$id.pdflatex" </dev/null ||
            fail "$id: pdflatex: $(grep -A3 '^!' "$id.pdflatex")"
    done
fi
exit $failed
