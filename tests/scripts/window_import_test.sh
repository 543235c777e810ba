#!/bin/bash
# The real window under Xvfb: a student copies five embeddings and three 4 x 4 weights as NumPy prints
# them, pastes them where a sentence is expected, opens them, saves the document and finds every number
# in the file; then pastes one matrix over one of its shape, and starts the program with the same text.
source "$(dirname "$0")/window_lib.sh"
hold=${LOOKBACK_BUILD:-build/release}/tests/hold_clipboard
[ -x "$hold" ] || exit 77 # no Xlib

holder=''
# copy FILE: its text is in the clipboard from now on.
copy() {
    : >"$folder/held"
    "$hold" "$1" >"$folder/held" &
    holder=$!
    until [ -s "$folder/held" ]; do kill -0 $holder || fail "nothing holds the clipboard"; sleep 0.05; done
}

cat >"$folder/numpy.txt" <<'EOF'
>>> X
[[ 0.5214 -1.1302  0.3378  0.8641]
 [-0.4127  0.9046  1.2085 -0.2753]
 [ 1.0468  0.2219 -0.7436  0.5590]
 [ 0.1893 -0.6417  0.0952 -1.3370]
 [-0.8825  1.4731  0.4066  0.2148]]
>>> W_q
[[ 0.9986 -0.6895  0.4572  0.8021]
 [-0.3667  0.8873  1.0752 -0.1718]
 [ 0.5410  0.2251 -0.9266  1.1326]
 [-1.0572  0.2789  0.5009  0.7327]]
>>> W_k
[[ 0.7390  0.4430 -1.0109  0.2321]
 [-0.6362  1.0615  0.4171  0.6936]
 [ 0.1234 -0.8076  0.9422 -0.3545]
 [ 1.1131  0.5282  0.1884 -0.7666]]
>>> W_v
[[ 0.3570 -0.0821  0.2946  0.1418]
 [ 0.1165  0.4307 -0.2789 -0.3652]
 [-0.2438  0.1973  0.3321  0.4096]
 [ 0.7112 -0.3318  0.0021  0.9090]]
EOF

open_screen 1600x1000
open_program "$(document write-a-poem)"
xdotool mousemove 800 930
settle opened
copy "$folder/numpy.txt"
xdotool key ctrl+v
await differs_from opened
settle sheet
xdotool key Return
await xdotool search --onlyvisible --name 'Untitled .*Lookback$'
await differs_from sheet
kill $holder
xdotool key ctrl+s
settle saving
xdotool key ctrl+a
xdotool type "$folder/mine.lookback.json"
xdotool key Return
await test -s "$folder/mine.lookback.json"
python3 - "$folder" <<'EOF' || fail "the file has other numbers"
import json, re, sys
folder = sys.argv[1]
document = json.load(open(folder + "/mine.lookback.json"))
parts = re.split(r">>> \w+\n", open(folder + "/numpy.txt").read())[1:]
matrices = [[[float(cell) for cell in row.split()] for row in re.findall(r"[-+.\d ]+", part)
             if row.strip()] for part in parts]
weights = document["weights"]
found = [document["embeddings"], weights["query"], weights["key"], weights["value"]]
assert found == matrices, found
assert len(document["tokens"]) == 5
EOF

# One matrix over another of its shape fills it, and undo takes it back.
xdotool mousemove 800 930
settle before
printf '1\t2\t3\t4\n5\t6\t7\t8\n9\t10\t11\t12\n13\t14\t15\t16\n' >"$folder/cells.txt"
copy "$folder/cells.txt"
xdotool mousemove 120 450 # over W_q in the panel, below the five embeddings
await differs_from before # what depends on the number is lit
settle pointed
xdotool key ctrl+v
await differs_from pointed
xdotool key ctrl+s
is_filled() { python3 -c "import json,sys; sys.exit(json.load(open('$folder/mine.lookback.json'))['weights']['query'][3][3] != 16)"; }
await is_filled
kill $holder
xdotool key ctrl+q
await_end "Ctrl+Q"

# A file of numbers that is named when the program starts is asked about in the same sheet.
open_program "$folder/numpy.txt"
settle asked
xdotool mousemove 1422 873 click 1 # Open
await xdotool search --onlyvisible --name 'numpy .*Lookback$'
kill -TERM "$program"
await_end "SIGTERM"
echo "window: numbers that were pasted or named became a document, and one matrix was filled"
