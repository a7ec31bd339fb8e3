#!/usr/bin/env python3
"""Measures Deckle against other ways to hex maps and counters, and prints Markdown tables. See README.md."""

import argparse
from pathlib import Path

import mapload
from measuring import HEAD, HERE, Tool, bring_debian, bring_python, cells, contest, environment, heading, middle
from measuring import note, ratios, run, table

DEBIAN = [
    *("librsvg2-bin", "texlive-games", "texlive-latex-extra", "texlive-pictures"),
    *("cpanminus", "libfile-sharedir-install-perl", "libfile-sharedir-perl", "libfile-slurper-perl"),
    *("liblist-moreutils-perl", "libmodern-perl-perl", "libmojolicious-perl", "librole-tiny-perl"),
]
PYPI = ["protograf"]


# The tools: each command is followed by GAME OUT


def latex(name, file):
    """wargame by pdflatex, run once in the folder of the output."""
    script = f'mkdir -p "$2" && cd "$2" && pdflatex -interaction=nonstopmode -halt-on-error "$1/{file}"'
    return Tool(name, ("pdf",), ["sh", "-c", script, "sh"], ("pdflatex",), "10 ×")


def map_tools(work):
    mapper = work / "perl/bin/text-mapper"
    script = f'mkdir -p "$2" && "{mapper}" render < "$1/map.txt" | rsvg-convert --format pdf --output "$2/map.pdf"'
    piped = ["bash", "-o", "pipefail", "-c", script, "bash"]
    return [
        Tool("text-mapper and rsvg-convert", ("pdf",), piped, (mapper, "rsvg-convert"), "3 ×"),
        latex("wargame", "wargame-pictures.tex"),
        latex("wargame, signs as ours", "wargame-ours.tex"),
    ]


def grid_tools(work, columns, rows):
    python = work / "venv/bin/python"
    return [Tool("protograf", ("pdf",), [python, HERE / "tools/grid.py", columns, rows], (python,))]


def install(work):
    """Brings the other tools, but for text-mapper: see README.md."""
    bring_python(work, PYPI)
    bring_debian(DEBIAN)


# The tables


class Bench:
    def __init__(self, options):
        self.options, self.work = options, options.work.resolve()
        self.work.mkdir(parents=True, exist_ok=True)
        self.environment = environment(self.work)

    def deckle(self, game):
        out = self.work / "deckle" / game.name
        return run([self.options.deckle, "build", game, "--out", out, "--only", "sheets"], out, self.environment)

    def against(self, game, tools):
        """Each tool in turn with Deckle over that game."""

        def theirs(tool):
            out = self.work / tool.name.replace(" ", "-").replace(",", "") / game.name
            return run([*tool.command, game, out], out, self.environment)

        ours, others = contest(game.name, self.options.runs, lambda: self.deckle(game), tools, theirs)
        rows = [cells(tool.name, runs, ratios(runs, beside), tool.goal) for tool, beside, runs in others]
        table(["", *HEAD, "wall / CPU to Deckle's", "goal"], [cells("**Deckle**", ours, "1 / 1", ""), *rows])

    def maps(self):
        columns, rows = self.options.size
        game = self.work / f"map-{columns}x{rows}"
        made = mapload.Map(columns, rows)
        made.write(game)
        counted = f"{columns * rows} numbers, {len(made.names)} names, {len(made.rivers)} rivers"
        print(f"\nA hex map of {columns} × {rows}, terrain in each cell, {counted}, to PDF:")
        self.against(game, map_tools(self.work))
        bare = self.work / f"grid-{columns}x{rows}"
        made.write(bare, "grid")
        print(f"\nThe bare grid of {columns} × {rows} with its numbers, to PDF:")
        self.against(bare, grid_tools(self.work, columns, rows))

    def counters(self):
        game = self.work / f"counters-{self.options.counters}"
        mapload.counters(game, self.options.counters)
        print(f"\n{self.options.counters} counters of two sides, all distinct, to PDF:")
        self.against(game, [latex("wargame", "wargame.tex")])

    def growth(self):
        """Deckle alone, from small maps to large ones."""
        rows = []
        for look, title in (("map", "as above"), ("atlas", "areas, streams, names placed")):
            for columns, down in ((10, 10), (30, 40), (100, 100)):
                game = self.work / f"{look}-alone-{columns}x{down}"
                mapload.Map(columns, down).write(game, look)
                note(f"{columns} × {down}, {title}")
                runs = [self.deckle(game) for _ in range(self.options.runs)]
                each = middle(runs, "wall") / (columns * down) * 1000
                goal = "2 s, 500 MB" if columns == 100 else ""
                rows.append(cells(f"{columns} × {down}, {title}", runs, f"{each:.2f}", goal))
        print("\nMaps of Deckle alone, to PDF:")
        table(["", *HEAD, "ms a cell", "goal"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deckle", type=Path, required=True, help="the program, built with --release")
    parser.add_argument("--work", type=Path, required=True, help="a folder for the workload, the tools and the output")
    parser.add_argument("--install", action="store_true", help="bring the other tools first")
    parser.add_argument("--size", type=int, nargs=2, default=[30, 40], help="columns and rows of the map (30 40)")
    parser.add_argument("--counters", type=int, default=120, help="counters (120)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    parser.add_argument("--part", choices=["maps", "counters", "growth"], help="one part only")
    options = parser.parse_args()
    options.deckle = options.deckle.resolve(strict=True)
    bench = Bench(options)
    if options.install:
        install(bench.work)
    heading(options.deckle)
    for part in [options.part] if options.part else ["maps", "counters", "growth"]:
        getattr(bench, part)()


if __name__ == "__main__":
    main()
