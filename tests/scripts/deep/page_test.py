"""Works in the page as its reader would: in Chromium, by real events of mouse, keys and fingers.

page_test.py FOLDER: the folder of the page.
"""
import functools
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

SIZE = (1280, 720)
SECONDS = 30


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def fail(what):
    raise SystemExit(f"page_test: {what}")


def served(folder):
    handler = functools.partial(Silent, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/index.html"


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
    address = served(sys.argv[1])
    with tempfile.TemporaryDirectory() as downloads:
        reader = Reader(address, downloads)
        try:
            journey(reader)
        finally:
            reader.driver.quit()
    print("page_test: all is well")


def journey(reader):
    opens_and_follows(reader)
    keeps_saves_and_links(reader)
    takes_texts_and_files(reader)
    solves_a_lesson(reader)
    presents_and_trains(reader)


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
    started = time.monotonic()
    reader.open()
    print(f"page_test: open after {time.monotonic() - started:.1f} s")
    if reader.title() != "Write a poem — Lookback":
        fail(f"the title is {reader.title()!r}")
    reader.picture("opened.png")
    to_softmax(reader)
    reader.drag(weight, (weight[0] + 60, weight[1]))
    reader.wait(lambda: reader.title().startswith("• "), "a dragged weight")
    reader.changes(lambda: reader.keys("m"), "no mask")
    reader.picture("no-mask.png")
    reader.changes(lambda: reader.keys("m"), "the mask again")
    to_cell_of_poem(reader)


def numbers_are(reader, file):
    """The arithmetic that is told ends with the number that the program of this machine computes."""
    told = re.search(r"A\[(\w+), (\w+)\].*= ([\d.]+)$", reader.said())
    if told is None:
        fail(f"no arithmetic is told: {reader.said()!r}")
    program = os.environ["LOOKBACK_BUILD"] + "/lookback"
    trace = json.loads(subprocess.run([program, "trace", file, "--format", "json"], check=True,
                                      capture_output=True, text=True).stdout)
    tokens = [str(token) for token in trace["tokens"]]
    row, column = tokens.index(told[1]), tokens.index(told[2])
    weights = next(stage for stage in trace["stages"] if stage["id"] == "attention_weights")
    number = weights["values"][0][row][column]
    if f"{number:.4f}" != told[3]:
        fail(f"the page tells {told[0]!r}, this machine {number}")


def keeps_saves_and_links(reader):
    """What was dragged above is saved, found again, and opens by its link."""
    reader.keys(Keys.CONTROL, "s")
    reader.wait(lambda: list(reader.downloads.glob("*.json")), "the download")
    file = next(reader.downloads.glob("*.json"))
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
    reader.driver.switch_to.new_window("tab")
    reader.driver.get(link)
    reader.fit()
    reader.wait(lambda: reader.said() and reader.title() != "Lookback", "the page of a link")
    to_softmax(reader)
    to_cell_of_poem(reader)
    numbers_are(reader, str(file))


def takes_texts_and_files(reader):
    """Text from the clipboard, and a file that is dropped."""
    reader.driver.execute_async_script(
        "navigator.clipboard.writeText('the cat sat on the mat').then(arguments[0])")
    reader.changes(lambda: reader.keys(Keys.CONTROL, "v"), "a pasted sentence")
    reader.picture("pasted.png")
    for kind in ("dragEnter", "dragOver", "drop"):
        reader.driver.execute_cdp_cmd("Input.dispatchDragEvent", {
            "type": kind, "x": 640, "y": 300,
            "data": {"items": [], "files": [os.path.abspath("assets/lessons/the-cat-sat.lesson.json")],
                     "dragOperationsMask": 1}})
    reader.wait(lambda: "cat" in reader.title().lower(), "a dropped lesson")
    reader.picture("dropped.png")


def kept(reader):
    """The first line of the session that the browser keeps for this tab."""
    return reader.driver.execute_script("""
        const name = 'lookback.session.' + sessionStorage.getItem('lookback.tab');
        const text = localStorage.getItem(name);
        return text === null ? '{}' : text.split('\\n')[1];""")


def solves_a_lesson(reader):
    """From a link to a solved lesson, in another language first."""
    lesson = "zeros-and-ones"
    with open(f"assets/lessons/{lesson}.lesson.json") as file:
        steps = json.load(file)["steps"]
    reader.open(f"?lesson={lesson}&lang=id")
    indonesian = reader.said()
    reader.open(f"?lesson={lesson}&lang=en")
    if reader.said() == indonesian:
        fail("both languages say the same")
    reader.picture("lesson.png")
    for number, step in enumerate(steps):
        if "task" in step:
            is_choice = step["task"]["kind"] == "choice"
            reader.changes(lambda: reader.keys("1" if is_choice else "a"),
                           f"the answer of step {number + 1}")
        if number + 1 < len(steps):
            reader.changes(lambda: reader.keys("j"), f"step {number + 2}")
    reader.picture("solved.png")

    def is_solved():
        lessons = json.loads(kept(reader)).get("place", {}).get("lessons", [])
        return any(json.dumps(found).count(lesson) and found.get("step") == len(steps) - 1
                   for found in lessons)

    reader.wait(is_solved, f"the kept progress of {lesson}; it is {kept(reader)[-600:]}")


def presents_and_trains(reader):
    """A finger steps; F5 fills the screen; an experiment is trained."""
    reader.open("?lesson=the-cat-sat&lang=en")
    reader.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    reader.changes(lambda: reader.click(place("the-cat-sat:1", "Steps/##next"), "touch"),
                   "a step by a finger")
    reader.keys(Keys.F5)
    full = "return document.fullscreenElement !== null"
    reader.wait(lambda: reader.driver.execute_script(full), "the full screen")
    reader.picture("presented.png")
    reader.keys(Keys.F5)
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


main()
