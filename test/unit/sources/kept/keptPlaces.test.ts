import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { KeptPlace } from '../../../../src/document/kept/keptQuery.ts';
import type { LocalResource, ReadingChoices } from '../../../../src/service/index.ts';
import { KeptPlaces } from '../../../../src/sources/kept/keptPlaces.ts';
import type { ListedFile } from '../../../../src/sources/local/localFile.ts';
import type { LocalFiles } from '../../../../src/sources/local/localFiles.ts';
import { DocumentPlaces } from '../../../../src/sources/sql/documentPlaces.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../../support/host/twoPortals.ts';
import { people } from '../../../support/host/vscode.ts';

const never = new AbortController().signal;
const RESOURCE = '6b7f5d7e-30d4-4b1c-93a7-0c5f2d7c5a10';
const CANARY = 'canary-token-of-the-city';

describe('the place of a kept query', () => {
  let folder: string;
  let document: vscode.Uri;
  beforeEach(() => {
    people.forget();
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'kept-places-')));
    fs.mkdirSync(path.join(folder, 'here', 'deep'), { recursive: true });
    for (const name of ['here/lessons.csv', 'here/deep/more.csv', 'out.csv'])
      fs.writeFileSync(path.join(folder, name), 'a\n1\n');
    fs.symlinkSync(path.join(folder, 'out.csv'), path.join(folder, 'here', 'link.csv'));
    document = vscode.Uri.file(path.join(folder, 'here', 'weekly.datastore.jsonc'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const rows = [['1'], ['2']];
  const server = () => new FakeCkan({ resources: { [RESOURCE]: { fields: [{ id: 'a', type: 'text' }], rows } } });

  /** `list` is what stands under Local files. */
  async function setUp(list: readonly ListedFile[] = []) {
    const servers = { 'city.test': server(), 'other.test': server() };
    const { directory, tokens } = await hostWith(servers);
    const opened: [string, ReadingChoices][] = [];
    const localFiles = {
      portal: { id: 'local' },
      list: () => Promise.resolve(list),
      find: (id: string) => Promise.resolve(list.find((each) => each.id === id)),
      requireEngine: () => undefined,
      imports: { running: [] },
      open: (file: string, choices: ReadingChoices) => {
        opened.push([file, choices]);
        return Promise.resolve({ done: Promise.resolve({ id: `id of ${path.basename(file)}` }) });
      },
      datastore: {
        fields: () => Promise.resolve([{ id: 'a', type: 'text' }]),
        importedAt: () => Promise.resolve(1000),
        hasData: () => Promise.resolve(true),
      },
    } as unknown as LocalFiles;
    const stored = new Map<string, unknown>();
    const state = {
      get: (key: string) => stored.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
    };
    const places = new KeptPlaces({
      ...{ portals: directory, localFiles, state },
      places: new DocumentPlaces(directory, localFiles),
    });
    return { places, directory, servers, opened, tokens };
  }
  const file = (name: string, choices?: ReadingChoices): KeptPlace => ({
    ...{ kind: 'file', path: name },
    ...(choices && { choices }),
  });
  const portal = (host: string): KeptPlace => ({ kind: 'portal', baseUrl: `https://${host}`, resourceId: RESOURCE });

  it('is a file in the folder of the document, read as the document says', async () => {
    const { places, opened } = await setUp();
    assert.deepEqual(await places.look(document, file('lessons.csv')), { kind: 'unknown' });
    assert.deepEqual(opened, []);
    const choices = { delimiter: ';' };
    assert.deepEqual(await places.resource(document, file('lessons.csv', choices), never), {
      portalId: 'local',
      resourceId: 'id of lessons.csv',
    });
    assert.deepEqual(opened, [[path.join(folder, 'here', 'lessons.csv'), choices]]);
  });

  it('is beside the place where a new document will be saved, too', async () => {
    const { places } = await setUp();
    const untitled = vscode.Uri.parse(`untitled:${document.path}`);
    assert.equal((await places.resource(untitled, file('lessons.csv'), never))?.resourceId, 'id of lessons.csv');
    const nowhere = vscode.Uri.parse('untitled:Untitled-1');
    for (const from of [nowhere, undefined])
      await assert.rejects(places.resource(from, file('lessons.csv'), never), /no folder yet/);
  });

  it('is no file elsewhere, however it is written', async () => {
    const { places, opened } = await setUp();
    for (const name of [
      '../out.csv',
      'link.csv',
      path.join(folder, 'out.csv'),
      '/etc/hostname',
      'deep/../../out.csv',
    ]) {
      await assert.rejects(places.resource(document, file(name), never), /isn't in the folder of the document/, name);
      const state = await places.look(document, file(name));
      assert.equal(state.kind, 'refused', name);
    }
    assert.deepEqual(opened, []);
  });

  it('is asked for at a host outside the list only after people agree, and gets the token of no other', async () => {
    const { places, directory, servers, tokens } = await setUp();
    await tokens.set('https://city.test', CANARY);
    assert.equal(await places.resource(document, portal('other.test'), never), undefined);
    assert.match(people.asked[0]?.text ?? '', /^Ask other\.test for /);
    people.answer = () => 'Ask';
    for (const host of ['city.test', 'other.test']) {
      const ref = (await places.resource(document, portal(host), never)) ?? assert.fail();
      const client = await directory.client(ref, never);
      assert.equal((await client.search({ resourceId: RESOURCE }, undefined, never)).total, 2);
    }
    assert.ok(JSON.stringify(servers['city.test'].calls).includes(CANARY));
    assert.ok(!JSON.stringify(servers['other.test'].calls).includes(CANARY));
    assert.equal(people.asked.length, 2);
  });

  it('is neither read nor asked for in Restricted Mode', async () => {
    const { places, opened, servers } = await setUp();
    const trust = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
    Object.defineProperty(vscode.workspace, 'isTrusted', { value: false, configurable: true });
    try {
      for (const place of [file('lessons.csv'), portal('city.test')])
        await assert.rejects(places.resource(document, place, never), /Restricted Mode/);
    } finally {
      if (trust) Object.defineProperty(vscode.workspace, 'isTrusted', trust);
    }
    assert.deepEqual([opened, servers['city.test'].calls], [[], []]);
  });

  it('is written with a path from the document, and the options that people chose', async () => {
    const reading = { format: 'csv', delimiter: ';', encoding: 'windows-1252' } as LocalResource['reading'];
    const read = (name: string) => ({ name, reading, chosen: ['delimiter'] }) as unknown as LocalResource;
    const list = ['here/lessons.csv', 'here/deep/more.csv', 'out.csv'].map((name) => ({
      ...{ id: name, file: path.join(folder, name), read: read(name) },
    }));
    const { places } = await setUp(list);
    const choices = { delimiter: ';' };
    const placeOf = (id: string) => places.placeOf({ portalId: 'local', resourceId: id }, document);
    assert.deepEqual(await placeOf('here/lessons.csv'), file('lessons.csv', choices));
    assert.deepEqual(await placeOf('here/deep/more.csv'), file('deep/more.csv', choices));
    assert.deepEqual(await placeOf('out.csv'), file(path.join(folder, 'out.csv'), choices));
  });

  it('is a portal, also for a local copy; tables and results of statements have none', async () => {
    const origin = { baseUrl: 'https://city.test', resourceId: RESOURCE };
    const copy = { id: 'c', file: '', read: { id: 'c', name: 'copy', origin } as LocalResource };
    const { places, directory } = await setUp([copy]);
    const { id: portalId } = directory.findByUrl('https://city.test') ?? assert.fail();
    assert.deepEqual(await places.placeOf({ portalId, resourceId: RESOURCE }), portal('city.test'));
    assert.deepEqual(await places.placeOf({ portalId: 'local', resourceId: 'c' }), portal('city.test'));
    await assert.rejects(places.placeOf({ portalId: 'sql', resourceId: 'x' }), /can't name this resource/);
  });

  it('has the fields of the last answer that had all of them, with its time', async () => {
    const { places, directory } = await setUp();
    const { id: portalId } = directory.findByUrl('https://city.test') ?? assert.fail();
    const fields = [{ id: 'a', type: 'text' }];
    assert.deepEqual(await places.look(document, portal('city.test')), { kind: 'unknown' });
    places.learn({ portalId, query: { resourceId: RESOURCE, fields: ['a'] }, fields });
    assert.deepEqual(await places.look(document, portal('city.test')), { kind: 'unknown' });
    places.learn({ portalId, query: { resourceId: RESOURCE, limit: 5 }, fields });
    const state = await places.look(document, portal('city.test'));
    assert.ok(state.kind === 'ready' && Date.now() - state.since.getTime() < 10_000);
    assert.deepEqual(state.fields, fields);
  });
});
