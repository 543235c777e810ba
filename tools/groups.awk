# awk -v most=N -f tools/groups.awk: reads lines "KIND FILE" and writes "KIND-NUMBER FILE FILE ...":
# sources of a kind that can be compiled as one, for they give none of their names to different
# things, and at most N of them.

# The names that a source gives at the top, where lines begin at the margin as tools/format.sh sets
# them, and those of constants further in, which must not hide one of the others.
function namesOf(file,    line, words, n, names) {
    while ((getline line < file) > 0) {
        if (line !~ /^([A-Za-z]| +(static )?constexpr )/ || line ~ /^(namespace|using namespace|template|[A-Z_]+\()/) continue
        sub(/ *[({=;[].*/, "", line)
        sub(/ +:( .*|$)/, "", line)
        n = split(line, words, /[ *&]+/)
        if (words[n] !~ /:/) names = names " " words[n]
    }
    close(file)
    return names
}

{
    n = split(namesOf($2), names)
    for (group = 1;; ++group) {
        has_room = count[$1, group] < most
        for (k = 1; k <= n; ++k) if (($1, group, names[k]) in taken) has_room = 0
        if (has_room) break
    }
    for (k = 1; k <= n; ++k) taken[$1, group, names[k]] = 1
    if (++count[$1, group] == 1) order[++groups] = $1 SUBSEP group
    files[$1, group] = files[$1, group] " " $2
}

END {
    for (k = 1; k <= groups; ++k) {
        split(order[k], parts, SUBSEP)
        print parts[1] "-" parts[2] files[order[k]]
    }
}
