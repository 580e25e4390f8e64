import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failures } from '../../../../src/platform/failures.ts';
import { Log } from '../../../../src/platform/log.ts';
import type { ResourceRef } from '../../../../src/platform/portal.ts';
import type { FileOrigin } from '../../../../src/sources/local/downloadedFiles.ts';
import type { LocalFiles } from '../../../../src/sources/local/localFiles.ts';
import { LocalRemoval } from '../../../../src/sources/local/localRemoval.ts';
import type { LocalResource } from '../../../../src/service/resource/localResource.ts';
import { people } from '../../../support/host/vscode.ts';

describe('local data', () => {
  let folder: string;
  beforeEach(() => {
    people.forget();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'removal-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const resource = (name: string, file = ''): LocalResource => ({
    ...{ id: name, name, file, records: 250, stored: 1_300_000 },
    ...(file !== '' && fs.existsSync(file)
      ? { size: fs.statSync(file).size, modified: fs.statSync(file).mtimeMs }
      : { size: 0, modified: 0 }),
  });
  const copyOf = (name: string): LocalResource => ({
    ...resource(name),
    origin: {
      ...{ portalId: 'p', baseUrl: 'https://data.example.org', resourceId: 'r' },
      downloaded: '2026-11-20T12:00:00.000Z',
    },
  });
  const fileOf = (name: string): LocalResource => {
    fs.writeFileSync(path.join(folder, name), 'a\n1\n');
    return resource(name, path.join(folder, name));
  };
  const setUp = (...all: readonly LocalResource[]) => {
    const removed: string[] = [];
    const deleted: string[] = [];
    const downloads = new Map<string, FileOrigin>();
    const putBack: string[] = [];
    const opened: string[] = [];
    const localFiles = {
      datastore: { resources: () => Promise.resolve(all) },
      find: (id: string) => {
        const read = all.find((each) => each.id === id);
        return Promise.resolve(read && { id, file: read.file, read });
      },
      remove: (id: string) => {
        removed.push(id);
        return Promise.resolve(() => Promise.resolve(void putBack.push(id)));
      },
      originOf: (file: string) => Promise.resolve(downloads.get(path.basename(file))),
      deleteDownload: (file: string) => Promise.resolve(void deleted.push(path.basename(file))),
      drop: (ids: readonly string[]) => Promise.resolve(void removed.push(...ids)),
    } as unknown as LocalFiles;
    const closed: string[] = [];
    const closeResource = ({ resourceId }: ResourceRef) => closed.push(resourceId) > 0;
    const failures = new Failures(new Log());
    const open = ({ file }: { readonly file: string }, isShown: boolean) =>
      void opened.push(`${path.basename(file)}${isShown ? ', shown' : ''}`);
    const removal = new LocalRemoval({ localFiles, failures, closeResource, open });
    return { removal, removed, deleted, downloads, closed, putBack, opened };
  };

  it('of a copy is deleted only after a question that says its size and date', async () => {
    const { removal, removed, closed } = setUp(copyOf('Lessons'));
    await removal.remove('Lessons');
    assert.deepEqual([removed, closed], [[], []]);
    const [{ text, isModal, buttons } = { text: '', isModal: false, buttons: [] }] = people.asked;
    assert.deepEqual([isModal, buttons], [true, ['Delete']]);
    assert.match(text, /^Delete Local Copy "Lessons"\? 250 records, 1\.3 MB\s+Downloaded Nov 20, 2026/);
    assert.match(text, /from data\.example\.org\./);
    people.answer = () => 'Delete';
    await removal.remove('Lessons');
    assert.deepEqual([removed, closed], [['Lessons'], ['Lessons']]);
  });

  it('of a file whose file is gone is asked for too', async () => {
    const { removal, removed } = setUp(resource('gone.csv', path.join(folder, 'gone.csv')));
    await removal.remove('gone.csv');
    assert.deepEqual(removed, []);
    assert.match(people.asked[0]?.text ?? '', /gone\.csv no longer exists, so it can't be loaded again\.$/);
  });

  it('of a file goes with its place in the list; Undo puts it back, and shows it again', async () => {
    const { removal, removed, putBack, opened } = setUp(fileOf('lessons.csv'));
    people.answer = () => 'Undo';
    await removal.remove('lessons.csv');
    assert.deepEqual(removed, ['lessons.csv']);
    assert.deepEqual(
      people.asked.map(({ text, isModal }) => [text, isModal]),
      [['Removed "lessons.csv" from the list. The file isn\'t changed.', false]],
    );
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual([putBack, opened], [['lessons.csv'], ['lessons.csv, shown']]);
  });

  it('is preselected for clearing only where it can be read again', async () => {
    const gone = resource('gone.csv', path.join(folder, 'gone.csv'));
    const { removal } = setUp(fileOf('lessons.csv'), gone, copyOf('Lessons'));
    await removal.clear();
    assert.deepEqual(
      people.rows.filter(({ picked }) => picked).map(({ label }) => label),
      ['lessons.csv'],
    );
  });

  it('that can’t be read again is named before it is cleared', async () => {
    const { removal, removed } = setUp(copyOf('Lessons'));
    people.pick = () => ({ row: 'Lessons' });
    await removal.clear();
    assert.deepEqual(removed, []);
    assert.match(people.asked[0]?.text ?? '', /Can't be loaded again: Lessons/);
  });

  describe('of a file that was downloaded from a portal', () => {
    const origin: FileOrigin = {
      ...{ portalId: 'p', baseUrl: 'https://data.example.org', resourceId: 'r' },
      ...{ url: 'https://data.example.org/trees.csv', downloaded: '2026-11-20T12:00:00.000Z' },
    };

    it('is deleted after a question, and the file with it', async () => {
      const { removal, removed, deleted, downloads } = setUp(fileOf('trees.csv'));
      downloads.set('trees.csv', origin);
      await removal.remove('trees.csv');
      assert.deepEqual([removed, deleted], [[], []]);
      const [{ text, buttons } = { text: '', buttons: [] }] = people.asked;
      assert.deepEqual(buttons, ['Delete']);
      assert.match(text, /^Delete Local Copy "trees\.csv"\? .*Downloaded Nov 20, 2026.* from data\.example\.org\./s);
      people.answer = () => 'Delete';
      await removal.remove('trees.csv');
      assert.deepEqual([removed, deleted], [['trees.csv'], ['trees.csv']]);
    });

    it('counts as lost when local data is cleared', async () => {
      const { removal, deleted, downloads } = setUp(fileOf('trees.csv'), fileOf('own.csv'));
      downloads.set('trees.csv', origin);
      await removal.clear();
      assert.deepEqual(deleted, []);
      const picked = people.rows.filter((row) => row.picked === true).map(({ label }) => label);
      assert.deepEqual(picked, ['own.csv']);
    });
  });
});
