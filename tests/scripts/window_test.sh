#!/bin/bash
# The real window under Xvfb: a person clicks Next, drags a number, steps with keys and closes it.
set -euo pipefail
for tool in Xvfb xdotool xwd; do command -v $tool >/dev/null || exit 77; done
folder=$(mktemp -d)
cleanup() {
    kill "${program:-}" "${server:-}" 2>/dev/null || :
    rm -rf "$folder"
}
trap cleanup EXIT

fail() { echo "window: $*" && cat "$folder/log" && exit 1; }

# Repeats a command until it succeeds, for as long as a slow machine may need.
await() {
    for _ in $(seq 150); do
        "$@" >/dev/null 2>&1 && return
        kill -0 "$program" 2>/dev/null || fail "the program ended while waiting for: $*"
        sleep 0.2
    done
    fail "waited in vain for: $*"
}

exec 3>"$folder/display"
Xvfb -displayfd 3 -screen 0 1600x1000x24 >/dev/null 2>&1 &
server=$!
until [ -s "$folder/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$folder/display")
export DISPLAY
export XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state
unset WAYLAND_DISPLAY

"$LOOKBACK_BIN" write-a-poem >"$folder/log" 2>&1 &
program=$!
await xdotool search --onlyvisible --name '^Lookback$'
window=$(xdotool search --onlyvisible --name '^Lookback$' | head -1)

picture() { xwd -silent -root -out "$folder/$1"; }
colours() { tail -c +4000 "$folder/$1" | head -c 1000000 | od -An -v -tx4 -w4 | sort -u | wc -l; }
is_drawn() { picture now && [ "$(colours now)" -gt 100 ]; }
differs_from() { picture now && ! cmp -s "$folder/now" "$folder/$1"; }
equals() { picture now && cmp -s "$folder/now" "$folder/$1"; }
# The picture at rest: two in a row are the same.
settle() {
    picture last
    for _ in $(seq 50); do
        sleep 0.3
        picture "$1"
        cmp -s "$folder/$1" "$folder/last" && return
        cp "$folder/$1" "$folder/last"
    done
}

await is_drawn
xdotool mousemove 800 700
settle opened

xdotool mousemove 198 915 click 1 # Next
xdotool mousemove 800 700
await differs_from opened
settle stepped

xdotool mousemove 50 308 mousedown 1 # the first query weight
for _ in $(seq 12); do xdotool mousemove_relative 5 0 sleep 0.02; done
xdotool mouseup 1 mousemove 800 700
await differs_from stepped
settle dragged

xdotool key Right Right Right
await differs_from dragged
settle scores
for name in opened stepped dragged scores; do
    [ "$(colours $name)" -gt 100 ] || fail "the picture '$name' is blank"
done

xdotool key ctrl+z # takes the drag back, so the scores change
await differs_from scores
xdotool key ctrl+y # and all is as it was, to the last pixel
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
code=0
wait "$program" || code=$?
[ "$code" = 0 ] || fail "quitting ended the program with $code"
echo "window: opened, stepped, dragged, idle used $used ticks"
