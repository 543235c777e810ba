#!/bin/bash
# The real window under Xvfb, as an author meets it: a lesson of four steps with two tasks is written by
# mouse and typed words, saved, opened in another place and solved.
source "$(dirname "$0")/window_lib.sh"

export XDG_DATA_HOME=$folder/data
size=1600x1000
settings=$XDG_CONFIG_HOME/lookback/settings.json
mkdir -p "${settings%/*}"
echo '{"lookback_settings": 1, "motion": false, "window": [1600, 1000]}' >"$settings"

# The labels that have been clicked: they lead to the state in which the next one stands.
clicked=("Top/##lesson" "Course/##write-lesson")
clicks=0
click() {
    point_at $size write-a-poem "${clicked[@]}" "$1"
    xdotool click 1
    settle clicked
    case $1 in */##[!#]*) ;; *) clicked+=("$1") ;; esac # a click into a text changes no place
    clicks=$((clicks + 1))
}
words() { xdotool type --delay 15 "$1"; }
next_text() { xdotool key Tab && settle tabbed && words "$1"; }

# step TITLE TEXT: adds a step that leads to where the window stands.
steps=0
step() {
    click "Meaning/###add-step"
    click "Meaning/##steps[$steps].title"
    words "$1"
    next_text "$2"
    steps=$((steps + 1))
}
# asks MATRIX QUESTION: the step asks for the number in the middle of the matrix.
asks() {
    click "Meaning/###kind-number"
    click "Meaning/###pick-asked"
    click "Centre/$1"
    click "Meaning/##steps[$((steps - 1))].task.ask"
    words "$2"
}

open_screen $size
open_program "$(document write-a-poem)"
settle opened
xdotool key ctrl+j
settle editor
click "Meaning/###page-lesson"
click "Meaning/##title"
xdotool key ctrl+a
words "Two numbers"
next_text "Which numbers are these?"
next_text "I can compute both."
step "Begin" "Three tokens."
click "Centre/scores##ribbon"
step "A score" "A dot product."
asks scores "How large is it?"
click "Centre/attention_weights##ribbon"
step "A weight" "Two tokens."
asks attention_weights "How large is it?"
click "Centre/context##ribbon"
step "End" "The sum."
click "Meaning/###save-lesson"
lesson=$XDG_DATA_HOME/lookback/lessons/two-numbers.lesson.json
# A slow machine may not have opened the sheet yet: the key is pressed until the file is there.
is_saved() { [ -s "$lesson" ] || { xdotool key Return && settle saving && [ -s "$lesson" ]; }; }
await is_saved
kill -TERM "$program"
await_end "SIGTERM"
"$LOOKBACK_BIN" check "$lesson" >/dev/null || fail "the lesson has faults: $("$LOOKBACK_BIN" check "$lesson" 2>&1)"

# --- elsewhere
mkdir "$folder/elsewhere"
mv "$lesson" "$folder/elsewhere/"
rm -rf "$XDG_STATE_HOME"
open_program "$folder/elsewhere/two-numbers.lesson.json"
settle reopened
# solved STEP: the newest session keeps that the task of this step is solved.
solved() {
    python3 -c 'import json, sys
tasks = json.load(sys.stdin)["lessons"][0]["tasks"]
sys.exit(not tasks[int(sys.argv[1]) - 1].get("solved", False))' "$1" <"$XDG_STATE_HOME/lookback/progress.json"
}
xdotool key j && settle second
words 0.4077
xdotool key Return
await solved 2
xdotool key j && settle third
words 0.6394
xdotool key Return
await solved 3
kill -TERM "$program"
await_end "SIGTERM"
echo "window: a lesson was written with $clicks clicks, saved, and solved elsewhere"
