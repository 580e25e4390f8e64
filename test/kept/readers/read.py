"""Parses each program, and tells what it asks: the value of QUERY, or the number of DuckDB's statements."""
import ast
import json
import sys

import duckdb

for path in sys.stdin.read().split():
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    try:
        if path.endswith(".sql"):
            asked = len(duckdb.extract_statements(text))
        else:
            tree = ast.parse(text)
            [asked] = [
                ast.literal_eval(each.value)
                for each in tree.body
                if isinstance(each, ast.Assign) and each.targets[0].id == "QUERY"
            ]
        # A number beyond doubles is Infinity here, which JSON doesn't have.
        asked = json.loads(json.dumps(asked), parse_constant=lambda name: None)
        print(json.dumps({"path": path, "asked": asked}))
    except Exception as error:
        print(json.dumps({"path": path, "problem": str(error)}))
