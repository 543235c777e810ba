#!/bin/bash
# The Debian package: lintian finds no error; dpkg installs it into an empty root, where the program opens
# files and computes what it computes here; no instruction outside of the kernels asks for more than every
# x86-64 processor has; dpkg removes it and nothing is left.
. "$(dirname "$0")/packed_lib.sh"
built=$lookback
for tool in lintian dpkg-shlibdeps fakeroot objdump; do
    command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
export DEBFULLNAME="A tester" DEBEMAIL=tester@lookback.org
package=$("$source/tools/package.sh" 2>made) || { cat made; exit 1; }

lintian --fail-on error --allow-root "$package" >lint 2>&1 || fail "lintian: $(cat lint)"
depends=$(dpkg-deb -f "$package" Depends)
for other in libc6 libstdc++6 libglfw3 libfmt9 libcairo2 libmuparser2v5 libgl1 libopengl0 libegl1 fonts-inter; do
    [[ ", $depends" == *", $other"* ]] || fail "the package does not depend on $other but on: $depends"
done
[[ $depends != *-dev* ]] || fail "the package depends on what only builds need: $depends"

# A root with nothing but dpkg's own lists.
root=$work/root
mkdir -p "$root"/var/lib/dpkg/{info,updates}
touch "$root"/var/lib/dpkg/{status,available}
dpkg_in_root() {
    PATH=$PATH:/usr/sbin:/sbin fakeroot dpkg --root="$root" --log=/dev/null --force-depends \
        --force-not-root "$@" >dpkg.out 2>&1 || fail "dpkg $*: $(cat dpkg.out)"
}
dpkg_in_root --install "$package"
share=$root/usr/share
for file in usr/bin/lookback usr/share/{applications/lookback.desktop,mime/packages/lookback.xml} \
    usr/share/metainfo/org.lookback.Lookback.metainfo.xml usr/share/man/man1/lookback.1.gz \
    usr/share/bash-completion/completions/lookback usr/share/zsh/site-functions/_lookback \
    usr/share/icons/hicolor/{scalable/apps/lookback.svg,128x128/apps/lookback.png} \
    usr/share/doc/lookback/{copyright,changelog.gz,changelog.Debian.gz,licences.md}; do
    [ -s "$root/$file" ] || fail "$file is not in the package"
done
zcat "$share/man/man1/lookback.1.gz" | cmp -s - "$source/assets/desktop/lookback.1" || fail "the manual page is another"
cmp -s "$share/doc/lookback/copyright" "$source/LICENSE" || fail "the licence is another"
[[ $(nm "$root/usr/bin/lookback" 2>&1) == *"no symbols"* ]] || fail "the program is not stripped"

works "$root/usr/bin/lookback"

# wide PROGRAM: the functions with instructions of AVX and later.
wide() {
    objdump -d --no-show-raw-insn "$1" | awk -F '\t' '
        /^[0-9a-f]+ <.*>:$/ { name = $0 }
        $2 ~ /^v[a-z0-9]+ .*%[xyz]mm/ { print name }' | uniq
}
wide "$built" >found
grep -q 8lookback4avx2 found && grep -q 8lookback6avx512 found || fail "no kernels for AVX2 and AVX-512 in the program"
others=$(grep -v '8lookback4avx2\|8lookback6avx512' found || :)
[ -z "$others" ] || fail "these need more than every x86-64 processor has: $others"

dpkg_in_root --purge lookback
left=$(find "$root" -mindepth 1 -path "$root/var" -prune -o -print)
[ -z "$left" ] || fail "left behind: $left"
exit $failed
