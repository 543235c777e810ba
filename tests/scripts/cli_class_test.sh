#!/bin/bash
# The commands for a class: worksheets to print, and the table of a class's answers.
. "$(dirname "$0")/cli_lib.sh"

# --- export: a worksheet
run 0 export write-a-poem --to worksheet -o sheet.html --seed 7 --blanks 9
[ ! -s out ] || fail "export wrote to standard output: $(head -c 200 out)"
run 0 export write-a-poem --to worksheet -o - --seed 7 --blanks 9
cmp -s out sheet.html || fail "the same seed gives another page"
run 0 export write-a-poem --to worksheet -o - --seed 8 --blanks 9
cmp -s out sheet.html && fail "another seed gives the same page"
run 0 export write-a-poem --to worksheet -o - --blanks 9 --language id
has out 'Kunci jawaban'
cp "$documents/the-cat-sat.json" in
run 0 export - --to worksheet -o -
has out '<h1>The cat sat</h1>'

# Every page is well-formed. Its blanks are in no other cell before the answers, which are the trace's.
for lesson in write-a-poem masked-self-attention the-cat-sat numpy-from-scratch causal-two-ways; do
    for seed in 0 1 2 4294967295; do
        for language in en id; do
            run 0 export $lesson --to worksheet -o $lesson.$language.$seed.html --seed $seed --language $language \
                --blanks 8
        done
    done
    run 0 trace $lesson --format json
    cp out $lesson.trace.json
done
if command -v python3 >/dev/null; then
    python3 - *.??.*.html <<'PYTHON' || fail "worksheets"
import json, sys, xml.etree.ElementTree as xml
assert len(sys.argv) == 41
sheets = {}
for name in sys.argv[1:]:
    page = xml.parse(name).getroot()
    lesson, language, seed, _ = name.split(".")
    assert page.tag == "html" and page.get("lang") == language
    main, key = page.find("body/main"), page.find("body/section[@class='key']")
    before = "".join(main.itertext())
    answers = [result.text for result in key.iter("span") if result.get("class") == "result"]
    assert len(answers) == 8 == len(main.findall(".//li")) == len(key.findall(".//li")), name
    numbers = set()
    def collect(values):
        for value in values:
            if isinstance(value, list):
                collect(value)
            elif not isinstance(value, (bool, str)):
                numbers.add(f"{value:.4f}".replace("-", "\u2212"))
    for stage in json.load(open(lesson + ".trace.json"))["stages"]:
        collect(stage["values"])
    for answer in answers:
        assert answer in numbers, (name, answer)
        assert answer.lstrip("\u2212") not in before, (name, answer)
    assert all(foot.text.endswith("seed " + seed) for foot in page.iter("footer"))
    sheets.setdefault(lesson, {}).setdefault(seed, set()).add(tuple(answers))
for lesson, of_seed in sheets.items():
    assert all(len(answers) == 1 for answers in of_seed.values()), lesson  # in both languages
    assert len(set.union(*of_seed.values())) == 4, lesson
PYTHON
fi

run 2 export write-a-poem --to worksheet
says err '--out: is missing, expected --out FILE'
run 2 export write-a-poem -o x.html
says err '--to: is missing, expected --to NAME'
run 2 export write-a-poem --to worksheets -o x.html
has err '--to: is “worksheets”, expected one of svg, pdf, gif, pytorch, numpy'
has err '(did you mean “worksheet”?)'
run 2 export write-a-poem --to worksheet -o x.html --blanks 0
says err '--blanks: is “0”, expected a whole number from 1 to 4096'
run 2 export write-a-poem --to worksheet -o x.html --blanks 400
has err '--blanks: is 400, expected a whole number from 1 to '
run 2 export write-a-poem --to worksheet -o x.html --seed -1
says err '--seed: is “-1”, expected a whole number from 0 to 4294967295'
run 1 export nothing --to worksheet -o x.html
says err 'nothing: file or lesson not found'
run 1 export greetings --to worksheet -o x.html
says err 'greetings: is an experiment, expected a document'
printf '{"lookback": 1, "tokens": ["a"], "embeddings": [[0]], "weights": {"query": [[0]], "key": [[0]], "value": [[0]]}}' >zeros.json
run 0 export zeros.json --to worksheet -o - --blanks 1
printf '{"lookback": 1, "tokens": [], "embeddings": [], "weights": {"query": [], "key": [], "value": []}}' >none.json
run 1 export none.json --to worksheet -o x.html
says err 'none.json: no number can be left out of a worksheet: each is blocked, not finite or shown in another cell, too'
run 1 export write-a-poem --to worksheet -o nowhere/x.html
has err 'nowhere/x.html: '
[ ! -e x.html ] || fail "a refused export left a file"

# --- export: code, arrays and tables; their real tools read them in deep/exports_test.sh
for format in pytorch numpy mask ipynb exercise solution latex npz csv json; do
    run 0 export write-a-poem --to $format -o poem.$format
    run 0 export write-a-poem --to $format -o -
    cmp -s out poem.$format || fail "$format: standard output and file differ"
done
run 0 trace write-a-poem --format json
cmp -s out poem.json || fail "the exported JSON is not that of the trace"
has poem.pytorch 'torch.manual_seed(42)'
run 0 export a-finite-value --to numpy -o -
has out 'np.where(mask, scaled_scores, -1.0)'
run 2 export write-a-poem --to latex -o x.tex --blanks 2
says err '--blanks: does not go with --to latex, which leaves nothing out'
run 2 export write-a-poem --to pytorch -o x.py --seed 2
says err '--seed: does not go with --to pytorch, which leaves nothing out'
run 2 export write-a-poem --to exercise -o x.ipynb --blanks 40
has err '--blanks: is 40, expected a whole number from 1 to '
run 1 export greetings --to numpy -o x.py
says err 'greetings: is an experiment, expected a document'
run 0 export greetings --to pytorch -o greetings.py
has greetings.py 'torch.manual_seed(42)'
run 0 export which-model-learned-more --to pytorch -o -
cmp -s out greetings.py || fail "the script of a lesson is not that of its experiment"

# --- export: the questions of a lesson
run 0 export a-finite-value --to worksheet -o finite.html
run 0 export a-finite-value --to worksheet -o -
cmp -s out finite.html || fail "the same lesson gives another page"
run 0 export "$lessons/a-finite-value.lesson.json" --to worksheet -o -
cmp -s out finite.html || fail "the lesson's file gives another page"
cp "$lessons/a-finite-value.lesson.json" in
run 0 export - --to worksheet -o -
cmp -s out finite.html || fail "the lesson on standard input gives another page"
has out 'Answer the 4 questions'
has out '1 task is done in the program.'
run 0 export a-finite-value --to worksheet -o finite.id.html --language id
has finite.id.html 'Kunci jawaban'
run 0 export a-finite-value --to worksheet -o finite.7.html --seed 7
run 0 export a-finite-value --to worksheet -o finite.7.id.html --seed 7 --language id
run 0 export a-finite-value --to worksheet -o - --blanks 3
has out 'Fill in the 3 numbers that are left out'
run 0 export which-model-learned-more --to worksheet -o model.html
run 1 export which-model-learned-more --to worksheet -o x.html --blanks 3
says err 'which-model-learned-more: is a lesson on an experiment, expected a document'
if command -v python3 >/dev/null; then
    python3 - finite.html finite.7.html finite.id.html finite.7.id.html model.html <<'PYTHON' || fail "worksheets of lessons"
import sys, xml.etree.ElementTree as xml
answers = []
for name in sys.argv[1:]:
    page = xml.parse(name).getroot()
    main, key = page.find("body/main"), page.find("body/section[@class='key']")
    before = "".join(main.itertext())
    shares = [result.text for result in key.iter("span")
              if result.get("class") == "result" and result.text.endswith("%")]
    labels = [[label.text for label in part.iter("b") if label.get("class") == "label"] for part in (main, key)]
    assert labels[0] == labels[1] == [str(k + 1) for k in range(len(labels[0]))], (name, labels)
    assert all(share not in before for share in shares), (name, shares)
    answers.append(shares)
assert len(answers[0]) == 2 and answers[0] == answers[2] and answers[1] == answers[3], answers
assert answers[0] != answers[1], answers
PYTHON
fi
# A lesson whose numbers nobody drew has no others.
printf '{"lookback_lesson": 1, "title": "Plain", "group": "mine", "order": 1, "minutes": 1, "summary": "x", "goal": "x",
 "document": {"lookback": 1, "tokens": ["a"], "embeddings": [[1]], "weights": {"query": [[1]], "key": [[1]], "value": [[1]]}},
 "steps": [{"text": "Read this."}]}' >plain.lesson.json
run 0 export plain.lesson.json --to worksheet -o -
has out 'Read this.'
has out '<footer>Lookback worksheet</footer>'
run 1 export plain.lesson.json --to worksheet -o x.html --seed 3
says err 'plain.lesson.json: has no other numbers at which all its tasks can be asked'

# --- answers
printf '{"lookback_answers": 1, "lesson": "padding", "seed": 7, "name": "Ada, B.", "tasks": [{"first": "0.5", "last": "-0.4", "shown": false}]}' >ada.answers.json
sed 's/Ada, B\./Bo/; s/"0.5"/null/; s/false/true/' ada.answers.json >bo.answers.json
run 0 answers ada.answers.json bo.answers.json
says out 'name,lesson,seed,first_1,last_1,shown_1'
says out '"Ada, B.",padding,7,0.5,-0.4,false'
says out 'Bo,padding,7,,-0.4,true'
[ "$(wc -l <out)" = 3 ] || fail "answers: $(cat out)"
cp bo.answers.json in
run 0 answers -
says out 'Bo,padding,7,,-0.4,true'
sed 's/"last"/"lost"/' ada.answers.json >faulty.answers.json
run 1 answers ada.answers.json faulty.answers.json missing.answers.json
says err 'faulty.answers.json: tasks[0].lost: unknown field (did you mean “last”?)'
says err 'faulty.answers.json: tasks[0].last: is missing, expected a text, a number or null'
has err 'missing.answers.json: '
[ "$(wc -l <err)" = 3 ] || fail "answers: $(cat err)"
run 1 answers "$documents/the-cat-sat.json"
has err 'the-cat-sat.json: lookback_answers: is missing, expected 1'
run 2 answers
says err 'FILE: is missing, expected lookback answers [OPTIONS] FILE'

exit $failed
