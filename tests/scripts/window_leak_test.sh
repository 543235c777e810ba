#!/bin/bash
# The real window under Xvfb, with the mouse as a teacher has it: the mask comes off and on, a word is
# wiggled, a value that is too small leaks in orange, and Compare says by how much.
source "$(dirname "$0")/window_lib.sh"

mkdir -p "$XDG_CONFIG_HOME/lookback"
echo '{"lookback_settings": 1, "motion": false, "window": [1920, 1080]}' >"$XDG_CONFIG_HOME/lookback/settings.json"
open_screen 1920x1080
open_program "$(document write-a-poem)"
xdotool mousemove 960 930
settle opened

# click LABEL...: the last of them; those before say what is open. The pointer then goes out of the way.
click() {
    point_at 1920x1080 write-a-poem "$@"
    xdotool click 1 mousemove 960 930
}
# orange: how many pixels of a picture have the colour of a fault.
orange() { tail -c $((1920 * 1080 * 4)) "$folder/$1" | od -An -v -tx4 -w4 | grep -c 'c2500a' || :; }

click "Top/###unmasked" # the row changes
await differs_from opened
click "Top/###masked" # and is what it was; that an act was done is still told
settle masked

# has_orange: the unmasked twin leaks in the colour of a fault.
has_orange() {
    picture leak
    [ "$(orange leak)" -gt 500 ]
}
click "Top/###leak"
await has_orange
settle leak
at_rest=$(orange leak)

click "Top/###leak" "Centre/##wiggle"
for _ in 1 2 3 4; do
    picture moving
    await differs_from moving
done
click "Top/###leak" "Centre/##wiggle"
await equals leak

point_at 1920x1080 write-a-poem "Top/###leak" "Top/##mask"
xdotool click 1
settle menu
point_at 1920x1080 write-a-poem "Top/###leak" "Top/##mask" "popup/##masking-value"
xdotool click 1 key ctrl+a type -- -5
xdotool key Return
xdotool key Escape mousemove 960 930
# is_more_orange: what leaks now does so in the colour of a fault.
is_more_orange() {
    picture leaking
    now=$(orange leaking)
    [ "$now" -gt $((at_rest + 1000)) ]
}
await is_more_orange
settle leaking

click "Top/###compare"
await differs_from leaking
settle compared
click "Top/###compare" "Centre/###snapshot"
await differs_from compared

xdotool key ctrl+q
await_end "Ctrl+Q"
head=$(head -qn1 "$XDG_STATE_HOME"/lookback/sessions/*.jsonl)
[[ $head == *'"mode": "compare"'* ]] || fail "the session is elsewhere: $head"
grep -qE '"value": ?-5' "$XDG_STATE_HOME"/lookback/sessions/*.jsonl || fail "the value is not kept"
echo "window: a leak in $now orange pixels, of them $at_rest of the unmasked twin"
