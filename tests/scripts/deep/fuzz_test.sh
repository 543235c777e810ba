#!/bin/bash
# What people and other programs hand to Lookback, as a fuzzer makes it up: fifteen seconds for each
# target of tests/fuzz, with the sanitizers on; LOOKBACK_FUZZ_SECONDS for more. An input that breaks
# something is kept in build/fuzz. `fuzz_test.sh --merge` puts what was found on the way, and reaches
# code that the corpus does not, into the corpus.
set -eu
cd "$(dirname "$0")/../../.."
export LOOKBACK_BUILD=${LOOKBACK_BUILD:-$PWD/build/release}
. tests/scripts/passed_lib.sh
command -v clang++ >/dev/null || exit 77
tools/build.sh sanitize fuzz
programs=build/sanitize/tests/fuzz
seconds=${LOOKBACK_FUZZ_SECONDS:-15}
targets="document lesson guided experiment session settings draw expression paste import"

# limits TARGET: no input is larger, or takes longer, than one that a person would wait for.
limits="-max_len=20000 -timeout=20 -rss_limit_mb=2000"

fuzz() {
    local target=$1 found=build/fuzz/$1 seeds=(tests/fuzz/corpus/$1)
    mkdir -p "$found"
    case $target in
    document | lesson | guided) seeds+=(assets/lessons) ;;
    experiment) seeds+=(assets/experiments) ;;
    esac
    if ! "$programs/fuzz_$target" $limits -max_total_time="$seconds" -dict=tests/fuzz/json.dict \
        -artifact_prefix="$found-" "$found" "${seeds[@]}" >"$found.log" 2>&1; then
        echo "FAILED: fuzz_$target"
        tail -n 60 "$found.log"
        return 1
    fi
    echo "fuzz_$target: $(grep -oE 'Done [0-9]+ runs in [0-9]+ second' "$found.log")s"
}

if [ "${1:-}" = --merge ]; then
    for target in $targets; do
        "$programs/fuzz_$target" $limits -merge=1 "tests/fuzz/corpus/$target" "build/fuzz/$target" >/dev/null 2>&1
    done
    exit
fi
if passed "fuzz-$seconds" "$programs"/fuzz_* tests/fuzz tests/scripts/deep/fuzz_test.sh; then
    echo "unchanged since it passed"
    exit
fi
export -f fuzz
export programs seconds limits
echo $targets | tr ' ' '\n' | xargs -P "$(nproc)" -I {} bash -c 'fuzz {}'
remember
