"""CairoSVG with Jinja2."""

import cairosvg
from common import BLEED, arguments, both_processors, write_svgs

GAME, OUT, _, _ = arguments()


def card(path):
    cairosvg.svg2png(url=str(path), write_to=str(path.with_suffix(".png")), dpi=300, unsafe=True)


if __name__ == "__main__":
    both_processors(card, write_svgs(GAME, OUT, BLEED))
