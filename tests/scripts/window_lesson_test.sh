#!/bin/bash
# The real window under Xvfb, as a teacher meets it: a whole lesson on a projector with the keys of a
# remote, on screens of three sizes; and the next morning all is as it was left.
source "$(dirname "$0")/window_lib.sh"

settings=$XDG_CONFIG_HOME/lookback/settings.json
sessions=$XDG_STATE_HOME/lookback/sessions
mkdir -p "${settings%/*}"
rest=0.05

# use_settings WIDTH, HEIGHT: without motion, for then a picture is at rest at once.
use_settings() { echo "{\"lookback_settings\": 1, \"motion\": false, \"window\": [$1]}" >"$settings"; }

# press KEY: what is shown must become another picture, and come to rest.
press() {
    cp "$folder/shown" "$folder/before"
    xdotool key "$1"
    await differs_from before
    settle shown $rest
}

# down COUNT: through so many cells, each of which shows.
down() { for _ in $(seq "$1"); do press Down; done; }

# The session is where the remote left it: session_is STAGE CELL.
session_is() {
    local head
    head=$(head -qn1 "$sessions"/*.jsonl)
    [[ $head == *"\"step\": \"$1\", \"cell\": $2,"* ]] || fail "the session is not at cell $2 of $1: $head"
}

# --- a whole lesson: every stop of every step
use_settings '1280, 720'
open_screen 1280x720
"$LOOKBACK_BIN" --first-frame >"$folder/log" 2>&1 || fail "there is no first frame"
grep -qE '^first frame after [0-9]+\.[0-9]{2} s$' "$folder/log" || fail "the first frame has no time"
[ -z "$(ls "$sessions")" ] || fail "a window for one frame leaves a session"
open_program "$(document write-a-poem)"
settle shown $rest
press F5
press Home
down 5 # the embeddings, 3 x 2, cell by cell
for rows in 3 3 3 1 3 3 3; do # keys and values appear together, all scaled scores with one press
    for _ in $(seq "$rows"); do press Page_Down; done
done
settle complete
press Page_Up
press Page_Down # the last row again
await equals complete
press Escape
xdotool key ctrl+q
await_end "Ctrl+Q"
session_is context 4

# --- other screens: something is drawn, as large as the screen, and the remote works
for size in 1600x1000 1920x1080; do
    use_settings "${size/x/, }"
    open_screen $size
    open_program "$(document the-cat-sat)"
    [ "$(xdotool getwindowgeometry "$window" | grep -o 'Geometry: .*')" = "Geometry: $size" ] ||
        fail "the window is not $size"
    settle shown $rest
    press F5
    press Return
    press Page_Down
    press Down
    [ "$(colours shown)" -gt 100 ] || fail "presenting at $size shows nothing"
    press Escape
    kill -TERM "$program"
    await_end "SIGTERM"
    session_is query 1
done

# The picture without its top 60 rows: the top bar offers undo only where there is something to undo.
lower() { tail -c $((1600 * 940 * 4)) "$folder/$1"; }
looks_like() { picture now && cmp -s <(lower now) <(lower "$1"); }

# --- the next morning: what was edited is as it was left
use_settings '1600, 1000'
open_screen 1600x1000
xdotool mousemove 800 700
open_program "$(document write-a-poem)"
settle opened $rest
point_at 1600x1000 write-a-poem "Edit/weights.query[0][0]"
xdotool mousedown 1
for _ in $(seq 12); do xdotool mousemove_relative 5 0 sleep 0.02; done
xdotool mouseup 1 mousemove 800 700
await differs_from opened
xdotool key 1 # the next act: what the drag has changed is told no longer
settle edited
cmp -s <(lower opened) <(lower edited) && fail "the drag changed no number"
xdotool key ctrl+q
await_end "Ctrl+Q"
cp "$settings" "$folder/kept"
open_program
await looks_like edited
settle again
kill -TERM "$program"
await_end "SIGTERM"
cmp -s "$settings" "$folder/kept" || fail "settings that nobody changed were written: $(cat "$settings")"

# --- broken settings are set aside, and the window says so
echo '{"lookback_settings": 1, "theme": ' >"$settings"
open_program
await differs_from again
[ "$(cat "$settings.broken")" = '{"lookback_settings": 1, "theme": ' ] || fail "what was broken is lost"
[ ! -e "$settings" ] || fail "the broken settings were not set aside"
kill -TERM "$program"
await_end "SIGTERM"
echo "window: a lesson with the remote, three sizes, found again after a restart"
