#!/usr/bin/env python3
"""Writes biases.json and files in imports beside itself: attention with the biases of real nn.Linear
layers, its gradients, and weights of models with biases with the output of their attention.

Needs PyTorch 1.13.1. It has no nn.Linear in float16 on the CPU, so float16 is left out. In bfloat16
an nn.Linear adds its bias to the sum before the only rounding, `x @ W + b` after the first of two.
"""
import json
import math
import pathlib
import struct

import torch
from torch import nn

MASK_VALUE = -1e9


def tensor(values):
    name = str(values.dtype).replace("torch.", "")
    rows = values.detach().double().reshape(-1, values.shape[-1]).tolist()
    return {"shape": [len(rows), values.shape[-1]], "dtype": name, "data": rows}


def layer(inputs, outputs, bias, dtype):
    """An nn.Linear with larger biases than it begins with, so that each shows."""
    made = nn.Linear(inputs, outputs, bias=bias)
    if bias:
        made.bias.data = torch.randn(outputs)
    return made.to(dtype)


def attention(dtype, heads, sizes, biases):
    """One pass and the way back. @param biases the layers that have one, of q, k, v, o; O: no layer"""
    n, d_in, d_k, d_v, d_out = sizes
    widths = {"q": (d_in, heads * d_k), "k": (d_in, heads * d_k), "v": (d_in, heads * d_v)}
    if "O" not in biases:
        widths["o"] = (heads * d_v, d_out)
    layers = {name: layer(*width, name in biases, dtype) for name, width in widths.items()}
    x = torch.randn(n, d_in).to(dtype).requires_grad_()
    blocked = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
    query, key, value = (layers[name](x) for name in "qkv")
    contexts, weights = [], []
    for head in range(heads):
        of_keys = slice(head * d_k, (head + 1) * d_k)
        scores = query[:, of_keys] @ key[:, of_keys].t() / math.sqrt(d_k)
        weights.append(torch.softmax(scores.masked_fill(blocked, MASK_VALUE), dim=-1))
        contexts.append(weights[-1] @ value[:, head * d_v:(head + 1) * d_v])
    context = torch.cat(contexts, dim=-1)
    output = layers["o"](context) if "o" in layers else context
    upstream = torch.randn(*output.shape).to(dtype)
    (output * upstream).sum().backward()
    given = {"X": x}
    gradients = {"X": x.grad}
    for name, made in layers.items():
        given["W_" + name] = made.weight.t()
        gradients["W_" + name] = made.weight.grad.t()
        if made.bias is not None:
            given["b_" + name] = made.bias
            gradients["b_" + name] = made.bias.grad
    stages = {"query": query, "key": key, "value": value, "attention_weights": torch.cat(weights, dim=-1),
              "context": context}
    if "o" in layers:
        stages["output"] = output
    every = lambda tensors: {name: tensor(values) for name, values in tensors.items()}
    return {"heads": heads, "dtype": str(dtype).replace("torch.", ""), "inputs": every(given),
            "upstream": tensor(upstream), "stages": every(stages), "gradients": every(gradients)}


def whole_module():
    """PyTorch's own module with its fused in_proj_bias, and its output."""
    n, d_model, heads = 4, 6, 2
    module = nn.MultiheadAttention(d_model, heads, bias=True, batch_first=True).double()
    module.in_proj_bias.data = torch.randn(3 * d_model).double()
    module.out_proj.bias.data = torch.randn(d_model).double()
    x = torch.randn(n, d_model).double()
    blocked = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
    output, _ = module(x[None], x[None], x[None], attn_mask=blocked)
    weights = module.in_proj_weight.t().chunk(3, dim=1)
    biases = module.in_proj_bias.chunk(3)
    given = {"X": x, "W_o": module.out_proj.weight.t(), "b_o": module.out_proj.bias}
    for name, weight, bias in zip("qkv", weights, biases):
        given["W_" + name], given["b_" + name] = weight, bias
    return {"heads": heads, "inputs": {name: tensor(values) for name, values in given.items()},
            "output": tensor(output[0])}


# --- files of models: names and orientation as their libraries save them, and a causal output

def causal(query, key, value, heads, groups):
    """Heads of softmax(q k^T / sqrt(d_k)) v side by side. @param groups heads of keys and values"""
    n = query.shape[0]
    split = lambda x, count: x.view(n, count, -1).transpose(0, 1)
    query, key, value = split(query, heads), split(key, groups), split(value, groups)
    key, value = (x.repeat_interleave(heads // groups, dim=0) for x in (key, value))
    blocked = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
    scores = (query @ key.transpose(1, 2) / math.sqrt(query.shape[-1])).masked_fill(blocked, -math.inf)
    return (torch.softmax(scores, dim=-1) @ value).transpose(0, 1).reshape(n, -1)


def safetensors(name, tensors):
    header, data = {}, b""
    for key, values in tensors.items():
        raw = values.detach().contiguous().numpy().astype("<f4").tobytes()
        header[key] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path = pathlib.Path(__file__).parent / "imports" / name
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def models():
    x, heads, made = torch.randn(5, 8), 4, {}

    def model(name, tensors, layer, output):
        safetensors(name, {"x": x, **tensors})
        made[name] = {"layer": layer, "heads": heads, "output": tensor(output)}

    # GPT-2: a Conv1D computes x @ weight + bias; `attn.bias` is its mask.
    names = {"attn.c_attn.weight": (8, 24), "attn.c_attn.bias": (24,), "attn.c_proj.weight": (8, 8),
             "attn.c_proj.bias": (8,), "attn.bias": (1, 1, 6, 6)}
    gpt2 = {f"h.{k}.{name}": torch.randn(shape) for k in range(2) for name, shape in names.items()}
    of = {name: gpt2["h.1." + name] for name in names}
    fused = torch.addmm(of["attn.c_attn.bias"], x, of["attn.c_attn.weight"])
    mixed = causal(*fused.split(8, dim=1), heads, heads)
    model("biases-gpt2.safetensors", gpt2, 1, torch.addmm(of["attn.c_proj.bias"], mixed, of["attn.c_proj.weight"]))

    # Qwen2: nn.Linear, biases of queries, keys and values, two heads of keys for four of queries.
    parts = {"q_proj": nn.Linear(8, 8), "k_proj": nn.Linear(8, 4), "v_proj": nn.Linear(8, 4),
             "o_proj": nn.Linear(8, 8, bias=False)}
    qwen2 = {f"model.layers.0.self_attn.{name}.{field}": value for name, part in parts.items()
             for field, value in part.named_parameters()}
    query, key, value = (parts[name](x) for name in ("q_proj", "k_proj", "v_proj"))
    model("biases-qwen2.safetensors", qwen2, None, parts["o_proj"](causal(query, key, value, heads, 2)))

    # BERT: all four have biases.
    parts = {name: nn.Linear(8, 8) for name in ("self.query", "self.key", "self.value", "output.dense")}
    bert = {f"encoder.layer.0.attention.{name}.{field}": value for name, part in parts.items()
            for field, value in part.named_parameters()}
    query, key, value = (parts["self." + name](x) for name in ("query", "key", "value"))
    model("biases-bert.safetensors", bert, None, parts["output.dense"](causal(query, key, value, heads, heads)))

    # PyTorch's own module.
    both = nn.MultiheadAttention(8, heads)
    both.in_proj_bias.data, both.out_proj.bias.data = torch.randn(24), torch.randn(8)
    blocked = torch.triu(torch.ones(5, 5, dtype=torch.bool), diagonal=1)
    model("biases-multihead.safetensors", dict(both.named_parameters()), None,
          both(x, x, x, attn_mask=blocked)[0])
    return made


def main():
    torch.manual_seed(31)
    small, large = (5, 4, 2, 3, 3), (17, 16, 17, 18, 19)
    cases = [attention(dtype, heads, small, biases)
             for dtype in (torch.float64, torch.float32)
             for heads, biases in ((1, "qkvo"), (2, "qkvo"), (3, "qv"), (2, "kvO"), (1, "qO"), (2, "o"))]
    # Products of more than 16 * 16 * 16 multiplications: half.json says why.
    cases += [attention(torch.bfloat16, heads, large, biases) for heads, biases in ((1, "qkvo"), (2, "qvO"))]
    data = {"schema": "attention-biases-1", "torch": "1.13.1", "cases": cases, "module": whole_module(),
            "models": models()}
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    pathlib.Path(__file__).with_name("biases.json").write_text(text + "\n")


main()
