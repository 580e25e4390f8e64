"""Reads the sheets of XLSX files with Python's own zipfile and XML reader, as the standard says, and prints them as JSON:
their names, and for each row {column: [type, number format, value]}."""

import json
import re
import sys
import zipfile
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def decoded(text):
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), text)


def sheet(file):
    archive = zipfile.ZipFile(file)
    assert archive.testzip() is None
    part = lambda name: ElementTree.fromstring(archive.read(name))
    styles = part("xl/styles.xml")
    formats = {each.get("numFmtId"): each.get("formatCode") for each in styles.iter(MAIN + "numFmt")}
    looks = [formats.get(each.get("numFmtId"), "") for each in styles.find(MAIN + "cellXfs")]
    rows = []
    for position, row in enumerate(part("xl/worksheets/sheet1.xml").iter(MAIN + "row")):
        assert int(row.get("r")) == position + 1
        rows.append(dict(cell_of(cell, row.get("r"), looks) for cell in row))
    name = part("xl/workbook.xml").find(f"{MAIN}sheets/{MAIN}sheet").get("name")
    return {"name": decoded(name), "rows": rows}


def cell_of(cell, row, looks):
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        value = decoded(cell.find(f"{MAIN}is/{MAIN}t").text or "")
    else:
        value = cell.find(MAIN + "v").text
    return cell.get("r").removesuffix(row), [kind, looks[int(cell.get("s", "0"))], value]


print(json.dumps([sheet(file) for file in sys.argv[1:]]))
