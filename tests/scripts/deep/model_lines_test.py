"""model_lines_test.py LOOKBACK COMMANDS.md: runs the lines with which the documentation saves a layer of a model.

Tiny modules of PyTorch in the layout of transformers stand in for the models. Prints a line for each fault.
"""
import json
import math
import re
import subprocess
import sys
import types

import torch
from torch import nn

lookback, page = sys.argv[1], open(sys.argv[2], encoding="utf-8").read()
faults = []


class Conv1D(nn.Module):
    """GPT-2's: x @ weight + bias, weight in x out."""

    def __init__(self, outputs, inputs):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.randn(inputs, outputs)), nn.Parameter(torch.randn(outputs))

    def forward(self, x):
        return x @ self.weight + self.bias


def causal(query, key, value, heads, groups):
    n = query.shape[1]
    split = lambda x, count: x.view(n, count, -1).transpose(0, 1)
    query, key, value = split(query[0], heads), split(key[0], groups), split(value[0], groups)
    key, value = (x.repeat_interleave(heads // groups, dim=0) for x in (key, value))
    blocked = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
    scores = (query @ key.transpose(1, 2) / math.sqrt(query.shape[-1])).masked_fill(blocked, -math.inf)
    return (torch.softmax(scores, dim=-1) @ value).transpose(0, 1).reshape(1, n, -1)


class Attention(nn.Module):
    def __init__(self, heads, groups):
        super().__init__()
        self.heads, self.groups = heads, groups

    def forward(self, x):
        self.output = self.of(x)
        return self.output


class FusedAttention(Attention):
    def __init__(self):
        super().__init__(12, 12)
        self.c_attn, self.c_proj = Conv1D(72, 24), Conv1D(24, 24)

    def of(self, x):
        return self.c_proj(causal(*self.c_attn(x).split(24, dim=2), self.heads, self.groups))


class LinearAttention(Attention):
    def __init__(self):
        super().__init__(14, 2)
        self.q_proj, self.k_proj, self.v_proj = nn.Linear(28, 28), nn.Linear(28, 4), nn.Linear(28, 4)
        self.o_proj = nn.Linear(28, 28, bias=False)

    def of(self, x):
        return self.o_proj(causal(self.q_proj(x), self.k_proj(x), self.v_proj(x), self.heads, self.groups))


class Block(nn.Module):
    def __init__(self, name, attention, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        setattr(self, name, attention)
        self.attention = attention

    def forward(self, x):
        return x + self.attention(self.norm(x))


class Model(nn.Module):
    def __init__(self, list_name, name, attention, width):
        super().__init__()
        self.embedding = nn.Embedding(9, width)
        self.blocks = nn.ModuleList(Block(name, attention(), width) for _ in range(4))
        setattr(self, list_name, self.blocks)

    def forward(self, ids):
        x = self.embedding(ids)
        for block in self.blocks:
            x = block(x)
        return x


class Tokenizer:
    def __call__(self, text, return_tensors):
        return {"input_ids": torch.arange(1, 1 + len(text.split()))[None]}

    def convert_ids_to_tokens(self, ids):
        return [f"token{int(number)}" for number in ids]


def pretrained(make):
    return type("Pretrained", (), {"from_pretrained": staticmethod(lambda name, **_: make())})


transformers = types.ModuleType("transformers")
transformers.AutoTokenizer = pretrained(Tokenizer)
transformers.GPT2Model = pretrained(lambda: Model("h", "attn", FusedAttention, 24))
transformers.AutoModel = pretrained(lambda: Model("layers", "self_attn", LinearAttention, 28))
sys.modules["transformers"] = transformers


def check(name, file, options, attention):
    """Imports the file, and compares the output and the weights of all heads with those of the module."""
    run = lambda *arguments: subprocess.run([lookback, *arguments], capture_output=True, text=True)
    made = run("import", file, *options, "-o", name + ".json")
    if made.returncode != 0:
        faults.append(f"{name}: {made.stderr}")
        return
    trace = json.loads(run("trace", name + ".json", "--format", "json").stdout)
    stages = {stage["id"]: torch.tensor(stage["values"]) for stage in trace["stages"]
              if stage["id"] in ("attention_weights", "output")}
    if trace["tokens"] != ["token1", "token2", "token3"]:
        faults.append(f"{name}: the tokens are {trace['tokens']}")
    if not torch.allclose(stages["output"], attention.output[0], rtol=1e-4, atol=1e-4):
        faults.append(f"{name}: the output is not that of the model")
    head = run("import", file, *options, "--head", "5", "-o", name + ".head.json")
    if head.returncode != 0:
        faults.append(f"{name}: {head.stderr}")
        return
    one = json.loads(run("trace", name + ".head.json", "--format", "json").stdout)
    weights = [torch.tensor(stage["values"]) for stage in one["stages"] if stage["id"] == "attention_weights"]
    if not torch.allclose(weights[0][0], stages["attention_weights"][5], rtol=1e-4, atol=1e-4):
        faults.append(f"{name}: head 5 has other weights")


torch.manual_seed(3)
blocks = re.findall(r"```python\n(.*?)```", page[page.index("### One layer of a real model"):], re.S)
gpt2, linear = blocks[0], blocks[1]
names = {}
exec(gpt2, names)
check("gpt2", "gpt2.npz", ["--heads", "12"], names["attention"])

# The second block holds the lines that differ.
lines = gpt2.splitlines()
for line in linear.splitlines():
    start = re.match(r"from transformers|\w+(, \w+)*(?= = )|\w+\.\w+(?=\.)", line).group()
    kind = "attention." if start.startswith("attention.") else start
    at = [k for k, other in enumerate(lines) if other.startswith(kind)]
    if len(at) != 1:
        faults.append(f"{len(at)} lines begin with {kind}")
    lines[at[0]] = line
names = {}
exec("\n".join(lines).replace("gpt2.npz", "qwen.npz").replace('prefix="attn"', 'prefix="self_attn"'), names)
check("qwen", "qwen.npz", ["--heads", "14"], names["attention"])

print("\n".join(faults), end="")
sys.exit(len(faults) > 0)
