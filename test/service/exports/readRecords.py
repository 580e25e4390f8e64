"""Records of a file, as Python's own readers find them, on stdout: a list of records, each a list of values, the names first.

Arguments: csv, tsv, json, ndjson or geojson; the file. Of CSV and TSV each value is a text, of the others the JSON that it was
written as, with each number's own digits. A feature has its geometry behind its properties.
"""

import csv
import json
import sys

csv.field_size_limit(2**30)


class Number(str):
    """As it is spelled."""


def read(text):
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=Number)


def spelled(value):
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key, ensure_ascii=False)}:{spelled(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(spelled(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def records_of(kind, file):
    if kind in ("csv", "tsv"):
        yield from csv.reader(file, delimiter="," if kind == "csv" else "\t", strict=True)
        return
    if kind == "ndjson":
        objects = [read(line) for line in file.read().split("\n") if line != ""]
    elif kind == "json":
        objects = read(file.read())
    else:
        features = read(file.read())["features"]
        objects = [{**each["properties"], "geometry": each["geometry"]} for each in features]
    yield list(objects[0])
    for each in objects:
        yield [spelled(value) for value in each.values()]


_, kind, path = sys.argv
with open(path, encoding="utf-8", newline="") as file:
    json.dump(list(records_of(kind, file)), sys.stdout)
