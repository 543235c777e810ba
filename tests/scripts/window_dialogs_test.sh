#!/bin/bash
# The real window under Xvfb with dialogs of the system: a portal on a bus of its own, and a zenity, that
# both answer as this test says. Without them, the sheet of the window asks.
source "$(dirname "$0")/window_lib.sh"
python=/usr/bin/python3 # of the system, which has the packages
$python -c 'import dbus, gi' 2>/dev/null && command -v dbus-daemon >/dev/null || exit 77

bus='' portal=''
end_bus() { for process in $portal $bus; do kill "$process" 2>/dev/null || :; done; }
trap 'end_bus; cleanup' EXIT

# --- a bus that starts no service of this machine
cat >"$folder/bus.conf" <<END
<busconfig><type>session</type><listen>unix:path=$folder/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>
END
dbus-daemon --nofork --nopidfile --config-file="$folder/bus.conf" >/dev/null 2>&1 &
bus=$!
until [ -S "$folder/bus" ]; do kill -0 $bus || exit; sleep 0.05; done
export DBUS_SESSION_BUS_ADDRESS=unix:path=$folder/bus
$python tests/scripts/fake_portal.py "$folder/answer" "$folder/asked" >/dev/null 2>&1 &
portal=$!
portal_is_there() { dbus-send --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner \
    string:org.freedesktop.portal.Desktop >/dev/null 2>&1; }
until portal_is_there; do kill -0 $portal || exit; sleep 0.05; done

# asked FIELDS...: the last question has these texts in it.
asked() {
    local last text
    last=$(tail -1 "$folder/asked")
    for text; do
        [[ $last == *"$text"* ]] || fail "the portal was not asked for $text: $last"
    done
}
is_named() { xdotool search --onlyvisible --name "^$1 .*Lookback\$"; }
tokens() { python3 -c 'import json, sys; print(*json.load(open(sys.argv[1]))["tokens"])' "$1"; }

# --- Ctrl+O opens the file that the portal returns: a path with a blank and a letter of two bytes
mkdir "$folder/in é"
cp "$(document the-cat-sat)" "$folder/in é/the cat.lookback.json"
cp "$(document zeros-and-ones)" "$folder/old.lookback.json"
open_screen 1280x720
open_program "$(document write-a-poem)"
xdotool mousemove 640 700
settle opened
# Without settings, the theme is that of the system, which the portal tells.
ground=$(tail -c +4000 "$folder/opened" | head -c 1000000 | od -An -v -tx4 -w4 | sort | uniq -c | sort -n | tail -1) ||
    : # head ends before tail
[[ $ground =~ \ ff([0-7].){3}$ ]] || fail "the first theme is not that of the system: $ground"
echo "choose file://$folder/in%20%C3%A9/the%20cat.lookback.json" >"$folder/answer"
xdotool key ctrl+o
await is_named 'the cat.lookback.json'
asked '"OpenFile"' "\"x11:$(printf %x "$window")\"" '"Open a document"' '"*.json"' '"*.npy"' \
    "\"current_folder\": \"$folder\""

# --- Ctrl+Shift+S writes where the portal says; the dialog has asked whether to replace the file
echo "choose file://$folder/old.lookback.json" >"$folder/answer"
xdotool key ctrl+shift+s
await is_named 'old.lookback.json'
asked '"SaveFile"' '"current_name": "the-cat-sat.lookback.json"' "\"current_folder\": \"$folder/in"
[ "$(tokens "$folder/old.lookback.json")" = "$(tokens "$folder/in é/the cat.lookback.json")" ] ||
    fail "the file was not replaced"

# --- while nobody answers, frames go on: the window says so, and Esc closes that dialog
xdotool key Left
settle before
echo open >"$folder/answer"
xdotool key ctrl+o
await differs_from before
settle waiting
xdotool key ctrl+o ctrl+s # one dialog is enough
xdotool key Escape
await equals before
closed() { tail -1 "$folder/asked" | grep -q '"Close"'; }
await closed
[ "$(grep -c Open "$folder/asked")" = 2 ] || fail "a second dialog was asked for: $(cat "$folder/asked")"
echo cancel >"$folder/answer"
xdotool key ctrl+o
was_asked() { [ "$(grep -c OpenFile "$folder/asked")" = "$1" ]; }
await was_asked 3
await equals before

# --- a portal that does not reply, then zenity
cat >"$programs/zenity" <<END
#!/bin/bash
printf '%s\n' "\$@" >$folder/zenity-asked
echo \$\$ >$folder/zenity
exec /bin/cat $folder/zenity-answer
END
chmod +x "$programs/zenity"
echo silent >"$folder/answer"
echo "$folder/in é/the cat.lookback.json" >"$folder/zenity-answer"
xdotool key ctrl+o
await is_named 'the cat.lookback.json'
grep -qx -- '--title=Open a document' "$folder/zenity-asked" || fail "zenity was asked: $(cat "$folder/zenity-asked")"

# --- no portal: a dialog that is open ends with the program, also where that is killed
end_bus
wait $portal $bus || :
portal='' bus=''
export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent
rm "$folder/zenity-answer"
mkfifo "$folder/zenity-answer" # zenity waits
zenity_is_open() { [ -s "$folder/zenity" ] && kill -0 "$(cat "$folder/zenity")"; }
zenity_is_gone() { ! kill -0 "$(cat "$folder/zenity")"; }
: >"$folder/zenity"
xdotool key ctrl+o
await zenity_is_open
kill -TERM "$program"
await_end SIGTERM
zenity_is_gone 2>/dev/null || fail "zenity outlives the program"
: >"$folder/zenity"
open_program "$folder/old.lookback.json"
xdotool key ctrl+o
await zenity_is_open
kill -KILL "$program"
wait "$program" 2>/dev/null || :
program=$server # await looks whether it runs
await zenity_is_gone
program=''

# --- a zenity that fails: the sheet of the window asks
printf '#!/bin/sh\nexit 5\n' >"$programs/zenity"
open_program "$folder/old.lookback.json"
xdotool mousemove 640 700
settle before
xdotool key ctrl+o
await differs_from before
settle sheet
xdotool type "$folder/write-a-poem.json"
xdotool key Return
await is_named write-a-poem.json
xdotool key ctrl+q
await_end "Ctrl+Q"
echo "window: files were chosen in a portal, in zenity and in the window"
