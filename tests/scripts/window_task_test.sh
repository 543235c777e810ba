#!/bin/bash
# The real window under Xvfb, as a stranger meets it: “First minutes” from the page of lessons, worked
# through by mouse and keys; then a lesson about a mistake, with a wrong answer, a hint, the right answer
# and a repair. What was answered is kept.
source "$(dirname "$0")/window_lib.sh"

settings=$XDG_CONFIG_HOME/lookback/settings.json
sessions=$XDG_STATE_HOME/lookback/sessions
mkdir -p "${settings%/*}"
echo '{"lookback_settings": 1, "motion": false, "window": [1280, 720]}' >"$settings"

# has_task LESSON STEP FIELD VALUE: what the kept progress says of the task of a step, from 1 on.
has_task() {
    python3 -c '
import json, sys
lesson, step, field, value = sys.argv[1:]
for progress in json.load(sys.stdin)["lessons"]:
    if progress["lesson"] == lesson:
        sys.exit(progress["tasks"][int(step) - 1].get(field) != json.loads(value))
sys.exit(1)' "$@" <"$XDG_STATE_HOME/lookback/progress.json"
}

next_step() { xdotool key j && settle step; }

# drag_right: the number below the pointer.
drag_right() {
    xdotool mousedown 1
    for _ in $(seq 20); do xdotool mousemove_relative 5 0 sleep 0.02; done
    xdotool mouseup 1
}

open_screen 1280x720
open_program
settle lab
xdotool key ctrl+1
await differs_from lab
xdotool type 'first minutes'
xdotool key Return
await xdotool search --onlyvisible --name '^First minutes .*Lookback$'
settle opened

# --- First minutes
point_at 1280x720 first-minutes:1 "Edit/embeddings[0][0]"
drag_right
await has_task first-minutes 1 solved true
next_step
point_at 1280x720 first-minutes:2 "Edit/###token2"
xdotool click 1
await has_task first-minutes 2 solved true
next_step
xdotool key Right
await has_task first-minutes 3 solved true
next_step
xdotool key m
await has_task first-minutes 4 solved true
next_step
xdotool key m
await has_task first-minutes 5 solved true
next_step
xdotool key 1
await has_task first-minutes 6 first '{"choice": 0}'
xdotool key 2
await has_task first-minutes 6 solved true
next_step
point_at 1280x720 first-minutes:7 "Edit/embeddings[2][0]"
drag_right
await has_task first-minutes 7 solved true

# --- a mistake: a number is predicted wrongly, then with a hint rightly
xdotool key ctrl+1
settle page
xdotool type 'a finite value'
xdotool key Return
await xdotool search --onlyvisible --name '^A finite value .*Lookback$'
settle opened
# The field has the keyboard as soon as the task shows, and gives it back with the answer.
xdotool type --delay 20 -- -0,4
xdotool key Return
await has_task a-finite-value 1 last '{"number": -0.4}'
xdotool type --delay 20 0
xdotool key Return
await has_task a-finite-value 1 last '{"number": 0}'
has_task a-finite-value 1 solved true && fail "a wrong number is right"
xdotool key i
await has_task a-finite-value 1 hints 1
xdotool key a
await has_task a-finite-value 1 shown true
has_task a-finite-value 1 first '{"number": -0.4}' || fail "the first answer is lost"
xdotool key ctrl+q
await_end "Ctrl+Q"
open_program # the next morning
settle again
has_task first-minutes 7 solved true || fail "the tasks of the first lesson are lost"
xdotool key j
await has_task a-finite-value 1 shown true
kill -TERM "$program"
await_end "SIGTERM"
echo "window: First minutes was worked through, and a mistake was made, named and shown"
