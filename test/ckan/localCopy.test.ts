// A local copy of a resource of a real CKAN: the same records digit for digit, and what changed between two downloads.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatastoreClient } from '../../src/datastore/client/client.ts';
import { stringifyExact } from '../../src/base/exactJson.ts';
import { allRecords } from '../../src/export/records.ts';
import { downloadCopy } from '../../src/document/copyDownload.ts';
import type { LocalResource } from '../../src/service/resource/localResource.ts';
import { EmbeddedDatastore } from '../../src/service/process/supervisor.ts';
import type { RecordRow } from '../../src/base/cells.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { action, type Actor } from './action.ts';
import { clientOf, useExchange } from './client.ts';
import { readFixture } from './fixture.ts';
import { SUBJECT_FIELDS, subjectRecord } from '../support/journeys/subjects.ts';

const fixture = readFixture();
const admin: Actor = { baseUrl: fixture.baseUrl, token: fixture.adminToken };
const DATASET = `copied-${String(process.pid)}`;
const OWNER = `owner-${String(process.pid)}`;
const COPY_ID = '11111111-2222-5333-8444-555555555555';
const never = new AbortController().signal;
/** More than CKAN gives in one answer without being asked. */
const COUNT = 300;

describe('A local copy of a resource of a real CKAN', () => {
  const exchange = useExchange();
  let folder: string;
  let resourceId: string;
  let datastore: EmbeddedDatastore;

  const fields = [
    ...SUBJECT_FIELDS,
    { id: 'tags', type: '_text' },
    { id: 'more', type: 'json' },
    { id: 'is on', type: 'bool' },
  ];
  const record = (n: number): object => ({
    ...subjectRecord(n),
    tags: [`t${String(n)}`, 'é "x"'],
    more: n % 3 === 0 ? null : { b: [1.5, 'z'], a: null },
    'is on': n % 2 === 0,
  });
  const recordsOf = (numbers: readonly number[]): readonly object[] => numbers.map(record);
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

  before('a resource is made', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ckan-copy-'));
    datastore = new EmbeddedDatastore({
      servicePath: path.join(projectRoot, 'src/service/process/main.ts'),
      directory: folder,
      memoryLimitMb: () => 512,
      log: () => undefined,
    });
    await action(admin, 'organization_create', { name: OWNER });
    await action(admin, 'package_create', { name: DATASET, owner_org: OWNER });
    const made = await action<{ resource_id: string }>(admin, 'datastore_create', {
      resource: { package_id: DATASET, name: 'Copied' },
      fields,
      primary_key: ['code'],
      records: recordsOf(upTo(COUNT)),
      force: true,
    });
    resourceId = made.resource_id;
  });
  after('nothing is left', async () => {
    datastore.dispose();
    await rm(folder, { recursive: true });
    await action(admin, 'dataset_purge', { id: DATASET });
    await action(admin, 'organization_purge', { id: OWNER });
  });

  const copy = (): Promise<LocalResource> => {
    const client = clientOf(exchange, fixture.baseUrl, fixture.adminToken);
    const download = async (file: string) => {
      await downloadCopy(client, { resourceId }, file, never, () => undefined);
      const downloaded = new Date().toISOString();
      return { portalId: 'p', baseUrl: fixture.baseUrl, resourceId, downloaded };
    };
    return datastore.copy({ id: COPY_ID, name: 'Copied' }, download, never);
  };
  const allOf = async (client: DatastoreClient, id: string): Promise<string> => {
    const rows: RecordRow[] = [];
    let heads = '';
    for await (const batch of allRecords(client, { resourceId: id }, never)) {
      heads = batch.fields.map((field) => `${field.id}:${field.type}`).join();
      rows.push(...batch.rows);
    }
    return `${heads}\n${rows.map((row) => stringifyExact(row)).join('\n')}`;
  };
  const isSame = async (): Promise<void> => {
    const { baseUrl, token } = await datastore.access(never);
    const local = await allOf(clientOf(exchange, baseUrl, token), COPY_ID);
    const remote = await allOf(clientOf(exchange, fixture.baseUrl, fixture.adminToken), resourceId);
    assert.equal(local, remote);
  };
  const lines = async (): Promise<readonly string[]> => {
    const text = await readFile((await datastore.changesFile(COPY_ID)) ?? '', 'utf8');
    return text.split('\n').filter((line) => line !== '');
  };

  it('has the same fields, types and records, digit for digit', async () => {
    assert.equal((await copy()).records, COUNT);
    await isSame();
  });

  it('says what was added, removed and changed on the portal', async () => {
    const { code } = subjectRecord(7);
    await action(admin, 'datastore_delete', {
      resource_id: resourceId,
      filters: { code: subjectRecord(3).code },
      force: true,
    });
    await action(admin, 'datastore_upsert', {
      resource_id: resourceId,
      method: 'upsert',
      force: true,
      records: [{ code, weight: '7.0000' }, record(COUNT + 1)],
    });
    const { changes, records } = await copy();
    assert.ok(changes);
    assert.deepEqual([records, changes.by, changes.added, changes.removed, changes.changed], [COUNT, '_id', 1, 1, 1]);
    await isSame();
    const [removed = '', changed, added = ''] = await lines();
    assert.match(removed, /^\{"change":"removed","_id":3,"before":\{"subject":/);
    assert.equal(changed, '{"change":"changed","_id":7,"before":{"weight":7.000},"after":{"weight":7.0000}}');
    assert.match(added, /^\{"change":"added","_id":\d+,"after":\{"subject":/);
  });

  it('is not misled when the portal loads its table anew and numbers it from 1', async () => {
    await action(admin, 'datastore_delete', { resource_id: resourceId, force: true });
    const kept = upTo(COUNT).filter((n) => n !== 3 && n !== 7 && n !== 10);
    await action(admin, 'datastore_create', {
      resource_id: resourceId,
      fields,
      records: [{ ...record(7), weight: '7.0000' }, ...recordsOf(kept), record(COUNT + 1)],
      force: true,
    });
    const { changes } = await copy();
    assert.ok(changes);
    assert.deepEqual([changes.by, changes.added, changes.removed, changes.changed], ['content', 0, 1, 0]);
    assert.match((await lines()).join('\n'), /^\{"change":"removed","_id":10,"before":[^\n]+$/);
    await isSame();
  });
});
