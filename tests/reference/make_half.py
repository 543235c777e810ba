#!/usr/bin/env python3
"""Writes half.json beside itself: what PyTorch and NumPy do in 16 bits on the CPU.

Needs PyTorch 1.13.1 and NumPy 1.24.2. PyTorch 1.13 has neither products nor softmax in float16 on
the CPU, so float16 is measured where NumPy or PyTorch can: elementwise, conversions, prints.
"""
import json
import math
import pathlib

import numpy
import torch

BF16 = torch.bfloat16
MASK_VALUE = -1e9


def plain(value):
    """Numbers as JSON holds them: exact, with words for what is not finite."""
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    return value if math.isfinite(value) else str(value)


def tensor(values):
    name = str(values.dtype).replace("torch.", "")
    numbers = values.detach().double() if torch.is_tensor(values) else values.astype(float)
    return {"shape": list(values.shape), "dtype": name, "data": plain(numbers.tolist())}


def attention():
    """A whole pass and the way back. Sizes above 16 * 16 * 16, from where on oneDNN multiplies."""
    torch.manual_seed(16)
    n, d_in, d_k, d_v, d_out = 17, 16, 17, 18, 19
    draw = lambda *shape: torch.randn(*shape).to(BF16)
    inputs = {"X": draw(n, d_in), "W_q": draw(d_in, d_k) / 4, "W_k": draw(d_in, d_k) / 4,
              "W_v": draw(d_in, d_v) / 4, "W_o": draw(d_v, d_out) / 4}
    leaves = {name: value.clone().requires_grad_() for name, value in inputs.items()}
    upstream = draw(n, d_out)
    blocked = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
    q, k, v = (leaves["X"] @ leaves[name] for name in ("W_q", "W_k", "W_v"))
    scores = q @ k.t()
    scaled = scores / math.sqrt(d_k)
    masked = scaled.masked_fill(blocked, MASK_VALUE)
    weights = torch.softmax(masked, dim=-1)
    context = weights @ v
    output = context @ leaves["W_o"]
    stages = {"query": q, "key": k, "value": v, "scores": scores, "scaled_scores": scaled,
              "masked_scores": masked, "attention_weights": weights, "context": context,
              "output": output}
    for stage in stages.values():
        stage.retain_grad()
    (output * upstream).sum().backward()
    gradients = {name: leaf.grad for name, leaf in leaves.items()}
    gradients.update({name: stage.grad for name, stage in stages.items()})
    return {"inputs": {name: tensor(value) for name, value in inputs.items()},
            "upstream": tensor(upstream),
            "stages": {name: tensor(value) for name, value in stages.items()},
            "gradients": {name: tensor(value) for name, value in gradients.items()}}


def score_steps():
    """Each step on the same scores: what masking methods and divisors do to single numbers."""
    torch.manual_seed(4)
    n = 9
    scores = (3 * torch.randn(n, n)).to(BF16)
    blocked = torch.rand(n, n) < 0.4
    blocked.fill_diagonal_(False)
    allowed = ~blocked
    ones = allowed.to(BF16)
    softmax = torch.softmax(scores, dim=-1)
    zeroed = softmax * ones
    results = {
        "divided_by_sqrt_3": scores / math.sqrt(3),
        "divided_by_0.7": scores / 0.7,
        "fill_-1e9": scores.masked_fill(blocked, MASK_VALUE),
        "add_-2.3": torch.where(blocked, scores + -2.3, scores),
        "multiply": scores * ones,
        "add_allowed": scores + ones,
        "softmax": softmax,
        "zero": zeroed,
        "renormalize": zeroed / zeroed.sum(dim=-1, keepdim=True),
        "fill_-inf_softmax": torch.softmax(scores.masked_fill(blocked, -math.inf), dim=-1),
    }
    return {"scores": tensor(scores), "blocked": blocked.int().tolist(),
            "results": {name: tensor(value) for name, value in results.items()}}


def float16_steps():
    """NumPy rounds every elementwise operation; a number of Python is rounded first."""
    generator = numpy.random.RandomState(3)
    scores = (4 * generator.randn(6, 6)).astype(numpy.float16)
    return {"scores": tensor(scores),
            "results": {"divided_by_sqrt_3": tensor(scores / math.sqrt(3)),
                        "add_-2.3": tensor(scores + -2.3)}}


def conversions():
    """Numbers of Python as tensors; a tie that only float makes (1 + 2^-8 + 2^-40) is among them."""
    numbers = [0.1, 1 / 3, -2.3, 1e-8, 6e-8, 3e-8, 2.0**-25, 2.0**-24 * 1.5, 65504, 65519.99,
               65520, -1e9, 3.39e38, 3.3961775292304957e38, 1e39, 1e-40, 9.2e-41, 4.5e-41,
               1 + 2**-8, 1 + 2**-8 + 2**-40, 1 + 2**-11, 1 + 2**-11 + 2**-40, 1 + 3 * 2**-8]
    as_dtype = lambda dtype: plain(torch.tensor(numbers, dtype=dtype).double().tolist())
    return {"numbers": numbers, "float16": as_dtype(torch.float16), "bfloat16": as_dtype(BF16)}


def prints():
    numpy.set_printoptions(precision=4, suppress=True)  # as in the notebooks
    rows = [[1, -2.5, 0.1], [1 / 3, 1000, -0.0]]
    wide = [[1e-5, 3, 16777.2]]
    result = {"rows": rows, "wide": wide}
    for name, dtype in (("float16", torch.float16), ("bfloat16", BF16)):
        result["torch_" + name] = [str(torch.tensor(x, dtype=dtype)) for x in (rows, wide)]
    result["numpy_float16"] = [str(numpy.array(x, dtype=numpy.float16)) for x in (rows, wide)]
    patterns = list(range(0, 0x7C00, 251)) + [1, 2, 0x3FF, 0x400, 0x7BFF]
    values = numpy.array(patterns, dtype=numpy.uint16).view(numpy.float16)
    result["shortest"] = [[float(value), numpy.format_float_scientific(value, trim="-")]
                          for value in values]
    return result


def main():
    data = {"schema": "attention-half-1", "torch": "1.13.1", "numpy": numpy.__version__,
            "bfloat16": {"attention": attention(), "score_steps": score_steps()},
            "float16": {"score_steps": float16_steps()},
            "conversions": conversions(), "prints": prints()}
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    pathlib.Path(__file__).with_name("half.json").write_text(text + "\n")


main()
