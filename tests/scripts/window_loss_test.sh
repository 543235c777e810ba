#!/bin/bash
# The real window under Xvfb when things go wrong: killed while one edits and saves, signalled twice,
# its display lost, the disk full, its file changed by others, two windows at once. What was edited a
# second ago is never lost, and a file is the old one or the new one.
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

# Kills the program, which is not to be waited for by whoever watches it.
kill_now() {
    kill -9 "$program"
    wait "$program" 2>/dev/null || :
    program=''
}

# --- killed a second and a half after an edit: found again, as it was
for k in $(seq "$kills"); do
    open_program
    type_number "$k"
    sleep 1.5
    kill_now
    holds "$k" || fail "kill $k: the session has $(kept "$(newest)") instead of $k"
done
open_program # it opens where it was, and undo goes all the way back
for _ in $(seq "$kills"); do xdotool key ctrl+z; done
xdotool key ctrl+q
await_end "Ctrl+Q"
holds 0.54061383 || grep -q '"at": 0' "$(newest)" || fail "undo came back to $(kept "$(newest)")"

# --- killed at any moment of editing and saving: a second of edits at most, no broken file
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
    before=$(edits)
    end=$(($(milliseconds) + 200 + RANDOM % 3000))
    times=()
    while [ "$(milliseconds)" -lt $end ]; do
        picture seen
        xdotool key m # the mask goes or comes: an edit
        await differs_from seen
        times+=("$(milliseconds)")
        if [ $((${#times[@]} % 5)) = 0 ]; then
            picture seen
            xdotool key ctrl+s
            await differs_from seen # it says so, which is not to be taken for the next edit
        fi
    done
    now=$(milliseconds) settled=$before
    kill_now
    for time in "${times[@]}"; do [ $((now - time)) -lt 1000 ] || settled=$((settled + 1)); done
    [ "$(edits)" -ge $settled ] ||
        fail "kill $k while editing: $(edits) edits are kept, $settled were a second old"
    "$LOOKBACK_BIN" trace "$file" --stage query >/dev/null 2>"$folder/log" || fail "kill $k: the file is broken"
done
[ "$(ls "$sessions"/*.broken 2>/dev/null)" = '' ] || fail "a session was of no use"

# --- signals in pairs: the first saves and ends, the second changes nothing
for pair in "TERM TERM" "HUP TERM" "TERM HUP" "HUP HUP"; do
    open_program
    before=$(edits)
    xdotool key m
    sleep 0.2 # it is done, and hardly written yet
    for signal in $pair; do kill -"$signal" "$program" 2>/dev/null || :; done
    await_end "a pair of signals, $pair,"
    [ "$(edits)" = $((before + 1)) ] || fail "$pair: $(edits) edits are kept instead of $((before + 1))"
    grep -q '"closed": true' "$(newest)" || fail "$pair: the session was not closed"
done

# --- the display goes away
open_program
before=$(edits)
xdotool key m
sleep 1
kill "$server" && wait "$server" || :
server=''
wait "$program" && fail "a program without a display ended as if all were well"
program=''
[ "$(edits)" = $((before + 1)) ] || fail "without its display $(edits) edits are kept instead of $((before + 1))"
open_screen 1280x720

# --- a full disk is said in the window, and costs nothing that was there
open_program
xdotool key m
settle calm
xdotool key ctrl+z
settle undone
sleep 1
before=$(edits)
prlimit --pid "$program" --fsize=1000 # bytes: no file may become longer
xdotool key m
await differs_from undone
settle worried
cmp -s "$folder/calm" "$folder/worried" && fail "nobody says in the window that the disk is full"
xdotool key ctrl+s
sleep 0.5
kill "$program"
await_end "SIGTERM"
grep -q 'cannot be written: File too large' "$folder/log" || fail "nobody says that the disk is full"
[ "$(edits)" = "$before" ] || fail "a full disk: $(edits) edits are kept instead of $before"
"$LOOKBACK_BIN" trace "$file" --stage query >/dev/null || fail "a full disk broke the file"
[ "$(find "$folder" -name '.lookback-*')" = '' ] || fail "temporary files are left"

# --- a file that others have changed is not overwritten
open_program "$file"
echo ' ' >>"$file"
cp "$file" "$folder/theirs"
xdotool key m ctrl+s
sleep 0.5
cmp -s "$file" "$folder/theirs" || fail "what others wrote was overwritten"
xdotool key Escape ctrl+q
await_end "Ctrl+Q"
open_program
xdotool key ctrl+s # still
sleep 0.5
cmp -s "$file" "$folder/theirs" || fail "what others wrote was overwritten after a restart"
kill_now

# --- an experiment's file is opened in Train, found again there after a kill, and treated likewise
experiment=$folder/mine.json
cp assets/experiments/counting.experiment.json "$experiment"
open_program "$experiment"
sleep 1.5
kill_now
grep -q '"mode": "train"' "$(newest)" || fail "an experiment was not opened in Train"
grep -qF "\"file\": \"$experiment\"" "$(newest)" || fail "the session does not know the experiment's file"
echo ' ' >>"$experiment"
cp "$experiment" "$folder/theirs"
open_program
xdotool key ctrl+s
sleep 0.5
cmp -s "$experiment" "$folder/theirs" || fail "what others wrote into an experiment was overwritten"
kill_now
open_program "$file" # a document goes to the Lab, and the experiment stays where it was
sleep 1.5
kill_now
grep -q '"mode": "lab"' "$(newest)" || fail "a document was not opened in the Lab"

# --- two windows keep a session each, and each is found again
rm -rf "${sessions%/*}"
open_program
type_number 11
first=$program
sleep 1
"$LOOKBACK_BIN" >"$folder/log" 2>&1 &
program=$!
both_open() { [ "$(xdotool search --onlyvisible --name 'Lookback$' | wc -l)" = 2 ]; }
await both_open
sleep 1
type_number 22 # the window that is on top
sleep 1
kill -9 "$first" "$program"
wait "$first" "$program" 2>/dev/null || :
program=''
[ "$(for s in "$sessions"/*.jsonl; do kept "$s"; done | sort -n | tr '\n' ' ')" = '11 22 ' ] ||
    fail "two windows: $(for s in "$sessions"/*.jsonl; do kept "$s"; done)"

remember
echo "window: $kills kills at rest and $kills while editing, pairs of signals, no display, no disk, others' files, two windows"
