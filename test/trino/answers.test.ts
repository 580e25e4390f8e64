/** Tables of a real Trino cluster behind the action API: the API document's cases, with the same answers as from files. */
import assert from 'node:assert/strict';
import { type ExactValue, member } from '../../src/base/cells.ts';
import { valueText } from '../../src/base/exactJson.ts';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../src/datastore/dialect/dialect.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { FetchTransport } from '../../src/http/fetchTransport.ts';
import { sampleFiles, TestDatastore } from '../service/datastore.ts';
import { apiDocumentCases } from '../support/journeys/apiDocumentCases.ts';
import { ServedTables } from '../support/drivers/askedServer.ts';
import { mainJob } from '../support/journeys/mainJob.ts';
import { SEARCH_CASES, SUMMARY_CASES } from '../support/journeys/searchCases.ts';
import { SUBJECT_COUNT, SUBJECT_FIELDS, subjectRecord } from '../support/journeys/subjects.ts';
import { ask, type Column, create, found, server } from './fixture.ts';

/** Trino's type for one of ours; a decimal has a scale of its own there. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ int: 'bigint', int4: 'integer', int8: 'bigint', text: 'varchar', bool: 'boolean' },
  ...{ numeric: 'decimal(38,2)', timestamp: 'timestamp(0)', date: 'date', json: 'json' },
};
/** The highest number of digits after the decimal point. */
function scaleOf(values: readonly (ExactValue | undefined)[]): number {
  return Math.max(...values.map((value) => valueText(value ?? null).split('.')[1]?.length ?? 0));
}
const typeOf = (type: string): string => TYPES[type] ?? type;

/** Without a number, the fields decide, the first of them first; `code` grows with the number. */
function byFields(one: number, other: number): number {
  const [first, second] = [one, other].map((n) => {
    const { subject, stage } = subjectRecord(n);
    return `${subject ?? ''} ${stage ?? ''}`;
  });
  return (first ?? '').localeCompare(second ?? '', 'en') || one - other;
}

describe('tables of Trino', () => {
  describe('answer like a file', () => {
    let files: TestDatastore;

    before(async () => {
      files = await TestDatastore.open({
        lessons: { path: sampleFiles.lessons },
        stations: { path: sampleFiles.stations },
      });
      for (const name of ['lessons', 'stations']) await copy(name);
    });
    /** Into the memory of the cluster. */
    async function copy(name: string): Promise<void> {
      const { result } = await files.post('datastore_search', {
        ...{ resource_id: files.id(name), limit: 32_000, records_format: 'lists' },
      });
      const fields = member(result, 'fields') as readonly { id: string; type: string }[];
      const records = member(result, 'records') as readonly (readonly ExactValue[])[];
      const columns = fields.map(({ id, type }, at): Column => {
        return [id, type === 'numeric' ? `decimal(38,${scaleOf(records.map((record) => record[at]))})` : typeOf(type)];
      });
      await create(name, columns, records);
    }
    after(() => files.close());

    // A decimal of Trino's has the scale of its column, and no record says where the next page begins: no key is known.
    for (const [name, query] of SEARCH_CASES.filter(([each]) => each === 'lessons'))
      it(`${name} ${JSON.stringify(query)}`, async () => {
        const ours = await ask('datastore_search', { resource_id: name, ...query });
        const theirs = await files.post('datastore_search', { resource_id: files.id(name), ...query });
        assert.equal(ours.status, theirs.status, ours.text);
        assert.deepEqual(ours.error, theirs.error);
        for (const part of ['records', 'total', 'fields', 'limit', 'filterops'])
          assert.deepEqual(member(ours.result, part), member(theirs.result, part), part);
      });

    for (const query of SUMMARY_CASES)
      it(`a summary ${JSON.stringify(query)}`, async () => {
        const ours = await ask('x_datastore_summary', { resource_id: 'lessons', ...query });
        const theirs = await files.post('x_datastore_summary', {
          resource_id: files.id('lessons'),
          ...query,
        });
        assert.deepEqual(
          [ours.status, ours.error, member(ours.result, 'records')],
          [theirs.status, theirs.error, member(theirs.result, 'records')],
        );
      });

    for (const format of ['csv', 'json'])
      it(`a dump as ${format}`, async () => {
        const response = await fetch(`${server().baseUrl}/datastore/dump/lessons?format=${format}`, {
          headers: { Authorization: server().token },
        });
        const theirs = await files.send(`/datastore/dump/${files.id('lessons')}?format=${format}`, {
          headers: { Authorization: files.server.token },
        });
        assert.equal(await response.text(), theirs.text);
      });

    describe('which is what the API document says', () => {
      apiDocumentCases(() => new ServedTables(server()));
    });

    for (const q of ['00040 | 00041:*', "'drawn' <-> 'line'", 'line & !art', 'needs <2> projector'])
      it(`words as an expression: ${q}`, async () => {
        const query = { q, plain: false, fields: ['code'], sort: 'code' };
        const theirs = await files.records('lessons', query);
        assert.deepEqual(await found('lessons', query), theirs);
      });
  });

  for (const [what, isNumbered] of [
    ['numbered by _id', true],
    ['without a number', false],
  ] as const)
    describe(`the main job on records ${what}`, () => {
      const table = isNumbered ? 'subjects' : 'unnumbered';
      before(async () => {
        const columns = SUBJECT_FIELDS.map(({ id, type }): Column => {
          return [id, id === 'weight' ? 'decimal(38,10)' : typeOf(type)];
        });
        const records = Array.from({ length: SUBJECT_COUNT }, (_, at) => {
          const record = subjectRecord(at + 1);
          const values = SUBJECT_FIELDS.map(({ id, type }) =>
            type === 'timestamp' ? (record[id]?.replace('T', ' ') ?? null) : record[id],
          );
          return isNumbered ? [at + 1, ...values] : values;
        });
        const id: Column = ['_id', 'bigint'];
        await create(table, isNumbered ? [id, ...columns] : columns, records);
      });
      const client = () =>
        new DatastoreClient({
          exchange: new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 }),
          access: () => Promise.resolve({ baseUrl: server().baseUrl, token: server().token }),
          dialect: OUR_DIALECT,
        });
      let known: DatastoreClient | undefined;
      mainJob({
        client: () => (known ??= client()),
        resourceId: () => table,
        ...(!isNumbered && { ownOrder: byFields }),
        weightScale: 10,
      });
    });
});
