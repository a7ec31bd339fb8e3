"""typst as a Python package; pictures in two processes, as the package writes pages one after another."""

import typst
from common import HERE, arguments, both_processors, rows

GAME, OUT, FONTS, KIND = arguments()


def compile(**inputs):
    inputs = {"game": str(GAME), "kind": KIND, **inputs}
    options = {"root": "/", "font_paths": [str(FONTS)], "ignore_system_fonts": True}
    return typst.compile(str(HERE / "cards.typ"), sys_inputs=inputs, format=KIND, ppi=300, **options)


def part(bounds):
    first, last = bounds
    pages = compile(first=str(first), last=str(last))
    for at, page in enumerate(pages if isinstance(pages, list) else [pages], first):
        (OUT / f"{at:04}.png").write_bytes(page)


if __name__ == "__main__":
    if KIND == "pdf":
        (OUT / "sheets.pdf").write_bytes(compile())
    else:
        count = len(rows(GAME))
        both_processors(part, [(0, count // 2), (count // 2, count)])
