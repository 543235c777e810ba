#!/usr/bin/env python3
"""Writes python_random.json beside itself: numbers that Python's module `random` draws.

Needs CPython alone; the numbers of 3.11.7 stand in the file. The vectors are as those of rng.json.
"""
import json
import pathlib
import random
import struct

PROGRAMS = (
    "random:700",  # one more block than the 624 outputs of the first
    "gauss:25,0,1 random:3 gauss:1,2,0.5",  # the spare number waits, and is scaled when it is used
    "gauss:6,0,0.08 gauss:3,-1.5,0",
)
SEEDS = (0, 1, 42, -42, 2**32 - 1, 2**32, 2**200, 10**999)


def draw(generator, operation):
    name, arguments = operation.split(":")
    count, *numbers = arguments.split(",")
    how = getattr(generator, name)
    return [how(*map(float, numbers)) for _ in range(int(count))]


def vector(seed, program):
    generator = random.Random()
    generator.seed(seed)
    numbers = [x for operation in program.split() for x in draw(generator, operation)]
    words = " ".join(struct.pack(">d", x).hex() for x in numbers)
    return {"library": "python", "seed": str(seed), "program": program, "values": words}


vectors = [vector(seed, program) for seed in SEEDS for program in PROGRAMS]
target = pathlib.Path(__file__).with_name("python_random.json")
target.write_text(json.dumps({"vectors": vectors}, indent=1) + "\n")
