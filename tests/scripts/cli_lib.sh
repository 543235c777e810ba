# Sourced by the tests of commands: a folder to work in, and how a command is run and judged.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
lookback=$(realpath "${LOOKBACK_BIN:-build/release/lookback}")
[ -x "$lookback" ] || { echo "there is no program at $lookback"; exit 77; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
lessons=$PWD/assets/lessons
cd "$work"
# The documents of two lessons as files, a field in a line.
documents=$work/documents
mkdir "$documents"
for id in write-a-poem the-cat-sat; do
    python3 - "$lessons/$id.lesson.json" >"$documents/$id.json" <<'PYTHON'
import json, sys
fields = json.load(open(sys.argv[1]))["document"].items()
lines = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields]
print("{\n" + ",\n".join(lines) + "\n}")
PYTHON
done
# No lessons but those of the test.
export XDG_DATA_HOME=$work/no-data
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# run CODE ARGUMENTS...: runs the program, which must end with this code; what it wrote is in out, err.
run() {
    local wanted=$1 code=0
    shift
    "$lookback" "$@" >out 2>err <in || code=$?
    [ "$code" = "$wanted" ] || fail "lookback $*: exit code $code, expected $wanted ($(head -c 300 err))"
    [ "$wanted" = 0 ] || [ ! -s out ] || fail "lookback $*: wrote to standard output although it failed"
}

# says FILE TEXT: the file has the text as a line of its own.
says() {
    grep -qxF -- "$2" "$1" || fail "expected the line: $2
  found: $(head -c 600 "$1")"
}

# has FILE TEXT: the text stands somewhere in the file.
has() {
    grep -qF -- "$2" "$1" || fail "expected: $2
  found: $(head -c 600 "$1")"
}
: >in
