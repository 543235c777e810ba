#!/bin/bash
# SVG, PDF and GIF of the window, read by real tools: librsvg and Poppler draw SVG and PDF as the program draws its pixels,
# their words and digits are text, their fonts are embedded, and no pixels are within. A GIF shows these pixels too.
. "$(dirname "$0")/../cli_lib.sh"
tests=$OLDPWD/tests/scripts/deep
python=/usr/bin/python3
"$python" -c 'import numpy, PIL' 2>/dev/null || { echo "python3-numpy or python3-pil is missing"; exit 77; }
for tool in rsvg-convert pdftoppm pdftotext pdffonts pdfimages; do
    command -v $tool >/dev/null || { echo "$tool is missing (librsvg2-bin, poppler-utils)"; exit 77; }
done

# A sentence of one's own, with letters and signs that need several fonts and that XML must escape.
"$python" - "$documents/write-a-poem.json" >six.json <<'PYTHON'
import json, sys
document = json.load(open(sys.argv[1]))
document["tokens"] = ["caf\u00e9", "<b>", "& so", "\u03b1\u2207", "na\u00efve", "end"]
document["embeddings"] = [[1.16, 0.23], [0.57, 1.36], [4.41, -2.16], [0.5, 0.25], [-1.0, 2.0], [3.0, 1.5]]
for name in ("draw", "lesson", "expect"):
    document.pop(name, None)
document["title"] = "Six & more"
print(json.dumps(document))
PYTHON
run 0 check six.json

# looks NAME FILE OPTION...: both files of the picture resemble its pixels, and hold text instead of pixels.
looks() {
    local name=$1 file=$2
    shift 2
    run 0 picture "$file" -o "$name.png" --size 1280x720 "$@"
    run 0 export "$file" --to svg -o "$name.svg" --size 1280x720 "$@"
    run 0 export "$file" --to pdf -o "$name.pdf" --size 1280x720 "$@"
    rsvg-convert "$name.svg" -o "$name.svg.png" 2>err || fail "$name: rsvg-convert: $(cat err)"
    pdftoppm -r 96 -singlefile "$name.pdf" "$name" 2>err || fail "$name: pdftoppm: $(cat err)"
    "$python" "$tests/vectors_test.py" "$name" >told || fail "$name: $(cat told)"
    pdftotext -layout "$name.pdf" "$name.txt"
    pdffonts "$name.pdf" >fonts
    [ "$(wc -l <fonts)" -ge 4 ] || fail "$name: the PDF has few fonts: $(cat fonts)"
    awk 'NR > 2 && $(NF - 4) != "yes"' fonts | grep . && fail "$name: a font of the PDF is not embedded"
    [ "$(pdfimages -list "$name.pdf" | wc -l)" = 2 ] || fail "$name: the PDF has pixels within"
    grep -qE '<image|url\(data:image' "$name.svg" && fail "$name: the SVG has pixels within"
    [ "$(stat -c %s "$name.svg")" -lt 1000000 ] || fail "$name: the SVG has $(stat -c %s "$name.svg") bytes"
}

# reads NAME WORD...: both files say these words.
reads() {
    local name=$1 word
    shift
    for word in "$@"; do
        grep -qF -- "$word" "$name.txt" || fail "$name: the PDF does not say “$word”"
        grep -qF -- "$word" "$name.words" || fail "$name: the SVG does not say “$word”"
    done
}

for step in scores masked_scores attention_weights context; do
    looks $step six.json --step $step
    "$lookback" trace six.json --stage $step --format json >trace.json
    "$python" "$tests/vectors_test.py" $step trace.json >told || fail "$step: $(cat told)"
    reads $step 'café' '<b>' '& so' 'naïve'
done
reads scores 'how well each query matches each key' 'ATTENTION WEIGHTS'
looks dark six.json --step attention_weights --theme dark
looks slide six.json --step attention_weights --present
looks bahasa six.json --step masked_scores --language id
looks compare six.json --mode compare --step attention_weights
looks leak six.json --mode leak
looks train greetings --mode train --step 150
looks train-dark greetings --mode train --theme dark
looks generate greetings --mode generate
looks asked a-finite-value --lesson-step 1
reads compare 'Masked' 'Unmasked'
reads train 'loss'

# walks NAME FILE STAGE,STAGE,... OPTION...: the GIF has a picture of each step, as it is drawn alone.
walks() {
    local name=$1 file=$2 stage drawn=()
    local stages=${3//,/ }
    shift 3
    run 0 export "$file" --to gif -o "$name.gif" --size 1280x720 "$@"
    for stage in $stages; do
        run 0 picture "$file" -o "$name-$stage.png" --size 1280x720 --step "$stage" "$@"
        drawn+=("$name-$stage.png")
    done
    "$python" "$tests/gif_test.py" "$name.gif" "${drawn[@]}" >told 2>&1 || fail "$name: $(cat told)"
}
all=embeddings,query,value,scores,scaled_scores,masked_scores,attention_weights,context
walks walk six.json $all
walks walk-dark six.json $all --theme dark
walks walk-slide six.json $all --theme dark --present
walks walk-compare six.json $all --mode compare
walks walk-asked a-finite-value $all --lesson-step 1

# An SVG opens as its work; a PDF and a plain SVG do not.
run 0 trace six.json --format json && cp out six.trace
run 0 trace scores.svg --format json
cmp -s out six.trace || fail "the SVG opens as another document"
run 0 train train.svg --steps 3 --format csv && cp out trained
run 0 train greetings --steps 3 --format csv
cmp -s out trained || fail "the SVG of Train opens as another experiment"
exit $failed
