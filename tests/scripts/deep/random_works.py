"""random_works.py FOLDER DOCUMENTS EXPERIMENTS: writes random works of every kind, the same each time."""
import json
import random
import sys

folder, documents, experiments = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
__import__("os").mkdir(folder)
pick = random.Random(31)

DTYPES = ["float64", "float32", "float16", "bfloat16"]
METHODS = ["fill", "add", "renormalize", "zero", "multiply", "add_allowed", "zero_rows"]
POSITIONS = ["none", "sinusoidal", "learned", "rope_interleaved", "rope_half", "alibi"]
SCALES = ["sqrt_dk", "dk", "none", 3.5]
OPTIMIZERS = [
    {"kind": "sgd", "learning_rate": 0.1}, {"kind": "sgd", "learning_rate": 0.05, "momentum": 0.9},
    {"kind": "adam", "learning_rate": 0.01, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8},
    {"kind": "adamw", "learning_rate": 0.02, "beta1": 0.8, "beta2": 0.99, "epsilon": 1e-6, "weight_decay": 0.1},
]
WORDS = ["ann", "bob", "\"meets\"", "back\\slash", "é", "ok.", "wide\u2003word", "it's", "\U0001F600"]


def matrix(rows, cols):
    return [[pick.randint(-128, 128) / 64 for _ in range(cols)] for _ in range(rows)]


def rules(n):
    flags = lambda: [pick.random() < 0.7 for _ in range(n)]
    return [
        {"kind": "none"}, {"kind": "causal"}, {"kind": "strict_causal"},
        {"kind": "offset", "diagonal": pick.randint(-1, 2)},
        {"kind": "sliding_window", "window": pick.randint(1, 3)},
        {"kind": "local_window", "window": pick.randint(1, 3)},
        {"kind": "prefix_lm", "prefix": pick.randint(0, 3)},
        {"kind": "padding", "valid": flags()},
        {"kind": "documents", "doc": [pick.randint(0, 1) for _ in range(n)]},
        {"kind": "strided", "stride": pick.randint(1, 3)},
        {"kind": "streaming", "window": pick.randint(1, 2), "sinks": pick.randint(0, 2)},
        {"kind": "global_window", "window": pick.randint(1, 2), "global": pick.randint(0, 2)},
        {"kind": "dilated_window", "window": pick.randint(1, 2), "dilation": pick.randint(1, 3)},
        {"kind": "custom", "allowed": [flags() for _ in range(n)]},
    ]


def draws(n, d_in, wide, values):
    """A draw of the three weights, or of the embeddings, too."""
    sizes = [d_in * wide, d_in * wide, d_in * values]
    into = ["query", "key", "value"]
    return pick.choice([
        ("torch", " ".join(f"linear:{d_in},{out},0" for out in (wide, wide, values)), into),
        ("torch", f"linear:{d_in},{wide},1 rand64:5 uniform32:{sizes[1]},-1,1.5 normal32:{sizes[2]},0,0.5",
         ["query", None, None, "key", "value"]),
        ("torch", " ".join(f"linear:{d_in},{out},1" for out in (wide, wide, values)),
         ["query", "biases.query", "key", None, "value", "biases.value"]),
        ("torch", f"randn64:{sizes[0]} randint:{sizes[1]},-2,3 randn32:{sizes[2]} randperm:{n * d_in}",
         into + ["embeddings"]),
        ("torch", f"rand32:{n * d_in} rand64:{sizes[0]} randn32:{sizes[1]} rand32:{sizes[2]}",
         ["embeddings"] + into),
        ("numpy-legacy", f"rand:{sizes[0]} randn:{sizes[1]} randn:{sizes[2]}", into),
        ("numpy-pcg64", f"random:{sizes[0]} normal:{sizes[1]} normal:3 normal:{sizes[2]}",
         ["query", "key", None, "value"]),
        ("python", f"random:{sizes[0]} gauss:{sizes[1]},0,0.5 random:4 gauss:{sizes[2]},0.5,1",
         ["query", "key", None, "value"]),
    ])


def text():
    lines = [" ".join(pick.choice(WORDS) for _ in range(pick.randint(2, 6))) for _ in range(30)]
    lines.insert(3, "")
    lines.insert(7, "\ttab  and   spaces ")
    return pick.choice(["\n", "\r\n"]).join(lines) + pick.choice(["", "\n"])


def twin(name, context, method):
    mask = [pick.choice(rules(context))] if pick.random() < 0.8 else pick.sample(rules(context), 2)
    value = pick.choice(["-inf", -1e9, -3]) if method in ("fill", "add") else "-inf"
    order = pick.choice(["after_scale", "before_scale"]) if method in ("fill", "add") else "after_scale"
    found = {"name": name, "mask": mask, "masking": {"method": method, "value": value, "order": order}}
    if pick.random() < 0.3:
        found["flips"] = [[0, context - 1]]
    return found


for number in range(documents):
    n, d_in = pick.randint(1, 6), pick.randint(1, 5)
    heads, half, d_v = pick.choice([1, 1, 2, 3]), pick.randint(1, 2), pick.randint(1, 3)
    d_k = 2 * half
    dtype = DTYPES[number % 4]
    method, position = METHODS[number % 7], POSITIONS[number % 6]
    every = rules(n)
    mask = [every[number % len(every)]]
    while pick.random() < 0.4:
        mask.append(pick.choice(every))
    # A title and tokens that are code in the formats.
    document = {"lookback": 1, "title": f"50% of {{a}} \\b # \"{number}\" ' \n\"\"\"",
                "tokens": [pick.choice(["%", "\\", "“a”", "=1", '"', "'", "#", "−", "日", "a,b"]) for _ in range(n)],
                "dtype": dtype, "embeddings": matrix(n, d_in), "positions": {"kind": position}, "heads": heads,
                "weights": {"query": matrix(d_in, heads * d_k), "key": matrix(d_in, heads * d_k),
                            "value": matrix(d_in, heads * d_v),
                            "output": matrix(heads * d_v, 3) if pick.random() < 0.5 else None},
                "scale": pick.choice(SCALES), "mask": mask}
    if number % 2 == 1:
        lists = {"query": heads * d_k, "key": heads * d_k, "value": heads * d_v}
        if document["weights"]["output"]:
            lists["output"] = 3
        document["biases"] = {name: pick.choice([None, matrix(1, width)[0]]) for name, width in lists.items()}
    if position == "learned":
        document["positions"]["table"] = matrix(n, d_in)
    if position == "alibi" and pick.random() < 0.5:
        document["positions"]["slopes"] = [0.25 + head for head in range(heads)]
    order = pick.choice(["after_scale", "after_scale", "before_scale"])
    low = [-1e9, "-inf", -30.5] if dtype not in ("float16",) else [-3e4, "-inf", -30.5]
    document["masking"] = {"method": method, "value": pick.choice(low), "order": order,
                           "softmax": pick.choice(["rows", "rows", "columns"])}
    if order == "after_scale" and pick.random() < 0.4:
        document["softcap"] = 2.5
    if pick.random() < 0.4:
        document["flips"] = [[pick.randrange(n), pick.randrange(n)]]
    if number % 3 == 0:
        library, program, into = draws(n, d_in, heads * d_k, heads * d_v)
        document["draw"] = {"library": library, "seed": pick.choice([0, 42, 4294967295]), "program": program,
                            "into": into}
        for name in into:
            if name == "embeddings":
                del document["embeddings"]
            elif name and name.startswith("biases."):
                document.get("biases", {}).pop(name.split(".")[1], None)
            elif name:
                del document["weights"][name]
    if number == 1:
        document.update({"tokens": [], "embeddings": [], "mask": [{"kind": "causal"}]})
        document.pop("flips", None)
        document.pop("draw", None)
    with open(f"{folder}/random{number}.json", "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False)

for number in range(experiments):
    context, heads = pick.randint(1, 6), pick.choice([1, 2, 3])
    method = METHODS[number % len(METHODS)]
    model = {"d_model": 6, "heads": heads, "d_k": pick.randint(1, 3), "d_v": pick.randint(1, 3),
             "positions": pick.choice(["none", "learned", "sinusoidal"]),
             "scale": pick.choice(SCALES), "residual": pick.random() < 0.7}
    twins = [twin("one", context, method), twin("other", context, pick.choice(METHODS))]
    if pick.random() < 0.3 and all(each["masking"]["order"] == "after_scale" for each in twins):
        model["softcap"] = 2.5
    experiment = {
        "lookback_experiment": 1, "title": f"Random {number}", "text": text(),
        "unit": pick.choice(["words", "characters"]), "starts": pick.choice(["lines", "anywhere"]),
        "context": context, "held_out": pick.choice([0, 0.2]), "model": model,
        "dtype": pick.choice(["float32", "float64"]), "seed": pick.randint(0, 999),
        "optimizer": pick.choice(OPTIMIZERS), "batch": pick.randint(1, 9), "steps": pick.randint(1, 45),
        "twins": twins[:pick.choice([1, 2])]}
    with open(f"{folder}/training{number}.json", "w", encoding="utf-8") as file:
        json.dump(experiment, file, ensure_ascii=False)
