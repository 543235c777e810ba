"""gif_test.py FILE.gif PICTURE.png...: the pictures of the GIF are these, but for the colors of a palette."""
import sys

import numpy as np
from PIL import Image

MOST_MEAN = 0.5  # of 255, over all pixels and channels
LEAST_EXACT = 0.7  # share of the pixels that keep their color
MOST_FAR = 0.0005  # share of the pixels that differ by more than FAR
FAR = 24

gif = Image.open(sys.argv[1])
pictures = sys.argv[2:]
faults = []
if gif.n_frames != len(pictures):
    sys.exit(f"{gif.n_frames} pictures, not {len(pictures)}")
if gif.info.get("loop") != 0:
    faults.append("it does not repeat")
before = None
for k, name in enumerate(pictures):
    gif.seek(k)
    shown = np.asarray(gif.convert("RGB"), dtype=float)
    apart = np.abs(shown - np.asarray(Image.open(name).convert("RGB"), dtype=float))
    most = apart.max(axis=2)
    far, exact = (most > FAR).mean(), (most == 0).mean()
    print(f"{name}: mean {apart.mean():.3f}, {100 * exact:.1f}% exact, {100 * far:.4f}% far, {gif.info['duration']} ms")
    if apart.mean() > MOST_MEAN or exact < LEAST_EXACT or far > MOST_FAR:
        faults.append(f"{name} is another picture")
    if gif.info["duration"] != (4000 if k + 1 == len(pictures) else 2500):
        faults.append(f"{name} is shown for {gif.info['duration']} ms")
    if before is not None and (before != shown).mean() < 0.001:
        faults.append(f"{name} looks like the picture before")
    before = shown
sys.exit("\n".join(faults) or 0)
