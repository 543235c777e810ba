#!/usr/bin/env python3
"""Runs our benchmarks and those of NumPy and PyTorch in turn, and prints Markdown tables.

    compare.py BENCHMARK_PROGRAM [--quick]

Called by compare.sh, which sees to the packages. All programs, ours and the others, make the first calls
untimed, time each call after them by itself, and count its least time, as other programs only ever make
it longer; the rounds of all libraries alternate.
"""
import json
import os
import platform
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
SIZES = ["3/2/1/2", "16/64/4/16", "64/64/4/16", "128/64/8/8", "512/64/8/8", "1024/512/8/64", "2048/512/8/64",
         "4096/64/1/64"]
# d_model / heads / context / batch / words, and so many times as fast as PyTorch a step is to be.
TRAININGS = {"16/2/7/16/15": 8, "32/4/16/16/30": 4, "64/4/32/32/60": 1}
OPENBLAS = "/usr/lib/x86_64-linux-gnu/openblas-openmp"


def wanted_ratio(size):
    tokens = int(size.split("/")[0])
    return 15 if tokens == 3 else 1.5 if tokens <= 512 else 1


def environment(threads):
    changed = dict(os.environ, OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads))
    if os.path.isdir(OPENBLAS):
        # Instead of whichever BLAS the system prefers; the system is left as it is.
        changed["LD_LIBRARY_PATH"] = OPENBLAS + ":" + os.environ.get("LD_LIBRARY_PATH", "")
        if " avx512bw " in open("/proc/cpuinfo").read():
            # OpenBLAS 0.3.21 does not know newer processors by name.
            changed["OPENBLAS_CORETYPE"] = "SKYLAKEX"
    return changed


def peer(library, threads, seconds, sizes):
    command = ["/usr/bin/python3", os.path.join(FOLDER, "peers.py"), library, str(threads), str(seconds), *sizes]
    run = subprocess.run(command, env=environment(threads), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(run.stdout) if run.returncode == 0 else {}


def ours(program, threads, seconds, repetitions, names):
    """Least times in seconds, or most operations a second, by the benchmark's name."""
    with tempfile.NamedTemporaryFile() as out:
        command = [program, f"--benchmark_filter=^({'|'.join(names)})(/real_time)?$", f"--benchmark_out={out.name}",
                   f"--benchmark_min_time={seconds}", f"--benchmark_repetitions={repetitions}"]
        # It computes on the cores that it may use.
        cores = sorted(os.sched_getaffinity(0))[:threads]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True,
                       preexec_fn=lambda: os.sched_setaffinity(0, cores))
        rows = json.load(out)["benchmarks"]
    found = {}
    for row in rows:
        if row["run_type"] != "iteration":
            continue
        name = row["run_name"].removesuffix("/real_time")
        if "least" in row:
            found[name] = min(found.get(name, float("inf")), row["least"])
        elif "flops" in row:
            found[name] = min(found.get(name, 0), -row["flops"])  # the least of negatives is the most
        else:
            seconds_in_unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3}[row["time_unit"]]
            found[name] = min(found.get(name, float("inf")), row["real_time"] * seconds_in_unit)
    return found


def keep_least(kept, found):
    for name, value in found.items():
        kept[name] = min(kept.get(name, float("inf")), value)


def human(seconds):
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1 or unit == "µs":
            return f"{seconds * scale:.3g} {unit}"


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                 platform.machine())
    vectors = "AVX-512" if " avx512f " in open("/proc/cpuinfo").read() else "no AVX-512"
    return f"{model}, {os.cpu_count()} cores, {vectors}"


def main():
    program, quick = sys.argv[1], "--quick" in sys.argv
    sizes = SIZES[:4] if quick else SIZES
    rounds = 1 if quick else 3
    seconds = 0.05 if quick else 0.4
    edits = ["edit/first", "edit/middle", "edit/last", "editValueWeight"]
    edited = [] if quick else ["512/64/8/8", "1024/512/8/64"]
    large = [] if quick else SIZES[5:]

    times = {}  # (program, threads) -> name -> seconds
    products, peak = {}, 0
    steps, torch_steps = {}, {}
    for _ in range(rounds):
        for threads in (1, 2):
            names = [f"forward/{size}" for size in sizes] + [f"{edit}/{size}" for edit in edits for size in edited]
            keep_least(times.setdefault(("ours", threads), {}), ours(program, threads, seconds / 20, 10, names))
            for library in ("numpy", "torch"):
                keep_least(times.setdefault((library, threads), {}), peer(library, threads, seconds, sizes))
        keep_least(steps, ours(program, 1, seconds / 20, 10, [f"adamStep/{size}" for size in TRAININGS]))
        keep_least(torch_steps, peer("training", 1, seconds, TRAININGS))
        if large:
            keep_least(products, ours(program, 1, seconds / 20, 10, [f"products/{size}" for size in large]))
            peak = max(peak, peer("sgemm", 1, seconds, []).get("peak", 0))

    print(f"Machine: {machine()}. float32, causal fill; n / d_in / heads / d_k.\n")
    print("| size | cores | Lookback | NumPy | PyTorch | times as fast as the faster library | wanted |")
    print("|---|---|---|---|---|---|---|")
    for size in sizes:
        for threads in (1, 2):
            own = times["ours", threads][f"forward/{size}"]
            others = [times[library, threads].get(size) for library in ("numpy", "torch")]
            known = [time for time in others if time]
            ratio = f"{min(known) / own:.2f}" if known else "-"
            shown = " | ".join(human(time) if time else "not installed" for time in others)
            print(f"| {size.replace('/', ' / ')} | {threads} | {human(own)} | {shown} | {ratio} | {wanted_ratio(size)} |")
    if edited:
        print("\n| one number edited | cores | " + " | ".join(size.replace("/", " / ") for size in edited) + " |")
        print("|---|---|" + "---|" * len(edited))
        titles = ["embedding of the first token", "embedding of a token in the middle", "embedding of the last token",
                  "value weight"]
        for name, title in zip(edits, titles):
            for threads in (1, 2):
                own = times["ours", threads]
                cells = [f"{human(own[f'{name}/{size}'])}, {own[f'{name}/{size}'] / own[f'forward/{size}']:.1%} of a pass"
                         for size in edited]
                print(f"| {title} | {threads} | {' | '.join(cells)} |")
    if large and peak:
        print(f"\nMatrix products on one core, where sgemm of OpenBLAS reaches {peak / 1e9:.0f} GFLOP/s at most:")
        for size in large:
            speed = -products[f"products/{size}"]
            print(f"- {size.replace('/', ' / ')}: {speed / 1e9:.0f} GFLOP/s, {speed / peak:.0%} (wanted 75%)")

    print("\n| d_model / heads / context / batch / words | a step | PyTorch | times as fast | wanted |")
    print("|---|---|---|---|---|")
    for size, wanted in TRAININGS.items():
        own, other = steps[f"adamStep/{size}"], torch_steps.get(size)
        beside = f"{human(other)} | {other / own:.2f}" if other else "not installed | -"
        print(f"| {size.replace('/', ' / ')} | {human(own)} | {beside} | {wanted} |")


if __name__ == "__main__":
    main()
