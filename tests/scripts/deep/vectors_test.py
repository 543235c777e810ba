"""vectors_test.py NAME: compares NAME.svg.png and NAME.ppm with NAME.png, and writes the words of NAME.svg.
vectors_test.py NAME TRACE.json: finds each number of a stage in these words, and in those of NAME.pdf."""
import json
import sys
import xml.etree.ElementTree as xml

import numpy as np
from PIL import Image

BLOCK = 8  # pixels: glyphs of two programs differ at their edges, not in where they stand
MOST_MEAN = 1.5  # of 255, over all blocks
MOST_SHARE = 0.005  # of the blocks may differ by more than MOST_BLOCK
MOST_BLOCK = 24


def pixels(path):
    return np.asarray(Image.open(path).convert("RGB"), dtype=float)


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
    wanted = pixels(name + ".png")
    faults = [compare("SVG", pixels(name + ".svg.png"), wanted), compare("PDF", pixels(name + ".ppm"), wanted)]
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
