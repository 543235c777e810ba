#!/bin/bash
# The real window under Xvfb when things go wrong: killed while one edits and saves, signalled twice,
# its display lost, the disk full, its file changed by others, two windows at once. What was on the
# disk is never lost, and a file is the old one or the new one. How soon an edit is on the disk is
# measured in tests/platform/session_folder_test.cpp: here nothing depends on the time that it takes.
# LOOKBACK_KILLS: how many times it is killed, at rest and while editing; twice where not given.
source "$(dirname "$0")/window_lib.sh"
source "$(dirname "$0")/passed_lib.sh"

kills=${LOOKBACK_KILLS:-2}
passed "loss-$kills" "$LOOKBACK_BIN" tests/scripts && exit 0
sessions=$XDG_STATE_HOME/lookback/sessions
settings=$XDG_CONFIG_HOME/lookback/settings.json
mkdir -p "${settings%/*}"
echo '{"lookback_settings": 1, "motion": false, "window": [1280, 720]}' >"$settings"
open_screen 1280x720
place=$("$LOOKBACK_BUILD/tests/item_place" 1280x720 write-a-poem "Edit/weights.query[0][0]")

# Makes the first number of W_q another one.
type_number() {
    # shellcheck disable=SC2086 # two numbers
    xdotool mousemove $place click --repeat 2 --delay 20 1
    xdotool key ctrl+a type --delay 1 "$1"
    xdotool key Return
}

# Types it until the newest session has it: on a busy machine two clicks may come too far apart.
number_is_kept() {
    type_number "$1"
    for _ in $(seq 20); do holds "$1" && return; sleep 0.1; done
    return 1
}

# kept FILE: that number as a session has it on screen.
kept() {
    local head at
    head=$(head -n1 "$1") || return 1
    at=$(($(grep -oP '"origins": \K\d+' <<<"$head") + $(grep -oP '"at": \K\d+' <<<"$head") + 2))
    sed -n "${at}p" "$1" | grep -oP '"weights":\{"query":\[\[\K[^,]*'
}
edits() { head -qn1 "$sessions"/*.jsonl 2>/dev/null | grep -oP '"at": \K\d+' || echo 0; }
newest() { ls -t "$sessions"/*.jsonl | head -1; }
holds() { [ "$(kept "$(newest)")" = "$1" ]; }
has_edits() { [ "$(edits)" = "$1" ]; }
says() { grep -qF "$1" "$(newest)"; }

# Presses keys and waits until the window shows it.
press() {
    picture seen
    xdotool key "$@"
    await differs_from seen
}

# Kills the program, which is not to be waited for by whoever watches it.
kill_now() {
    kill -9 "$program"
    wait "$program" 2>/dev/null || :
    program=''
}

# --- killed after an edit came to the disk: found again, as it was
for k in $(seq "$kills"); do
    open_program
    await number_is_kept "$k"
    kill_now
    holds "$k" || fail "kill $k: the session has $(kept "$(newest)") instead of $k"
done
open_program # it opens where it was, and undo goes all the way back
for _ in $(seq "$kills"); do xdotool key ctrl+z; done
xdotool key ctrl+q
await_end "Ctrl+Q"
holds 0.54061383 || grep -q '"at": 0' "$(newest)" || fail "undo came back to $(kept "$(newest)")"

# --- killed at any moment of editing and saving: what was on the disk stays, no broken file
file=$folder/mine.lookback.json
cp "$(document write-a-poem)" "$file"
rm -rf "$sessions"
milliseconds() { echo $((${EPOCHREALTIME/./} / 1000)); }
xdotool mousemove 100 600 # empty ground: a tooltip that comes late would be taken for the edit
for k in $(seq "$kills"); do
    if [ "$k" = 1 ] || [ "$(edits)" -gt 900 ]; then # undo goes back a thousand edits, no further
        rm -rf "$sessions"
        open_program "$file"
    else
        open_program
    fi
    end=$(($(milliseconds) + 200 + RANDOM % 3000))
    made=0
    while [ "$(milliseconds)" -lt $end ]; do
        press m # the mask goes or comes: an edit
        made=$((made + 1))
        [ $((made % 5)) != 0 ] || press ctrl+s # it says so, which is not to be taken for the next edit
    done
    settled=$(edits)
    kill_now
    [ "$(edits)" -ge "$settled" ] ||
        fail "kill $k while editing: $(edits) edits are kept, $settled were on the disk"
    "$LOOKBACK_BIN" trace "$file" --stage query >/dev/null 2>"$folder/log" || fail "kill $k: the file is broken"
done
[ "$(ls "$sessions"/*.broken 2>/dev/null)" = '' ] || fail "a session was of no use"

# --- signals in pairs: the first saves and ends, the second changes nothing
for pair in "TERM TERM" "HUP TERM" "TERM HUP" "HUP HUP"; do
    open_program
    before=$(edits)
    press m # it is done, and hardly written yet
    for signal in $pair; do kill -"$signal" "$program" 2>/dev/null || :; done
    await_end "a pair of signals, $pair,"
    [ "$(edits)" = $((before + 1)) ] || fail "$pair: $(edits) edits are kept instead of $((before + 1))"
    grep -q '"closed": true' "$(newest)" || fail "$pair: the session was not closed"
done

# --- the display goes away
open_program
before=$(edits)
xdotool key m
await has_edits $((before + 1))
kill "$server" && wait "$server" || :
server=''
wait "$program" && fail "a program without a display ended as if all were well"
program=''
[ "$(edits)" = $((before + 1)) ] || fail "without its display $(edits) edits are kept instead of $((before + 1))"
open_screen 1280x720

# --- a full disk is said in the window, and costs nothing that was there
open_program
before=$(edits)
xdotool key m
settle calm
await has_edits $((before + 1))
xdotool key ctrl+z
settle undone
await has_edits "$before"
prlimit --pid "$program" --fsize=1000 # bytes: no file may become longer
xdotool key m
await differs_from undone
settle worried
cmp -s "$folder/calm" "$folder/worried" && fail "nobody says in the window that the disk is full"
is_unsaved() { xdotool getwindowname "$window" | grep -q '^•'; }
is_unsaved || press m # that mask was the one of the file
await is_unsaved
# Neither the key nor the close button ends it unasked; a signal ends it with code 1.
press ctrl+q
kill -0 "$program" || fail "Ctrl+Q ended a program whose work is not kept"
press Escape
picture seen
"$LOOKBACK_BUILD/tests/close_window" "$window"
await differs_from seen
kill -0 "$program" || fail "the close button ended a program whose work is not kept"
xdotool getwindowname "$window" | grep -q 'Not kept' || fail "the title does not say that nothing is kept"
press Escape
xdotool key ctrl+s # cannot be written either
settle refused
kill "$program"
await_code 1 SIGTERM
grep -q 'cannot be written: File too large' "$folder/log" || fail "nobody says that the disk is full"
[ "$(edits)" = "$before" ] || fail "a full disk: $(edits) edits are kept instead of $before"
"$LOOKBACK_BIN" trace "$file" --stage query >/dev/null || fail "a full disk broke the file"
[ "$(find "$folder" -name '.lookback-*')" = '' ] || fail "temporary files are left"

# --- a file that others have changed is not overwritten
open_program "$file"
echo ' ' >>"$file"
cp "$file" "$folder/theirs"
press m
press ctrl+s
settle asked
cmp -s "$file" "$folder/theirs" || fail "what others wrote was overwritten"
xdotool key Escape ctrl+q
await_end "Ctrl+Q"
open_program
press ctrl+s # still
settle asked
cmp -s "$file" "$folder/theirs" || fail "what others wrote was overwritten after a restart"
kill_now

# --- an experiment's file is opened in Train, found again there after a kill, and treated likewise
experiment=$folder/mine.json
cp assets/experiments/counting.experiment.json "$experiment"
open_program "$experiment"
await says '"mode": "train"'
kill_now
grep -qF "\"file\": \"$experiment\"" "$(newest)" || fail "the session does not know the experiment's file"
echo ' ' >>"$experiment"
cp "$experiment" "$folder/theirs"
open_program
press ctrl+s
settle asked
cmp -s "$experiment" "$folder/theirs" || fail "what others wrote into an experiment was overwritten"
kill_now
open_program "$file" # a document goes to the Lab, and the experiment stays where it was
await says '"mode": "lab"'
kill_now

# --- two windows keep a session each, and each is found again
rm -rf "${sessions%/*}"
open_program
await number_is_kept 11
first=$program
"$LOOKBACK_BIN" >"$folder/log" 2>&1 &
program=$!
both_open() { [ "$(xdotool search --onlyvisible --name 'Lookback$' | wc -l)" = 2 ]; }
await both_open
await is_drawn
settle second
numbers() { for s in "$sessions"/*.jsonl; do kept "$s"; done | sort -n | tr '\n' ' '; }
are_both_kept() { [ "$(numbers)" = '11 22 ' ]; }
type_second() { type_number 22 && sleep 1 && are_both_kept; } # into the window that is on top
await type_second
kill -9 "$first" "$program"
wait "$first" "$program" 2>/dev/null || :
program=''
are_both_kept || fail "two windows: $(numbers)"

remember
echo "window: $kills kills at rest and $kills while editing, pairs of signals, no display, no disk, others' files, two windows"
