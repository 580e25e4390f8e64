/** Portals whose answers contradict themselves: an export of theirs is whole, or it isn't called complete. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatastoreError } from '../../src/datastore/wire/errors.ts';
import { describeError } from '../../src/datastore/wire/errorWords.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { ExportRun } from '../../src/export/exportRun.ts';
import type { PagingStrategy } from '../../src/export/strategy.ts';
import {
  EditionServer,
  type Edition,
  type EditionRecord,
  type EditionServerOptions,
  type EditionValue,
} from './editionServer.ts';
import { noSignal } from './client.ts';
import { seeded } from './random.ts';

const RECORDS = 200;
const CAP = 30;
/** An export of these records makes 20 to 200 requests. */
const MOST_REQUESTS = 300;

type Id = (at: number) => EditionValue;

const usualId: Id = (at) => at + 1;

function editionOf(id: Id, value = 'value', count = RECORDS): Edition {
  const records = Array.from({ length: count }, (_, at): EditionRecord => [
    id(at),
    `name ${String(at).padStart(4, '0')}`,
    `${value} ${String(at)}`,
  ]);
  return { fields: ['_id', 'name', 'value'], records };
}

function withoutIds({ fields, records }: Edition): Edition {
  return { fields: fields.slice(1), records: records.map((record) => record.slice(1)) };
}

/** Answers the records in another order at each request. */
function shuffled({ fields, records }: Edition, random: () => number): Edition {
  const keyed = records.map((record) => ({ record, key: random() }));
  return { fields, records: keyed.toSorted((a, b) => a.key - b.key).map(({ record }) => record) };
}

interface Portal extends Pick<Partial<EditionServerOptions>, 'cap' | 'ignores' | 'total'> {
  readonly what: string;
  readonly edition?: Edition;
  /** The table from a request on. */
  readonly at?: (request: number) => Edition;
  readonly query?: Partial<DatastoreQuery>;
}

const byName = { sort: [{ field: 'name', descending: false }] };
const tables = [editionOf(usualId, 'one'), editionOf(usualId, 'other')] as const;
const longer = editionOf(usualId, 'other', RECORDS + 50);
const random = seeded(28);

const PORTALS: readonly Portal[] = [
  { what: 'alternates between two tables', at: (request) => tables[request % 2 === 0 ? 0 : 1] },
  { what: 'alternates the other way', at: (request) => tables[request % 2 === 0 ? 1 : 0] },
  { what: 'alternates between every two requests', at: (request) => tables[request % 4 < 2 ? 0 : 1] },
  { what: 'alternates with a longer table', at: (request) => (request % 2 === 0 ? tables[0] : longer) },
  {
    what: 'alternates with an empty table',
    at: (request) => (request % 2 === 0 ? tables[0] : { ...longer, records: [] }),
  },
  {
    what: 'alternates with other fields',
    at: (request) => (request % 2 === 0 ? tables[0] : { ...longer, fields: ['_id', 'name', 'worth'] }),
  },
  { what: 'alternates between two tables, sorted', at: (request) => tables[request % 2 === 0 ? 0 : 1], query: byName },
  { what: 'has no _id', edition: withoutIds(editionOf(usualId)) },
  {
    what: 'has no _id, and equal records',
    edition: { fields: ['name'], records: editionOf(usualId).records.map(() => ['same']) },
  },
  { what: 'has an _id that is null', edition: editionOf(() => null) },
  { what: 'has an _id that is null now and then', edition: editionOf((at) => (at % 7 === 3 ? null : at + 1)) },
  { what: 'has each _id twice', edition: editionOf((at) => 1 + Math.floor(at / 2)) },
  { what: 'has one _id twice where a page ends', edition: editionOf((at) => (at < CAP ? at + 1 : at)) },
  { what: 'has the same _id everywhere', edition: editionOf(() => 1) },
  { what: 'counts _id anew in the middle', edition: editionOf((at) => 1 + (at % 100)) },
  { what: 'has texts as _id', edition: editionOf((at) => `id-${String(at).padStart(4, '0')}`) },
  { what: 'has digits in texts as _id', edition: editionOf((at) => String(at + 1)) },
  { what: 'has a text as _id now and then', edition: editionOf((at) => (at % 9 === 5 ? 'x' : at + 1)) },
  { what: 'has negative _id', edition: editionOf((at) => at - RECORDS - 10) },
  { what: 'has _id around 0', edition: editionOf((at) => at - 50) },
  { what: 'has falling _id', edition: editionOf((at) => RECORDS - at) },
  { what: 'has fractions as _id', edition: editionOf((at) => at + 0.5) },
  { what: 'has _id above 2^53', edition: editionOf((at) => 2 ** 53 + 2 * at) },
  { what: 'has _id far apart', edition: editionOf((at) => 1 + at * 1_000_003) },
  { what: 'reports a negative total', total: () => -1 },
  { what: 'reports a text as total', total: () => 'many' },
  { what: 'reports digits as total', total: (matching) => String(matching) },
  { what: 'reports a lower number in a text', total: () => '70' },
  { what: 'reports null as total', total: () => null },
  { what: 'reports no total', total: () => undefined },
  { what: 'reports 0', total: () => 0 },
  { what: 'reports a total that is lower', total: (matching) => Math.floor(matching / 2) },
  { what: 'reports one record less', total: (matching) => Math.max(0, matching - 1) },
  { what: 'reports the number of a page', total: (matching) => Math.min(matching, CAP) },
  { what: 'reports two pages', total: (matching) => Math.min(matching, 2 * CAP) },
  { what: 'reports a total that is higher', total: (matching) => matching + 40 },
  { what: 'reports far more than there is', total: () => 2 ** 60 },
  { what: 'reports a fraction', total: (matching) => matching + 0.5 },
  { what: 'reports another total each time', total: () => Math.floor(random() * 2 * RECORDS) },
  { what: 'ignores offset', ignores: ['offset'] },
  { what: 'ignores offset, sorted', ignores: ['offset'], query: byName },
  { what: 'ignores offset and filters', ignores: ['offset', 'filters'] },
  { what: 'ignores offset, and reports no total', ignores: ['offset', 'filters'], total: () => undefined },
  { what: 'ignores offset, without _id', ignores: ['offset'], edition: withoutIds(editionOf(usualId)) },
  { what: 'ignores limit', ignores: ['limit'] },
  { what: 'ignores limit, sorted', ignores: ['limit'], query: byName },
  { what: 'ignores limit and gives all', ignores: ['limit'], cap: 1000 },
  { what: 'ignores limit and offset', ignores: ['limit', 'offset'] },
  { what: 'ignores limit, offset and filters', ignores: ['limit', 'offset', 'filters'], cap: 1000 },
  { what: 'ignores filters', ignores: ['filters'] },
  { what: 'ignores sort', ignores: ['sort'], query: byName },
  {
    what: 'ignores sort, with records in no order',
    ignores: ['sort'],
    edition: shuffled(editionOf(usualId), random),
    query: byName,
  },
  { what: 'has another order each time', ignores: ['sort'], at: () => shuffled(tables[0], random) },
  {
    what: 'has another order each time, sorted',
    ignores: ['sort'],
    at: () => shuffled(tables[0], random),
    query: byName,
  },
  { what: 'has another order each time, without _id', at: () => shuffled(withoutIds(tables[0]), random) },
  { what: 'gives one record at once', cap: 1, edition: editionOf(usualId, 'value', 40) },
];

const WAYS: readonly PagingStrategy[] = ['ranges', 'keyset', 'idOffset'];

describe('an export of a portal that contradicts itself', () => {
  let folder: string;
  before(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'odd-'))));
  after(() => fs.rmSync(folder, { recursive: true }));

  for (const way of WAYS)
    for (const { what, edition = tables[0], at, query, cap = CAP, ...oddities } of PORTALS)
      it(`${what}, by ${way}: is whole, or isn't called complete`, async () => {
        const server = new EditionServer(at?.(0) ?? edition, { way, cap, tellsEdition: false, ...oddities });
        server.onRequest = (request) => {
          if (request > MOST_REQUESTS) throw new Error(`asks for ever: ${String(request)} requests`);
          if (at !== undefined) server.replace(at(request));
        };
        const file = path.join(fs.mkdtempSync(path.join(folder, 'run-')), 'records.jsonl');
        const question = { baseUrl: '', query: { resourceId: 'r', ...query }, format: 'ndjson' } as const;
        const run = new ExportRun(question, { file });
        try {
          const { isComplete, records } = await run.run(server.client(), noSignal, { pause: () => Promise.resolve() });
          const lines = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
          assert.equal(lines.length, records);
          if (!isComplete) return;
          const tablesServed = at === undefined ? [edition] : [0, 1, 2].map(at);
          assert.ok(
            tablesServed.some((table) => isSame(lines, table)),
            `complete, with ${String(records)} records`,
          );
        } catch (error) {
          if (!(error instanceof DatastoreError)) throw error;
          assert.ok(describeError(error).message.length > 10);
          assert.ok(run.kept.records === 0 || fs.existsSync(`${file}.part`));
        }
      });
});

/** Whether the lines hold exactly the table's records; numbers that a server spells as texts are numbers. */
function isSame(lines: readonly string[], { records }: Edition): boolean {
  const rows = lines.map((line) => Object.values(JSON.parse(line) as Record<string, unknown>));
  return textOf(rows) === textOf(records);
}

function textOf(rows: readonly (readonly unknown[])[]): string {
  return rows
    .map((row) => row.map(String).join('\t'))
    .toSorted()
    .join('\n');
}
