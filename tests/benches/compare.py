#!/usr/bin/env python3
"""Measures Deckle against other ways to the same cards, and prints Markdown tables. See README.md."""

import argparse
import csv
import random
import shutil
import struct
import subprocess
import zlib
from pathlib import Path

from measuring import HEAD, HERE, ROOT, Tool, bring_debian, bring_python, cells, contest, environment, heading, middle
from measuring import note, ratios, run, table

PYPI = ["typst", "pyvips", "pyvips-binary", "Jinja2", "reportlab", "fonttools", "weasyprint", "protograf", "cairosvg"]
NPM = ["@resvg/resvg-js"]
DEBIAN = ["librsvg2-bin", "texlive-extra-utils", "texlive-latex-recommended"]
WORDS = """the wolf hunts at night under a pale moon while ships cross cold water and men listen for engines in the
dark each signal may be friend or foe so wait until the last moment before you turn and dive""".split()


# The workload


def picture(path, seed, width=600, height=400):
    """Writes a PNG like a photograph: a soft gradient with gentle noise."""
    dice = random.Random(seed)
    corners = [[dice.randrange(24, 200) for _ in range(3)] for _ in range(4)]
    lines = []
    for y in range(height):
        down = y / height
        ends = [[a + (b - a) * down for a, b in zip(corners[side], corners[side + 2])] for side in (0, 1)]
        noise = iter(dice.randbytes(width * 3))
        line = bytearray(1)
        for x in range(width):
            along = x / width
            line += bytes(int(a + (b - a) * along) + next(noise) // 11 for a, b in zip(*ends))
        lines.append(bytes(line))
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(lines), 6)),
        (b"IEND", b""),
    ]
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for name, data in chunks:
            file.write(struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)))


def cards(path, rows):
    """Writes the list of the cards."""
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def workload(folder, designs, pictures, copies=None):
    """Makes the folder of a game with that many designs over that many pictures; gives its rows."""
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("images", "icons", "templates"):
        (folder / part).mkdir(parents=True)
    shutil.copy(HERE / "workload/game.toml", folder)
    shutil.copy(HERE / "workload/card.svg", folder / "templates")
    icon = (ROOT / "templates/icons/anchor.svg").read_text()
    (folder / "icons/anchor.svg").write_text(icon.replace("<path ", '<path fill="#fff" ') if "fill" not in icon else icon)
    for at in range(pictures):
        picture(folder / f"images/{at}.png", at)
    dice = random.Random(7)
    rows = [["name", "text", "picture"] + (["count"] if copies else [])]
    for at in range(designs):
        text = " ".join(dice.choice(WORDS) for _ in range(40))
        rows.append([f"Card number {at + 1}", text, f"{at % pictures}.png"] + ([copies[at]] if copies else []))
    cards(folder / "cards.csv", rows)
    return rows


# The tools


def tools(work):
    python = work / "venv/bin/python"

    def script(name):
        return [python, HERE / "tools" / name]

    return [
        Tool("typst", ("png", "pdf"), script("typst_py.py"), (python,)),
        Tool("pyvips and Jinja2", ("png",), script("vips.py"), (python,)),
        Tool("resvg-js", ("png",), ["node", HERE / "tools/resvg.js"], ("node", work / "node_modules/@resvg/resvg-js")),
        Tool("rsvg-convert", ("png",), script("rsvg.py"), (python, "rsvg-convert")),
        Tool("CairoSVG", ("png",), script("cairo.py"), (python,)),
        Tool("reportlab", ("pdf",), script("lab.py"), (python,)),
        Tool("WeasyPrint", ("pdf",), script("weasy.py"), (python,)),
        Tool("protograf", ("pdf",), script("proto.py"), (python,)),
        Tool("rsvg-convert and pdfjam", ("pdf",), script("rsvg.py"), (python, "rsvg-convert", "pdfjam")),
    ]


def install(work):
    """Brings the other tools below the work folder; Debian's packages only as root."""
    bring_python(work, PYPI)
    if shutil.which("npm"):
        subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", work, *NPM], check=True)
    else:
        note("npm is missing: no resvg-js")
    if not (shutil.which("rsvg-convert") and shutil.which("pdfjam")):
        bring_debian(DEBIAN)


# The tables


class Bench:
    def __init__(self, options):
        self.options, self.work = options, options.work.resolve()
        self.work.mkdir(parents=True, exist_ok=True)
        self.environment = environment(self.work)

    def deckle(self, game, *more, out="out", keep=False):
        out = self.work / "deckle" / out
        command = [self.options.deckle, "build", game, "--out", out, *more]
        return run(command, out, self.environment, keep)

    def contenders(self, kind):
        """The tools of that kind that are wanted."""
        found = tools(self.work)
        if self.options.bare:
            found.insert(0, Tool("the bare loop", ("png",), [self.options.bare]))
        return [tool for tool in found if kind in tool.kinds and tool.name in (self.options.tools or [tool.name])]

    def against(self, kind, game):
        """Runs each tool in turn with Deckle, and gives the rows."""
        only = {"png": "cards", "pdf": "sheets"}[kind]

        def theirs(tool):
            out = self.work / tool.name.replace(" ", "-") / kind
            more = [] if tool.name == "the bare loop" else [ROOT / "fonts", kind]
            return run([*tool.command, game, out, *more], out, self.environment)

        ours, others = contest(
            kind, self.options.runs, lambda: self.deckle(game, "--only", only), self.contenders(kind), theirs
        )
        rows = [cells(tool.name, runs, ratios(runs, beside)) for tool, beside, runs in others]
        return [cells("**Deckle**", ours, "1 / 1"), *rows]

    def comparison(self):
        head = ["", *HEAD, "wall / CPU to Deckle's"]
        for pictures in self.options.pictures:
            game = self.work / f"cards-{self.options.cards}-{pictures}"
            workload(game, self.options.cards, pictures)
            over = "one picture" if pictures == 1 else f"{pictures} pictures"
            for kind, title in (("png", "PNG, a file per card"), ("pdf", "PDF, nine cards on an A4 page")):
                print(f"\n{self.options.cards} cards over {over}, to {title}:")
                table(head, self.against(kind, game))

    def own(self):
        """Deckle against itself: what is built again, and how it grows."""
        few, many, runs = self.options.cards, 10 * self.options.cards, range(self.options.runs)
        big, again, one = [], [], []
        game = self.work / f"cards-{many}-10"
        rows = workload(game, many, 10)
        for at in runs:
            note(f"Deckle itself, run {at + 1}")
            big.append(self.deckle(game))
            again.append(self.deckle(game, keep=True))
            rows[many // 2][1] = " ".join(reversed(rows[many // 2][1].split())) + "." * at
            cards(game / "cards.csv", rows)
            one.append(self.deckle(game, keep=True))
        small = self.work / f"cards-{few}-10"
        workload(small, few, 10)
        copied, plain, each = (self.work / name for name in ("copies", "designs", "cards"))
        workload(copied, 14, 10, [6 + (at < 6) for at in range(14)])
        workload(plain, 14, 10)
        workload(each, 90, 10)
        built = {game: [self.deckle(game, out=game.name) for _ in runs] for game in (small, copied, plain, each)}
        whole, design = middle(big, "wall"), middle(built[plain], "wall")
        first = middle(built[small], "wall")
        table(
            ["Deckle alone, pictures and sheets", *HEAD, "ratio"],
            [
                cells(f"first build, {few} cards", built[small], "1"),
                cells(f"first build, {many} cards", big, f"{whole / first:.1f} × that of {few}"),
                cells(f"nothing changed, {many} cards", again, f"{middle(again, 'wall') / whole:.3f} × first"),
                cells(f"one row of {many} changed", one, f"{middle(one, 'wall') / whole:.3f} × first"),
                cells("14 designs, one each", built[plain], "1"),
                cells("90 copies of 14 designs", built[copied], f"{middle(built[copied], 'wall') / design:.2f} × 14"),
                cells("90 designs, one each", built[each], f"{middle(built[each], 'wall') / design:.1f} × 14"),
            ],
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deckle", type=Path, required=True, help="the program, built with --release")
    parser.add_argument("--work", type=Path, required=True, help="a folder for the workload, the tools and the output")
    parser.add_argument("--install", action="store_true", help="bring the other tools first")
    parser.add_argument("--cards", type=int, default=100, help="designs (100)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    parser.add_argument("--pictures", type=int, nargs="+", default=[1, 10], help="pictures that the cards share (1 10)")
    parser.add_argument("--tools", nargs="+", help="these only, by their names in the tables")
    parser.add_argument("--bare", type=Path, help="the example `bare`, built with --release: GAME OUT")
    parser.add_argument("--part", choices=["others", "own"], help="one half only")
    options = parser.parse_args()
    for program in ("deckle", "bare"):
        if path := getattr(options, program):
            setattr(options, program, path.resolve(strict=True))
    bench = Bench(options)
    if options.install:
        install(bench.work)
    heading(options.deckle)
    if options.part != "own":
        bench.comparison()
    if options.part != "others":
        bench.own()


if __name__ == "__main__":
    main()
