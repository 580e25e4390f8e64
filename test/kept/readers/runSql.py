"""Runs the statements of a program for DuckDB, and prints the rows of the last one as JSON."""
import json
import os
import sys

import duckdb
import duckdb_extension_httpfs

connection = duckdb.connect(config={"extension_directory": sys.argv[2]})
home = os.path.dirname(duckdb_extension_httpfs.__file__)
[found] = [os.path.join(at, name) for at, _, names in os.walk(home) for name in names if name.endswith("extension")]
# INSTALL httpfs would download it. Once it is installed, the statement does nothing.
connection.execute("INSTALL '" + found.replace("'", "''") + "'")
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    result = connection.execute(file.read())
names = [column[0] for column in result.description]
rows = result.fetchall()
print(json.dumps([dict(zip(names, row)) for row in rows], default=str))
