import { parseExact, stringifyExact } from '../../datastore/exactJson.ts';
import type { ExactValue } from '../../shared/cells.ts';
import type { Column } from '../store/columns.ts';
import type { Row } from '../store/engine.ts';
import type { StoredField } from '../store/layout.ts';
import { copyLine, headerLine, type Delimiter } from './copyText.ts';
import { listText } from './recordsText.ts';
import { XmlRecords } from './xmlRecords.ts';

export const DUMP_FORMATS = {
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  tsv: { extension: 'tsv', type: 'text/tab-separated-values; charset=utf-8' },
  json: { extension: 'json', type: 'application/json; charset=utf-8' },
  xml: { extension: 'xml', type: 'text/xml; charset=utf-8' },
} as const;

export type DumpFormat = keyof typeof DUMP_FORMATS;

export const DELIMITERS = { csv: ',', tsv: '\t' } as const;

export interface DumpWriter {
  readonly isText: boolean;
  begin(): string;
  record(values: Row): string;
  end(): string;
}

export function dumpWriter(
  format: DumpFormat,
  columns: readonly Column[],
  fields: readonly StoredField[],
): DumpWriter {
  switch (format) {
    case 'csv':
      return textWriter(columns, DELIMITERS.csv);
    case 'tsv':
      return textWriter(columns, DELIMITERS.tsv);
    case 'json':
      return jsonWriter(columns, fields);
    case 'xml':
      return new XmlRecords(columns);
  }
}

function textWriter(columns: readonly Column[], delimiter: Delimiter): DumpWriter {
  return {
    isText: true,
    begin: () =>
      headerLine(
        columns.map(({ id }) => id),
        delimiter,
      ),
    record: (values) => copyLine(columns, values, delimiter),
    end: () => '',
  };
}

function jsonWriter(columns: readonly Column[], fields: readonly StoredField[]): DumpWriter {
  const info = new Map(fields.map((field) => [field.id, field.info]));
  const named = columns.map(({ id, type }) => ({ id, type, info: info.get(id) }));
  const nested = columns.map(({ type }) => ['json', 'jsonb'].includes(type));
  let separator = '\n    ';
  return {
    isText: false,
    begin: () => `{\n  "fields": ${JSON.stringify(named)},\n  "records": [`,
    record: (values) => {
      const text =
        separator +
        listText(
          columns,
          values.map((value, index) => compact(value, nested[index])),
        );
      separator = ',\n    ';
      return text;
    },
    end: () => '\n]}\n',
  };
}

/** CKAN writes what is nested again, without spaces. */
function compact(value: Row[number], isNested: boolean | undefined): Row[number] {
  if (isNested !== true || typeof value !== 'string') return value;
  const parsed: ExactValue = parseExact(value);
  return stringifyExact(parsed);
}
