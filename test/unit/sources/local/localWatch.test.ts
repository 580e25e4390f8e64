import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { LocalFiles } from '../../../../src/sources/local/localFiles.ts';
import { LocalWatch } from '../../../../src/sources/local/localWatch.ts';
import { fileEdition } from '../../../../src/service/reading/fileEdition.ts';
import type { LocalResource } from '../../../../src/service/resource/localResource.ts';

describe('a local file that is watched', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    fs.rmSync(folder, { recursive: true });
  });

  it('is seen to have changed before VS Code had begun to watch it', async () => {
    const file = path.join(folder, 'early.csv');
    fs.writeFileSync(file, 'x\n1\n');
    const { size, mtimeMs: modified } = fs.statSync(file);
    const read = { id: 'r', name: 'early.csv', file, size, modified, records: 1, stored: 1 } as LocalResource;
    const files = {
      onDidChange: () => ({ dispose: () => undefined }),
      find: () => Promise.resolve({ id: 'r', file, read }),
      imports: { running: [], broken: () => undefined },
    } as unknown as LocalFiles;
    const texts: string[] = [];
    const watch = new LocalWatch('r', files, {
      notices: (notices) => texts.push(...notices.map(({ text }) => text)),
      renewed: () => undefined,
    });
    await watch.look();
    fs.writeFileSync(file, 'x\n1\n2\n');
    mock.timers.tick(1_000);
    // A busy machine needs more turns of the event loop than milliseconds to check a file.
    const end = performance.now() + 5_000;
    while (texts.length === 0 && performance.now() < end) await new Promise(setImmediate);
    watch.dispose();
    assert.deepEqual(texts, ['early.csv has changed on disk.']);
  });

  for (const ending of ['-wal', '-journal'])
    it(`has changed when what a program wrote is in its ${ending} alone`, async () => {
      const file = path.join(folder, 'app.sqlite');
      fs.writeFileSync(file, 'x');
      const facts = { id: 'r', name: 'app.sqlite', file, records: 1, stored: 1 };
      const reading = { format: 'sqlite' } as LocalResource['reading'];
      const read = { ...facts, reading, ...(await fileEdition(file, 'sqlite')) } as LocalResource;
      const files = {
        onDidChange: () => ({ dispose: () => undefined }),
        find: () => Promise.resolve({ id: 'r', file, read }),
        imports: { running: [], broken: () => undefined },
      } as unknown as LocalFiles;
      const written = new vscode.EventEmitter<vscode.Uri>();
      const watcher = { onDidCreate: written.event, onDidChange: written.event, onDidDelete: written.event };
      const creating = mock.method(vscode.workspace, 'createFileSystemWatcher', () => ({
        ...watcher,
        dispose: () => undefined,
      }));
      const texts: string[] = [];
      const watch = new LocalWatch('r', files, {
        notices: (notices) => texts.push(...notices.map(({ text }) => text)),
        renewed: () => undefined,
      });
      await watch.look();
      fs.writeFileSync(file + ending, 'x'.repeat(100));
      written.fire(vscode.Uri.file(file + ending));
      mock.timers.tick(500);
      const end = performance.now() + 5_000;
      while (texts.length === 0 && performance.now() < end) await new Promise(setImmediate);
      watch.dispose();
      creating.mock.restore();
      assert.deepEqual(texts, ['app.sqlite has changed on disk.']);
    });

  it('has new records once its import has ended: those that are whole a moment before count as its first ones', async () => {
    const file = path.join(folder, 'long.csv');
    fs.writeFileSync(file, 'x\n1\n2\n');
    const { size, mtimeMs: modified } = fs.statSync(file);
    const whole = { id: 'r', name: 'long.csv', file, size, modified, records: 2, stored: 2 } as LocalResource;
    const first: LocalResource = { ...whole, records: 1, isPartial: true };
    const running = { file, name: 'long.csv', choices: {}, preview: first, fraction: 1 };
    const now = { read: first, running: [running] };
    const files = {
      onDidChange: () => ({ dispose: () => undefined }),
      find: () => Promise.resolve({ id: 'r', file, read: now.read }),
      imports: {
        get running() {
          return now.running;
        },
        broken: () => undefined,
      },
    } as unknown as LocalFiles;
    let renewed = 0;
    const watch = new LocalWatch('r', files, { notices: () => undefined, renewed: () => (renewed += 1) });
    const looks: number[] = [];
    for (const change of [{}, { read: whole }, { running: [] }, {}]) {
      Object.assign(now, change);
      await watch.look();
      looks.push(renewed);
    }
    watch.dispose();
    assert.deepEqual(looks, [0, 0, 1, 1]);
  });
});
