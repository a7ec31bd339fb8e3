"""reportlab: canvas, and Paragraph for the text."""

from common import TRIM, arguments, icon, rows
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

GAME, OUT, FONTS, _ = arguments()
WIDTH, HEIGHT = TRIM
pdfmetrics.registerFont(TTFont("Title", FONTS / "barlow-condensed/BarlowCondensed-Bold.ttf"))
pdfmetrics.registerFont(TTFont("Body", FONTS / "alegreya-sans/AlegreyaSans-Regular.ttf"))
BODY = ParagraphStyle("body", fontName="Body", fontSize=3.4 * mm, leading=4.08 * mm, textColor=HexColor("#111111"))
CANVAS = Canvas(str(OUT / "sheets.pdf"), pagesize=A4, pageCompression=1)


class Pen(BasePen):
    def __init__(self):
        super().__init__(None)
        self.path = CANVAS.beginPath()
        self._moveTo = lambda to: self.path.moveTo(*to)
        self._lineTo = lambda to: self.path.lineTo(*to)
        self._curveToOne = lambda a, b, to: self.path.curveTo(*a, *b, *to)
        self._closePath = self.path.close


def card(row):
    """Draws the card with its lower left corner at the origin."""
    CANVAS.saveState()
    trim = CANVAS.beginPath()
    trim.rect(0, 0, WIDTH * mm, HEIGHT * mm)
    CANVAS.clipPath(trim, stroke=0)
    wide = HEIGHT * 1.5  # the pictures are 3 to 2
    CANVAS.drawImage(GAME / "images" / row["picture"], (WIDTH - wide) / 2 * mm, 0, wide * mm, HEIGHT * mm)
    CANVAS.setStrokeColor(white)
    CANVAS.setLineWidth(mm)
    CANVAS.roundRect(3 * mm, 3 * mm, 57.5 * mm, 82.9 * mm, 3 * mm)
    CANVAS.setFillColor(Color(1, 1, 1, 0.85))
    CANVAS.roundRect(6 * mm, (HEIGHT - 81) * mm, 51.5 * mm, 36 * mm, 2 * mm, stroke=0, fill=1)
    CANVAS.setFillColor(white)
    CANVAS.doForm("icon")
    CANVAS.setFont("Title", 6 * mm)
    CANVAS.drawCentredString(31.75 * mm, (HEIGHT - 12) * mm, row["name"])
    text = Paragraph(row["text"], BODY)
    _, high = text.wrap(47.5 * mm, 32 * mm)
    text.drawOn(CANVAS, 8 * mm, (HEIGHT - 47) * mm - high)
    CANVAS.restoreState()


CANVAS.beginForm("icon")
CANVAS.translate(22 * mm, (HEIGHT - 18) * mm)
CANVAS.scale(20 * mm / 512, -20 * mm / 512)
pen = Pen()
parse_path(icon(GAME), pen)
CANVAS.setFillColor(white)
CANVAS.drawPath(pen.path, stroke=0, fill=1)
CANVAS.endForm()
for at, row in enumerate(rows(GAME)):
    if at and at % 9 == 0:
        CANVAS.showPage()
    CANVAS.saveState()
    CANVAS.translate((9.75 + at % 3 * WIDTH) * mm, (15.15 + (2 - at % 9 // 3) * HEIGHT) * mm)
    card(row)
    CANVAS.restoreState()
CANVAS.save()
