/** A datastore that can be changed, with one file beside. */
import assert from 'node:assert/strict';
import { type ExactValue, member } from '../../src/base/cells.ts';
import { TestDatastore } from './datastore.ts';

export type Records = readonly Readonly<Record<string, ExactValue>>[];

export class WritableDatastore {
  readonly datastore: TestDatastore;

  private constructor(datastore: TestDatastore) {
    this.datastore = datastore;
  }

  static async open(): Promise<WritableDatastore> {
    const files = { 'file.csv': { content: 'a\n1\n' } };
    return new WritableDatastore(await TestDatastore.open(files, { writable: true }));
  }

  /** Must succeed. Gives `result`. */
  async done(action: string, body: unknown): Promise<ExactValue> {
    const reply = await this.datastore.post(action, body);
    assert.equal(reply.status, 200, reply.text);
    return reply.result ?? null;
  }

  /** A new resource's id. */
  async make(body: object): Promise<string> {
    const id = member(await this.done('datastore_create', { resource: {}, ...body }), 'resource_id');
    assert.ok(typeof id === 'string');
    return id;
  }

  async records(resource_id: string, query: object = {}): Promise<Records> {
    return member(await this.done('datastore_search', { resource_id, ...query }), 'records') as Records;
  }

  /** Must be refused with 409. Gives `error` without its type. */
  async refused(action: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
    const reply = await this.datastore.post(action, body);
    assert.equal(reply.status, 409, reply.text);
    const { __type, ...messages } = reply.error as Record<string, unknown>;
    assert.equal(__type, 'Validation Error');
    return messages;
  }
}
