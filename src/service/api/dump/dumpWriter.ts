import { parseExact, stringifyExact } from '../../../base/exactJson.ts';
import type { OutputField, TableField, Value, Values } from '../../question/datastore.ts';
import { copyLine, headerLine, textOfValue } from '../search/copyText.ts';
import { DELIMITERS } from '../../../base/quotes.ts';
import { pythonNumber } from '../../ckan/pythonText.ts';
import { listText } from '../search/recordsText.ts';
import type { AskedQuestion } from '../search/searchQuestion.ts';

/** Media types by format, which is also the file's extension. */
export const DUMP_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

export type DumpFormat = keyof typeof DUMP_TYPES;

const JSON_NUMBER = /^-?\d/;

export interface DumpWriter {
  readonly isText: boolean;
  begin(): string;
  record(values: Values): string;
  end(): string;
}

/** What is returned of each record, and what the header names: nothing if `fields` is empty. */
type Dumped = Pick<AskedQuestion, 'columns' | 'named'>;

export function dumpWriter(format: DumpFormat, dumped: Dumped, fields: readonly TableField[]): DumpWriter {
  return format === 'csv' ? csvWriter(dumped) : jsonWriter(dumped, fields);
}

function csvWriter({ columns, named }: Dumped): DumpWriter {
  return {
    isText: true,
    begin: () =>
      headerLine(
        named.map(({ id }) => id),
        DELIMITERS.csv,
      ),
    record: (values) => copyLine(columns, values, DELIMITERS.csv),
    end: () => '',
  };
}

function jsonWriter({ columns, named }: Dumped, fields: readonly TableField[]): DumpWriter {
  const info = new Map(fields.map((field) => [field.id, field.info]));
  const shown = named.map(({ id, type }) => ({ id, type, info: info.get(id) }));
  let separator = '\n    ';
  return {
    isText: false,
    begin: () => `{\n  "fields": ${JSON.stringify(shown)},\n  "records": [`,
    record: (values) => {
      const text =
        separator +
        listText(
          columns,
          values.map((value, index) => pythonValue(value, columns[index])),
        );
      separator = ',\n    ';
      return text;
    },
    end: () => '\n]}\n',
  };
}

/** CKAN parses values and writes them again: floats in Python's form, nested values without spaces. */
function pythonValue(value: Value, column: OutputField | undefined): Value {
  if (typeof value !== 'string' || column === undefined) return value;
  const text = textOfValue(column, value);
  if (column.type === 'json' || column.type === 'jsonb') return stringifyExact(parseExact(text));
  return column.type.startsWith('float') && JSON_NUMBER.test(text) ? pythonNumber(text) : text;
}
