"""rsvg-convert on files of Jinja2; to PDF with pdfjam for the sheets."""

import subprocess
from concurrent.futures import ThreadPoolExecutor

from common import BLEED, arguments, write_svgs

GAME, OUT, _, KIND = arguments()


def card(path):
    subprocess.run(["rsvg-convert", "-d300", "-p300", "-o", path.with_suffix(".png"), path], check=True)


if KIND == "png":
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(card, write_svgs(GAME, OUT, BLEED)))
else:
    paths, pages = write_svgs(GAME, OUT, 0), OUT / "pages.pdf"
    subprocess.run(["rsvg-convert", "-f", "pdf", "-o", pages, *paths], check=True)
    command = ["pdfjam", "--quiet", "--nup", "3x3", "--paper", "a4paper", "--noautoscale", "true"]
    subprocess.run([*command, "--outfile", OUT / "sheets.pdf", pages], check=True)
    pages.unlink()
