/** Comparisons run by the engine itself, beside an oracle that compares the same records one by one. */
import assert from 'node:assert/strict';
import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import fc from 'fast-check';
import type { Field } from '../../../src/base/field.ts';
import { quotedName, quotedText } from '../../../src/base/quotes.ts';
import {
  checkKey,
  type TableComparison,
  keyedBy,
  KeyRefused,
  prepareComparison,
} from '../../../src/document/comparison/comparison.ts';
import { cellStatement, recordStatement } from '../../../src/document/comparison/comparisonStatement.ts';

const TABLES = { old: 'old "one"', new: 'new' };
/** Names that SQL and our own statements use, too. */
const FIELDS: readonly (Field & { readonly sql: string })[] = [
  { id: 'k0', type: 'int4', sql: 'integer' },
  { id: "it's a", type: 'numeric', sql: 'decimal(10, 2)' },
  { id: 'b"', type: 'text', sql: 'varchar' },
  { id: 'change', type: 'date', sql: 'date' },
];

type Value = string | null;
type Row = readonly [id: string, a: Value, b: Value, day: Value];
interface Sides {
  readonly old: readonly Row[];
  readonly new: readonly Row[];
}

const value = (...texts: readonly string[]) => fc.constantFrom<Value>(null, ...texts);
const values = fc.tuple(value('1.5', '2', '0'), value('', 'x', "it's", 'NULL'), value('2026-01-02', '2026-12-31'));
const byId = fc
  .uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 10 })
  .chain((ids) => fc.tuple(...ids.map((id) => values.map((rest): Row => [String(id), ...rest]))));
const sides = fc.record({ old: byId, new: byId });

describe('A comparison', () => {
  let connection: DuckDBConnection;
  before(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect();
  });
  after(() => connection.closeSync());

  const rows = async (sql: string): Promise<readonly (readonly DuckDBValue[])[]> =>
    (await connection.runAndReadAll(sql)).getRows();
  const textsOf = async (sql: string) =>
    (await rows(sql)).map((row) => row.map((each) => (each === null ? null : String(each))));
  const ask = async (sql: string) => {
    // Types have the names that the service gives them.
    if (sql.endsWith(' limit 0')) return { fields: FIELDS, rows: [] };
    return {
      fields: [],
      rows: (await rows(sql)).map((row) =>
        row.map((each) => (typeof each === 'boolean' ? each : each === null ? null : String(each))),
      ),
    };
  };
  const write = async (tables: Sides) => {
    for (const side of ['old', 'new'] as const) {
      const columns = FIELDS.map(({ id, sql }) => `${quotedName(id)} ${sql}`).join(', ');
      await connection.run(`create or replace table ${quotedName(TABLES[side])} (_id integer, ${columns})`);
      const lines = tables[side].map((row, at) =>
        [String(at + 1), ...row].map((each) => (each === null ? 'null' : quotedText(each))).join(),
      );
      if (lines.length > 0)
        await connection.run(`insert into ${quotedName(TABLES[side])} values (${lines.join('), (')})`);
    }
  };
  const prepared = async (tables: Sides): Promise<TableComparison> => {
    await write(tables);
    return prepareComparison(TABLES, [], false, ask);
  };

  it('by a key lists the same cells as an oracle, and the same records', () =>
    fc.assert(
      fc.asyncProperty(sides, async (tables) => {
        const comparison = keyedBy(await prepared(tables), ['k0']);
        assert.deepEqual(await textsOf(cellStatement(TABLES, comparison)), cellsByKey(tables));
        const records = await textsOf(recordStatement(TABLES, comparison, comparison.shared));
        assert.deepEqual(
          records.map(([change, id, ...rest]) => [change, id, JSON.parse(rest.at(-1) ?? 'null') as unknown]),
          recordsByKey(tables),
        );
      }),
      { numRuns: 60 },
    ));

  it('by whole records lists what has to be removed and added, also of records that come several times', () =>
    fc.assert(
      fc.asyncProperty(fc.record({ old: fc.array(values), new: fc.array(values) }), async (some) => {
        const alike = (side: readonly (readonly [Value, Value, Value])[]) => side.map((rest): Row => ['7', ...rest]);
        const tables = { old: alike(some.old), new: alike(some.new) };
        const comparison = keyedBy(await prepared(tables), []);
        const differing = await textsOf(recordStatement(TABLES, comparison, comparison.shared));
        const signed = [
          ...tables.old.map((row) => [plain(row), -1] as const),
          ...tables.new.map((row) => [plain(row), 1] as const),
        ];
        const expected = Map.groupBy(signed, ([text]) => text);
        const balance = [...expected].map(
          ([text, all]) => [text, all.reduce((sum, [, sign]) => sum + sign, 0)] as const,
        );
        assert.deepEqual(
          Object.entries(Object.groupBy(differing, ([change, ...row]) => `${String(change)} ${plain(row.slice(0, 4))}`))
            .map(([text, all = []]) => [text, all.length])
            .sort(),
          balance
            .filter(([, count]) => count !== 0)
            .map(([text, count]) => [`${count > 0 ? 'added' : 'removed'} ${text}`, Math.abs(count)])
            .sort(),
        );
      }),
      { numRuns: 40 },
    ));

  it('finds the first field that is unique and never NULL on both sides', async () => {
    const one: Row = ['1', '1', 'x', null];
    const two: Row = ['2', '1', 'y', null];
    const keyOf = async (tables: Sides) => (await prepared(tables)).key.map(({ id }) => id);
    assert.deepEqual(await keyOf({ old: [one, two], new: [one] }), ['k0']);
    assert.deepEqual(await keyOf({ old: [one, ['1', '1', 'y', null]], new: [two] }), ['b"']);
    assert.deepEqual(await keyOf({ old: [one, one], new: [two] }), []);
  });

  it('refuses a key that is missing, repeats, or is no field of both sides', async () => {
    const comparison = await prepared({
      old: [['1', '1.50', 'x', null]],
      new: [
        ['1', '2', 'x', null],
        ['2', '2.00', null, null],
      ],
    });
    const problem = async (...key: readonly string[]) => {
      try {
        await checkKey(keyedBy(comparison, key), ask);
        return undefined;
      } catch (error) {
        assert.ok(error instanceof KeyRefused);
        return error.problem;
      }
    };
    assert.deepEqual(await problem('k0'), undefined);
    assert.deepEqual(await problem("it's a"), { kind: 'values', word: 'newRepeats', value: '2', count: 2 });
    assert.deepEqual(await problem('b"'), { kind: 'values', word: 'newMissing', value: 'null', count: 1 });
    assert.deepEqual(await problem('nothing'), { kind: 'noField', field: 'nothing' });
  });
});

/** The texts of a record, in which numbers are written in one way. */
function texts(row: readonly Value[]): readonly Value[] {
  return row.map((each, at) => (at === 1 && each !== null ? String(Number(each)) : each));
}

function plain(row: readonly Value[]): string {
  return JSON.stringify(texts(row));
}

function pairs({ old, new: fresh }: Sides) {
  const ids = [...new Set([...old, ...fresh].map(([id]) => Number(id)))].sort((one, other) => one - other);
  const find = (side: readonly Row[], id: number) => side.find((row) => row[0] === String(id));
  return ids
    .map((id) => ({ id: String(id), before: find(old, id), after: find(fresh, id) }))
    .map(({ id, before, after }) => {
      const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
      const [was, is] = [before, after].map((row) => row && texts(row));
      const cells = FIELDS.map((field, at) => ({
        field: field.id,
        was: was?.[at] ?? null,
        is: is?.[at] ?? null,
      })).slice(1);
      return { id, change, cells: cells.filter((each) => each.was !== each.is) };
    })
    .filter(({ change, cells }) => change !== 'changed' || cells.length > 0);
}

function cellsByKey(sides: Sides) {
  return pairs(sides).flatMap(({ id, change, cells }) =>
    cells.length === 0
      ? [[change, id, null, null, null]]
      : cells.map(({ field, was, is }) => [change, id, field, was, is]),
  );
}

/** Earlier values by the names of columns, of which the field "change" has another one. */
function recordsByKey(sides: Sides) {
  return pairs(sides).map(({ id, change, cells }) => [
    change,
    id,
    change === 'changed'
      ? Object.fromEntries(cells.map(({ field, was }) => [field === 'change' ? 'change (2)' : field, was]))
      : null,
  ]);
}
