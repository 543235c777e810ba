#!/bin/sh
# tools/package.sh: makes a Debian package of Lookback for every x86-64 processor, in build/package.
# DEBFULLNAME and DEBEMAIL name its maintainer: without them, the user of this machine. Its last line of
# output is the package's path.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
maintainer="${DEBFULLNAME:-$(id -un)} <${DEBEMAIL:-$(id -un)@$(hostname -f)}>"
tools/setup.sh --package
tools/build.sh release lookback
tools/build.sh release lookback_icons
mkdir -p build/package
cd build/package
rm -f ./*.deb
umask 022
cpack -G DEB --config ../release/CPackConfig.cmake -B "$PWD" -D CPACK_DEBIAN_PACKAGE_MAINTAINER="$maintainer" >package.log 2>&1 || { cat package.log >&2; exit 1; }
echo "$PWD"/*.deb
