#!/bin/bash
# The real window under Xvfb: the code of a step is shown and copied, a matrix is copied from its menu,
# and what was chosen is kept.
source "$(dirname "$0")/window_lib.sh"

mkdir -p "$XDG_CONFIG_HOME/lookback"
settings=$XDG_CONFIG_HOME/lookback/settings.json
echo '{"lookback_settings": 1, "motion": false, "window": [1600, 1000]}' >"$settings"
open_screen 1600x1000
open_program "$(document write-a-poem)"
xdotool mousemove 900 860
settle opened

xdotool key F9
await differs_from opened
settle torch
point_at 1600x1000 write-a-poem "Steps/###code" "Centre/###code-numpy"
xdotool click 1 mousemove 900 860
await differs_from torch
settle numpy

point_at 1600x1000 write-a-poem "Steps/###code" "Centre/embeddings"
xdotool click 3
await differs_from numpy
settle menu
xdotool key Down
xdotool key Down
xdotool key Return # LaTeX
await differs_from menu
settle latex

# The clipboard holds the code with its numbers: pasted, they open on the sheet of one's own numbers.
point_at 1600x1000 write-a-poem "Steps/###code" "Centre/###copy-code"
xdotool click 1 mousemove 900 860
settle copied
xdotool key ctrl+v
await differs_from copied
settle pasted
xdotool key ctrl+Return
await differs_from pasted
settle opened_code

xdotool key ctrl+q
await_end "Ctrl+Q"
grep -q '"code": true' "$settings" || fail "the code is not shown the next time: $(cat "$settings")"
grep -q '"code_library": "numpy"' "$settings" || fail "the library is not kept: $(cat "$settings")"
grep -q '"copy_as": "latex"' "$settings" || fail "the format is not kept: $(cat "$settings")"
echo "window: code shown, copied and pasted"
