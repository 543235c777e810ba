#!/usr/bin/env python3
"""Golden frames: which drawings of the window have changed, and how.

tools/frames.py check            names the frames whose digests differ from tests/frames/digests.txt
tools/frames.py show [COMMIT]    shows the differing lines of each, beside those of an older program
tools/frames.py accept [COMMIT]  writes the digests, and prints the changed frames by cause, with one
                                 differing line each: the list for the commit message

The older program is built from COMMIT, in build/frames. Without COMMIT: the last that changed the digests.
"""

import collections
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DIGESTS = ROOT / "tests/frames/digests.txt"
PROGRAM = "build/release/tests/golden_frames"
# The numbers of every x86-64 processor: docs/speed.md, "Instruction sets and the last bit".
ENVIRONMENT = {**os.environ, "LOOKBACK_VECTOR_SET": "baseline", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA"}


def run(arguments, **options):
    return subprocess.run(arguments, check=True, text=True, **options)


def build(tree):
    run([tree / "tools/build.sh", "release", "golden_frames"], cwd=tree)
    return tree / PROGRAM


def changed_frames(program):
    result = subprocess.run([program, "check", DIGESTS], env=ENVIRONMENT, text=True, stdout=subprocess.PIPE)
    return result.stdout.splitlines()


def old_tree(commit):
    """The tree of a commit, unpacked in build/frames."""
    commit = run(["git", "rev-parse", commit], cwd=ROOT, stdout=subprocess.PIPE).stdout.strip()
    tree = ROOT / "build/frames" / commit[:12]
    if not tree.exists():
        tree.mkdir(parents=True)
        run(f"git archive {commit} | tar -x -C {tree}", cwd=ROOT, shell=True)
        shutil.copytree(ROOT / "third_party", tree / "third_party", symlinks=True)
    return tree


def draw(program, frames, folder):
    folder.mkdir()
    run([program, "draw", folder], env=ENVIRONMENT, input="\n".join(frames))


def differing(old, new):
    """The lines that only one of two frames has, each with its sign."""
    lines = [path.read_text().splitlines() if path.exists() else [] for path in (old, new)]
    return [line for line in difflib.unified_diff(*lines, n=0, lineterm="") if re.match(r"[-+](?![-+])", line)]


def words(line):
    """What a line of a frame says, without its place, ink and digits; empty for a shape."""
    text = re.sub("<[^>]*>", "", line[1:])
    return re.sub("[0-9]+", "#", text).strip()


def cause(lines):
    """What frames with the same cause have in common: the first text that went and the first that came."""
    gone, come = ([words(line) for line in lines if line[0] == sign and words(line)] for sign in "-+")
    lost = collections.Counter(gone) - collections.Counter(come)
    new = collections.Counter(come) - collections.Counter(gone)
    if lost or new:
        return next(iter(lost), ""), next(iter(new), "")
    return "digits alone" if gone else "shapes alone"


def differences(commit, frames):
    """Differing lines by frame, against the program of a commit."""
    old, new = build(old_tree(commit)), ROOT / PROGRAM
    with tempfile.TemporaryDirectory() as work:
        folders = [pathlib.Path(work, name) for name in ("old", "new")]
        for program, folder in zip((old, new), folders):
            draw(program, frames, folder)
        return {frame: differing(*(folder / f"{frame}.svg" for folder in folders)) for frame in frames}


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in ("check", "show", "accept"):
        sys.exit(__doc__)
    program = build(ROOT)
    frames = changed_frames(program)
    if sys.argv[1] == "check":
        print("\n".join(frames))
        sys.exit(bool(frames))
    last = run(["git", "log", "-1", "--format=%H", "--", DIGESTS], cwd=ROOT, stdout=subprocess.PIPE).stdout.strip()
    found = differences(sys.argv[2] if len(sys.argv) == 3 else last, frames) if frames and last else {}
    if sys.argv[1] == "show":
        for frame, lines in found.items():
            print("\n".join([frame, *lines, ""]))
        return
    causes = collections.defaultdict(list)
    for frame, lines in found.items():
        causes[cause(lines)].append(frame)
    for of_cause in sorted(causes.values(), key=len, reverse=True):
        lines = found[of_cause[0]]
        print(f"{len(of_cause)} frames, such as {of_cause[0]}")
        for sign in "-+":
            signed = [line for line in lines if line[0] == sign]
            telling = [line for line in signed if words(line)] or signed
            print("\n".join(telling[:1]))
    run([program, "write", DIGESTS], env=ENVIRONMENT)


main()
