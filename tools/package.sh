#!/bin/sh
# tools/package.sh [--archive]: packs the program that ./run starts, for every x86-64 processor, in
# build/package: as a Debian package, or with --archive as an archive for other systems, which holds the fonts
# and the libraries that those may lack. Its last line of output is the file's path.
# DEBFULLNAME and DEBEMAIL name the package's maintainer: without them, the user of this machine.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
case $#${1:-} in
0 | 1--archive) ;;
*) echo "package: expected nothing or --archive, not \"$*\"" >&2 && exit 2 ;;
esac
umask 022
mkdir -p build/package
tools/setup.sh --package
tools/build.sh release lookback
tools/build.sh release lookback_icons

if [ $# -eq 0 ]; then
    maintainer="${DEBFULLNAME:-$(id -un)} <${DEBEMAIL:-$(id -un)@$(hostname -f)}>"
    cd build/package
    rm -f ./*.deb
    cpack -G DEB --config ../release/CPackConfig.cmake -B "$PWD" -D CPACK_DEBIAN_PACKAGE_MAINTAINER="$maintainer" \
        >package.log 2>&1 || { cat package.log >&2; exit 1; }
    echo "$PWD"/*.deb
    exit
fi

tools/get_source.sh fmt >&2
tools/get_source.sh muparser >&2
tools/build.sh release lookback_archive
name=lookback-$(build/release/lookback --version | grep -oE '[0-9]+([.][0-9]+)+')-x86_64
stage=build/package/$name
rm -rf "$stage" && mkdir -p "$stage/lib/lookback" "$stage/share/lookback/fonts" "$stage/share/doc/lookback/licences"
cmake --install build/release --prefix "$stage" >/dev/null
strip -o "$stage/bin/lookback" build/release/lookback_archive

# from PACKAGE FILE FOLDER: copies a file of a Debian package, and the package's licence.
from() {
    cp -L "$2" "$stage/$3"
    cp "/usr/share/doc/$1/copyright" "$stage/share/doc/lookback/licences/$1"
}
libraries=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
from libglfw3 "$libraries/libglfw.so.3" lib/lookback
from libharfbuzz0b "$libraries/libharfbuzz.so.0" lib/lookback
from libharfbuzz-subset0 "$libraries/libharfbuzz-subset.so.0" lib/lookback
from libfribidi0 "$libraries/libfribidi.so.0" lib/lookback
from libgraphite2-3 "$libraries/libgraphite2.so.3" lib/lookback
fonts=/usr/share/fonts
for weight in Regular SemiBold Bold; do
    from fonts-inter "$fonts/opentype/inter/Inter-$weight.otf" share/lookback/fonts
done
for weight in Regular Bold; do
    from fonts-jetbrains-mono "$fonts/truetype/jetbrains-mono/JetBrainsMono-$weight.ttf" share/lookback/fonts
done
from fonts-dejavu-core "$fonts/truetype/dejavu/DejaVuSans.ttf" share/lookback/fonts
for package in libfmt9 libmuparser2v5 libgif7 libutf8proc2; do # linked statically
    cp "/usr/share/doc/$package/copyright" "$stage/share/doc/lookback/licences/$package"
done
tar -C build/package --sort=name --owner=0 --group=0 --numeric-owner -cJf "build/package/$name.tar.xz" "$name"
echo "$PWD/build/package/$name.tar.xz"
