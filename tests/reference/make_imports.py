#!/usr/bin/env python3
"""Writes imports.json and the folder imports beside itself: numbers that NumPy and PyTorch save and print.

Needs NumPy 1.24 and PyTorch 1.13. The files of safetensors are written byte by byte, as its
specification says. imports.json holds, of each file, the tensors that a reader must find, their
values as the bits of doubles; of printed texts those that Python itself reads from the same digits.
"""
import json
import pathlib
import re
import struct
import zipfile

import numpy as np
import torch

here = pathlib.Path(__file__).parent
folder = here / "imports"
folder.mkdir(exist_ok=True)
generator = np.random.default_rng(31)
expected = {}


def bits(values):
    return " ".join(struct.pack(">d", float(x)).hex() for x in np.asarray(values, dtype=np.float64).ravel())


def tensor(name, values, dtype=""):
    return {"name": name, "shape": list(np.shape(values)), "dtype": dtype, "values": bits(values)}


def dtype_name(array):
    return array.dtype.name if array.dtype.kind == "f" else ""


# --- .npy
def npy(name, array, version=None):
    with open(folder / name, "wb") as file:
        np.lib.format.write_array(file, array, version=version)
    expected[name] = [tensor("", array, dtype_name(array))]


numbers = generator.normal(size=(3, 4))
npy("float64.npy", numbers)
npy("float64-big.npy", numbers.astype(">f8"), (1, 0))
npy("float32-fortran.npy", np.asfortranarray(numbers.astype("<f4")), (2, 0))
npy("float16-big-fortran.npy", np.asfortranarray(numbers.astype(">f2")), (3, 0))
npy("fortran-3.npy", np.asfortranarray(generator.normal(size=(2, 3, 4))))
npy("int64.npy", generator.integers(-9, 9, size=(2, 3)))
npy("int16-big.npy", generator.integers(-300, 300, size=(2, 3)).astype(">i2"))
npy("uint8.npy", np.arange(250, 256, dtype=np.uint8).reshape(2, 3))
npy("special.npy", np.array([[np.nan, np.inf, -np.inf, -0.0], [5e-324, 1.7976931348623157e308, 0.1, -1e-9]]))
npy("half-special.npy", np.array([[65504, 6e-8, -0.0, np.inf]], dtype=np.float16))
npy("scalar.npy", np.array(2.5))
npy("empty.npy", np.zeros((0, 4)))
np.save(folder / "tokens.npy", np.array(["The", "cat", "sah\u00eb", "\U0001F431"]))
np.save(folder / "objects.npy", np.array([[1, None]], dtype=object), allow_pickle=True)
np.save(folder / "complex.npy", np.array([[1 + 2j]]))

# --- .npz: a document in one file
x = generator.normal(size=(5, 4)).astype(np.float32)
weights = {name: generator.normal(size=(4, 4)).astype(np.float32) for name in ("W_q", "W_k", "W_v")}
weights["W_v"] = generator.normal(size=(4, 3)).astype(np.float32)
tokens = np.array(["The", "cat", "saw", "a", "bird"])
np.savez(folder / "stored.npz", X=x, tokens=tokens, **weights)
np.savez_compressed(folder / "deflated.npz", X=x, tokens=tokens, **weights)
limit, zipfile.ZIP64_LIMIT = zipfile.ZIP64_LIMIT, 16  # as if every size and offset were beyond 4 GiB
np.savez_compressed(folder / "zip64.npz", X=x, **weights)
zipfile.ZIP64_LIMIT = limit
np.savez(folder / "positional.npz", x, *weights.values())
named = [tensor("X", x, "float32")] + [tensor(n, w, "float32") for n, w in weights.items()]
for name in ("stored.npz", "deflated.npz", "zip64.npz"):
    expected[name] = named
expected["positional.npz"] = [dict(entry, name=f"arr_{k}") for k, entry in enumerate(named)]


# --- .safetensors
def safetensors(name, tensors):
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for key, (kind, shape, raw) in tensors.items():
        header[key] = {"dtype": kind, "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    (folder / name).write_bytes(struct.pack("<Q", len(text)) + text + data)


def raw(values):
    return ("F32", list(values.shape), values.numpy().astype("<f4").tobytes())


torch.manual_seed(31)
kinds = torch.randn(2, 3)
brain = kinds.to(torch.bfloat16)
brain_bits = (brain.float().numpy().view("<u4") >> 16).astype("<u2")
safetensors("kinds.safetensors", {
    "f64": ("F64", [2, 3], kinds.double().numpy().astype("<f8").tobytes()),
    "f32": raw(kinds),
    "f16": ("F16", [2, 3], kinds.half().numpy().astype("<f2").tobytes()),
    "bf16": ("BF16", [2, 3], brain_bits.tobytes()),
    "i64": ("I64", [3], np.array([-1, 0, 2**53], dtype="<i8").tobytes()),
})
expected["kinds.safetensors"] = [
    tensor("f64", kinds.double().numpy(), "float64"), tensor("f32", kinds.numpy(), "float32"),
    tensor("f16", kinds.half().numpy(), "float16"), tensor("bf16", brain.float().numpy(), "bfloat16"),
    tensor("i64", np.array([-1, 0, 2**53]))]

# --- models: the weights of one layer, as a document holds them, computed by PyTorch's own modules
models = {}


def model(name, tensors, layer, heads, head, x, w_q, w_k, w_v, w_o):
    safetensors(name, {key: raw(value.detach()) for key, value in tensors.items()})
    matrices = {"embeddings": x, "query": w_q, "key": w_k, "value": w_v, "output": w_o}
    models[name] = {"layer": layer, "heads": heads, "head": head,
                    "matrices": {key: tensor(key, value.detach().numpy()) for key, value in matrices.items()}}


x4 = torch.randn(3, 4)
# GPT-2: Conv1D computes x @ weight, queries, keys and values side by side.
gpt2 = {"x": x4, "wte.weight": torch.randn(7, 4)}
for number in range(2):
    gpt2[f"h.{number}.attn.c_attn.weight"] = torch.randn(4, 12)
    gpt2[f"h.{number}.attn.c_attn.bias"] = torch.randn(12)
    gpt2[f"h.{number}.attn.c_proj.weight"] = torch.randn(4, 4)
    gpt2[f"h.{number}.mlp.c_proj.weight"] = torch.randn(16, 4)
w_q, w_k, w_v = gpt2["h.1.attn.c_attn.weight"].split(4, dim=1)
model("gpt2.safetensors", gpt2, 1, 2, None, x4, w_q, w_k, w_v, gpt2["h.1.attn.c_proj.weight"])
models["gpt2-head"] = {"file": "gpt2.safetensors", "layer": 1, "heads": 2, "head": 1, "matrices": {
    key: tensor(key, value.numpy()) for key, value in {
        "embeddings": x4, "query": w_q[:, 2:], "key": w_k[:, 2:], "value": w_v[:, 2:],
        "output": gpt2["h.1.attn.c_proj.weight"][2:]}.items()}}

# The same by nn.Linear, which computes x @ weight.T (nanoGPT).
attention, projection = torch.nn.Linear(4, 12, bias=False), torch.nn.Linear(4, 4, bias=False)
parts = [torch.eye(4) @ part.T for part in attention.weight.split(4, dim=0)]
assert torch.equal(attention(torch.eye(4)), torch.cat(parts, dim=1))
model("linear-fused.safetensors",
      {"x": x4, "attn.c_attn.weight": attention.weight, "attn.c_proj.weight": projection.weight},
      None, 2, None, x4, *parts, projection(torch.eye(4)))

# nn.MultiheadAttention
both = torch.nn.MultiheadAttention(4, 2, bias=False)
model("multihead.safetensors", {"x": x4, **dict(both.named_parameters())}, None, 2, None, x4,
      *[part.T for part in both.in_proj_weight.chunk(3)], both.out_proj.weight.T)

# Four heads of queries, two of keys and values (grouped-query attention).
x8 = torch.randn(3, 8)
q_proj, k_proj = torch.nn.Linear(8, 8, bias=False), torch.nn.Linear(8, 4, bias=False)
v_proj, o_proj = torch.nn.Linear(8, 4, bias=False), torch.nn.Linear(8, 8, bias=False)
grouped = {"hidden_states": x8}
for name, module in {"q": q_proj, "k": k_proj, "v": v_proj, "o": o_proj}.items():
    grouped[f"model.layers.3.self_attn.{name}_proj.weight"] = module.weight


def repeated(module):
    heads = module(torch.eye(8)).view(8, 2, 2)
    return torch.repeat_interleave(heads, 2, dim=1).reshape(8, 8)


model("grouped.safetensors", grouped, None, 4, None, x8, q_proj(torch.eye(8)), repeated(k_proj),
      repeated(v_proj), o_proj(torch.eye(8)))


# --- printed texts
texts = {}


def printed(name, text, *found):
    (folder / name).write_text(text + "\n")
    texts[name] = found


def digits(text):
    """The numbers of a printed tensor, as Python reads them."""
    inside = text[text.index("["):text.rindex("]") + 1]
    return [float(x) for x in re.findall(r"-?(?:nan|inf|\d+\.?\d*(?:e[+-]?\d+)?)", inside)]


def as_printed(name, array, text, dtype):
    values = np.array(digits(text)).reshape(tuple(array.shape))
    return tensor(name, values, dtype)


def one(file, array, text, dtype):
    printed(file, text, as_printed("", array, text, dtype))


wide = generator.normal(size=(2, 30))
sizes = np.array([[1e-7, 12345678.0, -1.0], [0.0, 3.5e20, 1e-3]])
one("numpy-str.txt", numbers, str(numbers), "")
one("numpy-repr.txt", numbers, repr(numbers), "float64")
one("numpy-float32.txt", x, repr(x), "float32")
one("numpy-float16.txt", x, repr(x.astype(np.float16)), "float16")
one("numpy-wide.txt", wide, str(wide), "")
one("numpy-sizes.txt", sizes, repr(sizes), "float64")
one("python-list.txt", numbers, str(numbers.tolist()), "")
one("torch.txt", torch.tensor(x), repr(torch.tensor(x)), "float32")
one("torch-double.txt", numbers, repr(torch.tensor(numbers)), "float64")
one("torch-half.txt", x, repr(torch.tensor(x).half()), "float16")
one("torch-bfloat16.txt", x, repr(torch.tensor(x).bfloat16()), "bfloat16")
one("torch-sizes.txt", sizes, repr(torch.tensor(sizes)), "float64")
one("torch-wide.txt", wide, repr(torch.tensor(wide)), "float64")
with_gradient = torch.tensor(x, requires_grad=True)
one("torch-requires-grad.txt", x, repr(with_gradient), "float32")
one("torch-grad-fn.txt", x, repr(with_gradient * 2), "float32")
one("torch-parameter.txt", x, repr(torch.nn.Parameter(torch.tensor(x))), "float32")
one("torch-3.txt", torch.ones(1, 2, 3), repr(torch.arange(6.0).view(1, 2, 3)), "float32")
np.set_printoptions(floatmode="unique")
one("numpy-unique.txt", numbers, str(numbers), "")
assert np.array_equal(digits(str(numbers)), numbers.ravel())
np.set_printoptions(floatmode="maxprec")
printed("numpy-left-out.txt", str(np.zeros((1000, 1000))))
printed("torch-left-out.txt", repr(torch.zeros(1000, 1000)))

# A session: names at prompts, other calls between them.
state = {"q_proj.weight": torch.tensor(weights["W_q"]), "k_proj.weight": torch.tensor(weights["W_k"])}
session = [">>> import numpy as np", ">>> X = np.random.normal(size=[5, 4])", ">>> X.shape", "(5, 4)",
           ">>> tokens", str(tokens.tolist()), ">>> X", repr(x), ">>> X[0]", repr(x[0]),
           ">>> print(W_q)  # queries", str(weights["W_q"])]
printed("session.txt", "\n".join(session), as_printed("X", x, repr(x), "float32"),
        as_printed("X[0]", x[0], repr(x[0]), "float32"),
        as_printed("W_q", weights["W_q"], str(weights["W_q"]), ""))
jupyter = f"In [1]: X\nOut[1]: \n{x!r}\n\nIn [2]: W_v = np.array([[1, 2],\n   ...:                 [3, 4]])"
printed("jupyter.txt", jupyter, as_printed("X", x, repr(x), "float32"),
        tensor("W_v", [[1, 2], [3, 4]], "float64"))
printed("state-dict.txt", repr(dict(state)),
        *(as_printed(name, value, repr(value), "float32") for name, value in state.items()))

target = here / "imports.json"
target.write_text(json.dumps({"files": expected, "texts": texts, "models": models}, indent=1) + "\n")
