# Sourced by the tests of what tools/package.sh packs. `source` is the folder of the sources.
. "$(dirname "$0")/../cli_lib.sh"
source=$OLDPWD
[ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || { echo "packages are made on amd64 alone"; exit 77; }

# works PROGRAM: the program, unpacked or installed, computes the numbers of the one that was built, checks a
# lesson and draws a picture. From here on `run` runs it.
works() {
    local document
    for document in write-a-poem the-cat-sat "$documents/write-a-poem.json"; do
        run 0 trace "$document"
        mv out built
        "$1" trace "$document" >packed || fail "the packed program cannot trace $document"
        cmp -s built packed || fail "the packed program computes other numbers of $document"
    done
    lookback=$1
    run 0 check write-a-poem
    run 0 picture "$documents/the-cat-sat.json" -o cat.png
    [ "$(head -c 4 cat.png | tail -c 3)" = PNG ] || fail "no picture"
    [ ! -s err ] || fail "the packed program complains: $(cat err)"
}
