import type { DuckDBConnection } from '@duckdb/node-api';
import type { Field } from '../../base/field.ts';
import { isObject } from '../../base/cells.ts';
import { typeRules, type FieldType } from '../types/fieldTypes.ts';
import { ID_COLUMN, valueColumn } from '../engine/duckdb/layout.ts';
import { RECORD_TABLE, RecordTable } from '../engine/duckdb/table/recordTable.ts';
import type { StoredField } from '../store/description.ts';
import { readCopyHead, readCopyRows } from './copyFile.ts';
import { fieldIds } from '../resource/fieldNames.ts';
import type { ImportSource } from '../engine/duckdb/table/importSource.ts';

interface Plan {
  /** Place of `_id`; undefined if the portal has none, or none with whole numbers. */
  readonly id: number | undefined;
  readonly columns: readonly { readonly place: number; readonly field: StoredField }[];
}

interface Contents {
  readonly table: RecordTable;
  /** Whether every record has an `_id`, and whether these ascend. The column after all values has them. */
  readonly hasIds: boolean;
  readonly ascends: boolean;
  /** Kinds of values by place in the row. */
  readonly kinds: readonly ReadonlySet<ValueKind>[];
}

export interface ReadCopy {
  readonly source: ImportSource;
  /** Drops the table of the records. */
  readonly drop: () => Promise<void>;
}

/** Reads a download into a table. Of records that were downloaded twice, the last version counts. */
export async function readCopy(connection: DuckDBConnection, file: string): Promise<ReadCopy> {
  const described = await readCopyHead(file);
  const first = planOf(described);
  let contents = await fill(connection, file, described.length, first);
  const plan = planOf(described, contents);
  if (JSON.stringify(plan) !== JSON.stringify(first)) {
    await contents.table.drop();
    contents = await fill(connection, file, described.length, plan);
  }
  const { table } = contents;
  const fields = plan.columns.map(({ field }) => field);
  const inPlace = { relation: RECORD_TABLE, records: table.records };
  const records = plan.id === undefined ? inPlace : await recordsById(connection, contents, fields.length);
  return { source: { ...records, fields, skipped: [] }, drop: () => table.drop() };
}

async function recordsById(connection: DuckDBConnection, { table, ascends }: Contents, width: number) {
  const ids = 'stored' as const;
  const id = `${valueColumn(width)}::bigint ${ID_COLUMN}`;
  if (ascends) return { relation: `(select ${id}, * from ${RECORD_TABLE})`, records: table.records, ids };
  const counted = await connection.runAndReadAll(`select count(distinct ${valueColumn(width)}) from ${RECORD_TABLE}`);
  const placed = `select ${id}, *, row_number() over () place from ${RECORD_TABLE}`;
  const latest = `row_number() over (partition by ${ID_COLUMN} order by place desc) = 1`;
  const relation = `(select * from (${placed}) qualify ${latest} order by ${ID_COLUMN})`;
  return { relation, records: Number(counted.getRows()[0]?.[0]), ids };
}

function planOf(described: readonly Field[], contents?: Contents): Plan {
  const place = described.findIndex(({ id }) => id === '_id');
  const id = place >= 0 && contents?.hasIds !== false ? place : undefined;
  const others = described.map((field, at) => ({ ...field, place: at })).filter(({ place: at }) => at !== id);
  const ids = fieldIds(others.map((field) => field.id));
  return {
    id,
    columns: others.map((field, index) => ({
      place: field.place,
      field: {
        id: ids[index] ?? field.id,
        type: heldType(field.type, contents?.kinds[field.place] ?? new Set()),
        ...(isObject(field.info) && { info: field.info }),
      },
    })),
  };
}

async function fill(connection: DuckDBConnection, file: string, width: number, { id: idPlace, columns }: Plan) {
  // Servers say how many records there are, and the client has bounded their size.
  const table = new RecordTable(connection, Infinity);
  const isJson = columns.map(({ field }) => typeRules(field.type).wire === 'json');
  const kinds = Array.from({ length: width }, () => new Set<ValueKind>());
  let hasIds = true;
  let ascends = true;
  let last = -Infinity;
  for await (const row of readCopyRows(file)) {
    row.forEach((json, place) => {
      const kind = kindOf(json);
      if (kind !== undefined) kinds[place]?.add(kind);
    });
    const values = columns.map(({ place }, index) => {
      const json = row[place] ?? 'null';
      if (json === 'null') return null;
      if (isJson[index] === true) return json;
      // Other values lead to another plan.
      return json.startsWith('"') ? textOf(json).toWellFormed() : null;
    });
    const id = idPlace === undefined ? undefined : wholeNumber(row[idPlace]);
    hasIds &&= id !== undefined;
    ascends &&= id !== undefined && id > last;
    last = id ?? last;
    const appended = table.append([...values, id === undefined ? null : String(id)]);
    if (appended !== undefined) await appended;
  }
  await table.end(columns.length + 1);
  return { table, hasIds, ascends, kinds };
}

function wholeNumber(json: string | undefined): number | undefined {
  const number = Number(json);
  return Number.isSafeInteger(number) && String(number) === json ? number : undefined;
}

type ValueKind = 'text' | 'numeric' | 'bool' | 'json';

/** The kind of a JSON value; undefined for null. JSON can escape half a surrogate pair, which UTF-8 can't encode. */
function kindOf(json: string): ValueKind | undefined {
  switch (json[0]) {
    case '"':
      return textOf(json).isWellFormed() ? 'text' : 'json';
    case 'n':
      return undefined;
    case 't':
    case 'f':
      return 'bool';
    case '[':
    case '{':
      return 'json';
    default:
      return 'numeric';
  }
}

function textOf(json: string): string {
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}

/** The portal's type, unless it sends another kind of value. Unknown types are stored as text. */
function heldType(type: FieldType, kinds: ReadonlySet<ValueKind>): FieldType {
  const [only = 'text', ...others] = kinds;
  const isOneKind = kinds.size > 0 && others.length === 0;
  if (typeRules(type).wire === 'json') return isOneKind && only === 'text' && type !== 'json' ? 'text' : type;
  if (kinds.size === 0 || (isOneKind && only === 'text')) return type;
  return isOneKind ? only : 'json';
}
