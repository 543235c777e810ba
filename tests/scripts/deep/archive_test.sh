#!/bin/bash
# The archive for other systems: unpacked anywhere, the program runs with its own libraries and fonts, and
# computes what it computes here. It asks the system for nothing but the C library of Debian 12, a graphics
# driver, and libraries that every desktop has.
. "$(dirname "$0")/packed_lib.sh"
command -v dpkg-architecture >/dev/null || { echo "dpkg-architecture is not installed"; exit 77; }
for library in fmt muparser; do
    "$source/tools/get_source.sh" $library >got 2>&1 || { cat got; exit 77; }
done
archive=$("$source/tools/package.sh" --archive 2>made) || { cat made; exit 1; }

mkdir "a place" && tar -xf "$archive" -C "a place"
unpacked=$(echo "$PWD/a place"/*)
programs=("$unpacked/bin/lookback" "$unpacked"/lib/lookback/*)
[ ${#programs[@]} = 6 ] || fail "expected the program and five libraries, not: ${programs[*]}"

newest=$(objdump -T "${programs[@]}" | grep -oE 'GLIBC_[0-9.]+' | sort -Vu | tail -1)
[ "$(printf '%s\nGLIBC_2.36\n' "$newest" | sort -V | tail -1)" = GLIBC_2.36 ] || fail "needs $newest"
asked=$(objdump -p "${programs[@]}" | sed -n 's/^ *NEEDED *//p' | sort -u)
own=$(cd "$unpacked/lib/lookback" && ls)
systems="ld-linux-x86-64.so.2 libEGL.so.1 libOpenGL.so.0 libX11.so.6 libc.so.6 libcairo.so.2 libdbus-1.so.3
    libdl.so.2 libfreetype.so.6 libgcc_s.so.1 libglib-2.0.so.0 libm.so.6 libpthread.so.0 libz.so.1"
for library in $asked; do
    [[ " "$(echo $own $systems)" " == *" $library "* ]] || fail "asks the system for $library"
done
for library in $own; do
    LD_TRACE_LOADED_OBJECTS=1 "$unpacked/bin/lookback" | grep -qF "$library => $unpacked/bin/../lib/lookback/$library" ||
        fail "$library is loaded from elsewhere"
done

works "$unpacked/bin/lookback"
# Its own fonts are the first that it looks at.
font=$unpacked/share/lookback/fonts/Inter-Bold.otf
echo broken >"$font"
run 0 picture the-cat-sat -o cat.png
grep -qF "Inter-Bold.otf" err || fail "does not look at its own fonts: $(cat err)"

for file in share/applications/lookback.desktop share/man/man1/lookback.1 share/doc/lookback/LICENSE \
    share/doc/lookback/licences/{fonts-inter,libfmt9,libglfw3,libharfbuzz0b}; do
    [ -s "$unpacked/$file" ] || fail "$file is not in the archive"
done
exit $failed
