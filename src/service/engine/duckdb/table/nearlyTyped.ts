/** Columns that stay text because a few of their values don't fit: people are told which. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnMisfits } from '../../../resource/localResource.ts';
import { sampleText } from '../../../resource/reading.ts';
import type { StoredField } from '../../../store/description.ts';
import { textColumn, valueColumn } from '../layout.ts';
import type { Spelling } from './spelledFields.ts';
import { isValueSql, spelledSql } from './spelledSql.ts';

/** Of a table that has been filled. */
export async function nearlyTyped(
  connection: DuckDBConnection,
  table: string,
  fields: readonly StoredField[],
  { nullWords, nearly = [] }: Spelling,
): Promise<readonly ColumnMisfits[]> {
  const misfits: ColumnMisfits[] = [];
  for (const reading of nearly) {
    const index = fields.findIndex(({ id }) => id === reading.field);
    const field = fields[index];
    if (field?.type !== 'text') continue;
    const text = (field.spelling === undefined ? valueColumn : textColumn)(index);
    const found = await connection.runAndReadAll(
      `select count(*), count(v), min(case when v is null then r end), arg_min(text, r) filter (v is null) from ` +
        `(select rowid r, ${text} as text, ${spelledSql(reading, text)} v from ${table} where ${isValueSql(text, nullWords)})`,
    );
    const [values, fitting, place, first] = found.getRows()[0] ?? [];
    if (typeof first !== 'string') continue;
    misfits.push({
      ...{ field: field.id, kind: reading.kind, values: Number(values), fitting: Number(fitting) },
      ...{ record: Number(place) + 1, text: sampleText(first), became: 'text' },
    });
  }
  return misfits;
}
