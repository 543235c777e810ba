"""spreadsheet_test.py FOLDER: in each folder of it, the cells of every NAME.fods are the numbers of NAME.tsv
to 15 digits and 20 decimals, and so are those of back.json, which was made of the CSV of four of them."""
import json
import math
import pathlib
import sys
import xml.etree.ElementTree as tree

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"


def cells(path):
    """The numbers of the first sheet, row by row. A number that repeats is one element."""
    rows = []
    for row in tree.parse(path).getroot().iter(TABLE + "table-row"):
        numbers = []
        for cell in row.iter(TABLE + "table-cell"):
            times = int(cell.get(TABLE + "number-columns-repeated", "1"))
            if cell.get(OFFICE + "value") is not None:
                numbers += [float(cell.get(OFFICE + "value"))] * times
        rows += [numbers] * int(row.get(TABLE + "number-rows-repeated", "1")) if numbers else []
    return rows


def compare(path, found, wanted):
    assert [len(row) for row in found] == [len(row) for row in wanted], path
    for row, expected in zip(found, wanted):
        for number, value in zip(row, expected):
            assert math.isclose(number, value, rel_tol=1e-14, abs_tol=1e-20), (path, number, value)


def table(path):
    return [[float(number) for number in line.split("\t")] for line in path.read_text().splitlines()]


tables = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*/*.tsv")):
    compare(path, cells(path.with_suffix(".fods")), table(path))
    tables += 1
documents = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*/back.json")):
    back = json.loads(path.read_text())
    compare(path, back["embeddings"], table(path.with_name("embeddings.tsv")))
    for name in ("query", "key", "value"):
        compare(path, back["weights"][name], table(path.with_name(f"weights.{name}.tsv")))
    documents += 1
assert tables >= 24 and documents >= 4, (tables, documents)
print(f"{tables} tables and {documents} documents went through a spreadsheet")
