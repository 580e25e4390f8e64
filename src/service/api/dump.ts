/** Answers `/datastore/dump/ID` (ckanext/datastore/blueprint.py and writer.py of CKAN 2.12) as a stream. */
import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { DELIMITERS } from '../../base/quotes.ts';
import type { ActionContext } from './action.ts';
import { notFound } from '../ckan/actionError.ts';
import { pythonNumber } from '../ckan/pythonText.ts';
import { ParameterReader } from './parameterReader.ts';
import type { FoundRecord, OutputField, TableField, Value, Values } from '../question/datastore.ts';
import { copyLine, headerLine, textOfValue } from './search/copyText.ts';
import { listText } from './search/recordsText.ts';
import { searchParameters } from './search/searchParameters.ts';
import { searchQuestion, type RecordsQuestion } from './search/searchQuestion.ts';

export interface Dump {
  readonly type: string;
  readonly name: string;
  readonly pieces: AsyncIterable<string>;
}

const DUMP_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

type DumpFormat = keyof typeof DUMP_TYPES;

const SEARCH_PARAMETERS = ['filters', 'q', 'distinct', 'plain', 'language', 'fields', 'x_file_texts'];
const PIECE = 1 << 16;
const BOM = '\ufeff';

/** Throws ActionError for errors before the first piece; later ones reject there. `isHead` reads no records. */
export async function dump(id: string, query: URLSearchParams, context: ActionContext, isHead = false): Promise<Dump> {
  // CKAN takes the first of several values.
  const input = Object.fromEntries([...query].reverse());
  const reader = new ParameterReader(input);
  const format = readFormat(reader);
  const limit = reader.integer('limit');
  const offset = reader.integer('offset') ?? 0;
  reader.check();
  const table = await context.datastore.open(id, context.signal);
  if (table === undefined) throw notFound();
  const hasIds = table.fields.some((field) => field.id === '_id');
  const parameters = searchParameters({
    ...Object.fromEntries(Object.entries(input).filter(([name]) => SEARCH_PARAMETERS.includes(name))),
    resource_id: id,
    // Distinct records have no common `_id`.
    sort: reader.value('sort') ?? (hasIds && !reader.flag('distinct', false) ? '_id' : null),
    offset,
    limit: limit ?? null,
  });
  const fileTexts = parameters.fileTexts && ('alone' as const);
  const { question, ...record } = searchQuestion({ ...parameters, fileTexts }, table, context.ranks);
  const whole = { ...question, limit: limit ?? Infinity, counts: false, format: format === 'csv' ? format : undefined };
  const writer = dumpWriter(format, record, table.fields);
  const bom = reader.flag('bom', false) ? BOM : '';
  // CKAN writes no header if no records are requested.
  const begin = format === 'csv' && limit === 0 ? '' : bom + writer.begin;
  const all = pieces({ ...writer, begin }, table.stream(whole, context.signal));
  return { type: DUMP_TYPES[format], name: `${table.id}.${format}`, pieces: isHead ? all : await started(all) };
}

async function* pieces(writer: DumpWriter, stream: AsyncIterable<readonly FoundRecord[]>): AsyncGenerator<string> {
  let piece = writer.begin;
  for await (const records of stream)
    for (const { content } of records) {
      piece += typeof content === 'string' ? content : writer.record(content);
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  yield piece + writer.end;
}

async function started(pieces: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  let first: IteratorResult<string, unknown> | undefined = await pieces.next();
  const next = (): Promise<IteratorResult<string, unknown>> => {
    const waiting = first;
    first = undefined;
    return waiting === undefined ? pieces.next() : Promise.resolve(waiting);
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: () => pieces.return(undefined) }) };
}

function readFormat(reader: ParameterReader): DumpFormat {
  if (reader.value('format') === '') return 'csv';
  return reader.oneOf('format', Object.keys(DUMP_TYPES) as DumpFormat[], '()') ?? 'csv';
}

interface DumpWriter {
  readonly begin: string;
  readonly record: (values: Values) => string;
  readonly end: string;
}

/** `columns` are the fields of a record's values, `named` those of the header: none if `fields` is empty. */
export function dumpWriter(
  format: DumpFormat,
  { columns, named }: Pick<RecordsQuestion, 'columns' | 'named'>,
  fields: readonly TableField[],
): DumpWriter {
  if (format === 'csv') {
    const names = named.map(({ id }) => id);
    const begin = headerLine(names, DELIMITERS.csv);
    return { begin, record: (values) => copyLine(columns, values, DELIMITERS.csv), end: '' };
  }
  const info = new Map(fields.map((field) => [field.id, field.info]));
  const shown = named.map(({ id, type }) => ({ id, type, info: info.get(id) }));
  let separator = '';
  return {
    begin: `{\n  "fields": ${JSON.stringify(shown)},\n  "records": [`,
    record: (values) => {
      const text = listText(
        columns,
        values.map((value, index) => pythonValue(value, columns[index])),
      );
      const written = `${separator}\n    ${text}`;
      separator = ',';
      return written;
    },
    end: '\n]}\n',
  };
}

const JSON_NUMBER = /^-?\d/;

/** CKAN parses values and writes them again: floats in Python's form, nested values without spaces. */
function pythonValue(value: Value, column: OutputField | undefined): Value {
  if (typeof value !== 'string' || column === undefined) return value;
  const text = textOfValue(column, value);
  if (column.type === 'json' || column.type === 'jsonb') return stringifyExact(parseExact(text));
  return column.type.startsWith('float') && JSON_NUMBER.test(text) ? pythonNumber(text) : text;
}
