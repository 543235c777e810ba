#!/bin/bash
# The real window under Xvfb, presented, as a teacher has it: without the mask the leaks are orange; the pointer at the
# upper edge calls the bar of menus, keys open them, and Esc returns to the slide; S shows a spotlight.
source "$(dirname "$0")/window_lib.sh"

mkdir -p "$XDG_CONFIG_HOME/lookback"
echo '{"lookback_settings": 1, "motion": false, "window": [1920, 1080]}' >"$XDG_CONFIG_HOME/lookback/settings.json"
open_screen 1920x1080
open_program "$(document write-a-poem)"
xdotool mousemove 300 300
settle opened

# orange: how many pixels of a picture have the ground of a leaking cell.
orange() { tail -c $((1920 * 1080 * 4)) "$folder/$1" | od -An -v -tx4 -w4 | grep -c 'fdeadb' || :; }

xdotool key F5
await differs_from opened
settle presented
xdotool key End
await differs_from presented
settle masked
[ "$(orange masked)" -eq 0 ] || fail "the masked slide is orange"
xdotool key m
await differs_from masked
xdotool key Left Right mousemove 302 300 # what the act has changed is told no longer
settle leaking
[ "$(orange leaking)" -gt 10000 ] || fail "the slide leaks without orange: $(orange leaking) pixels"

xdotool mousemove 700 1
await differs_from leaking
settle bar
xdotool mousemove 302 300
await equals leaking

for menu in ctrl+1 ctrl+2 ctrl+3 ctrl+4 ctrl+comma; do
    xdotool key "$menu"
    await differs_from leaking
    settle menu
    xdotool key Escape
    await equals leaking
done

xdotool keydown s
await differs_from leaking
xdotool keyup s
await equals leaking

xdotool key ctrl+e
await differs_from leaking
settle sheet
xdotool key ctrl+a type "$folder/slide.png"
xdotool key Return
await test -s "$folder/slide.png"
xdotool key Escape ctrl+q
await_end quitting
echo "slide: leaking, bar, menus, spotlight and picture"
