#!/bin/bash
# The real window under Xvfb, with the mouse as a teacher has it: one click leads to both curves, a
# drag of the learning rate redraws them while it lasts, and after 150 steps B has read the answer.
# In Generate both write a word, and it is taken back.
source "$(dirname "$0")/window_lib.sh"

mkdir -p "$XDG_CONFIG_HOME/lookback"
echo '{"lookback_settings": 1, "motion": false, "window": [1600, 1000]}' >"$XDG_CONFIG_HOME/lookback/settings.json"
open_screen 1600x1000
open_program "$(document write-a-poem)"
xdotool mousemove 800 30
settle opened

# boxed: how many pixels of a picture have the ground of the box that says who cheats.
boxed() { tail -c $((1600 * 1000 * 4)) "$folder/$1" | od -An -v -tx4 -w4 | grep -c 'f9eee7' || :; }

point_at 1600x1000 write-a-poem "Top/###train"
xdotool click 1 mousemove 800 30
await differs_from opened
settle trained 1

xdotool key Home
await differs_from trained
settle first
before=$(boxed first) # that it looks ahead is all that is said of B
xdotool key --repeat 15 --delay 40 Down
await differs_from first
settle cheating 1
in_box=$(boxed cheating)
[ "$in_box" -gt $((before + 5000)) ] || fail "nobody is said to have read the answer: $before, $in_box pixels"

point_at 1600x1000 write-a-poem "Top/###train" "Edit/##rate"
xdotool mousedown 1
for way in 12 12 12; do
    picture moving
    xdotool mousemove_relative -- $way 0
    await differs_from moving
    settle moving 1
done
xdotool mouseup 1 mousemove 800 30
settle dragged 1
xdotool key ctrl+z
# Below the top bar, whose button for redo is not what it was.
below() { tail -c $((1600 * 940 * 4)) "$folder/$1"; }
is_as_before() { picture now && cmp -s <(below now) <(below cheating); }
await is_as_before

settle undone 1
point_at 1600x1000 write-a-poem "Top/###train" "Top/###generate"
xdotool click 1 mousemove 800 30
await differs_from undone
settle written 1
xdotool key Down
await differs_from written
xdotool key Up
await equals written

xdotool key ctrl+q
await_end "Ctrl+Q"
head=$(head -qn1 "$XDG_STATE_HOME"/lookback/sessions/*.jsonl)
[[ $head == *'"mode": "generate"'* ]] || fail "the session is elsewhere: $head"
echo "window: B has read the answer, $in_box pixels of words instead of $before"
