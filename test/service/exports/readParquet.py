"""Prints what pyarrow finds in a Parquet file: names, types, and columns of texts."""
import json
import sys

import pyarrow.parquet

table = pyarrow.parquet.read_table(sys.argv[1])
columns = [[None if value is None else str(value) for value in column.to_pylist()] for column in table.columns]
print(json.dumps([table.column_names, [str(field.type) for field in table.schema], columns]))
