/** Several clients read the same query of a changing PostgreSQL table, and no record is missing without notice. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { isFull } from '../../support/results/full.ts';
import { PostgresCluster } from './postgresCluster.ts';

const COUNT = 60;
const LIMIT = 20;
const TABLES = ['keyed', 'bare', 'seen', 'distinct'] as const;
type TableName = (typeof TABLES)[number];

describe('clients with one question to PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  let served: ServedTables;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create table keyed (n int primary key); create table bare (n int); create view seen as select n from bare;`,
    );
  });
  beforeEach(start);
  afterEach(() => server.close());
  after(() => cluster.stop());

  async function start(): Promise<void> {
    await cluster.ask('truncate keyed, bare');
    for (const table of ['keyed', 'bare'])
      await cluster.ask(`insert into ${table} select generate_series(1, ${String(COUNT)})`);
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    served = new ServedTables(server);
  }

  /** A client that pages through a table, with the notices it gets. */
  class Client {
    readonly values: number[] = [];
    isTold = false;
    isDone = false;
    readonly #query: object;
    readonly #overlap: number;
    constructor(table: TableName, overlap = 0) {
      this.#query =
        table === 'distinct' ? { resource_id: 'bare', distinct: true, fields: 'n', sort: 'n' } : { resource_id: table };
      this.#overlap = overlap;
    }

    async next(): Promise<void> {
      if (this.isDone) return;
      const again = this.values.length === 0 ? 0 : this.#overlap;
      const { status, text, result } = await served.post('datastore_search', {
        ...this.#query,
        ...{ offset: this.values.length - again, limit: LIMIT + again, include_total: false },
      });
      assert.equal(status, 200, text);
      this.isTold ||= member(result, 'x_pages_may_repeat') === true;
      const records = member(result, 'records') as readonly Record<string, ExactValue>[];
      const values = records.map(({ n }) => Number(n));
      // An export compares the record that it requests again (C1), and so notices another edition by itself.
      if (again > 0 && values.shift() !== this.values.at(-1)) this.isTold = true;
      this.values.push(...values);
      this.isDone = values.length < LIMIT;
    }

    async rest(): Promise<void> {
      while (!this.isDone) await this.next();
    }

    /** Checks that all permanent records came once, unless the client was told that some may be missing. */
    check(gone: ReadonlySet<number>): void {
      if (this.isTold) return;
      assert.equal(new Set(this.values).size, this.values.length, 'none comes twice');
      const missing = Array.from({ length: COUNT }, (_, at) => at + 1).filter(
        (n) => !gone.has(n) && !this.values.includes(n),
      );
      assert.deepEqual(missing, []);
    }
  }

  const removal = async (...values: readonly number[]): Promise<void> => {
    for (const table of ['keyed', 'bare']) await cluster.ask(`delete from ${table} where n in (${values.join(', ')})`);
  };
  const addition = async (...values: readonly number[]): Promise<void> => {
    for (const table of ['keyed', 'bare'])
      await cluster.ask(`insert into ${table} values ${values.map((n) => `(${String(n)})`).join(', ')}`);
  };

  for (const table of TABLES)
    for (const overlap of [0, 1])
      describe(`${table}, ${overlap === 0 ? 'page after page' : 'each page with the record before it'}`, () => {
        it('who reads on while another begins misses nothing, or is told', async () => {
          const [one, other] = [new Client(table, overlap), new Client(table, overlap)];
          await one.next();
          await removal(1, 2, 3, 4, 5);
          await addition(-1, -2, -3);
          await other.next();
          await one.rest();
          await other.rest();
          for (const client of [one, other]) client.check(new Set([1, 2, 3, 4, 5]));
          assert.ok(one.isTold || one.values.includes(21));
        });

        it('who has the same first page as another that has finished misses nothing, or is told', async () => {
          const [one, other, third] = [0, 1, 2].map(() => new Client(table, overlap)) as [Client, Client, Client];
          await one.next();
          await other.rest();
          await removal(16);
          await third.next();
          await one.rest();
          one.check(new Set([16]));
        });

        it('who reads after another has finished is told nothing, whatever has changed', async () => {
          for (let round = 0; round < 3; round += 1) {
            const client = new Client(table, overlap);
            await client.rest();
            assert.equal(client.isTold, false);
            await removal(round * 2 + 1, round * 2 + 2);
          }
        });

        it('several at any time, while records come and go, miss nothing or are told', async () => {
          const step = fc.oneof(
            { weight: 4, arbitrary: fc.record({ reads: fc.nat(2) }) },
            { weight: 1, arbitrary: fc.record({ removes: fc.integer({ min: 1, max: COUNT }) }) },
            { weight: 1, arbitrary: fc.record({ begins: fc.nat(2) }) },
          );
          await fc.assert(
            fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
              await server.close();
              await start();
              const gone = new Set<number>();
              const all: Client[] = [];
              const clients = [0, 1, 2].map(() => new Client(table, overlap));
              let added = 0;
              for (const each of steps)
                if ('reads' in each) await clients[each.reads]?.next();
                else if ('begins' in each) {
                  all.push(...clients.splice(each.begins, 1, new Client(table, overlap)));
                } else {
                  gone.add(each.removes);
                  await removal(each.removes);
                  await addition((added -= 1));
                }
              for (const client of clients) {
                await client.rest();
                client.check(gone);
              }
              for (const client of all) {
                await client.rest();
                client.check(gone);
              }
            }),
            { numRuns: isFull ? 40 : 4, endOnFailure: true },
          );
        });
      });

  it('with a key, of a table without changes, get no notice, however their pages mix', async () => {
    const clients = [new Client('keyed'), new Client('keyed', 1), new Client('keyed')];
    for (let round = 0; round < 4; round += 1) for (const client of clients) await client.next();
    for (const client of clients) {
      client.check(new Set());
      assert.equal(client.isTold, false);
    }
  });
});
