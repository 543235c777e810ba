#!/bin/bash
# The real window under Xvfb: a person clicks Next, drags a number, steps with keys and closes it.
source "$(dirname "$0")/window_lib.sh"

open_screen 1600x1000
open_program "$(document write-a-poem)"
xdotool mousemove 800 700
settle opened

point_at 1600x1000 write-a-poem "Steps/##next"
xdotool click 1
xdotool mousemove 800 700
await differs_from opened
settle stepped

point_at 1600x1000 write-a-poem "Edit/weights.query[0][0]"
xdotool mousedown 1
for _ in $(seq 12); do xdotool mousemove_relative 5 0 sleep 0.02; done
xdotool mouseup 1 mousemove 800 700
await differs_from stepped
xdotool key Left Right # the next act: what the drag has changed is told no longer
settle dragged

xdotool key Right Right Right
await differs_from dragged
settle scores
for name in opened stepped dragged scores; do
    [ "$(colours $name)" -gt 100 ] || fail "the picture '$name' is blank"
done

xdotool key ctrl+z # takes the drag back, so the scores change
await differs_from scores
xdotool key ctrl+y Left Right # and all is as it was, to the last pixel
await equals scores
xdotool key Left Left Left Left Right # back to the beginning, and to the first cell of Queries
await equals dragged

ticks() { awk '{ print $14 + $15 }' "/proc/$program/stat"; }
# Three seconds in which nobody touches it; what came before may take a moment to come to rest.
is_idle() {
    local before
    before=$(ticks)
    sleep 3
    used=$(($(ticks) - before))
    [ "$used" -le 3 ]
}
is_idle || is_idle || is_idle ||
    fail "the idle program used $used ticks of processor time in 3 s"

# With the close button of the window, or with Ctrl+Q where that could not be built (no Xlib).
close=${LOOKBACK_BUILD:-build/release}/tests/close_window
if [ -x "$close" ]; then "$close" "$window"; else xdotool key ctrl+q; fi
await_end quitting
echo "window: opened, stepped, dragged, idle used $used ticks"
