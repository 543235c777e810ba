#!/bin/bash
# The progress lines of a build and its estimate of the time left; faults pass unchanged.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT

cat >"$folder/ninja" <<'END'
ninja: Entering directory `build/release'
-- Configuring done
[0/45 5.000] Building A
[1/45 0.512] Building A
[2/45 5.100] Building B
[3/45 6.001] Building C
[18/45 9.999] Building D
[19/45 39.000] Building E
FAILED: core/F.o
core/F.cpp:1:1: error: [1/2] is not a number
[20/45 50.250] Building F
[44/45 55.000] Building G
[45/45 90.000] Linking H
ninja: build stopped: subcommand failed.
END
cat >"$folder/expected" <<'END'
build: debug, 2 of 45 files, about 2 minutes left
build: debug, 19 of 45 files, about 60 seconds left
FAILED: core/F.o
core/F.cpp:1:1: error: [1/2] is not a number
build: debug, 20 of 45 files, about 70 seconds left
build: debug, 44 of 45 files, about 10 seconds left
ninja: build stopped: subcommand failed.
END
tools/build_progress.sh debug <"$folder/ninja" >"$folder/progress"
diff "$folder/expected" "$folder/progress"
[ -z "$(tools/build_progress.sh debug <<<'ninja: no work to do.')" ] || { echo "a build without work prints lines"; exit 1; }

# The real ninja with the NINJA_STATUS of tools/build.sh: a build without faults prints progress lines only.
cat >"$folder/build.ninja" <<'END'
rule touch
  command = touch $out
build a: touch
build b: touch a
build all: phony b
END
status=$(sed -n "s/^NINJA_STATUS='\(.*\)' ninja .*/\1/p" tools/build.sh)
NINJA_STATUS=$status ninja -C "$folder" all 2>&1 | tools/build_progress.sh debug >"$folder/progress"
[ -e "$folder/b" ] || { echo "ninja built nothing"; exit 1; }
if grep -v '^build: debug, ' "$folder/progress"; then exit 1; fi
