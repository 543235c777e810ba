#!/bin/bash
# Pictures and contact sheets from the command line: what is drawn, what is refused.
. "$(dirname "$0")/cli_lib.sh"

# --- options without a valid value
run 2 picture write-a-poem -o ''
has err '--out: is empty, expected the PNG file to write'
# refuses OPTION EXPECTED VALUE...: the empty text and these.
refuses() {
    local option=$1 expected=$2 value
    shift 2
    for value in '' "$@"; do
        run 2 picture write-a-poem -o p.png "$option" "$value"
        if [ -z "$value" ]; then has err "$option: is empty, expected $expected"
        else has err "$option: is “$value”, expected $expected"; fi
    done
}
refuses --scale 'a number from 0.5 to 4' nan inf -1 0 1e99 5 1x
refuses --size 'a size from 320x240 to 7680x4320' -5x10 nanxnan 99999999999x1000 1600x1000x
refuses --cell 'row,column counted from 0' -1,0 nan,0 1,2,3 99999999999,1
refuses --head 'a whole number from 0 to 4095' -1 nan 1.5 99999999999999999999999
run 2 picture write-a-poem -o p.png --step ''
has err '--step: “” is not a stage of this document'

# --- picture: what is checked before anything is drawn
run 2 picture write-a-poem
run 2 picture write-a-poem -o p.png --size 100x100
has err '--size: is “100x100”, expected a size from 320x240 to 7680x4320'
run 2 picture write-a-poem -o p.png --size 1600
run 2 picture write-a-poem -o p.png --scale 5
run 2 picture write-a-poem -o p.png --language xx
run 2 picture write-a-poem -o p.png --theme pink
run 2 picture write-a-poem -o p.png --mode dream
run 2 picture write-a-poem -o p.png --step softmax
run 2 picture write-a-poem -o p.png --step scores --cell 3,0
says err '--cell: 3,0 is outside scores (3 × 3), expected row,column counted from 0'
run 2 picture write-a-poem -o p.png --step scores --cell 1
run 2 picture write-a-poem -o p.png --head 1
says err '--head: 1 is not a head of this document, expected 0 to 0'
run 1 picture wrong -o p.png
run 2 picture write-a-poem -o p.png --with the-cat-sat
has err '--with: the Lab shows one document, expected --mode compare or leak'
run 2 picture greetings -o p.png --mode train --step 501
says err '--step: “501” is not a step of this training, expected 0 to 500'
run 2 picture greetings -o p.png --mode train --step scores
has err '--step: “scores” is not a step of this training'
run 2 picture greetings -o p.png --mode train --head 2
says err '--head: 2 is not a head of this experiment, expected 0 to 1'
run 2 picture greetings -o p.png --mode train --cell 1,1
says err '--cell: an experiment has no cells, expected --step'
run 2 picture greetings -o p.png --mode train --with counting
says err '--with: an experiment has its own models, expected --mode compare or leak'
run 1 picture write-a-poem -o p.png --mode train
says err 'write-a-poem: is a lesson on a document, expected an experiment'
[ ! -e p.png ] || fail "a picture was drawn of what was refused"

# --- picture: what is drawn
run 0 picture write-a-poem -o plain.png --size 640x400
run 0 picture write-a-poem -o present.png --size 640x400 --present
run 0 picture write-a-poem -o lab.png --size 640x400 --mode lab
cmp -s plain.png lab.png || fail "--mode lab does not draw the Lab"
cmp -s plain.png present.png && fail "--present draws what is drawn without it"
run 0 picture write-a-poem -o leak.png --size 640x400 --mode leak
run 0 picture write-a-poem -o with.png --size 640x400 --mode leak --with masked-self-attention
cmp -s plain.png leak.png && fail "--mode leak draws the Lab"
cmp -s leak.png with.png && fail "--with changes nothing"

# --- picture: it opens as what it shows
run 0 picture the-cat-sat -o cat.png --size 640x400
run 0 trace the-cat-sat --format json
cp out cat.json
run 0 trace cat.png --format json
cmp -s out cat.json || fail "the picture opens as another document"
run 0 picture cat.png -o again.png --size 640x400
cmp -s cat.png again.png || fail "the picture of a picture's document is another"
run 0 picture the-cat-sat -o cat-plain.png --size 640x400 --plain
run 1 trace cat-plain.png
says err 'cat-plain.png: is a picture that carries no document, expected one that Lookback saved with its document'
# While a task hides numbers, the picture carries its place: it is that step of the lesson again.
run 0 picture a-finite-value -o asked.png --size 640x400 --lesson-step 1
run 0 trace asked.png --format json
cp out asked.json
run 0 trace a-finite-value --format json
cmp -s out asked.json || fail "the picture of a task opens as another lesson"
run 0 check asked.png
has out ' tasks solved'
run 0 picture counting -o train.png --size 640x400 --mode train --step 0
run 0 train train.png --steps 3 --format csv
cp out trained.csv
run 0 train counting --steps 3 --format csv
cmp -s out trained.csv || fail "the picture of Train opens as another experiment"

# reopens FORMAT MODE BYTES: cat.FORMAT, an export of the-cat-sat, shows what the options say, and opens as its
# work; of its first BYTES no work can be read.
reopens() {
    local format=$1 file=cat.$1 other
    run 0 export the-cat-sat --to "$format" -o - --size 640x400
    cmp -s out "$file" || fail "standard output gets another $format"
    for other in "--mode $2" '--step scores' '--theme dark' '--present' '--language id' '--plain'; do
        # shellcheck disable=SC2086 # an option and its value
        run 0 export the-cat-sat --to "$format" -o "other.$format" --size 640x400 $other
        cmp -s "$file" "other.$format" && fail "$other changes nothing in $file"
    done
    run 0 trace "$file" --format json
    cmp -s out cat.json || fail "$file opens as another document"
    run 0 import "$file" -o imported.json
    run 0 trace imported.json --format json
    cmp -s out cat.json || fail "$file is imported as another document"
    run 0 export the-cat-sat --to "$format" -o "plain.$format" --size 640x400 --plain
    run 1 trace "plain.$format"
    says err "plain.$format: is a picture that carries no document, expected one that Lookback saved with its document"
    head -c "$3" "$file" >"cut.$format"
    run 1 trace "cut.$format"
    says err "cut.$format: is a damaged picture"
    run 0 export a-finite-value --to "$format" -o "asked.$format" --size 640x400 --lesson-step 1
    run 0 trace "asked.$format" --format json
    cmp -s out asked.json || fail "the $format of a task opens as another lesson"
}

# --- export: SVG and PDF show what picture shows, and an SVG opens as its work
run 2 export write-a-poem --to csv -o x.csv --mode leak
says err '--mode: does not go with --to csv, expected svg, pdf or gif'
run 2 export write-a-poem --to pdf -o x.pdf --seed 1
has err '--seed: does not go with --to pdf'
run 2 export write-a-poem --to svg -o x.svg --step scores --cell 3,0
says err '--cell: 3,0 is outside scores (3 × 3), expected row,column counted from 0'
run 2 export write-a-poem --to svg -o x.svg --scale 2
run 1 export greetings --to svg -o x.svg
[ ! -e x.svg ] && [ ! -e x.csv ] && [ ! -e x.pdf ] || fail "a file was written of what was refused"
run 0 export the-cat-sat --to svg -o cat.svg --size 640x400
reopens svg leak 700
run 0 export the-cat-sat --to pdf -o cat.pdf --size 640x400
[ "$(head -c 5 cat.pdf)" = %PDF- ] || fail "the PDF begins with $(head -c 5 cat.pdf)"
run 0 export counting --to svg -o train.svg --size 640x400 --mode train --step 0
run 0 train train.svg --steps 3 --format csv
cmp -s out trained.csv || fail "the SVG of Train opens as another experiment"

# --- export: a GIF shows the steps, or the cells of one, and opens as its work
# pictures FILE: how many pictures a GIF has, by their control blocks, which are extensions of 4 bytes.
pictures() { LC_ALL=C grep -aobP '\x21\xf9\x04.{4}\x00\x2c' "$1" | wc -l; }
run 2 export write-a-poem --to gif -o x.gif --step scores --cell 1,1
says err '--cell: a GIF shows every cell of a step, expected --step'
for mode in leak train generate; do
    run 2 export $([ $mode = leak ] && echo write-a-poem || echo greetings) --to gif -o x.gif --mode $mode
    says err "--mode: $mode does not go through the steps of the computation, expected lab or compare"
done
run 2 export write-a-poem --to gif -o x.gif --step nothing
python3 - >long.json <<'PYTHON'
import json
one = [[1.0]]
print(json.dumps({"lookback": 1, "tokens": ["a"] * 32, "embeddings": one * 32,
                  "weights": {"query": one, "key": one, "value": one}}))
PYTHON
run 1 export long.json --to gif -o x.gif --step scores --size 1280x720
says err '--size: 1,024 pictures of 1280 × 720 are 943,718,400 pixels, expected at most 600,000,000'
[ ! -e x.gif ] || fail "a GIF was written of what was refused"
run 0 export the-cat-sat --to gif -o cat.gif --size 640x400
[ "$(head -c 6 cat.gif)" = GIF89a ] || fail "the GIF begins with $(head -c 6 cat.gif)"
[ "$(pictures cat.gif)" = 8 ] || fail "the GIF of 8 steps has $(pictures cat.gif) pictures"
run 0 export write-a-poem --to gif -o cells.gif --size 640x400 --step value
[ "$(pictures cells.gif)" = 12 ] || fail "the GIF of 12 keys and values has $(pictures cells.gif) pictures"
reopens gif compare 900

# --- picture: of a training, at its end and on the way there
run 0 picture greetings -o end.png --size 640x400 --mode train
run 0 picture greetings -o last.png --size 640x400 --mode train --step 500
run 0 picture greetings -o way.png --size 640x400 --mode train --step 150
run 0 picture counting -o counting.png --size 640x400 --mode train
cmp -s end.png last.png || fail "without --step a training is not shown at its end"
cmp -s end.png way.png && fail "--step changes nothing in Train"
cmp -s end.png counting.png && fail "another experiment is drawn the same"

# --- picture: with too little memory it ends with a line, whatever is taken first
for limit in 120 200 250 300 350 400 450 500 600 900; do
    code=0
    rm -f low.png
    (ulimit -v "${limit}000" && exec "$lookback" picture write-a-poem -o low.png) >out 2>err <in || code=$?
    case $code in
    0) [ -s low.png ] || fail "picture within $limit MB: no file" ;;
    1)
        [ "$(grep -c memory err)" = 1 ] || fail "picture within $limit MB: $(head -c 300 err)"
        [ ! -e low.png ] || fail "picture within $limit MB: a file although it failed"
        ;;
    *) fail "picture within $limit MB: exit code $code" ;;
    esac
done
[ "$code" = 0 ] || fail "picture within 900 MB: $(head -c 300 err)"

# --- contact sheets: what is refused
run 2 contact-sheet
run 2 contact-sheet '' --lesson write-a-poem
has err 'FOLDER: is empty, expected a folder for the sheets'
run 2 contact-sheet sheets --columns 0
run 2 contact-sheet sheets --mode dream
has err 'lab'
ids=$(cd "$lessons" && LC_ALL=C ls -- *.json | sed -E 's/(\.lesson)?\.json$//' | paste -sd ,)
run 2 contact-sheet sheets --lesson nosuch
says err "--lesson: “nosuch”: lesson not found, expected one of ${ids//,/, }"
run 2 contact-sheet sheets --lesson write-a-pome
says err "--lesson: “write-a-pome”: lesson not found (did you mean “write-a-poem”?), expected one of ${ids//,/, }"
run 2 contact-sheet sheets --mode train --lesson nosuch
has err '--lesson: “nosuch”: experiment not found, expected one of greetings, '
[ ! -e sheets ] || fail "a folder was made for what was refused"
run 1 contact-sheet plain.png/sheets --lesson write-a-poem
says err 'plain.png/sheets: this folder cannot be made: Not a directory'

# --- contact sheets: of the Leak test one picture a lesson, whatever its steps
run 0 contact-sheet sheets --lesson write-a-poem --mode leak
[ "$(ls sheets | wc -l)" = 9 ] || fail "not three looks at three sizes: $(ls sheets)"

exit $failed
