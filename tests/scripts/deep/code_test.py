"""code_test.py FOLDER: runs the Python code in the folder, and compares all that was printed with FILE.print."""
import contextlib
import glob
import io
import re
import sys
import warnings

warnings.simplefilter("ignore", RuntimeWarning)  # NumPy warns of rows of -inf, which become NaN
NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf|nan)")
failed = 0


def alike(found, wanted):
    """Equal texts, but for a difference of one in the last of four decimals."""
    if NUMBER.sub("0", found).split() != NUMBER.sub("0", wanted).split():
        return False
    pairs = zip(NUMBER.findall(found), NUMBER.findall(wanted))
    return all(a == b or abs(float(a) - float(b)) <= 1.01e-4 for a, b in pairs)


def compare(name, found):
    global failed
    with open(f"{name}.print", encoding="utf-8") as file:
        wanted = file.read()
    if not alike(found, wanted):
        failed += 1
        print(f"FAILED: {name} prints\n{found}\ninstead of\n{wanted}")


programs = glob.glob(f"{sys.argv[1]}/*.pytorch") + glob.glob(f"{sys.argv[1]}/*.numpy")
for name in sorted(programs):
    out = io.StringIO()
    with open(name, encoding="utf-8") as file, contextlib.redirect_stdout(out):
        exec(compile(file.read(), name, "exec"), {})
    compare(name, out.getvalue())
for name in glob.glob(f"{sys.argv[1]}/*.ran"):
    with open(name, encoding="utf-8") as file:
        compare(name.removesuffix(".ran"), file.read())
print(f"{len(programs)} programs")
sys.exit(failed > 0)
