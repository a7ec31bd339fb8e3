#!/usr/bin/env python3
"""Makes the workbooks of this folder; see README.md. Needs openpyxl, xlwt, msoffcrypto-tool and LibreOffice."""

import datetime
import pathlib
import shutil
import subprocess
import tempfile

import msoffcrypto.format.ooxml as ooxml
import openpyxl
import xlwt
from openpyxl.styles import Font

HERE = pathlib.Path(__file__).parent
STAMP = datetime.datetime(2026, 1, 1)


def convert(source, ending):
    """Opens a workbook in LibreOffice, which works out its formulas, and saves it anew."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["soffice", "--headless", "--convert-to", ending, "--outdir", folder, str(source)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (made,) = pathlib.Path(folder).iterdir()
        shutil.copy(made, HERE / f"{source.stem}.{ending}")


def save(book, name):
    book.properties.created = book.properties.modified = STAMP
    book.save(HERE / name)


def shown_as(cells):
    """A book of one row: names over values, each in its format."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for column, (name, value, form) in enumerate(cells, 1):
        sheet.cell(1, column, name)
        sheet.cell(2, column, value).number_format = form
    return book


def shown():
    """Numbers, texts, dates and flags, each with a format."""
    cells = [
        ("whole", 7.0000000000000009, "0"),
        ("three", 3, "General"),
        ("sum", 0.1 + 0.2, "General"),
        ("price", 12.5, "0.00"),
        ("percent", 0.285, "0.0%"),
        ("thousands", 1234567.891, "#,##0.00"),
        ("padded", 7, "000"),
        ("signed", -5, "+0;-0;0"),
        ("zero", 0, '+0;-0;"none"'),
        ("unit", 3, '0" gold"'),
        ("euro", 3.5, "[$€-407] 0.00"),
        ("half", 1.5, "# ?/?"),
        ("science", 12345.678, "0.00E+00"),
        ("day", datetime.date(2026, 11, 30), "yyyy-mm-dd"),
        ("leap", datetime.date(2000, 2, 29), "yyyy-mm-dd"),
        ("moment", datetime.datetime(2026, 11, 30, 14, 30), "yyyy-mm-dd hh:mm"),
        ("time", datetime.time(14, 30), "hh:mm"),
        ("flag", True, "General"),
        ("doubled", "=B2*2", "General"),
        ("joined", '=A2&" "&B2', "General"),
        ("nothing", '=""', "General"),
        ("lines", "two\nlines", "General"),
        ("signs", "a & <b> \"c\" 'd' é 漢 🐺", "General"),
        ("blanks", "  in   between  ", "General"),
    ]
    book = shown_as(cells)
    other = book.create_sheet("Other list")
    other.append(["name", "count"])
    other.append(["Bear", 2])
    save(book, "shown.xlsx")
    shutil.copy(HERE / "shown.xlsx", HERE / "shown-anew.xlsx")
    for ending in ("ods", "xls"):
        convert(HERE / "shown.xlsx", ending)
    convert(HERE / "shown-anew.xlsx", "xlsx")


def formats():
    """Days, times and numbers in the formats that people choose."""
    moment = datetime.datetime(2026, 11, 3, 14, 5, 9)
    cells = [
        ("long", moment, "dddd, d mmmm yyyy"),
        ("short", moment, "ddd d mmm yy"),
        ("month", moment, "mmm yyyy"),
        ("daymonth", moment, "d-mmm"),
        ("slashes", moment, "m/d/yy"),
        ("dots", moment, "dd.mm.yyyy"),
        ("letter", moment, "mmmmm"),
        ("weekday", moment, "dddd"),
        ("noon", moment, "h:mm AM/PM"),
        ("noons", moment, "h:mm:ss AM/PM"),
        ("clock", moment, "h:mm"),
        ("minutes", moment, "mm:ss"),
        ("english", moment, "[$-409]d\\ mmm\\ yyyy;@"),
        ("british", moment, "[$-809]dd mmmm yyyy"),
        ("quoted", moment, '"on "d mmm'),
        ("both", moment, "d mmm yyyy h:mm"),
        ("midnight", 0, "h:mm AM/PM"),
        ("midday", 0.5, "h:mm AM/PM"),
        ("elapsed", 1.5, "[h]:mm"),
        ("days", 2.75, "[h]:mm:ss"),
        ("sixties", 0.125, "[mm]:ss"),
        ("tenths", 0.52345678, "mm:ss.0"),
        ("thousandths", 0.52345678, "h:mm:ss.000"),
        ("third", 1 / 3, "General"),
        ("minus", -1 / 3, "General"),
        ("twothirds", 200 / 3, "General"),
        ("seven", 7.0000000000000009, "General"),
        ("barcode", 4006381333931, "General"),
        ("fixed", 1 / 3, "0.000000000000"),
        ("title", "Ann", '"Dr. "@'),
        ("secret", "Ann", ";;;"),
        ("account", 1234.5, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)'),
        ("german", moment, "[$-407]d. mmmm yyyy"),
    ]
    book = shown_as(cells)
    save(book, "formats.xlsx")
    for ending in ("ods", "xls"):
        convert(HERE / "formats.xlsx", ending)


def merged():
    """A merged cell below the headers."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for row in (["name", "land", "cost"], ["Wolf", "Forest", 1], ["Bear", None, 2], ["Fox", None, 3]):
        sheet.append(row)
    sheet.merge_cells("B2:B4")
    save(book, "merged.xlsx")
    for ending in ("ods", "xls"):
        convert(HERE / "merged.xlsx", ending)


def merged_header():
    """A merged cell across the headers, below a title."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for row in (["My cards", None, None], ["name", "cost", None], ["Wolf", 1, 2]):
        sheet.append(row)
    sheet.merge_cells("A1:C1")
    sheet.merge_cells("B2:C2")
    save(book, "merged-header.xlsx")


def titled():
    """A title over the headers, which stand in row 3."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for row in (["My cards", None], [], ["name", "count"], ["Wolf", 2], ["Bear", "many"]):
        sheet.append(row)
    sheet.merge_cells("A1:B1")
    save(book, "titled.xlsx")


def ghosts():
    """A bold, empty cell far out, and rows that were once formatted."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for row in (["name", "count"], ["Wolf", 2], ["Bear", 1]):
        sheet.append(row)
    sheet["ZZ900"].font = Font(bold=True)
    for row in range(4, 900):
        sheet.cell(row, 1).font = Font(bold=True)
    save(book, "ghosts.xlsx")
    for ending in ("ods", "xls"):
        convert(HERE / "ghosts.xlsx", ending)


def hidden_sheet():
    """The first of two sheets is hidden."""
    book = openpyxl.Workbook()
    for sheet, name in ((book.active, "Old"), (book.create_sheet(), "Cards")):
        sheet.title = name
        sheet.append(["name"])
        sheet.append([f"of {name}"])
    book["Old"].sheet_state = "hidden"
    book.active = 1
    save(book, "hidden-sheet.xlsx")
    for ending in ("ods", "xls"):
        convert(HERE / "hidden-sheet.xlsx", ending)


def hidden():
    """Rows 3 and 4 and column C are hidden."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for row in (["name", "count", "note"], ["Wolf", 1, "a"], ["Bear", 1, "b"], ["Fox", 1, "c"], ["Owl", 1, "d"]):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["C"].hidden = True
    save(book, "hidden.xlsx")
    for ending in ("ods", "xls"):
        convert(HERE / "hidden.xlsx", ending)


def faults():
    """Formulas that fail; the file of openpyxl holds no values, those of LibreOffice do."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Cards"
    sheet.append(["name", "cost"])
    sheet.append(["Wolf", "=1/0"])
    sheet.append(["Bear", "=VLOOKUP(1,A1:A2,5,0)"])
    sheet.append(["Fox", "=1+1"])
    save(book, "uncached.xlsx")
    shutil.copy(HERE / "uncached.xlsx", HERE / "errors.xlsx")
    for ending in ("ods", "xls", "xlsx"):
        convert(HERE / "errors.xlsx", ending)


def written_by_xlwt():
    """An XLS of another writer, with a text that is longer than a record."""
    book = xlwt.Workbook()
    sheet = book.add_sheet("Cards")
    for column, name in enumerate(["name", "cost", "text"]):
        sheet.write(0, column, name)
    for row in range(1, 31):
        sheet.write(row, 0, f"Wölf {row} 漢")
        sheet.write(row, 1, row / 4, xlwt.easyxf(num_format_str="0.00"))
        sheet.write(row, 2, f"{row} " + "long text " * 60)
    book.save(str(HERE / "long.xls"))


def locked():
    """Protected by the password `wolf`."""
    with open(HERE / "merged.xlsx", "rb") as source, open(HERE / "locked.xlsx", "wb") as target:
        ooxml.OOXMLFile(source).encrypt("wolf", target)


if __name__ == "__main__":
    for make in (shown, formats, merged, merged_header, titled, ghosts, hidden, hidden_sheet, faults, written_by_xlwt, locked):
        make()
