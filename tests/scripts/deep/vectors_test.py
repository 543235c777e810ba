"""vectors_test.py NAME: compares NAME.svg.png and NAME.ppm with NAME.png, and writes the words of NAME.svg.
vectors_test.py NAME TRACE.json: finds each number of a stage in these words, and in those of NAME.pdf."""
import json
import re
import struct
import sys
import xml.etree.ElementTree as xml
import zlib

import numpy as np

BLOCK = 8  # pixels: glyphs of two programs differ at their edges, not in where they stand
MOST_MEAN = 1.5  # of 255, over all blocks
MOST_SHARE = 0.005  # of the blocks may differ by more than MOST_BLOCK
MOST_BLOCK = 24


def unfiltered(lines, width, channels):
    """The bytes of a PNG's lines, whose first byte is their filter."""
    rows = []
    before = np.zeros(width * channels, dtype=np.uint8)
    for line in lines:
        row = line[1:].copy()
        if line[0] == 2:
            row += before
        elif line[0]:
            left = [0] * channels
            corner = [0] * channels
            values = row.tolist()
            above = before.tolist()
            for k, value in enumerate(values):
                c = k % channels
                a, b, d = left[c], above[k], corner[c]
                if line[0] == 1:
                    guess = a
                elif line[0] == 3:
                    guess = (a + b) // 2
                else:
                    p = a + b - d
                    pa, pb, pd = abs(p - a), abs(p - b), abs(p - d)
                    guess = a if pa <= pb and pa <= pd else b if pb <= pd else d
                values[k] = left[c] = (value + guess) & 255
                corner[c] = b
            row = np.array(values, dtype=np.uint8)
        rows.append(row)
        before = row
    return np.stack(rows)


def read_png(path):
    data = open(path, "rb").read()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
        at += 12 + size
    channels = {2: 3, 6: 4}[color]
    assert depth == 8
    lines = np.frombuffer(zlib.decompress(packed), dtype=np.uint8).reshape(height, 1 + width * channels)
    return unfiltered(lines, width, channels).reshape(height, width, channels)[:, :, :3]


def read_ppm(path):
    data = open(path, "rb").read()
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
    width, height = int(head[1]), int(head[2])
    return np.frombuffer(data[head.end() :], dtype=np.uint8).reshape(height, width, 3)


def blocks(image):
    height, width = (side // BLOCK * BLOCK for side in image.shape[:2])
    parts = image[:height, :width].reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3)
    return parts.mean(axis=(1, 3))


def compare(name, other, wanted):
    if other.shape != wanted.shape:
        return f"{name} has the size {other.shape[1::-1]}, not {wanted.shape[1::-1]}"
    apart = np.abs(blocks(other) - blocks(wanted)).max(axis=2)
    mean, share = apart.mean(), (apart > MOST_BLOCK).mean()
    print(f"{name}: mean {mean:.2f}, {100 * share:.2f}% of the blocks differ by more than {MOST_BLOCK}")
    return "another picture" if mean > MOST_MEAN or share > MOST_SHARE else ""


def numbers(values):
    """All numbers but 0 and the mask's own value, which is written as it is chosen."""
    if isinstance(values, list):
        return [number for value in values for number in numbers(value)]
    return [values] if isinstance(values, float) and 1e-4 < abs(values) < 1000 else []


def missing(file, wanted):
    """The numbers that a file does not show with 2 to 4 decimals."""
    words = open(file, encoding="utf-8").read().replace("\u2212", "-")
    return [value for value in wanted if not any(f"{value:.{digits}f}" in words for digits in (4, 3, 2))]


def same_pictures(name):
    wanted = read_png(name + ".png")
    faults = [compare("SVG", read_png(name + ".svg.png"), wanted), compare("PDF", read_ppm(name + ".ppm"), wanted)]
    texts = xml.parse(name + ".svg").getroot().iter("{http://www.w3.org/2000/svg}text")
    with open(name + ".words", "w", encoding="utf-8") as words:
        words.write("\n".join("".join(text.itertext()) for text in texts))
    return not any(faults)


def has_numbers(name, trace):
    (stage,) = (stage for stage in json.load(open(trace))["stages"] if stage["id"] not in ("tokens", "weights"))
    wanted = numbers(stage["values"])
    lost = {file: missing(name + file, wanted) for file in (".txt", ".words")}
    print(f"{len(wanted)} numbers, without", lost)
    return len(wanted) > 5 and not any(lost.values())


sys.exit(0 if (same_pictures if len(sys.argv) == 2 else has_numbers)(*sys.argv[1:]) else 1)
