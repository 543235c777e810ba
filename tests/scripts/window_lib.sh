# Sourced by the tests of the real window: a screen of its own, the program on it, and ways to wait.
# Nothing sleeps for a fixed time: what is waited for may take as long as a slow machine needs.
set -euo pipefail
for tool in Xvfb xdotool xwd; do command -v $tool >/dev/null || exit 77; done
folder=$(mktemp -d)
export XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state
export LC_ALL=C.UTF-8
# Files are chosen in the window: the program finds no session bus, and no zenity on this path.
unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR
programs=$folder/programs
mkdir "$programs"
program='' server=''
cleanup() {
    [ -z "$program" ] || kill "$program" 2>/dev/null || :
    [ -z "$server" ] || kill "$server" 2>/dev/null || :
    rm -rf "$folder"
}
trap cleanup EXIT
: >"$folder/log"

fail() { echo "window: $*" && cat "$folder/log" && exit 1; }

# Repeats a command until it succeeds, while the program runs.
await() {
    local end=$((SECONDS + 30))
    until "$@" >/dev/null 2>&1; do
        kill -0 "$program" 2>/dev/null || fail "the program ended while waiting for: $*"
        [ $SECONDS -lt $end ] || fail "waited in vain for: $*"
        sleep 0.05
    done
}

# open_screen WIDTHxHEIGHT: a screen for what comes next, in the place of the one before.
open_screen() {
    if [ -n "$server" ]; then kill "$server" && wait "$server" || :; fi
    : >"$folder/display"
    Xvfb -noreset -displayfd 3 -screen 0 "${1}x24" 3>"$folder/display" >/dev/null 2>&1 &
    server=$!
    until [ -s "$folder/display" ]; do kill -0 "$server" && sleep 0.05; done
    DISPLAY=:$(cat "$folder/display")
    export DISPLAY
}

# open_program ARGUMENTS...: starts the program and waits until its window shows something.
open_program() {
    PATH=$programs "$LOOKBACK_BIN" "$@" >"$folder/log" 2>&1 &
    program=$!
    await xdotool search --onlyvisible --name 'Lookback$'
    window=$(xdotool search --onlyvisible --name 'Lookback$' | head -1)
    await is_drawn
}

# document ID: the document of a shipped lesson as a file, so that it opens without the lesson's tasks.
document() {
    python3 -c 'import json, sys; json.dump(json.load(open(sys.argv[1]))["document"], sys.stdout)' \
        "assets/lessons/$1.lesson.json" >"$folder/$1.json"
    echo "$folder/$1.json"
}

# point_at SIZE LESSON LABEL...: the pointer goes to what a person reads there, once the labels before
# the last have been clicked (tests/window/item_place).
point_at() {
    local place
    place=$("${LOOKBACK_BUILD:-build/release}/tests/item_place" "$@") || fail "there is no ${*: -1}"
    # shellcheck disable=SC2086 # two numbers
    xdotool mousemove $place
}

# await_code CODE REASON...: waits until the program ends by itself, with this exit code.
await_code() {
    local code=0 end=$((SECONDS + 60)) expected=$1
    shift
    while kill -0 "$program" 2>/dev/null; do
        [ $SECONDS -lt $end ] || fail "$* did not end the program"
        sleep 0.05
    done
    wait "$program" || code=$?
    program=''
    [ "$code" = "$expected" ] || fail "$* ended the program with $code instead of $expected"
}

# await_end REASON...: waits until the program ends with exit code 0.
await_end() { await_code 0 "$@"; }

picture() { xwd -silent -root -out "$folder/$1"; }
colours() { tail -c +4000 "$folder/$1" | head -c 1000000 | od -An -v -tx4 -w4 | sort -u | wc -l; }
is_drawn() { picture now && [ "$(colours now)" -gt 100 ]; }
differs_from() { picture now && ! cmp -s "$folder/now" "$folder/$1"; }
equals() { picture now && cmp -s "$folder/now" "$folder/$1"; }

# No thread of the program or of its screen runs or waits for a processor.
are_asleep() { ! grep -qs '^State:.R' /proc/"$program"/task/*/status /proc/"$server"/task/*/status; }

# settle NAME [SECONDS]: the picture at rest, when two in a row are the same and nothing is left to draw,
# though a busy machine may have kept the program from its input.
settle() {
    local end=$((SECONDS + 30))
    picture "$1"
    sleep "${2:-0.3}"
    until are_asleep && equals "$1"; do
        [ $SECONDS -lt $end ] || fail "the picture '$1' never comes to rest"
        picture "$1"
        sleep "${2:-0.3}"
    done
}
