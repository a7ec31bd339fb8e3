"""WeasyPrint: HTML and CSS by Jinja2."""

from common import arguments, rows
from jinja2 import Template
from weasyprint import HTML

GAME, OUT, FONTS, _ = arguments()
PAGE = """<style>
@font-face { font-family: Title; src: url("file://{{ fonts }}/barlow-condensed/BarlowCondensed-Bold.ttf") }
@font-face { font-family: Body; src: url("file://{{ fonts }}/alegreya-sans/AlegreyaSans-Regular.ttf") }
@page { size: A4; margin: 15.15mm 9.75mm }
body { margin: 0 }
.sheet { position: relative; width: 190.5mm; height: 266.7mm; break-after: page }
.card { position: absolute; width: 63.5mm; height: 88.9mm; overflow: hidden; background-size: cover; background-position: center }
.card > * { position: absolute; margin: 0; box-sizing: border-box }
.border { left: 2.5mm; top: 2.5mm; width: 58.5mm; height: 83.9mm; border: 1mm solid #fff; border-radius: 3.5mm }
.panel { left: 6mm; top: 45mm; width: 51.5mm; height: 36mm; border-radius: 2mm; background: rgba(255, 255, 255, 0.85) }
.icon { left: 22mm; top: 18mm; width: 20mm }
h1 { left: 0; top: 6.5mm; width: 63.5mm; text-align: center; font: 6mm/1.1 Title; color: #fff }
p { left: 8mm; top: 47mm; width: 47.5mm; font: 3.4mm/1.2 Body; color: #111 }
</style>
{% for sheet in cards | batch(9) %}<div class="sheet">{% for card in sheet %}
<div class="card" style="left: {{ loop.index0 % 3 * 63.5 }}mm; top: {{ loop.index0 // 3 * 88.9 }}mm; background-image: url(images/{{ card.picture }})">
<div class="border"></div><div class="panel"></div><img class="icon" src="icons/anchor.svg"><h1>{{ card.name }}</h1><p>{{ card.text }}</p></div>
{% endfor %}</div>{% endfor %}"""
page = Template(PAGE).render(cards=rows(GAME), fonts=FONTS)
HTML(string=page, base_url=f"{GAME}/").write_pdf(OUT / "sheets.pdf")
