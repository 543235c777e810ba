"""exports_test.py NAME...: runs and reads the exports NAME.pytorch, NAME.numpy and so on, beside NAME.trace."""
import contextlib
import csv
import io
import json
import math
import os
import random
import re
import sys
import traceback
import warnings
import xml.etree.ElementTree

import nbformat
import numpy as np
import torch

warnings.simplefilter("ignore", RuntimeWarning)  # NumPy warns of rows of -inf, which become NaN
failed = 0
NPZ = {"embeddings": "X", "weights.query": "W_q", "weights.key": "W_k", "weights.value": "W_v",
       "weights.output": "W_o", "biases.query": "b_q", "biases.key": "b_k", "biases.value": "b_v",
       "biases.output": "b_o"}
TOLERANCE = {"float64": 1e-9, "float32": 2e-5, "float16": 2e-2, "bfloat16": 0.1}


def fail(*what):
    global failed
    failed += 1
    print("FAILED:", *what)


def number(value):
    if isinstance(value, list):
        return [number(entry) for entry in value]
    return float(value) if isinstance(value, str) else value


def array(stage):
    return np.array(number(stage["values"])).reshape(stage["shape"])


def close(found, wanted, dtype):
    """Equal up to rounding, where the shapes are equal but for a dimension of one head."""
    found, wanted = np.asarray(found, dtype=float), np.asarray(wanted, dtype=float)
    if found.ndim == 2 and wanted.ndim == 3 and wanted.shape[0] == 1:
        wanted = wanted[0]
    largest = np.max(np.abs(wanted[np.isfinite(wanted) & (np.abs(wanted) < 1e4)]), initial=1)
    by = TOLERANCE[dtype]
    return found.shape == wanted.shape and np.allclose(found, wanted, rtol=by, atol=by * largest, equal_nan=True)


def script(name, library, trace, stages):
    """Runs a script, which compares its results itself; compares every stage, too."""
    with open(f"{name}.{library}", encoding="utf-8") as file:
        source = file.read()
    space, out = {}, io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(source, f"{name}.{library}", "exec"), space)
    except Exception:
        return fail(name, library, traceback.format_exc(limit=-2))
    if not out.getvalue().endswith("The results equal those of Lookback.\n"):
        fail(name, library, "does not say that its results are equal")
    # The variables that it prints, in the order of the stages.
    shown = [line[len("print(\""):line.index('",')] for line in source.splitlines()
             if line.startswith("print(\"") and 'sep="\\n"' in line]
    if len(shown) != len(stages):
        return fail(name, library, "prints", shown)
    for variable, stage in zip(shown, stages):
        found = space[variable]
        found = found.numpy() if torch.is_tensor(found) else found
        if stage["id"] == "mask":
            if found.dtype != bool:
                fail(name, library, "mask", found.dtype)
            if "# True: the key of the column is blocked." in source:
                found = ~found
        elif found.dtype != (np.float64 if trace["dtype"] == "float64" else np.float32):
            fail(name, library, variable, "has dtype", found.dtype)
        if not close(found, array(stage), trace["dtype"]):
            fail(name, library, variable, found, array(stage))
    # Each stage is compared, of one with many numbers the last rows.
    given = {"embeddings"} | ({"positions"} if "\ntable = " in source else set())
    compared = [found.group(1) for found in COMPARED.finditer(source)]
    wanted = [variable for variable, stage in zip(shown, stages)
              if stage["id"] not in given and (stage["id"] != "mask" or trace["tokens"])]
    if list(dict.fromkeys(compared)) != wanted:
        fail(name, library, "compares", compared, "not", wanted)
    changes(f"{name}.{library}", source, space, shown, trace["dtype"])


COMPARED = re.compile(r"^(?:torch|np)\.testing\.\w+\((\w+)(?:\[[^(]*\])?, expected_", re.M)
LITERAL = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e\d+)?(?![\w.])")
OTHER_CODE = [("math.sqrt(", "1.05 * math.sqrt("), ('float("-inf")', "-5.0"), (" / d_k", " / (1.05 * d_k)")]
pick = random.Random(7)  # of numbers to change


def computed(source, space):
    """Computes in a copy of the variables. -> those that there are then, and the stage that does not compare."""
    space = dict(space)
    try:
        exec(compile(source, "script", "exec"), space)
    except AssertionError:
        line = max(frame.lineno for frame in traceback.extract_tb(sys.exc_info()[2]) if frame.filename == "script")
        return space, COMPARED.search(source.splitlines()[line - 1])
    except Exception:  # other code that does not run shows no number
        return None, None
    return space, None


def array_of(value):
    return np.array(value)


def moved(before, after, shown, dtype):
    """The first stage of which a change is seen."""
    by = 0.02 if dtype in ("float16", "bfloat16") else 1e-3
    for variable in shown:
        was, now = array_of(before[variable]).astype(float), array_of(after[variable]).astype(float)
        size = np.max(np.abs(was[np.isfinite(was) & (np.abs(was) < 1e4)]), initial=1e-3)
        if was.shape != now.shape or not np.allclose(now, was, rtol=by, atol=by * size, equal_nan=True):
            return variable
    return None


def another(entry):
    """A number, whole number or flag that is visibly another one."""
    if isinstance(entry, (bool, np.bool_)):
        return not entry
    if isinstance(entry, (int, np.integer)):
        return int(entry) + 1
    value = float(entry)
    return value + max(0.05, 0.05 * abs(value)) if math.isfinite(value) else 0.0


def changes(name, source, space, shown, dtype):
    """Where one number of a script is another one, a comparison fails: of operands, code and expected numbers."""
    if not COMPARED.search(source):
        return
    quiet = "\n".join(line for line in source.splitlines() if not line.startswith("print(")) + "\n"
    stages = quiet.index("\n\n", quiet.rindex("\n\n", 0, quiet.index("\nn, d_in = "))) + 2
    end = quiet.rindex("\n\n") + 2
    given, code, comparison = quiet[:stages], quiet[stages:end], quiet[end:]
    before, _ = computed(code, space)

    def refuses(what, code, comparison, operands=None, stage=None):
        start = {**space, **(operands or {})}
        after, found = computed(code + comparison, start)
        if found and (stage is None or found.group(1) == stage):
            return
        seen = after is not None and (stage or moved(before, computed(code, start)[0], shown, dtype))
        if seen:
            fail(name, "does not refuse", what, "though it changes", seen, found)

    # One number of each operand.
    for variable in re.findall(r"\w+", " ".join(re.findall(r"^([\w, ]+) = ", given, re.M))):
        if not isinstance(space.get(variable), (np.ndarray, torch.Tensor)):
            continue
        numbers = array_of(space[variable])
        if numbers.size:
            place = tuple(pick.randrange(size) for size in numbers.shape)
            changed = space[variable].clone() if torch.is_tensor(space[variable]) else numbers
            changed[place] = another(numbers[place])
            refuses(f"another {variable}{place}", code, comparison, {variable: changed})
    # Each number of the code: scale, cap, masking value, slopes, base of positions, windows of the mask.
    for line in dict.fromkeys(code.splitlines()):
        if line.startswith(("#", " " * 8)):
            continue
        others = [line.replace(*pair) for pair in OTHER_CODE if pair[0] in line]
        for found in LITERAL.finditer(line):
            digits = found.group(0)
            number = str(int(digits) + 1) if digits.isdigit() else repr(another(float(digits)))
            if pick.random() < 0.5:  # half of them, for time
                others.append(line[:found.start()] + number + line[found.end():])
        for other in others:
            swapped = [re.sub(f"^{re.escape(line)}$", lambda _: other, part, flags=re.M) for part in (code, comparison)]
            refuses(f"{line} -> {other}", *swapped)
    # One expected number of each stage.
    for found in COMPARED.finditer(comparison):
        numbers = array_of(space[f"expected_{found.group(1)}"])
        if numbers.size:
            place = tuple(pick.randrange(size) for size in numbers.shape)
            value = another(numbers[place])
            told = f"expected_{found.group(1)}[{place}] = {value}\n"
            refuses(told, code, comparison[:found.start()] + told + comparison[found.start():], stage=found.group(1))


def mask(name, trace, stages):
    with open(f"{name}.mask", encoding="utf-8") as file:
        space = {}
        exec(file.read(), space)
    n = len(trace["tokens"])
    wanted = torch.tensor(array(stages["mask"]).astype(bool)).reshape(n, n)
    if not torch.equal(space["mask"], wanted):
        fail(name, "mask", space["mask"])
    if not torch.equal(torch.isinf(space["bias"]) | (space["bias"] != 0), ~wanted):
        fail(name, "bias", space["bias"])
    i, j = torch.meshgrid(torch.arange(n), torch.arange(n), indexing="ij")
    if n and not torch.equal(space["mask_mod"](0, 0, i, j), wanted):
        fail(name, "mask_mod", space["mask_mod"](0, 0, i, j))
    scores, masked = array(stages["scores"]), stages.get("masked_scores")
    after = "scaled_scores" if list(stages).index("scaled_scores") > list(stages).index("mask") else "masked_scores"
    last = "biased_scores" if "biased_scores" in stages and after == "scaled_scores" else after
    if masked is None:
        last = next(key for key in ("biased_scores", "capped_scores", "scaled_scores") if key in stages)
    for head in range(scores.shape[0] if n else 0):
        scaled = torch.tensor(scores[head]) * space["scale"]
        found = space["score_mod"](scaled, 0, head, i, j).numpy()
        if not close(found, array(stages[last])[head], trace["dtype"]):
            fail(name, "score_mod", found, array(stages[last])[head])


def archive(name, trace, stages):
    kinds = {"float64": "<f8", "float32": "<f4", "float16": "<f2", "bfloat16": "<f4"}
    weights = {"weights." + key: value for key, value in trace["weights"].items() if value is not None}
    weights.update(("biases." + key, value) for key, value in trace.get("biases", {}).items() if value is not None)
    with np.load(f"{name}.npz") as found:
        names = [NPZ["embeddings"]] + [NPZ[key] for key in weights] + list(stages)
        if sorted(found.files) != sorted(names):
            fail(name, "npz", found.files)
        for id, stage in stages.items():
            if found[id].dtype != np.dtype(bool if id == "mask" else kinds[trace["dtype"]]):
                fail(name, "npz", id, found[id].dtype)
            # Exactly: the trace has the shortest digits that read back.
            wanted = array(stage).astype(found[id].dtype)
            if found[id].shape != tuple(stage["shape"]) or not np.array_equal(
                    rounded(found[id], trace), rounded(wanted, trace), equal_nan=id != "mask"):
                fail(name, "npz", id, found[id], wanted)
        for id, values in weights.items():
            wanted = np.array(values).astype(kinds[trace["dtype"]]).reshape(found[NPZ[id]].shape)
            if not np.array_equal(rounded(found[NPZ[id]], trace), rounded(wanted, trace)):
                fail(name, "npz", id)


def rounded(values, trace):
    if trace["dtype"] != "bfloat16" or values.dtype == bool:
        return values
    return torch.tensor(np.array(values)).to(torch.bfloat16).float().numpy()


def tables(name, trace, stages):
    with open(f"{name}.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    wanted = []
    for id, stage in stages.items():
        values = array(stage)
        for matrix in values if values.ndim == 3 else [values]:
            wanted.append((id, matrix))
    found, table = [], []
    for row in rows + [[]]:
        if row:
            table.append(row)
        elif table:
            found.append(table)
            table = []
    if [table[0][0].split("[")[0] for table in found] != [id for id, _ in wanted]:
        return fail(name, "csv", [table[0] for table in found])
    flag = {"true": 1.0, "false": 0.0}
    for table, (id, matrix) in zip(found, wanted):
        numbers = [[flag.get(cell) if cell in flag else float(cell) for cell in row[1:]] for row in table[1:]]
        if not np.array_equal(np.array(numbers).reshape(matrix.shape), matrix, equal_nan=True):
            fail(name, "csv", id, numbers)


def run(source, space):
    with contextlib.redirect_stdout(io.StringIO()):
        exec(source, space)


def one_wrong(right):
    """An answer of which one number, not above those that a checksum tells apart, is another one."""
    places = [place for place in np.ndindex(*right.shape) if abs(float(right[place])) < 1e4]
    for place in pick.sample(places, min(1, len(places))):
        answer = right.clone() if torch.is_tensor(right) else right.copy()
        answer[place] = not answer[place] if "bool" in str(right.dtype) else float(answer[place]) + 0.7
        yield answer


def notebooks(name):
    books = {}
    for format in ("ipynb", "exercise", "solution"):
        if not os.path.exists(f"{name}.{format}"):
            return
        with open(f"{name}.{format}", encoding="utf-8") as file:
            books[format] = json.load(file)
        nbformat.validate(nbformat.from_dict(books[format]))
    cells = {format: [cell for cell in book["cells"] if cell["cell_type"] == "code"] for format, book in books.items()}
    sources = {format: ["".join(cell["source"]) for cell in cells[format]] for format in cells}
    grader = [cell["metadata"].get("nbgrader", {}) for cell in cells["exercise"]]
    if grader != [cell["metadata"].get("nbgrader", {}) for cell in cells["solution"]]:
        fail(name, "nbgrader's metadata of exercise and solution differ")
    space = {}
    # The notebook has the code of a script, which ran.
    written = "\n".join(sources["ipynb"]).splitlines()
    library = "numpy" if "import numpy as np" in written else "pytorch"
    with open(f"{name}.{library}", encoding="utf-8") as file:
        wanted = [line for line in file.read().splitlines()
                  if line and not line.startswith(("#", "np.set_printoptions")) and 'sep="\\n"' not in line]
    if [line for line in written if line and not line.isidentifier()] != wanted:
        fail(name, "notebook: other code than that of the script")
    try:
        for source in sources["solution"]:
            run(source, space)
    except Exception:
        return fail(name, "notebook", traceback.format_exc(limit=-2))
    left_out = 0
    for source, code, data in zip(sources["exercise"], sources["solution"], grader):
        if data.get("solution"):
            left_out += 1
            variable = source.splitlines()[-1]
            before, after = code.split("### BEGIN SOLUTION\n")
            after = after.split("### END SOLUTION")[1]
            emptied = f"{before}### BEGIN SOLUTION\n{variable} = ...\n### END SOLUTION{after}"
            if source != emptied or data["schema_version"] != 3 or data["grade"] or data["locked"]:
                fail(name, "exercise", source, data)
        elif data.get("grade"):
            if not data["locked"] or not data["points"]:
                fail(name, "exercise", data)
            right = space[variable]
            # No answer, and a wrong one: no test passes.
            wrong = ~right if "bool" in str(right.dtype) else right * 0 + 0.25
            for answer in (..., wrong, *one_wrong(right)):
                try:
                    run(source, {**space, variable: answer})
                    if right.reshape(-1).tolist() and (answer is not wrong or np.isfinite(np.asarray(right)).all()
                                                       and not np.allclose(np.asarray(right), 0.25, atol=0.05)):
                        fail(name, "exercise", variable, "passes with a wrong answer")
                except (AssertionError, AttributeError):
                    pass
        elif source != code:
            fail(name, "exercise differs from its solution:", source)
    if not left_out:
        fail(name, "exercise leaves nothing out")


def page(name, trace, stages):
    root = xml.etree.ElementTree.parse(f"{name}.html").getroot()
    cells = [cell for cell in root.iter("td") if "data-cell" in cell.attrib]
    told = {one.attrib["id"] for one in root.iter("div") if one.get("class") == "told"}
    if {cell.attrib["data-cell"] for cell in cells} != told or len(told) != len(cells):
        fail(name, "html", "cells and explanations differ")
    for cell in cells:
        id, head, row, col = cell.attrib["data-cell"].split(".")
        values = array(stages[id])
        value = float((values[int(head)] if values.ndim == 3 else values)[int(row)][int(col)])
        text = "".join(cell.itertext()).replace("\u2212", "-").replace("\u221e", "inf").replace("NaN", "nan")
        found = float(text)
        if not (math.isclose(found, value, rel_tol=1e-2, abs_tol=6e-5) or (math.isnan(found) and math.isnan(value))):
            fail(name, "html", cell.attrib, text, value)
    if len(cells) != sum(math.prod(stage["shape"]) for stage in stages.values()):
        fail(name, "html", len(cells), "cells")


for name in sys.argv[1:]:
    with open(f"{name}.trace", encoding="utf-8") as file:
        trace = json.load(file)
    stages = {stage["id"]: stage for stage in trace["stages"]}
    for library in ("pytorch", "numpy"):
        script(name, library, trace, trace["stages"])
    mask(name, trace, stages)
    archive(name, trace, stages)
    tables(name, trace, stages)
    notebooks(name)
    page(name, trace, stages)
    with open(f"{name}.latex", encoding="utf-8") as file:
        rows = [line for line in file if line.startswith("    ") and line.rstrip().split(" %")[0].endswith("\\\\")]
    weights = [value for value in trace["weights"].values() if value is not None]
    biases = [value for value in trace.get("biases", {}).values() if value is not None]
    cells = sum(math.prod(stage["shape"][:-1]) for stage in stages.values()) + sum(map(len, weights)) + len(biases)
    if len(rows) != cells:
        fail(name, "latex", len(rows), cells)
print(f"{len(sys.argv) - 1} documents")
sys.exit(failed > 0)
