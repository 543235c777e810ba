#!/bin/bash
# The real window under Xvfb at its first start: the first number asks to be dragged until it was, and
# never again. The page of lessons opens by its key and its button, is searched as one types, and opens
# what is found, also while one presents.
source "$(dirname "$0")/window_lib.sh"

settings=$XDG_CONFIG_HOME/lookback/settings.json
rest=0.1

is_named() { xdotool search --onlyvisible --name "^$1 .*Lookback\$"; }
hint_is() { grep -q "\"drag_hint\": $1" "$settings" || fail "the settings do not say drag_hint $1: $(cat "$settings")"; }

# --- the first start: the hint goes with the first drag
open_screen 1280x720
xdotool mousemove 700 600
open_program "$(document write-a-poem)"
settle first $rest
xdotool key ctrl+d # another setting is saved, and the hint with it
await differs_from first
xdotool key ctrl+q
await_end "Ctrl+Q"
hint_is true
open_program "$(document write-a-poem)"
settle second $rest
point_at 1280x720 write-a-poem "Edit/embeddings[0][0]"
xdotool mousedown 1
for _ in $(seq 12); do xdotool mousemove_relative 5 0 sleep 0.02; done
xdotool mouseup 1 mousemove 700 600
await differs_from second
xdotool key ctrl+q
await_end "Ctrl+Q"
hint_is false

# --- the page: what is typed is found, Enter opens it, Esc leads back
open_program "$(document write-a-poem)"
settle lab $rest
xdotool key ctrl+1
await differs_from lab
xdotool type 'cat sat'
xdotool key Return
await is_named 'The cat sat'
settle opened $rest
point_at 1280x720 the-cat-sat "Top/##lesson"
xdotool click 1
await differs_from opened
xdotool key Escape
xdotool mousemove 700 600
await equals opened

# --- the same on a slide, and an experiment opens in Train
xdotool key F5
await differs_from opened
settle slide
xdotool key ctrl+1
await differs_from slide
xdotool key Escape
await equals slide
xdotool key ctrl+1
xdotool type 'counting'
xdotool key Return
await is_named 'Counting'
kill -TERM "$program"
await_end "SIGTERM"
echo "window: the first number was dragged, the page opened a lesson and an experiment"
