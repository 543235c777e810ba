#!/usr/bin/env python3
"""Times what tests/bench/attend_bench.cpp calls `forward` in NumPy or PyTorch, what train_bench.cpp
calls `adamStep` in PyTorch, and sgemm's peak.

    peers.py {numpy|torch|sgemm} THREADS SECONDS SIZE...     SIZE is n/d_in/heads/d_k
    peers.py training THREADS SECONDS SIZE...                SIZE is d_model/heads/context/batch/words

Prints one JSON object: seconds by size (sgemm: operations a second). The libraries are at their best:
every result goes into memory that is used again where that can be asked for, nothing is built or
converted while the clock runs, and of the ways to write a step the fastest is taken. As in least_time.h, the
first calls are not timed, and of all others the least time counts.
"""
import json
import sys
import time


UNTIMED_CALLS = 2


def least_time(call, seconds):
    for _ in range(UNTIMED_CALLS):
        call()
    least = float("inf")
    end = time.perf_counter() + seconds
    calls = 0
    while calls < 3 or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        least = min(least, time.perf_counter() - start)
        calls += 1
    return least


def numpy_forward(n, d_in, heads, d_k):
    import numpy as np

    def random(*shape):
        return np.random.rand(*shape).astype(np.float32) - np.float32(0.5)

    def by_head(matrix):  # (n, heads * d_k) seen as (heads, n, d_k)
        return matrix.reshape(n, heads, d_k).transpose(1, 0, 2)

    x, w_q, w_k, w_v = random(n, d_in), *(random(d_in, heads * d_k) for _ in range(3))
    q, k, v, context = (np.empty((n, heads * d_k), np.float32) for _ in range(4))
    scores, scaled, masked, weights = (np.empty((heads, n, n), np.float32) for _ in range(4))
    row = np.empty((heads, n, 1), np.float32)
    queries, keys, values, contexts = by_head(q), by_head(k).transpose(0, 2, 1), by_head(v), by_head(context)
    divisor = np.float32(np.sqrt(d_k))
    # Filling blocked scores with -1e9 as a minimum: one pass, where copyto and a mask take two.
    blocked = np.triu(np.ones((n, n), bool), 1)
    ceiling = np.where(blocked, np.float32(-1e9), np.float32(np.inf))

    def forward():
        np.matmul(x, w_q, out=q)
        np.matmul(x, w_k, out=k)
        np.matmul(x, w_v, out=v)
        np.matmul(queries, keys, out=scores)
        np.divide(scores, divisor, out=scaled)
        np.minimum(scaled, ceiling, out=masked)
        np.max(masked, axis=-1, keepdims=True, out=row)
        np.subtract(masked, row, out=weights)
        np.exp(weights, out=weights)
        np.sum(weights, axis=-1, keepdims=True, out=row)
        np.divide(weights, row, out=weights)
        np.matmul(weights, values, out=contexts)

    return forward


def torch_forward(n, d_in, heads, d_k):
    import torch

    def random(*shape):
        return torch.rand(*shape) - 0.5

    def by_head(matrix):
        return matrix.view(n, heads, d_k).transpose(0, 1)

    x, w_q, w_k, w_v = random(n, d_in), *(random(d_in, heads * d_k) for _ in range(3))
    q, k, v = (torch.empty(n, heads * d_k) for _ in range(3))
    context = torch.empty(heads, n, d_k)
    scores, scaled, masked, weights = (torch.empty(heads, n, n) for _ in range(4))
    queries, keys, values = by_head(q), by_head(k).transpose(1, 2), by_head(v)
    divisor = d_k**0.5
    blocked = torch.ones(n, n, dtype=torch.bool).triu(1)
    ceiling = torch.where(blocked, -1e9, float("inf"))

    def forward():
        torch.mm(x, w_q, out=q)
        torch.mm(x, w_k, out=k)
        torch.mm(x, w_v, out=v)
        torch.bmm(queries, keys, out=scores)
        torch.div(scores, divisor, out=scaled)
        torch.minimum(scaled, ceiling, out=masked)
        torch._softmax(masked, -1, False, out=weights)  # torch.softmax cannot reuse memory
        torch.bmm(weights, values, out=context)

    return forward


def torch_steps(d_model, heads, context, batch, words):
    """A step of a training, in each of the ways to write it; which is the fastest depends on the size."""
    import torch

    units = torch.randint(0, words, (2000,))
    windows = units.unfold(0, context + 1, 1)
    d_k = d_model // heads
    divisor = d_k**0.5
    blocked = torch.full((context, context), float("-inf")).triu(1)

    def step_with(**options):
        def linear(rows, columns):
            return torch.nn.Linear(rows, columns, bias=False).weight.detach().t().contiguous().requires_grad_()

        embeddings, positions = (torch.randn(rows, d_model, requires_grad=True) for rows in (words, context))
        query, key, value, output = (linear(d_model, d_model) for _ in range(4))
        unembedding = linear(d_model, words)
        optimizer = torch.optim.Adam([embeddings, positions, query, key, value, output, unembedding], lr=0.01, **options)

        def by_head(rows):
            return rows.view(batch, context, heads, d_k).transpose(1, 2)

        def step():
            drawn = windows[torch.randint(0, len(windows), (batch,))]
            x = torch.nn.functional.embedding(drawn[:, :-1], embeddings) + positions
            scores = by_head(x @ query) @ by_head(x @ key).transpose(2, 3) / divisor + blocked
            contexts = torch.softmax(scores, -1) @ by_head(x @ value)
            hidden = x + contexts.transpose(1, 2).reshape(batch, context, d_model) @ output
            logits = (hidden @ unembedding).view(batch * context, words)
            loss = torch.nn.functional.cross_entropy(logits, drawn[:, 1:].reshape(-1))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()

        return step

    return [step_with(foreach=False), step_with(foreach=True)]


def sgemm_peak(seconds):
    """The most operations a second of a large product of float matrices in the BLAS."""
    import numpy as np

    most = 0
    for n in (512, 1024, 2048):
        a, b, c = (np.random.rand(n, n).astype(np.float32) for _ in range(3))
        most = max(most, 2 * n**3 / least_time(lambda: np.matmul(a, b, out=c), seconds))
    return {"peak": most}


def main():
    library, threads, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    if library == "sgemm":
        print(json.dumps(sgemm_peak(seconds)))
        return
    make = numpy_forward
    if library in ("torch", "training"):
        import torch

        torch.set_num_threads(threads)
    if library == "training":
        times = {size: min(least_time(step, seconds) for step in torch_steps(*map(int, size.split("/"))))
                 for size in sys.argv[4:]}
        print(json.dumps(times))
        return
    if library == "torch":
        torch.set_grad_enabled(False)
        make = torch_forward
    print(json.dumps({size: least_time(make(*map(int, size.split("/"))), seconds) for size in sys.argv[4:]}))


if __name__ == "__main__":
    main()
