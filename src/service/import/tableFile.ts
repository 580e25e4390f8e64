/** Writes a source into a DuckDB file of the form of layout.ts. */
import { DuckDBScalarFunction, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { decimalKey } from '../store/decimalKey.ts';
import type { ImportSource } from './importSource.ts';
import {
  hasKeyColumn,
  orderColumn,
  quote,
  SEARCH_COLUMN,
  SEPARATOR,
  TABLE,
  valueColumn,
} from '../store/layout.ts';

export async function writeTable(
  connection: DuckDBConnection,
  { relation, fields }: ImportSource,
  file: string,
): Promise<void> {
  connection.registerScalarFunction(decimalKeyFunction);
  const values = fields.map((_, index) => valueColumn(index));
  const keys = fields.flatMap(({ type }, index) =>
    hasKeyColumn(type) ? [`decimal_key(${valueColumn(index)}) ${orderColumn(index, type)}`] : [],
  );
  const search = `lower(concat_ws(${quote(SEPARATOR)}, ${values.join(', ')})) ${SEARCH_COLUMN}`;
  await connection.run(`attach ${quote(file)} as target`);
  await connection.run(
    `create table target.${TABLE} as select ${[...values, ...keys, search].join(', ')} from ${relation}`,
  );
  await connection.run('checkpoint target');
  await connection.run('detach target');
}

const decimalKeyFunction = DuckDBScalarFunction.create({
  name: 'decimal_key',
  parameterTypes: [VARCHAR],
  returnType: VARCHAR,
  mainFunction: (_info, input, output) => {
    const texts = input.getColumnVector(0);
    for (let row = 0; row < input.rowCount; row += 1) {
      const text = texts.getItem(row);
      output.setItem(row, typeof text === 'string' ? (decimalKey(text) ?? null) : null);
    }
    output.flush();
  },
});
