/** A page's records are fetched by their row numbers, however far apart they are. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { searchQuestion } from '../../../src/service/api/search/searchQuestion.ts';
import { searchParameters } from '../../../src/service/api/search/searchParameters.ts';
import { planPage, searchedTable } from '../../../src/service/engine/duckdb/search/searchPlan.ts';
import { Engine } from '../../../src/service/engine/duckdb/engine.ts';
import { TABLE } from '../../../src/service/engine/duckdb/layout.ts';

const RECORDS = 2_000_000;
/** DuckDB reads this many rows together. */
const VECTOR = 2048;
const never = new AbortController().signal;

interface Operator {
  readonly operator_name?: string;
  readonly operator_cardinality?: number;
  readonly extra_info?: { readonly Filters?: string };
  readonly children: readonly Operator[];
}

describe('the records of a page', () => {
  const hits = [40, 100, 400];
  let folder: string;
  let engine: Engine;
  let database: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'page-test-'));
    const values = hits.map((count, index) => `(range % ${String(RECORDS / count)} = 7)::varchar as c${String(index)}`);
    const instance = await DuckDBInstance.create(path.join(folder, 'data.duckdb'));
    const connection = await instance.connect();
    await connection.run(`create table ${TABLE} as select ${values.join(', ')} from range(${String(RECORDS)})`);
    connection.disconnectSync();
    instance.closeSync();
    engine = await Engine.open({ directory: folder, memoryLimitMb: 512 });
    database = await engine.attach('data.duckdb');
  });
  after(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  /** How many rows DuckDB read from the table for the page itself. */
  const fetched = async (place: number, limit: number): Promise<number> => {
    const fields = hits.map((count) => ({ id: `one of ${String(count)}`, type: 'text' }));
    const resource = { id: 'x', name: 'x', file: '', size: 0, modified: 0, records: RECORDS, stored: 0 };
    const parameters = searchParameters({ resource_id: 'x', filters: { [fields[place]?.id ?? '']: 'true' }, limit });
    const description = { resource, fields, data: '', ids: 'place' } as const;
    const searched = searchedTable({ description, database });
    const columns = [...searched.columns.values()].map((column) => ({ ...column, hasFileTexts: false }));
    const table = { fields: columns, isInOrderOfIds: true };
    const { question } = searchQuestion(parameters, table, false);
    const { sql, bindings } = planPage(question, searched);
    const plan: string[] = [];
    for await (const rows of engine.rows(`explain (analyze, format json) ${sql}`, bindings, never))
      plan.push(...rows.map(([, text]) => String(text)));
    const scans: Operator[] = [];
    const look = (operator: Operator): void => {
      if (operator.operator_name === 'SEQ_SCAN' && operator.extra_info?.Filters === undefined) scans.push(operator);
      operator.children.forEach(look);
    };
    look(JSON.parse(plan.join('')) as Operator);
    assert.equal(scans.length, 1, plan.join(''));
    return scans[0]?.operator_cardinality ?? Number.NaN;
  };

  hits.forEach((count, place) => {
    it(`${String(count)} of ${RECORDS.toLocaleString('en')} are fetched by their numbers`, async () => {
      for (const limit of [count, 32_000])
        assert.ok((await fetched(place, limit)) <= count * VECTOR, `limit ${String(limit)}`);
    });
  });
});
