/** A downloaded file on its way into a data file: each value as it came. */
import { BIGINT, DuckDBDataChunk, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { Field } from '../../datastore/client/model.ts';
import { isObject } from '../../base/shape.ts';
import { typeRules } from '../types/fieldTypes.ts';
import { ID_COLUMN, valueColumn } from '../engine/duckdb/layout.ts';
import type { StoredField } from '../store/description.ts';
import { readCopyHead, readCopyRows } from './copyFile.ts';
import { fieldIds } from '../resource/fieldNames.ts';
import { heldType, kindOf, textOf, type ValueKind } from './heldType.ts';
import type { ImportSource } from '../engine/duckdb/table/importSource.ts';

/** Where the values of a row go. */
interface Plan {
  /** Place of `_id`; undefined where the portal gives none, or something else by that name. */
  readonly id: number | undefined;
  readonly columns: readonly { readonly place: number; readonly field: StoredField }[];
}

/** What the rows turned out to hold. */
interface Found {
  readonly records: number;
  /** Each has an `_id`, a whole number. */
  readonly hasIds: boolean;
  /** Each `_id` is greater than the one before. */
  readonly ascends: boolean;
  /** By place. */
  readonly kinds: readonly ReadonlySet<ValueKind>[];
}

const BATCH = 2048;
const SOURCE = 'source';

/** Records that came twice are one, as it came last. */
export async function readCopy(connection: DuckDBConnection, file: string): Promise<ImportSource> {
  const described = await readCopyHead(file);
  const first = planOf(described);
  const found = await fill(connection, file, described.length, first);
  const plan = planOf(described, found);
  if (JSON.stringify(plan) !== JSON.stringify(first)) await fill(connection, file, described.length, plan);
  const source = {
    relation: SOURCE,
    fields: plan.columns.map(({ field }) => field),
    records: found.records,
    skipped: [],
  };
  if (plan.id === undefined) return source;
  if (found.ascends) return { ...source, ids: 'stored' };
  const counted = await connection.runAndReadAll(`select count(distinct ${ID_COLUMN}) from ${SOURCE}`);
  const latest = `row_number() over (partition by ${ID_COLUMN} order by rowid desc) = 1`;
  return {
    ...source,
    ids: 'stored',
    relation: `(select * from ${SOURCE} qualify ${latest} order by ${ID_COLUMN})`,
    records: Number(counted.getRows()[0]?.[0]),
  };
}

function planOf(described: readonly Field[], found?: Found): Plan {
  const place = described.findIndex(({ id }) => id === '_id');
  const id = place >= 0 && found?.hasIds !== false ? place : undefined;
  const others = described.map((field, at) => ({ ...field, place: at })).filter(({ place: at }) => at !== id);
  const ids = fieldIds(others.map((field) => field.id));
  return {
    id,
    columns: others.map((field, index) => ({
      place: field.place,
      field: {
        id: ids[index] ?? field.id,
        type: heldType(field.type, found?.kinds[field.place] ?? new Set()),
        ...(isObject(field.info) && { info: field.info }),
      },
    })),
  };
}

async function fill(
  connection: DuckDBConnection,
  file: string,
  width: number,
  { id: idPlace = -1, columns }: Plan,
): Promise<Found> {
  const names = [`${ID_COLUMN} bigint`, ...columns.map((_, index) => `${valueColumn(index)} varchar`)];
  await connection.run(`create or replace temp table ${SOURCE} (${names.join(', ')})`);
  const types = [BIGINT, ...columns.map(() => VARCHAR)];
  const isJson = columns.map(({ field }) => typeRules(field.type).wire === 'json');
  const kinds = Array.from({ length: width }, () => new Set<ValueKind>());
  const appender = await connection.createAppender(SOURCE);
  let records = 0;
  let hasIds = idPlace >= 0;
  let ascends = true;
  let last = -Infinity;
  const batch: DuckDBValue[][] = [];
  const flush = (): void => {
    if (batch.length === 0) return;
    const chunk = DuckDBDataChunk.create(types);
    chunk.setRows(batch);
    appender.appendDataChunk(chunk);
    batch.length = 0;
  };
  for await (const row of readCopyRows(file)) {
    const id = wholeNumber(row[idPlace]);
    if (id === undefined) hasIds = false;
    else {
      ascends &&= id > last;
      last = id;
    }
    row.forEach((json, place) => {
      const kind = kindOf(json);
      if (kind !== undefined) kinds[place]?.add(kind);
    });
    const values = columns.map(({ place }, index): DuckDBValue => {
      const json = row[place] ?? 'null';
      if (json === 'null') return null;
      if (isJson[index] === true) return json;
      // Anything else leads to another plan.
      return json.startsWith('"') ? textOf(json).toWellFormed() : null;
    });
    batch.push([id === undefined ? null : BigInt(id), ...values]);
    records += 1;
    if (batch.length === BATCH) flush();
  }
  flush();
  appender.closeSync();
  return { records, hasIds, ascends, kinds };
}

function wholeNumber(json: string | undefined): number | undefined {
  const number = Number(json);
  return Number.isSafeInteger(number) && String(number) === json ? number : undefined;
}
