import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LocalCopies, type LocalCopiesDeps } from '../../../../src/sources/local/localCopies.ts';
import type { LocalFiles } from '../../../../src/sources/local/localFiles.ts';
import type { ResourceRef } from '../../../../src/platform/portal.ts';
import type { LocalResource } from '../../../../src/service/resource/localResource.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../../support/host/twoPortals.ts';
import { people } from '../../../support/host/vscode.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('a local copy of a portal whose address is edited meanwhile', () => {
  let folder: string;
  beforeEach(() => {
    people.forget();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'moved-copy-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('is not made of two servers; trying again downloads it from the new address, and Open shows it', async () => {
    let move = (): Promise<void> => Promise.resolve();
    const server = (name: string) =>
      new FakeCkan({
        resources: {
          r: { fields: [{ id: 'server', type: 'text' }], rows: Array.from({ length: 2000 }, () => [name]) },
        },
        rowsMax: 400,
        fault: async ({ action }, honest) => {
          if (action === 'datastore_search') await move();
          return honest;
        },
      });
    const servers = { 'old.test': server('old'), 'new.test': server('new') };
    const { store, directory, failures, unfinished, portal } = await hostWith(servers);
    move = () => store.change(portal.id, { baseUrl: 'https://new.test' });
    const copied: string[] = [];
    const localFiles = {
      datastore: { resources: () => Promise.resolve([]) },
      copy: async (...[{ id, name }, download]: Parameters<LocalFiles['copy']>) => {
        const file = path.join(folder, `copy${copied.length}`);
        copied.push(file);
        const origin = await download(file);
        return { id, name, file: '', records: 2000, origin } as unknown as LocalResource;
      },
    } as unknown as LocalFiles;
    const deps: LocalCopiesDeps = {
      ...{ portals: directory, failures, unfinished, localFiles },
      addPortal: () => Promise.resolve(undefined),
      openRecords: (ref) => opened.push(ref),
    };
    const opened: ResourceRef[] = [];
    people.answer = (text) => (text.startsWith('The address of City has changed.') ? 'Try Again' : 'Open');
    const copy = await new LocalCopies(deps).keep({ portalId: portal.id, resourceId: 'r' });
    assert.equal(copy?.origin.baseUrl, 'https://new.test');
    // The message with Open comes after `keep` has returned.
    await until(() => opened.length > 0, 'Open was pressed');
    assert.deepEqual(opened, [{ portalId: 'local', resourceId: copy.id }]);
    assert.deepEqual(people.asked.at(-1)?.buttons, ['Open']);
    const kept = fs.readFileSync(copied[1] ?? '', 'utf8');
    assert.equal(kept.match(/"new"/g)?.length, 2000);
    assert.ok(!kept.includes('"old"'));
  });
});

describe('a local copy of a table that is replaced while it is downloaded', () => {
  it('isn’t refreshed: the copy from before stays, and the message says so', async () => {
    people.forget();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'replaced-copy-'));
    let searches = 0;
    const server = new FakeCkan({
      resources: {
        r: { fields: [{ id: 'value', type: 'text' }], rows: Array.from({ length: 2000 }, () => ['first']) },
      },
      rowsMax: 400,
      fault: (call, honest) => {
        if (call.action === 'datastore_search') searches += 1;
        return searches < 3 ? honest : { ...honest, text: honest.text.replaceAll('"first"', '"second"') };
      },
    });
    const { directory, failures, unfinished, portal } = await hostWith({ 'old.test': server });
    const origin = { portalId: portal.id, baseUrl: portal.baseUrl, resourceId: 'r' };
    const before = { id: 'c', name: 'City', origin: { ...origin, downloaded: '2026-11-25T10:00:00Z' } };
    let hasReplaced = false;
    const localFiles = {
      datastore: { resources: () => Promise.resolve([before]) },
      copy: async (...[, download]: Parameters<LocalFiles['copy']>) => {
        await download(path.join(folder, 'copy'));
        hasReplaced = true;
        return before;
      },
    } as unknown as LocalFiles;
    const copies = new LocalCopies({
      ...{ portals: directory, failures, unfinished, localFiles },
      addPortal: () => Promise.resolve(undefined),
      openRecords: () => undefined,
    });
    assert.equal(await copies.refresh('c'), undefined);
    assert.equal(hasReplaced, false);
    const [told] = people.asked;
    const words = /^The data at City changed while it was being read,.* The copy from .* is kept\.$/;
    assert.match(told?.text ?? '', words);
    assert.deepEqual(told?.buttons, ['Try Again']);
    fs.rmSync(folder, { recursive: true });
  });
});

describe('the copy of a resource that only a copy can answer', () => {
  it('is the one that is there, or a new one once people confirm its download', async () => {
    const { directory, failures, unfinished, portal } = await hostWith({ 'old.test': new FakeCkan({ resources: {} }) });
    const origin = {
      portalId: portal.id,
      baseUrl: portal.baseUrl,
      resourceId: 'r',
      downloaded: '2026-11-25T10:00:00Z',
    };
    const copies = new LocalCopies({
      ...{ portals: directory, failures, unfinished },
      localFiles: { datastore: { resources: () => Promise.resolve([{ id: 'c', origin }]) } } as unknown as LocalFiles,
      addPortal: () => Promise.resolve(undefined),
      openRecords: () => undefined,
    });
    let questions = 0;
    const refuse = () => {
      questions += 1;
      return Promise.resolve(false);
    };
    const idOf = async (resourceId: string) => (await copies.present({ portalId: portal.id, resourceId }, refuse))?.id;
    assert.deepEqual([await idOf('r'), questions], ['c', 0]);
    assert.deepEqual([await idOf('other'), questions], [undefined, 1]);
  });
});
