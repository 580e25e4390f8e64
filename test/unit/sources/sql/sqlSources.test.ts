import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { Problem } from '../../../../src/platform/problem.ts';
import { askForCopy } from '../../../../src/records/copyOffer.ts';
import type { LocalResource, ReadingChoices } from '../../../../src/service/index.ts';
import { LocalCopies } from '../../../../src/sources/local/localCopies.ts';
import type { ListedFile } from '../../../../src/sources/local/localFile.ts';
import type { LocalFiles } from '../../../../src/sources/local/localFiles.ts';
import { DocumentPlaces } from '../../../../src/sources/sql/documentPlaces.ts';
import { SqlSources } from '../../../../src/sources/sql/sqlSources.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../../support/host/twoPortals.ts';
import { people } from '../../../support/host/vscode.ts';

const never = new AbortController().signal;
const RESOURCE = '6b7f5d7e-30d4-4b1c-93a7-0c5f2d7c5a10';

describe('sources of a SQL document', () => {
  let folder: string;
  let document: vscode.Uri;
  beforeEach(() => {
    people.forget();
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sql-sources-')));
    fs.mkdirSync(path.join(folder, 'here'));
    for (const name of ['here/lessons.csv', 'out.csv']) fs.writeFileSync(path.join(folder, name), 'a\n1\n');
    fs.symlinkSync(path.join(folder, 'out.csv'), path.join(folder, 'here', 'link.csv'));
    document = vscode.Uri.file(path.join(folder, 'here', 'join.datastore.sql'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const rows = [['1'], ['2']];
  const server = () => new FakeCkan({ resources: { [RESOURCE]: { fields: [{ id: 'a', type: 'text' }], rows } } });

  /** `list` is what stands under Local files. */
  async function setUp(list: ListedFile[] = []) {
    const servers = { 'city.test': server(), 'other.test': server() };
    const { directory, clients, failures, unfinished, tokens } = await hostWith(servers);
    const opened: [string, ReadingChoices][] = [];
    const localFiles = {
      portal: { id: 'local' },
      onDidChange: () => ({ dispose: () => undefined }),
      list: () => Promise.resolve(list),
      requireEngine: () => undefined,
      imports: { running: [] },
      open: (file: string, choices: ReadingChoices) => {
        opened.push([file, choices]);
        return Promise.resolve({ done: Promise.resolve({ id: `id of ${path.basename(file)}` }) });
      },
      copy: async ({ id, name }: LocalResource, download: (file: string) => Promise<LocalResource['origin']>) => {
        const read = { id, name, file: '', origin: await download(path.join(folder, 'copy')) } as LocalResource;
        list.push({ id, file: '', read });
        return read;
      },
      datastore: {
        resources: () => Promise.resolve(list.flatMap(({ read }) => read ?? [])),
        fields: () => Promise.resolve([{ id: 'a', type: 'text' }]),
        importedAt: () => Promise.resolve(1000),
        hasData: () => Promise.resolve(true),
      },
    } as unknown as LocalFiles;
    const copying = { failures, unfinished, localFiles, openRecords: () => undefined };
    const addPortal = () => Promise.resolve(undefined);
    const { unlisted } = clients;
    const sources = new SqlSources({
      ...{ portals: directory, localFiles, askForCopy, places: new DocumentPlaces(directory, localFiles) },
      copies: new LocalCopies({ ...copying, portals: directory, addPortal }),
      unlisted: { portals: unlisted, copies: new LocalCopies({ ...copying, portals: unlisted, addPortal }) },
    });
    return { sources, servers, opened, tokens };
  }
  const source = (place: string) => ({ name: 'lessons', place });
  const reasonOf = async (sources: SqlSources, place: string, from = document) => {
    const state = await sources.look(from, source(place));
    return state.kind === 'refused' ? state.reason : state.kind;
  };

  it('are files beside the document, and no others', async () => {
    const { sources, opened } = await setUp();
    assert.equal(await reasonOf(sources, 'lessons.csv'), 'unread');
    for (const place of ['../out.csv', 'link.csv', path.join(folder, 'out.csv'), '/etc/hostname.txt'])
      assert.match(await reasonOf(sources, place), /isn't in the folder of the document/, place);
    assert.match(await reasonOf(sources, 'gone.csv'), /not found/);
    assert.match(await reasonOf(sources, 'postgres://h/d'), /PostgreSQL and Trino tables can't be sources/);
    assert.deepEqual(opened, []);
    await assert.rejects(sources.prepare(document, source('../out.csv'), never), Problem);
    const id = await sources.prepare(document, source('lessons.csv'), never);
    assert.equal(id, 'id of lessons.csv');
    assert.deepEqual(opened, [[path.join(folder, 'here', 'lessons.csv'), {}]]);
  });

  it('are files that people opened before, by path or by name, as they were read', async () => {
    const file = path.join(folder, 'out.csv');
    const reading = { format: 'csv', delimiter: ';' } as LocalResource['reading'];
    const read = {
      id: 'r',
      name: 'out.csv',
      file,
      records: 1,
      reading,
      chosen: ['delimiter'],
    } as unknown as LocalResource;
    const { sources, opened } = await setUp([{ id: 'r', file, read }]);
    const untitled = vscode.Uri.parse('untitled:Untitled-1');
    for (const [from, place] of [
      [document, file],
      [document, '../out.csv'],
      [document, 'out.csv'],
      [untitled, file],
      [untitled, 'out.csv'],
    ] as const) {
      const state = await sources.look(from, source(place));
      assert.equal(state.kind === 'ready' && state.resourceId, 'r', place);
      await sources.prepare(from, source(place), never);
    }
    for (const [, choices] of opened) assert.deepEqual(choices, { delimiter: ';' });
    const { size, mtimeMs: modified } = fs.statSync(file);
    const unchanged = await setUp([{ id: 'r', file, read: { ...read, size, modified } }]);
    assert.equal(await unchanged.sources.prepare(document, source(file), never), 'r');
    assert.deepEqual(unchanged.opened, []);
    const other = { ...source(file), choices: { delimiter: ',' } };
    assert.equal((await sources.look(document, other)).kind, 'unread');
    assert.match(await reasonOf(sources, 'lessons.csv', untitled), /no folder yet/);
    assert.match(await reasonOf(sources, 'nothing'), /No resource in Local files is called nothing/);
  });

  it('are not guessed from a name that several resources have', async () => {
    const files = ['a/x.csv', 'b/x.csv'].map((name) => ({ id: name, file: path.join(folder, name) }));
    const { sources } = await setUp(files);
    assert.match(await reasonOf(sources, 'x.csv'), /Several resources/);
    assert.match(await reasonOf(sources, 'x.csv', vscode.Uri.parse('untitled:U')), /Several resources/);
  });

  it('are copies of a listed portal, after a question with size and time', async () => {
    const { sources, servers } = await setUp();
    const place = `https://city.test/dataset/d/resource/${RESOURCE}`;
    assert.equal(await reasonOf(sources, place), 'noCopy');
    assert.equal(servers['city.test'].calls.length, 0);
    assert.equal(await sources.prepare(document, source(place), never), undefined);
    const [question, ...others] = people.asked;
    assert.match(question?.text ?? '', /^Download a local copy of lessons\?[^]*2 records, about .* to download/);
    assert.deepEqual(others, []);
    people.answer = () => 'Download';
    const id = await sources.prepare(document, source(place), never);
    const state = await sources.look(document, source(place));
    assert.ok(state.kind === 'ready' && state.isCopy && Date.now() - state.since.getTime() < 10_000);
    assert.equal(id, state.resourceId);
  });

  it('ask no portal that is not listed before people have agreed, and never with a token', async () => {
    const { sources, servers, tokens } = await setUp();
    await tokens.set('https://other.test', 'secret');
    const place = `https://other.test/datastore/dump/${RESOURCE}`;
    assert.equal(await sources.prepare(document, source(place), never), undefined);
    assert.equal(servers['other.test'].calls.length, 0);
    assert.match(people.asked[0]?.text ?? '', /^Ask other\.test for lessons\?/);
    people.answer = (text) => (text.startsWith('Ask ') ? 'Ask' : 'Download');
    assert.notEqual(await sources.prepare(document, source(place), never), undefined);
    await sources.refresh(document, source(place));
    const sent = servers['other.test'].calls;
    assert.ok(sent.length > 2);
    assert.ok(!JSON.stringify(sent).includes('secret'));
    assert.equal(people.asked.filter(({ text }) => text.startsWith('Ask ')).length, 2);
  });

  it('are neither read nor asked for in Restricted Mode', async () => {
    const { sources, opened, servers } = await setUp();
    const trust = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
    Object.defineProperty(vscode.workspace, 'isTrusted', { value: false, configurable: true });
    try {
      const both = [source('lessons.csv'), source(`https://city.test/datastore/dump/${RESOURCE}`)];
      for (const each of both) {
        await assert.rejects(sources.prepare(document, each, never), /Restricted Mode/);
        await assert.rejects(sources.refresh(document, each), /Restricted Mode/);
      }
    } finally {
      if (trust) Object.defineProperty(vscode.workspace, 'isTrusted', trust);
    }
    assert.deepEqual([opened, servers['city.test'].calls], [[], []]);
  });

  it('get names and places for a new document', async () => {
    const file = path.join(folder, 'out.csv');
    const { sources } = await setUp([{ id: 'r', file }]);
    assert.deepEqual(await sources.sourceOf({ portalId: 'local', resourceId: 'r' }), { name: 'out', place: 'out.csv' });
    await assert.rejects(sources.sourceOf({ portalId: 'sql', resourceId: 'x' }), /can't be the source of another/);
  });
});
