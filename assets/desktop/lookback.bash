# Completes the commands of lookback, their options, ids of lessons and experiments, and files, in bash.
_lookback() {
    local current=${COMP_WORDS[COMP_CWORD]} command=
    [ "$COMP_CWORD" -gt 1 ] && command=${COMP_WORDS[1]}
    case $command in -* | */* | *.*) command= ;; esac
    # The help of the program is asked, so that this never tells of others than it has.
    local help
    help=$(lookback ${command:+"$command"} --help 2>/dev/null)
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$(sed -n 's/^  \(-[^ =]*\).*/\1/p' <<<"$help" | tr ',' ' ')" -- "$current"))
        return
    fi
    local words
    words=$(lookback lessons 2>/dev/null | cut -d ' ' -f 1)
    [ "$COMP_CWORD" -gt 1 ] || words+=" $(sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' <<<"$help")"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _lookback lookback
