#!/bin/bash
# The real window under Xvfb while a large experiment is trained and measured, and while the numbers
# of a large document are computed: keys, edits and a signal to end are answered at once. Before, it
# took more than a minute to end.
source "$(dirname "$0")/window_lib.sh"

# --- 5,000 words, windows of 2,001: 20 KB
python3 - >"$folder/large.experiment.json" <<'END'
import json
text = ' '.join(f'w{k * k * 7 % 301}' for k in range(5000))
causal = {'method': 'fill', 'value': '-inf', 'order': 'after_scale'}
print(json.dumps({
    'lookback_experiment': 1, 'title': 'Large', 'text': text, 'unit': 'words', 'starts': 'anywhere',
    'context': 2000, 'held_out': 0.1,
    'model': {'d_model': 16, 'heads': 2, 'd_k': 8, 'd_v': 8, 'positions': 'learned',
              'scale': 'sqrt_dk', 'residual': True},
    'dtype': 'float32', 'seed': 0,
    'optimizer': {'kind': 'adam', 'learning_rate': 0.01}, 'batch': 1, 'steps': 1,
    'twins': [{'name': 'masked', 'mask': [{'kind': 'causal'}], 'masking': causal},
              {'name': 'unmasked', 'mask': [{'kind': 'none'}], 'masking': causal}]}))
END

open_screen 1280x720
# Generous: what is measured is that nothing waits for the training.
ends_soon() {
    local begun=$SECONDS
    await_end "$1"
    [ $((SECONDS - begun)) -le 3 ] || fail "$1 ended the program after $((SECONDS - begun)) s"
}

# The step is taken, then what it shows is measured: the program is asked to end in both.
for seconds in 0.5 3; do
    for mode in alt+4 alt+5; do
        open_program "$folder/large.experiment.json"
        xdotool key $mode
        sleep $seconds
        kill -TERM "$program"
        ends_soon "SIGTERM $seconds s after $mode"
    done
done

open_program "$folder/large.experiment.json"
picture before
xdotool key alt+5
await differs_from before
xdotool key alt+4 t Home ctrl+q
ends_soon "Ctrl+Q"

# --- As many tokens as a document may have, in four heads: 1.1 GB of numbers
python3 - >"$folder/large.json" <<'END'
import json
def matrix(rows, cols):
    return [[(row * 7 + col * 3) % 11 - 5 for col in range(cols)] for row in range(rows)]
print(json.dumps({
    'lookback': 1, 'title': 'Large', 'tokens': [f'w{k}' for k in range(4096)],
    'embeddings': matrix(4096, 4), 'positions': {'kind': 'none'}, 'heads': 4,
    'weights': {'query': matrix(4, 8), 'key': matrix(4, 8), 'value': matrix(4, 8), 'output': None},
    'scale': 'sqrt_dk', 'mask': [{'kind': 'causal'}], 'dtype': 'float32',
    'masking': {'method': 'fill', 'value': '-inf', 'order': 'after_scale'}}))
END
for seconds in 0 0.5 3; do
    open_program "$folder/large.json"
    sleep $seconds
    kill -TERM "$program"
    ends_soon "SIGTERM $seconds s after a large document was opened"
done
open_program "$folder/large.json"
xdotool key m Right alt+2 ctrl+z alt+1 ctrl+q
ends_soon "Ctrl+Q while a large document is computed"
