#!/bin/sh
# tools/get_source.sh NAME: puts the sources of a library into third_party/NAME, from Debian's source package.
# imgui: Dear ImGui 1.90.1, which Debian 12 lacks. The others are compiled for the archive or for the page.
# Works on any Debian machine, as any user. It asks apt, through a private apt
# directory made from this machine's own sources; the system's apt is not changed.
# Offline: tools/get_source.sh imgui path/to/imgui_1.90.1+ds.orig.tar.xz
set -eu
case ${1:-} in
imgui) release=trixie package=imgui sha256=ecce377df0f90b292f15dcbd83d438bddc162b2388c881132bde18c787572a1c ;;
fmt) release=bookworm package=fmtlib sha256=84ce1c2d0be3a9863935137969dcec6970125caac032f82474640bfc81463583 ;;
muparser) release=bookworm package=muparser sha256=91d26d8274ae9cd9c776ee58250aeddc6b574f369eafd03b25045b858a2b8177 ;;
zlib) release=bookworm package=zlib sha256=71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1 ;;
fribidi) release=bookworm package=fribidi sha256=94c7b68d86ad2a9613b4dcffe7bbeb03523d63b5b37918bdf2e4ef34195c1e6c ;;
giflib) release=bookworm package=giflib sha256=31da5562f44c5f15d63340a09a4fd62b48c45620cd302f77a6d9acf0077879bd ;;
*) echo "get_source: expected imgui, fmt, muparser, zlib, fribidi or giflib, not \"$*\"" >&2 && exit 2 ;;
esac
dest=$(cd "$(dirname "$0")/.." && pwd)/third_party/$1

die() { echo "get_source: $*" >&2; exit 1; }
[ "$(cat "$dest/.sha256" 2>/dev/null)" != "$sha256" ] || exit 0
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT && trap 'exit 1' HUP INT TERM
tarball=${2:-}

if [ -z "$tarball" ]; then
    here=$(. /etc/os-release && echo "${VERSION_CODENAME:?no codename in /etc/os-release}")
    mkdir -p "$tmp/parts" "$tmp/get" "$tmp/lists/partial" "$tmp/cache"
    # Only the entries for this machine's own release, turned into source entries for $release.
    awk -v RS= -v from="$here" -v to="$release" '
        $0 ~ "(^|\n)Suites:[^\n]*[ \t]" from "([ \t\n]|$)" {
            gsub(/(^|\n)Types:[^\n]*/, "\nTypes: deb-src"); sub(/\nSuites:[^\n]*/, "\nSuites: " to); print $0 "\n" }
        ' /etc/apt/sources.list.d/*.sources >"$tmp/parts/a.sources" 2>/dev/null || :
    sed -n "s/^[ \t]*deb[ \t]\(.*\)[ \t]${here}[ \t]/deb-src \1 $release /p" \
        /etc/apt/sources.list /etc/apt/sources.list.d/*.list >"$tmp/parts/b.list" 2>/dev/null || :
    [ -s "$tmp/parts/a.sources" ] || [ -s "$tmp/parts/b.list" ] || die "no apt source for '$here' in /etc/apt"
    cat >"$tmp/apt.conf" <<CONF
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$tmp/parts";
Dir::State::Lists "$tmp/lists";
Dir::Cache "$tmp/cache";
APT::Sandbox::User "root";
#clear APT::Update;
CONF
    echo "get_source: asking apt for $release's list of sources (about 10 MB, once)"
    apt-get -c "$tmp/apt.conf" -qq update || : # another vendor's entry may fail; Debian's decides below
    (cd "$tmp/get" && apt-get -c "$tmp/apt.conf" -qq source --only-source --download-only --tar-only "$package") ||
        die "apt could not get the source package $package of $release (see above)"
    tarball=$(echo "$tmp/get/$package"_*.orig.tar.*)
fi

echo "$sha256  $tarball" | sha256sum --check --status || die "$tarball is not the pinned version ($sha256)"
# Complete before it gets its name, so that an interrupted or a second run finds all of it or nothing.
mkdir -p "${dest%/*}" && new=$(mktemp -d "$dest.XXXXXX") && chmod 755 "$new"
tar -xf "$tarball" --strip-components=1 --no-same-owner -C "$new"
echo "$sha256" >"$new/.sha256"
rm -rf "$dest" && mv -T "$new" "$dest"
