"""vectors_test.py NAME: compares NAME.svg.png and NAME.ppm with NAME.png, and writes the words of NAME.svg."""
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


name = sys.argv[1]
wanted = read_png(name + ".png")
faults = [compare("SVG", read_png(name + ".svg.png"), wanted), compare("PDF", read_ppm(name + ".ppm"), wanted)]
texts = xml.parse(name + ".svg").getroot().iter("{http://www.w3.org/2000/svg}text")
open(name + ".words", "w").write("\n".join("".join(text.itertext()) for text in texts))
sys.exit(1 if any(faults) else 0)
