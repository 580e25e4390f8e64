/** PostgreSQL's messages are refused before they are in memory, and an error in reading fails only its statement. */
import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import fc from 'fast-check';
import pg from 'pg';
import { BoundedClient, WholeMessages } from '../../../src/service/engine/postgres/boundedClient.ts';
import { MOST_RECORD_BYTES, RecordTooLarge } from '../../../src/service/question/answerErrors.ts';
import { PostgresCluster } from './postgresCluster.ts';

function message(content: Uint8Array): Buffer {
  const head = Buffer.from('D\0\0\0\0');
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

describe('messages of PostgreSQL', () => {
  it('are passed on whole, in their order, however they are cut on their way', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }),
        (contents, sizes) => {
          const bytes = Buffer.concat(contents.map(message));
          const passed: Buffer[] = [];
          const messages = new WholeMessages((some) => passed.push(Buffer.from(some)));
          for (let from = 0, at = 0; from < bytes.length; at += 1) {
            const size = sizes[at % sizes.length] ?? 1;
            messages.add(bytes.subarray(from, from + size));
            from += size;
          }
          assert.deepEqual(Buffer.concat(passed), bytes);
          for (const some of passed) {
            let end = 0;
            while (end < some.length) end += 1 + some.readUInt32BE(end + 1);
            assert.equal(end, some.length, 'no message is passed on in part');
          }
        },
      ),
    );
  });

  for (const [name, size, isRefused] of [
    ['of the largest size', MOST_RECORD_BYTES, false],
    ['that is larger by a byte', MOST_RECORD_BYTES + 1, true],
    ['of 600 MiB', 600 * 1024 * 1024, true],
    ['of 4 GiB', 2 ** 32, true],
  ] as const)
    for (const cut of [Infinity, 6, 8])
      it(`one ${name} is ${isRefused ? 'refused' : 'begun'} by its head, after those before it (cut at ${String(cut)})`, () => {
        const head = Buffer.from('D\0\0\0\0');
        head.writeUInt32BE(size - 1, 1);
        const bytes = Buffer.concat([message(Buffer.of()), head]);
        const passed: Buffer[] = [];
        const messages = new WholeMessages((some) => passed.push(some));
        const add = (): void => {
          messages.add(bytes.subarray(0, cut));
          messages.add(bytes.subarray(cut));
        };
        if (isRefused) assert.throws(add, RecordTooLarge);
        else add();
        assert.deepEqual(passed, [message(Buffer.of())]);
      });
});

describe('a connection to PostgreSQL', () => {
  let cluster: PostgresCluster;
  let pool: pg.Pool;
  before(async () => {
    cluster = await PostgresCluster.start();
  });
  beforeEach(() => {
    pool = new pg.Pool({ connectionString: cluster.url(), Client: BoundedClient });
    pool.on('error', () => undefined);
  });
  afterEach(() => pool.end());
  after(() => cluster.stop());

  it('that fails while it reads a row fails the statement', async () => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    const { connection } = client as unknown as { readonly connection: EventEmitter };
    connection.prependListener('dataRow', () => {
      throw new Error('This text is too long.');
    });
    await assert.rejects(client.query('select 1'), /This text is too long/);
    client.release(true);
  });
});
