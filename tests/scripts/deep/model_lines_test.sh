#!/bin/bash
# The lines of docs/commands.md that save a layer of a model, run with tiny models of the same layout: the
# imported document computes the layer's output.
. "$(dirname "$0")/../cli_lib.sh"
root=$OLDPWD
python=/usr/bin/python3
"$python" -c 'import numpy, torch' 2>/dev/null || { echo "python3-numpy or python3-torch is missing"; exit 77; }
"$python" "$root/tests/scripts/deep/model_lines_test.py" "$lookback" "$root/docs/commands.md" || fail "lines of models"
exit $failed
