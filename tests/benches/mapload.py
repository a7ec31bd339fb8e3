"""Makes the maps and the counters that all tools draw: for each the same cells, colours, signs, rivers and names.

What another tool reads is written here in its own language, before the clock runs.
"""

import csv
import random
import re
import shutil

from measuring import HERE

LOOKS = HERE / "workload"
SIDE = 17.32  # mm from side to side, so that the corners of a hexagon are 10 mm from its middle, as in wargame
FIRST = "Ash Black Cold Deep Elm Fair Grim Holl King Long Mill North Oak Red Stone White".split()
LAST = "ford bridge field ham hurst ley mere port stead ton wick wood".split()
UNITS = {  # our names, and those of wargame
    "infantry": "infantry",
    "armour": "armoured",
    "artillery": "{[fill=pgfstrokecolor]artillery}",
    "cavalry": "reconnaissance",
    "engineers": "engineer",
    "headquarters": "headquarters",
}
ECHELONS = ["battalion", "regiment", "brigade", "division", "corps"]
LINES = {  # what each look draws along or across its cells
    "grid": "",
    "map": '[[board.paths]]\nname = "river"\nfile = "rivers.csv"\nline = "river"\ncells = "hexes"',
    "atlas": '[[board.edges]]\nname = "stream"\nfile = "streams.csv"\ncell = "hex"\nside = "side"\nline = "stream"',
}
TERRAIN = {"woods": "woods", "hills": "rough", "mountains": "mountains", "swamp": "swamp"}  # our names, and wargame's


def table(path, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


# Maps


class Map:
    """A hex map of that many columns and rows, even columns half a cell lower: always the same for its size."""

    def __init__(self, columns, rows):
        self.columns, self.rows, self.digits = columns, rows, len(str(max(columns, rows, 10)))
        self.look = (LOOKS / "map/map.svg").read_text()
        self.tones = dict(re.findall(r'"(\w+)": "(#\w+)"', self.look))
        signs = re.findall(r'<path id="(\w+)" fill="(\S+)" d="([^"]+)"', self.look)
        self.signs = {name: (fill, path) for name, fill, path in signs}
        dice = random.Random(columns * rows)
        self.terrain = self.areas(dice)
        self.rivers = [self.river(dice, column) for column in range(3, columns + 1, 6)]
        towns = dice.sample(sorted(self.terrain), columns * rows // 10)
        self.names = {cell: dice.choice(FIRST) + dice.choice(LAST) for cell in sorted(towns)}

    def areas(self, dice):
        """A terrain for each cell: that of the nearest of some seeds."""
        kinds = list(self.tones)
        cells = [(column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1)]
        seeds = [(cell, dice.choice(kinds)) for cell in dice.sample(cells, max(6, len(cells) // 12))]

        def nearest(cell):
            return min(seeds, key=lambda seed: (seed[0][0] - cell[0]) ** 2 + (seed[0][1] - cell[1]) ** 2)[1]

        return {cell: nearest(cell) for cell in cells}

    def river(self, dice, column):
        """A way from the top to the bottom, over the middles of neighbours."""
        way, at = [], (column, 1)
        while at[1] <= self.rows:
            way.append(at)
            turn = dice.choice((0, 0, -1, 1))
            if turn and 1 <= at[0] + turn <= self.columns:
                at = (at[0] + turn, at[1] + (at[0] % 2 == 0))
            else:
                at = (at[0], at[1] + 1)
        return way

    def streams(self):
        """Sides from left to right below every eighth row: cell, side, name."""
        for row in range(min(4, self.rows - 1), self.rows, 8):
            for column in range(1, self.columns + 1):
                for side in ("S",) if column % 2 else ("SW", "S", "SE"):
                    if not (side == "SE" and column == self.columns):
                        yield [self.id((column, row)), side, f"Stream {row}"]

    def id(self, cell):
        return ".".join(f"{part:0{self.digits}}" for part in cell)

    def write(self, folder, look="map"):
        """The game for Deckle, and beside it what the others read."""
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "templates").mkdir(parents=True)
        shutil.copy(LOOKS / f"map/{look}.svg", folder / "templates")
        manifest = (LOOKS / "map/game.toml").read_text()
        blanks = {"COLUMNS": self.columns, "ROWS": self.rows, "DIGITS": self.digits, "LOOK": look, "LINES": LINES[look]}
        for name, value in blanks.items():
            manifest = manifest.replace(name, str(value))
        (folder / "game.toml").write_text(manifest)
        rows = [[self.id(cell), terrain, self.names.get(cell, "")] for cell, terrain in self.terrain.items()]
        table(folder / "map.csv", [["hex", "terrain", "name"], *rows])
        rivers = [[f"River {at + 1}", " ".join(map(self.id, way))] for at, way in enumerate(self.rivers)]
        table(folder / "rivers.csv", [["river", "hexes"], *rivers])
        table(folder / "streams.csv", [["hex", "side", "stream"], *self.streams()])
        (folder / "map.txt").write_text(self.for_text_mapper())
        for signs in ("pictures", "ours"):
            (folder / f"wargame-{signs}.tex").write_text(self.for_wargame(signs))

    def for_text_mapper(self):
        lines = ['default attributes fill="none" stroke="#262019" stroke-width="2"']
        lines += [f'{name} attributes fill="{tone}"' for name, tone in self.tones.items()]
        for name, (fill, path) in self.signs.items():
            lines += [f'{name} path attributes fill="{fill}"', f"{name} path {path}"]
        lines.append('river path attributes stroke="#4f93a8" stroke-width="10" fill="none" stroke-linecap="round"')
        font = 'font-family="Barlow Condensed" font-weight="500" fill="#262019"'
        lines += [f'text {font} font-size="28" dy="20"', f'label {font} font-size="35"']
        for (column, row), terrain in self.terrain.items():
            name = self.names.get((column, row))
            lines.append(f"{column:02}{row:02} {terrain}" + (f' "{name}"' if name else ""))
        lines += ["-".join(f"{column:02}{row:02}" for column, row in way) + " river" for way in self.rivers]
        return "\n".join(lines) + "\n"

    def for_wargame(self, signs):
        """With the pictures of terrain that come with the package, or with our own signs."""
        lines = tex_begin(self.columns * 1.5 + 2.5, (self.rows + 0.5) * SIDE / 10 + 3, 1)
        tones = self.tones | {"ink": "#262019", "sign": "#7a705c", "water": "#4f93a8"}
        lines += [rf"\definecolor{{{name}}}{{HTML}}{{{tone[1:]}}}" for name, tone in tones.items()]
        lines.append(r"\tikzset{hex/first row and column are=1, hex/row direction is=down}")
        lines.append(r"\tikzset{every hex/.style={draw=ink, thin}, hex/label/.append style={color=ink}}")
        lines.append(r"\tikzset{every hex river/.style={color=water}}")
        if signs == "ours":
            for name, (_, path) in self.signs.items():
                lines.append(rf"\tikzset{{sign {name}/.pic={{\fill[sign] {tikz_path(path)};}}}}")
        lines += [r"\begin{document}", r"\noindent\begin{tikzpicture}"]
        for (column, row), terrain in self.terrain.items():
            sign = {"ours": f"pic=sign {terrain}", "pictures": TERRAIN.get(terrain)}[signs]
            on = f",terrain={{{sign}}}" if terrain in self.signs else ""
            lines.append(rf"\hex[fill={terrain}{on},label={{text={self.id((column, row))}}}](c={column},r={row})")
        for way in self.rivers:
            lines.append(r"\river" + "--".join(f"(hex cs:c={column},r={row})" for column, row in way) + ";")
        for (column, row), name in self.names.items():
            place = f"(hex cs:c={column},r={row},e=S,o=.75)"
            lines.append(rf"\node[font=\sffamily\bfseries\scriptsize] at {place} {{{name}}};")
        return "\n".join([*lines, r"\end{tikzpicture}", r"\end{document}", ""])


def tex_begin(width, height, margin):
    """The head of a document with pages of that size, in cm."""
    paper = f"paperwidth={width:.2f}cm,paperheight={height:.2f}cm"
    return [
        r"\documentclass{article}",
        rf"\usepackage[{paper},margin={margin}cm]{{geometry}}",
        r"\usepackage{wargame}",
        r"\pagestyle{empty}",
        r"\setlength{\parindent}{0pt}",
    ]


def tikz_path(path):
    """A path of SVG, of absolute M, L, Q and Z in tenths of a millimetre, for TikZ in cm with y upwards."""
    parts, at = [], (0, 0)
    for letter, given in re.findall(r"([MLQZ])([^MLQZ]*)", path):
        numbers = [float(number) / 100 for number in given.split()]
        pairs = [(x, -y) for x, y in zip(numbers[::2], numbers[1::2])]
        if letter == "Z":
            parts.append(" -- cycle ")
        elif letter == "Q":  # as a cubic
            (x, y), end = pairs
            first = ((at[0] + 2 * x) / 3, (at[1] + 2 * y) / 3)
            second = ((end[0] + 2 * x) / 3, (end[1] + 2 * y) / 3)
            points = (f"({a:.3f},{b:.3f})" for a, b in (first, second, end))
            parts.append(" .. controls {} and {} .. {}".format(*points))
        else:
            parts.append(("" if letter == "M" else " -- ") + f"({pairs[0][0]:.3f},{pairs[0][1]:.3f})")
        at = pairs[-1] if pairs else at
    return "".join(parts)


# Counters


def counters(folder, many):
    """That many units of two sides, each another, with a back: a list for Deckle, and the same for wargame."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "templates").mkdir(parents=True)
    shutil.copy(LOOKS / "counters/game.toml", folder)
    shutil.copy(LOOKS / "counters/counter.svg", folder / "templates")
    dice = random.Random(many)
    head = ["name", "side", "unit", "echelon", "attack", "defence", "move", "setup", "face"]
    rows, styles, names = [], [], []
    for at in range(many):
        side, unit, echelon = ("red", "blue")[at * 2 // many], dice.choice(list(UNITS)), dice.choice(ECHELONS)
        attack, defence, move = dice.randint(2, 9), dice.randint(2, 9), dice.randint(2, 9)
        setup = f"{dice.randint(1, 30):02}{dice.randint(1, 40):02}"
        rows.append([at + 1, side, unit, echelon, attack, defence, move, setup, ""])
        rows.append(["", "", "", "", attack // 2, defence // 2, "", "", "back"])
        names.append(f"unit {at + 1}")
        body = f"body={{{UNITS[unit]}}}{{{echelon}}}{{{at + 1}}}"
        fresh, worn = f"fresh={{{attack},{defence},{move}}}{{{setup}}}", f"worn={{{attack // 2},{defence // 2},{move}}}"
        styles.append(f"  unit {at + 1}/.style={{{side}, {body}, {fresh}}},")
        styles.append(f"  unit {at + 1} flipped/.style={{{side} back, {body}, {worn}}},")
    table(folder / "units.csv", [head, *rows])
    colours = {"red": "c65a4a", "blue": "8fb1cf", "red back": "e2aca4", "blue back": "c7d8e7"}
    lines = tex_begin(21, 29.7, 0.5)
    lines += [rf"\definecolor{{{name}}}{{HTML}}{{{value}}}" for name, value in colours.items()]
    lines += [rf"\tikzset{{{name}/.style={{fill={name}, draw=black}}}}" for name in colours]
    lines += [
        r"\tikzset{",
        r"  body/.style n args={3}{",
        r"    /chit/symbol={[faction=friendly,command=land,main={#1},echelon=#2,scale line widths,line width=1pt]},",
        r"    /chit/unique={chit/small identifier=#3}},",
        r"  fresh/.style 2 args={/chit/factors={chit/3 factors={#1}}, /chit/upper left={chit/small identifier=#2}},",
        r"  worn/.style={/chit/factors={chit/3 factors={#1}}},",
        *styles,
        "}",
        rf"\def\units{{{{{','.join(names)}}}}}",
        r"\begin{document}\centering",
        r"\begin{tikzpicture}\doublechits{\units}{7}{1.24}\end{tikzpicture}",
        r"\end{document}",
        "",
    ]
    (folder / "wargame.tex").write_text("\n".join(lines))
