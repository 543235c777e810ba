"""Works in the page as its reader would: in Chromium, by real events of mouse, keys and fingers.

page_test.py FOLDER FILE: the folder of the page, and the page in one file.
"""
import base64
import functools
import gzip
import http.server
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zlib

from PIL import Image, ImageChops
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

SIZE = (1280, 720)
SECONDS = 30
NOTEBOOKS = ("write-a-poem", "masked-self-attention", "the-cat-sat", "numpy-from-scratch", "causal-two-ways")
NUMBER = r"-?\d[\d.e+-]*"
MOST_OTHER_PIXELS = 0.0002  # a mask with other signs in its cells: 0.0004
TEN_MEGABITS = 10_000_000 // 8
PROGRAM = os.environ["LOOKBACK_BUILD"] + "/lookback"


class Compressing(http.server.SimpleHTTPRequestHandler):
    """Sends files compressed, as most servers of the web do."""

    def do_GET(self):
        file = pathlib.Path(self.translate_path(self.path))
        if not file.is_file():
            return self.send_error(404)
        body = compressed(file)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@functools.cache
def compressed(file):
    return gzip.compress(file.read_bytes(), 9)


def fail(what):
    raise SystemExit(f"page_test: {what}")


def server_of(folder, port=0):
    handler = functools.partial(Compressing, directory=folder)
    for file in pathlib.Path(folder).iterdir():
        compressed(file)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def address_of(server):
    return f"http://127.0.0.1:{server.server_port}/index.html"


def end(server):
    server.shutdown()
    server.server_close()


class Reader:
    """A browser with the page, and what its reader sees and does."""

    def __init__(self, address, downloads):
        self.address = address
        self.downloads = pathlib.Path(downloads)
        options = Options()
        for option in ("--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
                       "--enable-unsafe-swiftshader", "--force-device-scale-factor=1", "--lang=en"):
            options.add_argument(option)
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.execute_cdp_cmd("Browser.grantPermissions",
                                    {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})

    def open(self, rest=""):
        self.driver.get("about:blank")
        self.driver.get(self.address + rest)
        self.fit()
        self.wait(lambda: self.title() != "Lookback" and self.said(), "the page to begin")

    def fit(self):
        """Gives the page, not the window, its size."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": SIZE[0], "height": SIZE[1], "deviceScaleFactor": 1, "mobile": False})

    def title(self):
        return self.driver.title

    def said(self):
        return self.driver.execute_script("return document.getElementById('said').textContent")

    def wait(self, is_so, what):
        end = time.monotonic() + SECONDS
        while not is_so():
            if time.monotonic() > end:
                self.picture("failed.png")
                log = self.driver.get_log("browser")
                fail(f"waited for {what}; title {self.title()!r}, said {self.said()!r}, log {log}")
            time.sleep(0.1)

    def changes(self, do, what):
        """Does something, and waits until other words are said."""
        before = self.said()
        do()
        self.wait(lambda: self.said() != before, what)

    def keys(self, *keys):
        """Presses the last key while the others are held."""
        chain = ActionChains(self.driver)
        for key in keys[:-1]:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in keys[:-1]:
            chain.key_up(key)
        chain.perform()

    def pointer(self, kind="mouse"):
        return ActionBuilder(self.driver, mouse=PointerInput(kind, kind), duration=50)

    def click(self, at, kind="mouse"):
        actions = self.pointer(kind)
        actions.pointer_action.move_to_location(*at).pointer_down().pause(0.1).pointer_up()
        actions.perform()

    def drag(self, at, to, kind="mouse"):
        actions = self.pointer(kind)
        actions.pointer_action.move_to_location(*at).pointer_down().pause(0.2)
        for k in range(1, 6):
            x, y = (round(a + (b - a) * k / 5) for a, b in zip(at, to))
            actions.pointer_action.move_to_location(x, y).pause(0.05)
        actions.pointer_action.pointer_up()
        actions.perform()

    def drop(self, file):
        for kind in ("dragEnter", "dragOver", "drop"):
            self.driver.execute_cdp_cmd("Input.dispatchDragEvent", {
                "type": kind, "x": 640, "y": 300,
                "data": {"items": [], "files": [str(file)], "dragOperationsMask": 1}})

    def downloaded(self, name):
        self.wait(lambda: (self.downloads / name).exists(), f"the download {name}")
        return (self.downloads / name).read_bytes()

    def clipboard(self):
        return self.driver.execute_async_script(
            "navigator.clipboard.readText().then(arguments[0], (fault) => arguments[0]('' + fault))")

    def picture(self, name):
        folder = os.environ.get("LOOKBACK_PAGE_PICTURES")
        if folder:
            self.driver.save_screenshot(os.path.join(folder, name))


def place(lesson, *labels):
    """Where something stands, in the program of this machine: the page draws the same."""
    program = os.environ["LOOKBACK_BUILD"] + "/tests/item_place"
    found = subprocess.run([program, "x".join(map(str, SIZE)), lesson, *labels], check=True,
                           capture_output=True, text=True).stdout.split()
    return tuple(map(int, found))


def main():
    address = address_of(server_of(sys.argv[1]))
    with tempfile.TemporaryDirectory() as downloads:
        reader = Reader(address, downloads)
        try:
            journey(reader)
            opens_without_a_network(reader, sys.argv[1])
            opens_in_one_file(reader, os.path.abspath(sys.argv[2]))
        finally:
            reader.driver.quit()
    print("page_test: all is well")


def journey(reader):
    begins_over_a_slow_net(reader)
    opens_and_follows(reader)
    keeps_saves_and_links(reader)
    takes_texts_and_files(reader)
    computes_the_notebooks(reader)
    opens_all_lessons(reader)
    solves_a_lesson(reader, "masked-self-attention", press_key)
    solves_a_lesson(reader, "numpy-from-scratch", click_mouse)
    solves_a_lesson(reader, "causal-two-ways", touch)
    answers_by_touch(reader)
    leaves_the_browser_its_keys(reader)
    tab_goes_through(reader)
    names_lessons(reader)
    scrolls_by_fingers(reader)
    fits_a_phone_in_the_dark(reader)
    presents_and_trains(reader)


def begins_over_a_slow_net(reader):
    """A first visit over 10 Mbit/s; the time until the first picture is told, not tested."""
    reader.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        requestAnimationFrame(function step(now) {
            if (document.title !== 'Lookback') window.firstPicture = performance.now();
            else requestAnimationFrame(step);
        });"""})
    reader.driver.set_network_conditions(offline=False, latency=20, throughput=TEN_MEGABITS)
    reader.open()
    seconds = reader.driver.execute_script("return window.firstPicture") / 1000
    megabytes = reader.driver.execute_script("return HEAPU8.length") / 2**20
    print(f"page_test: at 10 Mbit/s the first picture comes after {seconds:.2f} s; {megabytes:.0f} MB of memory")
    reader.driver.delete_network_conditions()
    reader.driver.execute_script("localStorage.clear()")


def to_softmax(reader):
    while not reader.said().startswith("Softmax."):
        reader.changes(lambda: reader.keys(Keys.ARROW_RIGHT), "the next step")


def to_cell_of_poem(reader):
    """The second number of the last row, which no mask touches."""
    for _ in range(7):
        reader.keys(Keys.ARROW_DOWN)
    reader.wait(lambda: "A[poem, a]" in reader.said(), "the cell A[poem, a]")


def opens_and_follows(reader):
    """A visitor without a link: the first notebook, a dragged weight, no mask."""
    weight = place("write-a-poem", "Edit/weights.query[0][0]")
    reader.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        window.asked = 0;
        for (const name of ['getParameter', 'isEnabled', 'getVertexAttrib', 'isProgram', 'getError']) {
            const ask = WebGL2RenderingContext.prototype[name];
            WebGL2RenderingContext.prototype[name] = function (...of) { ++window.asked; return ask.apply(this, of); };
        }"""})
    started = time.monotonic()
    reader.open()
    print(f"page_test: open after {time.monotonic() - started:.1f} s")
    if reader.title() != "Write a poem — Lookback":
        fail(f"the title is {reader.title()!r}")
    reader.picture("opened.png")
    asks = "return window.asked"
    asked = reader.driver.execute_script(asks)
    to_softmax(reader)
    if reader.driver.execute_script(asks) != asked:
        fail("a frame asks OpenGL for its state, and waits until all before is drawn")
    reader.drag(weight, (weight[0] + 60, weight[1]))
    reader.wait(lambda: reader.title().startswith("• "), "a dragged weight")
    reader.wait(lambda: "e^−1e9" in reader.said(), "the blocked scores")
    reader.keys("m")
    reader.wait(lambda: "e^−1e9" not in reader.said(), "no mask")
    reader.picture("no-mask.png")
    reader.keys("m")
    reader.wait(lambda: "e^−1e9" in reader.said(), "the mask again")
    to_cell_of_poem(reader)


def told_by_program(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


def numbers_are(reader, file):
    """The arithmetic that is told ends with the number that the program of this machine computes."""
    told = re.search(r"(A0?)\[(\w+), (\w+)\].*= ([\d.]+)$", reader.said())
    if told is None:
        fail(f"no arithmetic is told: {reader.said()!r}")
    trace = json.loads(told_by_program("trace", file, "--format", "json"))
    tokens = [str(token) for token in trace["tokens"]]
    row, column = tokens.index(told[2]), tokens.index(told[3])
    told_of = {"A": "attention_weights", "A0": "unmasked_weights"}[told[1]]
    weights = next(stage for stage in trace["stages"] if stage["id"] == told_of)
    number = weights["values"][0][row][column]
    if f"{number:.4f}" != told[4]:
        fail(f"the page tells {told[0]!r}, this machine {number}")


def keeps_saves_and_links(reader):
    """What was dragged above is saved, found again, and opens by its link."""
    reader.keys(Keys.CONTROL, "s")
    reader.wait(lambda: list(reader.downloads.glob("*.json")), "the download")
    file = next(reader.downloads.glob("*.json"))
    reader.wait(lambda: f"Saved as “{file.name}”." in reader.said(), "the name of the saved file")
    reader.wait(lambda: reader.title() == "Write a poem — Lookback" or
                not reader.title().startswith("•"), "a saved document")
    numbers_are(reader, str(file))
    reader.keys(Keys.ESCAPE)
    reader.driver.refresh()
    reader.fit()
    reader.wait(lambda: reader.said().startswith("Softmax."), "the step after the page was loaded again")
    numbers_are(reader, str(file))

    # The first item of the menu Export.
    reader.click(place("write-a-poem", "Top/##export"))
    for key in (Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ENTER):
        time.sleep(0.3)
        reader.keys(key)
    reader.wait(lambda: "#d=" in reader.clipboard(), "a copied link")
    link = reader.clipboard()
    if not link.startswith(reader.address + "#d="):
        fail(f"the link is {link!r}")
    first = reader.driver.current_window_handle
    reader.driver.switch_to.new_window("tab")
    reader.driver.get(link)
    reader.fit()
    reader.wait(lambda: reader.said() and reader.title() != "Lookback", "the page of a link")
    to_softmax(reader)
    to_cell_of_poem(reader)
    numbers_are(reader, str(file))
    keeps_two_tabs_apart(reader, first)


def link_to(lesson):
    """What stands behind the address in a link to the document of a lesson."""
    with open(f"assets/lessons/{lesson}.lesson.json") as file:
        text = json.dumps(json.load(file)["document"])
    deflated = zlib.compressobj(wbits=-15)
    data = base64.urlsafe_b64encode(deflated.compress(text.encode()) + deflated.flush())
    return "#d=" + data.decode().rstrip("=")


def keeps_two_tabs_apart(reader, first):
    """Another link in the tab on the screen changes nothing in the first tab, also when that is loaded again."""
    name = "return Module.tab"
    second = reader.driver.execute_script(name)
    reader.driver.execute_script("window.location.hash = arguments[0]", link_to("the-cat-sat"))
    reader.wait(lambda: "cat" in reader.title().lower(), "another link in the same tab")
    if reader.driver.execute_script(name) == second:
        fail("the work of another link has the session of the first")
    third = reader.driver.execute_script(name)
    for move, title, tab in ((reader.driver.back, "poem", second), (reader.driver.forward, "cat", third)):
        move()
        reader.fit()
        reader.wait(lambda: title in reader.title().lower(), f"the work with {title} after a move in the history")
        if reader.driver.execute_script(name) != tab:
            fail("an entry of the history has another session than before")
    reader.driver.switch_to.window(first)
    if reader.driver.execute_script("return sessionStorage.getItem('lookback.tab')") != "":
        fail("a copy of this tab would have its name")
    own = reader.driver.execute_script(name)
    if own in (second, third):
        fail("two tabs have one name")
    reader.driver.refresh()
    reader.fit()
    reader.wait(lambda: reader.said().startswith("Softmax."), "the first tab loaded again")
    if reader.driver.execute_script(name) != own:
        fail("a tab that is loaded again has another name")
    if "poem" not in reader.title().lower():
        fail(f"the first tab shows {reader.title()!r}")


def takes_texts_and_files(reader):
    """Text from the clipboard, also of a script without glyphs here, and a file that is dropped."""
    reader.driver.execute_async_script("navigator.clipboard.writeText('мама мыла раму').then(arguments[0])")
    reader.changes(lambda: reader.keys(Keys.CONTROL, "v"), "a pasted sentence in Cyrillic")
    reader.picture("cyrillic.png")
    reader.driver.execute_async_script(
        "navigator.clipboard.writeText('the cat sat on the mat').then(arguments[0])")
    reader.changes(lambda: reader.keys(Keys.CONTROL, "v"), "a pasted sentence")
    reader.picture("pasted.png")
    reader.drop(os.path.abspath("assets/lessons/the-cat-sat.lesson.json"))
    reader.wait(lambda: "cat" in reader.title().lower(), "a dropped lesson")
    reader.picture("dropped.png")


def kept(reader, whole=False):
    """The session that the browser keeps for this tab, or its first line of JSON."""
    text = reader.driver.execute_script(
        "return localStorage.getItem('lookback.session.' + Module.tab)")
    if whole:
        return text or ""
    return text.split("\n")[1] if text else "{}"


def composes_a_word(reader):
    """An input method writes a token: what it composes is shown by it, what it ends with is typed."""
    at = place("write-a-poem", "Edit/###token2")
    actions = reader.pointer()
    actions.pointer_action.move_to_location(*at).pointer_down().pointer_up().pause(0.1).pointer_down().pointer_up()
    field = "return document.activeElement.id"

    def opens():
        """Clicks twice. On a busy machine the second click may come too late to be a double click."""
        actions.perform()
        time.sleep(0.5)
        return reader.driver.execute_script(field) == "typed"

    reader.wait(opens, "a field for text")
    hidden = "return document.getElementById('typed').getAttribute('aria-hidden')"
    if reader.driver.execute_script(hidden) is not None:
        fail("the field that has the focus is hidden from screen readers")
    reader.keys(Keys.CONTROL, "a")
    reader.driver.execute_cdp_cmd("Input.imeSetComposition",
                                  {"text": "e\u0301", "selectionStart": 2, "selectionEnd": 2})
    reader.driver.execute_cdp_cmd("Input.insertText", {"text": "\u00e9t\u00e9"})
    time.sleep(0.3)
    reader.keys(Keys.ENTER)
    reader.wait(lambda: "\u00e9t\u00e9" in kept(reader, whole=True), "the composed word")
    canvas = ("const canvas = document.activeElement;"
              "return [canvas.id, canvas.getAttribute('role'), canvas.getAttribute('aria-label') === document.title]")
    if reader.driver.execute_script(canvas) != ["canvas", "application", True] or \
            not reader.driver.execute_script(hidden):
        fail("after a field, the canvas has the focus, a role and a name")
    reader.picture("composed.png")


def opens_all_lessons(reader):
    """Each lesson and each experiment, by its link."""
    entries = json.loads(told_by_program("lessons", "--format", "json"))
    for entry in entries["lessons"]:
        lesson, title = entry["id"], entry["title"]
        reader.open(f"?lesson={lesson}&lang=en")
        reader.wait(lambda: title in reader.title(), f"the title {title!r}")
        faults = [line for line in reader.driver.get_log("browser") if line["level"] == "SEVERE"]
        if faults:
            fail(f"{lesson}: {faults}")


def copies_all_digits(reader):
    """The settings of a reader who copies matrices with all digits, stored by another page of the server."""
    reader.driver.get(reader.address + ".none")
    reader.driver.execute_script("localStorage.setItem('lookback.settings', arguments[0])",
                                 json.dumps({"lookback_settings": 1, "copy_all_digits": True}))
    reader.driver.get_log("browser")  # that this page is missing


def matrix_is(reader, trace, stage):
    """The matrix of the step is that of this machine to a millionth, as docs/speed.md says."""
    reader.driver.execute_async_script("navigator.clipboard.writeText('').then(arguments[0])")
    reader.keys(Keys.CONTROL, "c")
    reader.wait(lambda: "[" in reader.clipboard(), "a copied matrix")
    copied = reader.clipboard()
    found = [float(text) for text in re.findall(NUMBER, copied[copied.index("["):copied.rindex("]")])]
    values = next(each for each in trace["stages"] if each["id"] == stage)["values"]
    expected = [float(text) for text in re.findall(NUMBER, json.dumps(values))]
    if len(found) != len(expected):
        fail(f"{stage} has {len(expected)} numbers; copied: {copied}")
    for number, wanted in zip(found, expected):
        if abs(number - wanted) > max(abs(wanted), 0.01) / 1e6:
            fail(f"{stage} has {wanted}; copied: {copied}")
    return sum(number != wanted for number, wanted in zip(found, expected)), len(found)


def looks_alike(reader, file, name, step):
    """The last cell of a step shows, once it is at rest, what a picture of this machine shows."""
    with tempfile.TemporaryDirectory() as folder:
        told_by_program("picture", file, "--step", step, "--size", "x".join(map(str, SIZE)),
                        "-o", f"{folder}/desktop.png")
        desktop = Image.open(f"{folder}/desktop.png").convert("RGB")
    if os.environ.get("LOOKBACK_PAGE_PICTURES"):
        desktop.save(os.path.join(os.environ["LOOKBACK_PAGE_PICTURES"], f"{name}-desktop.png"))
    share = 1
    end = time.monotonic() + SECONDS
    while share > MOST_OTHER_PIXELS and time.monotonic() < end:
        time.sleep(0.5)
        page = Image.open(io.BytesIO(reader.driver.get_screenshot_as_png())).convert("RGB")
        differs = ImageChops.difference(page, desktop).convert("L").point(lambda level: 255 * (level > 48))
        share = sum(differs.histogram()[255:]) / (SIZE[0] * SIZE[1])
    reader.picture(f"{name}-page.png")
    print(f"page_test: {name}: {share:.2%} of the pixels differ from the desktop's")
    if share > MOST_OTHER_PIXELS:
        fail(f"{name} looks different from the desktop's picture in {share:.2%} of its pixels")


def computes_the_notebooks(reader):
    """Their documents without the tasks, dropped one after the other: pictures and numbers of this machine."""
    copies_all_digits(reader)
    reader.open()
    compared = []
    for lesson in NOTEBOOKS:
        with open(f"assets/lessons/{lesson}.lesson.json") as file:
            document = json.load(file)["document"]
        plain = reader.downloads / f"{lesson}.json"
        plain.write_text(json.dumps(document))
        reader.drop(plain)
        reader.wait(lambda: reader.title() == f"{plain.name} \u2014 Lookback", f"{plain.name} on the screen")
        reader.wait(lambda: reader.said().startswith("Embeddings."), "its first step")
        trace = json.loads(told_by_program("trace", str(plain), "--format", "json"))
        to_softmax(reader)
        of_softmax = "unmasked_weights" if lesson == "causal-two-ways" else "attention_weights"
        compared.append(matrix_is(reader, trace, of_softmax))
        while not reader.said().startswith("Weighted sum."):
            reader.changes(lambda: reader.keys(Keys.ARROW_RIGHT), "the next step")
        compared.append(matrix_is(reader, trace, "context"))
        reader.keys(Keys.END)
        looks_alike(reader, str(plain), lesson, trace["stages"][-1]["id"])
        while not reader.said().startswith("Mask."):
            reader.changes(lambda: reader.keys(Keys.ARROW_LEFT), "the step before")
        looks_alike(reader, str(plain), f"{lesson}-mask", "mask")
    others, numbers = map(sum, zip(*compared))
    print(f"page_test: {others} of {numbers} numbers of the notebooks differ in the last bits")
    reader.driver.back()
    reader.driver.forward()
    reader.fit()
    reader.wait(lambda: reader.said().startswith("Mask."), "the step after back and forward")


def press_key(reader, lesson, number, label, *before):
    key = {"###show-me": "a", "###next-step": "j"}.get(label, "")
    reader.keys(key or str(int(label[-1]) + 1))


def click_mouse(reader, lesson, number, label, *before, kind="mouse"):
    reader.click(place(f"{lesson}:{number}", *(f"Lesson/{name}" for name in (*before, label))), kind)


def touch(reader, lesson, number, label, *before):
    click_mouse(reader, lesson, number, label, *before, kind="touch")


def solves_a_lesson(reader, lesson, press):
    """From a link to a solved lesson: choices are answered, other tasks shown."""
    reader.open(f"?lesson={lesson}&lang=id")
    indonesian = reader.said()
    with open(f"assets/lessons/{lesson}.lesson.json") as file:
        steps = json.load(file)["steps"]
    reader.open(f"?lesson={lesson}&lang=en")
    if reader.said() == indonesian:
        fail("both languages say the same")
    reader.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": press is touch})
    for number, step in enumerate(steps, 1):
        task = step["task"]
        answer = f"###choice-{task['right']}" if task["kind"] == "choice" else "###show-me"
        reader.changes(lambda: press(reader, lesson, number, answer), f"the answer of step {number}")
        if number < len(steps):
            reader.changes(lambda: press(reader, lesson, number, "###next-step", answer), f"step {number + 1}")
    reader.picture(f"solved-{press.__name__}.png")

    choices = sum(step["task"]["kind"] == "choice" for step in steps)

    def is_solved():
        lessons = json.loads(kept(reader)).get("place", {}).get("lessons", [])
        tasks = next((found["tasks"] for found in lessons if found["lesson"] == lesson), [])
        return (len(tasks) == len(steps) and all(task.get("done") for task in tasks) and
                sum(task.get("solved", False) for task in tasks) == choices)

    reader.wait(is_solved, f"the kept progress of {lesson}; it is {kept(reader)[-600:]}")
    reader.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def answers_by_touch(reader):
    """A wrong number and a right one, typed on the keyboard of a tablet: it gives texts, not keys."""
    lesson = "masked-after-softmax"
    trace = json.loads(told_by_program("trace", lesson, "--format", "json"))
    weights = next(stage["values"] for stage in trace["stages"] if stage["id"] == "masked_weights")
    right = sum(weights[0][1])
    reader.open(f"?lesson={lesson}&lang=en")
    reader.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for number, reply in (("1", "1 would be right if the mask came before"), (f"{right:.4f}", f"It is {right:.4f}")):
        touch(reader, lesson, 1, "##answer")
        reader.wait(lambda: reader.driver.execute_script("return document.activeElement.id") == "typed",
                    "a field for the number")
        reader.keys(Keys.CONTROL, "a")
        for digit in number:
            reader.driver.execute_cdp_cmd("Input.insertText", {"text": digit})
        touch(reader, lesson, 1, "###check")
        reader.wait(lambda: reply in reader.said(), f"the reply to {number}")
    reader.picture("answered.png")
    reader.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def program_takes(reader, *keys):
    """Presses keys. True where the browser does nothing of its own with them."""
    reader.driver.execute_script("window.taken = null")
    reader.keys(*keys)
    return reader.driver.execute_script("return window.taken")


def keys_of(name):
    """The keys of a name in docs/keys.md: "Ctrl+Shift+1"."""
    named = {"Ctrl": Keys.CONTROL, "Shift": Keys.SHIFT, "Alt": Keys.ALT, "−": "-"}
    named.update({f"F{k}": getattr(Keys, f"F{k}") for k in range(1, 13)})
    return [named.get(part, part.lower()) for part in name.split(",")[0].split("+")]


KEPT_SETTINGS = "return localStorage.getItem('lookback.settings')"


def leaves_the_browser_its_keys(reader):
    """Each key that browsers keep is left to them; the one that the page has instead does something."""
    table = pathlib.Path("docs/serving.md").read_text().split("## Keys\n")[1]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")][1:]
    reader.open(link_to("write-a-poem"))
    reader.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 1000, "height": SIZE[1], "deviceScaleFactor": 1, "mobile": False})  # panels open by keys
    reader.driver.execute_script("""window.addEventListener('keydown', (event) => {
        if (!['Control', 'Alt', 'Shift'].includes(event.key)) window.taken = event.defaultPrevented;
        event.preventDefault(); });""")
    for what, key, on_page in rows:
        if key != "Tab" and program_takes(reader, *keys_of(key)):
            fail(f"{what}: the page takes {key}, which browsers keep")
        if on_page == "none" or what.endswith("on the slide"):
            continue
        if what.startswith(("Lab:", "Start or end")):
            reader.keys(Keys.ALT, Keys.SHIFT, "2" if what.startswith("Lab:") else "1")
        if what.startswith("Reset the type"):
            reader.keys(Keys.ALT, "=")
        before, settings = looks(reader), reader.driver.execute_script(KEPT_SETTINGS)
        if not program_takes(reader, *keys_of(on_page)):
            fail(f"{what}: the page leaves {on_page} to the browser")
        reader.wait(lambda: reader.driver.get_screenshot_as_png() != before or
                    reader.driver.execute_script(KEPT_SETTINGS) != settings, f"{on_page}: {what}")
        reader.keys(Keys.ESCAPE)
    reader.fit()


def tab_goes_through(reader):
    """Tab goes through the controls of a page in a frame, out of it behind the last, and back by Shift+Tab."""
    reader.driver.get(reader.address + ".none")
    reader.driver.execute_script("""document.body.innerHTML = '<button id="before">before</button>' +
        '<iframe id="frame" width="1000" height="600" src="index.html?lesson=write-a-poem&lang=en"></iframe>' +
        '<button id="after">after</button>'; document.getElementById('before').focus();""")
    reader.fit()
    focus = "return document.activeElement.id"
    said = "return document.getElementById('frame').contentDocument?.getElementById('said')?.textContent || ''"
    told = lambda: reader.driver.execute_script(said)
    reader.wait(told, "the page in a frame")
    first = told()
    heard = []
    for keys, outside in ((("\ue004",), "after"), ((Keys.SHIFT, "\ue004"), "before")):
        count = 0
        reader.keys(*keys)
        while reader.driver.execute_script(focus) == "frame":
            count += 1
            if count > 200:
                fail("Tab never leaves the page")
            if count % 6 == 1:
                time.sleep(0.8)  # words are told at rest
                heard.append(told())
            reader.keys(*keys)
        if reader.driver.execute_script(focus) != outside or count < 10:
            fail(f"after {count} times {keys} the focus is on {reader.driver.execute_script(focus)!r}, not {outside!r}")
    if len(set(heard)) < 4:
        fail(f"a screen reader is told only {set(heard)}")


def names_lessons(reader):
    """A link to a lesson that does not exist opens the first, and names those that do."""
    reader.open("?lesson=no-such&lang=en")
    reader.picture("no-such.png")
    if "no-such" not in reader.said() or "the-cat-sat" not in reader.said():
        fail(f"an unknown lesson is told by {reader.said()!r}")


def fingers(reader, *ways):
    """Each finger goes down, along its way of two places and up, all at the same time."""
    for k in range(6):
        points = [{"x": a + (c - a) * k / 5, "y": b + (d - b) * k / 5} for (a, b), (c, d) in ways]
        reader.driver.execute_cdp_cmd("Input.dispatchTouchEvent",
                                      {"type": "touchMove" if k else "touchStart", "touchPoints": points})
        time.sleep(0.03)
    reader.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def looks(reader):
    """The pixels of the page once they are at rest."""
    before, now = None, reader.driver.get_screenshot_as_png()
    while before != now:
        time.sleep(0.2)
        before, now = now, reader.driver.get_screenshot_as_png()
    return now


def scrolls_by_fingers(reader):
    """One finger and two scroll the help; one drags a number."""
    reader.open(link_to("write-a-poem"))
    reader.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    reader.keys(Keys.F1)
    last = looks(reader)
    for ways in ([((500, 500), (500, 300))], [((500, 300), (500, 500)), ((600, 300), (600, 500))]):
        fingers(reader, *ways)
        if looks(reader) == last:
            fail(f"{len(ways)} fingers do not scroll")
        last = looks(reader)
    reader.picture("scrolled.png")
    reader.keys(Keys.F1)
    x, y = place("write-a-poem", "Edit/weights.query[0][0]")
    fingers(reader, ((x, y), (x + 60, y)))
    reader.wait(lambda: reader.title().startswith("• "), "a weight that a finger drags")
    reader.keys(Keys.CONTROL, "z")
    reader.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def fits_a_phone_in_the_dark(reader):
    """The figure is whole in 390 pixels; a reader without settings has the theme of the system."""
    reader.driver.execute_script("localStorage.clear()")
    reader.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        window.grounds = new Set();
        requestAnimationFrame(function step() {
            if (document.body) window.grounds.add(getComputedStyle(document.body).backgroundColor);
            requestAnimationFrame(step);
        });"""})
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                  {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    reader.open("?lesson=the-cat-sat&lang=en")
    grounds = reader.driver.execute_script("return [...window.grounds]")
    reader.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True})
    picture = Image.open(io.BytesIO(looks(reader))).convert("L")
    reader.picture("phone.png")
    if len(grounds) != 1 or sum(picture.histogram()[128:]) > picture.width * picture.height / 4:
        fail(f"the first theme is not that of the system; grounds before: {grounds}")
    before = looks(reader)
    reader.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
        "type": "mouseWheel", "x": 195, "y": 300, "deltaX": 200, "deltaY": 0})
    if looks(reader) != before:
        fail("a page of 390 pixels does not show the figure whole")
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    reader.fit()


def presents_and_trains(reader):
    """A part of a course page; a finger steps; F fills the screen; an experiment is trained."""
    reader.open("?lesson=write-a-poem&embed&lang=en")
    reader.picture("embedded.png")
    reader.open("?lesson=the-cat-sat&lang=en")
    reader.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    reader.changes(lambda: reader.click(place("the-cat-sat:1", "Steps/##next"), "touch"),
                   "a step by a finger")
    reader.keys("f")
    full = "return document.fullscreenElement !== null"
    reader.wait(lambda: reader.driver.execute_script(full), "the full screen")
    reader.picture("presented.png")
    reader.keys("f")
    reader.wait(lambda: not reader.driver.execute_script(full), "the end of the presentation")

    # From the frame on that has the experiment in its title, which is before its training.
    reader.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        window.longestGap = 0;
        let last = null;
        requestAnimationFrame(function step(now) {
            if (last !== null) window.longestGap = Math.max(window.longestGap, now - last);
            if (document.title.startsWith('Counting')) last = now;
            requestAnimationFrame(step);
        });"""})
    reader.open("?lesson=counting")
    gap = reader.driver.execute_script("return window.longestGap")
    print(f"page_test: while it trains, a frame takes at most {gap:.0f} ms")
    if not 0 < gap < 1000:
        fail(f"the page stands still for {gap:.0f} ms")
    reader.picture("training.png")


def opens_without_a_network(reader, folder):
    """A page that was open before opens again without its server, and in its new version once that is served."""
    version = "return Module.version"
    with tempfile.TemporaryDirectory() as place_of_new:
        new = pathlib.Path(place_of_new) / "page"
        shutil.copytree(folder, new)
        server = server_of(folder)
        reader.address = address_of(server)
        reader.open()
        old_version = reader.driver.execute_script(version)
        for name in ("index.html", "worker.js"):
            (new / name).write_text((new / name).read_text().replace(old_version, "a-new-one"))
        reader.wait(lambda: reader.driver.execute_async_script(
            "navigator.serviceWorker.getRegistration().then((found) => arguments[0](!!(found && found.active)))"),
            "the files to be kept")
        end(server)
        reader.open("?lesson=the-cat-sat&lang=en")
        server = server_of(new, server.server_port)
        reader.open()
        if reader.driver.execute_script(version) != "a-new-one":
            fail("an old version was opened while a new one is served")
        end(server)


def opens_in_one_file(reader, file):
    """The page from a disk, without a server: a first visit."""
    reader.address = f"file://{file}"
    reader.open()
    to_softmax(reader)
    for _ in range(4):
        reader.changes(lambda: reader.keys(Keys.ARROW_DOWN), "the next weight")
    numbers_are(reader, "write-a-poem")
    composes_a_word(reader)


main()
