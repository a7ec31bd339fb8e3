"""protograf: a bare grid of hexagons with its numbers, on one page: COLUMNS ROWS GAME OUT."""

import math
import sys
from pathlib import Path

COLUMNS, ROWS, OUT = int(sys.argv[1]), int(sys.argv[2]), sys.argv[4]
sys.argv[1:] = []  # protograf has a command line of its own

from protograf import Create, Hexagons, Save

SIDE = 17.32  # mm from side to side
WIDTH = SIDE / math.sqrt(3) * (1.5 * COLUMNS + 0.5)
HEIGHT = (ROWS + 0.5) * SIDE
Create(filename="map.pdf", paper_width=WIDTH + 20, paper_height=HEIGHT + 20, units="mm", margin=10)
Hexagons(
    cols=COLUMNS, rows=ROWS, x=0, y=0, height=SIDE, hex_offset="even", fill=None, stroke="#262019", stroke_width=0.5,
    coord_elevation="top", coord_type_x="number", coord_type_y="number", coord_separator=".", coord_padding=2,
    coord_font_size=8,
)  # fmt: skip
Path(OUT).mkdir(parents=True, exist_ok=True)
Save(directory=OUT)
