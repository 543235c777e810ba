#!/bin/sh
# tools/pictures.sh [FOLDER]: draws the pictures of the README, into docs/pictures if no folder is named.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$root/docs/pictures}
program=${LOOKBACK_BIN:-$root/build/release/lookback}
[ -x "$program" ] || "$root/tools/build.sh" release lookback
mkdir -p "$folder"

# draw NAME ARGUMENTS: one picture by the command line.
draw() {
    name=$1
    shift
    "$program" picture "$@" --out "$folder/$name.png"
}

draw lab write-a-poem --step attention_weights
draw lab-small write-a-poem --step scores --scale 0.5
draw compare-small write-a-poem --mode compare --step attention_weights --scale 0.5
draw leak-small write-a-poem --mode leak --step attention_weights --scale 0.5
draw train-small greetings --mode train --step 150 --scale 0.5
draw generate-small greetings --mode generate --scale 0.5
