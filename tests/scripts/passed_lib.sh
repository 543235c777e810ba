# Long tests that passed are not run again until something that they depend on changes: `passed NAME
# FILE...` tells whether that is so, `remember` notes that the test just passed. What passed is kept
# in the build folder, as a sum over the files.

passed() {
    passed_file=$LOOKBACK_BUILD/passed/$1
    shift
    passed_sum=$(find "$@" -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum)
    [ "$(cat "$passed_file" 2>/dev/null)" = "$passed_sum" ]
}

remember() {
    mkdir -p "$(dirname "$passed_file")"
    echo "$passed_sum" >"$passed_file"
}
