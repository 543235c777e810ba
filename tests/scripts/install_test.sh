#!/bin/bash
# What `cmake --install` puts in a folder: it runs from there, desktops can read it, and nothing else is there.
. "$(dirname "$0")/cli_lib.sh"
build=$(realpath "${LOOKBACK_BUILD:-$OLDPWD/build/release}")
desktop=$OLDPWD/assets/desktop
prefix=$work/usr
cmake --install "$build" --prefix "$prefix" >installed 2>&1 || fail "$(tail -3 installed)"
share=$prefix/share
for file in bin/lookback share/applications/lookback.desktop share/metainfo/org.lookback.Lookback.metainfo.xml \
    share/mime/packages/lookback.xml share/man/man1/lookback.1 share/bash-completion/completions/lookback \
    share/zsh/site-functions/_lookback share/doc/lookback/LICENSE share/doc/lookback/licences.md \
    share/icons/hicolor/scalable/apps/lookback.svg; do
    [ -s "$prefix/$file" ] || fail "$file is not installed"
done
others=$(cd "$prefix" && find . -type f | grep -vi lookback || :)
[ -z "$others" ] || fail "installed and not named after the program: $others"
lookback=$prefix/bin/lookback
run 0 --version
run 0 check write-a-poem

# What desktops read is as they want it.
if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate "$share/applications/lookback.desktop" || fail "lookback.desktop"
fi
if command -v appstreamcli >/dev/null; then
    appstreamcli validate --no-net "$share/metainfo/org.lookback.Lookback.metainfo.xml" >validated ||
        fail "$(cat validated)"
fi
python3 - "$share" <<'PYTHON' || fail "types of files are told in two ways, or an icon has another size than its folder"
import pathlib, re, struct, sys
import xml.etree.ElementTree as tree
share = pathlib.Path(sys.argv[1])
names = "{http://www.freedesktop.org/standards/shared-mime-info}"
types = [kind.get("type") for kind in tree.parse(share / "mime/packages/lookback.xml").iter(names + "mime-type")]
entry = (share / "applications/lookback.desktop").read_text()
assert re.search("^MimeType=(.*);$", entry, re.M)[1].split(";") == types, types
metainfo = tree.parse(share / "metainfo/org.lookback.Lookback.metainfo.xml")
assert [kind.text for kind in metainfo.iter("mediatype")] == types
tree.parse(share / "icons/hicolor/scalable/apps/lookback.svg")
for icon in share.glob("icons/hicolor/*x*/apps/lookback.png"):
    width, height = struct.unpack(">II", icon.read_bytes()[16:24])
    assert f"{width}x{height}" == icon.parts[-3], icon
PYTHON

# The manual page has the commands of the help, each with its line.
run 0 --help
sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\)  *\(.*\)/\1|\2/p' out >commands
sed -n '/^\.SH COMMANDS/,/^\.SH OPTIONS/p' "$desktop/lookback.1" |
    sed -n '/^\.TP/{n;s/^\.B //;N;s/\n/|/;s/\.$//;s/\\(mu/×/g;s/\\(mi/−/g;p}' >manual
cmp -s commands manual || fail "the manual page has other commands: $(diff commands manual)"
if command -v groff >/dev/null; then
    groff -man -Tutf8 -ww -z "$share/man/man1/lookback.1" >warnings 2>&1 || fail "groff cannot show the page"
    [ ! -s warnings ] || fail "$(cat warnings)"
fi

# completes WORD...: what bash offers for the last word.
completes() {
    PATH=$prefix/bin:$PATH COMP_WORDS=(lookback "$@") COMP_CWORD=$# bash -c '
        COMP_WORDS=(lookback "$@") COMP_CWORD=$#
        . "$0" && _lookback && echo "${COMPREPLY[*]}"' "$share/bash-completion/completions/lookback" "$@"
}
[ "$(completes tra)" = "trace train" ] || fail "bash completes tra to $(completes tra)"
[ "$(completes trace write)" = "write-a-poem" ] || fail "bash completes write to $(completes trace write)"
[ "$(completes export --t)" = "--to --theme" ] || fail "bash completes --t to $(completes export --t)"
! command -v zsh >/dev/null || zsh -n "$share/zsh/site-functions/_lookback" || fail "zsh cannot read its completions"

# All that was installed can be taken away by its list.
xargs rm <"$build/install_manifest.txt"
[ -z "$(find "$prefix" -type f)" ] || fail "left behind: $(find "$prefix" -type f)"
exit $failed
