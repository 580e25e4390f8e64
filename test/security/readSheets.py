"""Reads what a spreadsheet would open, with Python's own csv, zipfile and XML reader, and prints it as JSON: of each CSV file its
rows, of each XLSX file how many elements of any part calculate or lead elsewhere, and the types of its cells."""

import csv
import json
import sys
import zipfile
from xml.etree import ElementTree

CALCULATES = {"f", "definedName", "ddeLink", "oleLink", "externalReference", "connection", "hyperlink"}


def rows(path, delimiter):
    csv.field_size_limit(1 << 30)
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, delimiter=delimiter, strict=True))


def sheet(path):
    archive = zipfile.ZipFile(path)
    names = [name for name in archive.namelist() if name.endswith((".xml", ".rels"))]
    elements = [each for name in names for each in ElementTree.fromstring(archive.read(name)).iter()]
    named = [(each.tag.rpartition("}")[2], each) for each in elements]
    return {
        "calculates": sum(name in CALCULATES or each.get("TargetMode") == "External" for name, each in named),
        "types": [each.get("t", "n") for name, each in named if name == "c"],
    }


asked = json.load(sys.stdin)
print(
    json.dumps(
        {
            "csv": [rows(each["path"], each["delimiter"]) for each in asked["csv"]],
            "xlsx": [sheet(path) for path in asked["xlsx"]],
        }
    )
)
