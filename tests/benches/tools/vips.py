"""pyvips with Jinja2: the scaled pictures are kept, the rest of each card is an SVG over them."""

import os

os.environ["VIPS_CONCURRENCY"] = "1"  # the processes are what runs side by side

import pyvips
from common import BLEED, arguments, both_processors, drawer, rows

GAME, OUT, _, _ = arguments()
DRAW, PICTURES = drawer(GAME, BLEED, picture=False), {}


def ground(name):
    if name not in PICTURES:
        picture = pyvips.Image.thumbnail(str(GAME / "images" / name), 825, height=1125, size="both", crop="centre")
        PICTURES[name] = picture.copy_memory()
    return PICTURES[name]


def card(numbered):
    at, row = numbered
    front = pyvips.Image.svgload_buffer(DRAW(row).encode(), scale=300 / 72)
    image = ground(row["picture"]).composite2(front, "over").flatten()
    image.pngsave(str(OUT / f"{at:04}.png"), compression=1, filter="paeth")


if __name__ == "__main__":
    both_processors(card, list(enumerate(rows(GAME))))
