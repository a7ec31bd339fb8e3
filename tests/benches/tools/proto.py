"""protograf: a deck from the list, in its built-in Helvetica."""

import os
import sys

from common import TRIM, arguments

GAME, OUT, _, _ = arguments()
sys.argv[1:] = []  # protograf has a command line of its own

from PIL import Image
from protograf import Card, Create, Data, Deck, Save, T, group, image, rectangle, text

POINT = 72 / 25.4  # per mm
WIDTH, HEIGHT = TRIM
os.chdir(GAME)
for picture in (GAME / "images").iterdir():  # protograf does not cut pictures to a shape
    with Image.open(picture) as whole:
        half = whole.height * WIDTH / HEIGHT / 2
        whole.crop((int(whole.width / 2 - half), 0, int(whole.width / 2 + half), whole.height)).save(OUT / picture.name)
Create(filename="sheets.pdf", paper="A4", units="mm", margin_left=9.75, margin_right=9.5, margin_top=15, margin_bottom=15)
Data(filename=str(GAME / "cards.csv"))
Deck(width=WIDTH, height=HEIGHT, cols=3, rows=3, stroke=None)
Card("*", image(T(f"{OUT}/{{{{ picture }}}}"), x=0, y=0, width=WIDTH, height=HEIGHT))
Card(
    "*",
    rectangle(x=3, y=3, width=57.5, height=82.9, rounding=3, fill=None, stroke="#ffffff", stroke_width=POINT),
    rectangle(x=6, y=45, width=51.5, height=36, rounding=2, fill="#ffffff", stroke=None, transparency=15),
    image(str(GAME / "icons/anchor.svg"), x=22, y=18, width=20, height=20),
    text(text=T("{{ name }}"), x=31.75, y=12, align="centre", font_size=6 * POINT, stroke="#ffffff"),
    text(
        text=T("{{ text }}"), x=8, y=47, width=47.5, height=32, wrap=True, align="left",
        font_size=2.9 * POINT, stroke="#111111",
    ),
)  # fmt: skip
Save(directory=str(OUT))
for picture in OUT.glob("*.png"):
    picture.unlink()
