"""What the programs in Python share: the rows, and the SVG of a card by Jinja2 with wrapping by a count of letters."""

import csv
import re
import shutil
import sys
import textwrap
from multiprocessing import Pool
from pathlib import Path

HERE = Path(__file__).parent
TRIM = (63.5, 88.9)  # mm
BLEED = 3.175
LETTERS = 34  # in a line of the paragraph


def arguments():
    """The folder of the game, of the output (made here) and of the fonts, and "png" or "pdf"."""
    game, out, fonts, kind = sys.argv[1:5]
    Path(out).mkdir(parents=True, exist_ok=True)
    return Path(game), Path(out), Path(fonts), kind


def rows(game):
    with open(game / "cards.csv", newline="") as file:
        return list(csv.DictReader(file))


def icon(game):
    """The path data of the icon."""
    return re.search(r' d="([^"]+)"', (game / "icons/anchor.svg").read_text())[1]


def drawer(game, bleed, picture=True):
    """A function from a row to its SVG."""
    from jinja2 import Template

    template, path = Template((HERE / "card.svg").read_text()), icon(game)
    x, y, width, height = -bleed, -bleed, TRIM[0] + 2 * bleed, TRIM[1] + 2 * bleed

    def draw(row):
        lines = textwrap.wrap(row["text"], LETTERS)
        spans = [f'<tspan x="8" y="{50 + 4.08 * at:.2f}">{line}</tspan>' for at, line in enumerate(lines)]
        image = (
            f'<image x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice"'
            f' xlink:href="images/{row["picture"]}"/>'
        )
        return template.render(
            width=width, height=height, view_box=f"{x} {y} {width} {height}", icon=path,
            picture=image if picture else "", name=row["name"], lines="".join(spans),
        )  # fmt: skip

    return draw


def write_svgs(game, out, bleed):
    """Writes the SVG files, with the pictures beside them as librsvg asks for; gives their paths."""
    shutil.copytree(game / "images", out / "images")
    draw, paths = drawer(game, bleed), []
    for at, row in enumerate(rows(game)):
        paths.append(out / f"{at:04}.svg")
        paths[-1].write_text(draw(row))
    return paths


def both_processors(function, items):
    with Pool(2) as pool:
        pool.map(function, items, chunksize=max(1, len(items) // 8))
