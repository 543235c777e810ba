#!/bin/sh
# Installs what Lookback is built with, where it is missing: Debian packages and Dear ImGui.
# tools/setup.sh            to build and run
# tools/setup.sh --tests    to build, run and check
# tools/setup.sh --deep     to build, run and check deeply
# tools/setup.sh --package  to build and to make a package
# tools/setup.sh --page     to make the page for a browser
# tools/setup.sh --bench    to build and to measure beside NumPy and PyTorch
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
packages="g++ cmake ninja-build ccache ca-certificates xz-utils
    libglfw3-dev libegl-dev libgl-dev libopengl-dev libgl1-mesa-dri libegl-mesa0 libglx-mesa0
    libxrandr2 libxcursor1 libxinerama1 libxi6
    libeigen3-dev nlohmann-json3-dev libfmt-dev libexpected-dev libcli11-dev libmuparser-dev libfribidi-dev libutf8proc-dev libdbus-1-dev zlib1g-dev libharfbuzz-dev libcairo2-dev libfreetype-dev libgif-dev
    libstb-dev librsvg2-bin
    fonts-inter fonts-jetbrains-mono fonts-dejavu-core"
if [ "${1:-}" = --tests ] || [ "${1:-}" = --deep ]; then
    packages="$packages doctest-dev libbenchmark-dev python3 python3-numpy python3-torch python3-pil python3-nbconvert python3-ipykernel texlive-latex-base chromium poppler-utils clang clang-format clang-tidy xvfb xauth xdotool x11-apps dbus python3-dbus python3-gi desktop-file-utils appstream"
fi
if [ "${1:-}" = --deep ]; then
    packages="$packages libreoffice-calc-nogui dpkg-dev fakeroot lintian emscripten chromium-driver python3-selenium"
fi
if [ "${1:-}" = --package ]; then
    packages="$packages dpkg-dev"
fi
if [ "${1:-}" = --page ]; then
    packages="$packages emscripten"
fi
if [ "${1:-}" = --bench ]; then
    packages="$packages libbenchmark-dev doctest-dev python3-numpy python3-torch libopenblas0-openmp"
fi

say() { echo "setup: $*" >&2; }

missing_packages() {
    # shellcheck disable=SC2086 # the list is meant to be split
    dpkg-query -W -f '${Package} ${db:Status-Status}\n' $packages 2>/dev/null |
        awk -v wanted="$packages" '
            $2 == "installed" { have[$1] = 1 }
            END { n = split(wanted, name); for (i = 1; i <= n; i++) if (!have[name[i]]) print name[i] }'
}

install() {
    as_root=
    if [ "$(id -u)" != 0 ]; then
        as_root="sudo -n"
        if ! sudo -n true 2>/dev/null; then
            say "these packages are missing, please install them:"
            say "sudo apt-get install $*"
            exit 1
        fi
    fi
    say "installing $*"
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"
    log=$(mktemp) && trap 'rm -f "$log"' EXIT
    $apt update >"$log" 2>&1 || : # one bad source of many does not matter; the next line decides
    if ! $apt install -y --no-install-recommends "$@" >>"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        say "the packages could not be installed (see above)"
        exit 1
    fi
}

if command -v dpkg-query >/dev/null; then
    missing=$(missing_packages)
    # shellcheck disable=SC2086
    [ -z "$missing" ] || install $missing
    "$root/tools/get_source.sh" imgui >&2 || say "Dear ImGui will be fetched from upstream instead"
    if [ "${1:-}" = --deep ] || [ "${1:-}" = --page ]; then
        for library in fmt muparser zlib fribidi giflib; do
            "$root/tools/get_source.sh" $library >&2 || say "without the sources of $library there is no page, and no archive"
        done
    fi
else
    say "no Debian here: the packages in tools/setup.sh are taken for granted"
fi
