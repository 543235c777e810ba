"""shown_step.py DOM STEP: a walk's page in a browser shows this step alone, with one cell and its arithmetic."""
import html.parser
import sys


class Page(html.parser.HTMLParser):
    """Counts what is shown in each step."""
    steps = []

    def handle_starttag(self, tag, attributes):
        look = dict(attributes).get("class", "").split() if dict(attributes).get("class") else []
        if tag == "section":
            self.steps.append({"now": "now" in look, "chosen": 0, "told": 0, "place": dict(attributes)["data-place"]})
        elif tag == "td" and "chosen" in look:
            self.steps[-1]["chosen"] += 1
        elif tag == "div" and {"told", "now"} <= set(look):
            self.steps[-1]["told"] += 1


page = Page()
with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
page.feed(text)
shown = [place for place, step in enumerate(page.steps, 1) if step["now"]]
step = page.steps[int(sys.argv[2]) - 1]
if shown != [int(sys.argv[2])] or (step["chosen"], step["told"]) != (1, 1):
    sys.exit(f"shown: {shown}, {step}")
if f"<span>{step['place']}</span>" not in text:
    sys.exit(f"the place is not {step['place']}")
