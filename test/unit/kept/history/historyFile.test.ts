import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import { type HistoryRun, isRunOf, withRun } from '../../../../src/kept/history/historyEntry.ts';
import { HistoryFile } from '../../../../src/kept/history/historyFile.ts';
import { isFull } from '../../../support/results/full.ts';
import { anyKept } from '../../document/kept/keptArbitrary.ts';
import { projectRoot } from '../../../../tools/vscode/projectPaths.ts';

const DAY = 86_400_000;

describe('the file of the history', () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = fs.mkdtempSync(path.join(os.tmpdir(), 'history-'));
    folder = path.join(parent, 'global storage');
  });
  afterEach(() => fs.rmSync(parent, { recursive: true }));

  const run = (label: string, at = 1): HistoryRun => ({
    ...{ portalId: 'city', baseUrl: 'https://data.example.org', portal: 'City', label, at, elapsedMs: 12, count: 5 },
    query: { resourceId: label, q: 'draw', filters: conditionsOf('{"n":{"gte":0.10}}'), sort: [], limit: 5 },
  });
  const add = (file: HistoryFile, each: HistoryRun) => file.change((entries) => withRun(entries, each));
  const labels = async (file: HistoryFile) => (await file.entries()).map(({ label }) => label);
  const text = () => fs.readFileSync(path.join(folder, 'history.json'), 'utf8');

  it('gives back what was written, in the next session, with every digit', async () => {
    const first = new HistoryFile(folder, () => 1);
    assert.deepEqual(await first.entries(), []);
    await add(first, run('lessons'));
    const [{ id, ...entry } = { id: '' }] = await new HistoryFile(folder, () => 1).entries();
    assert.notEqual(id, '');
    assert.deepEqual(entry, run('lessons'));
    assert.match(text(), /0\.10/);
  });

  it('gives back any query without loss, and knows it again', async () => {
    const file = new HistoryFile(folder, () => 1);
    const queries = fc.sample(anyKept, { numRuns: isFull ? 10_000 : 200, seed: 7 }).map(({ query }) => query);
    for (let start = 0; start < queries.length; start += 1000) {
      const some = queries.slice(start, start + 1000);
      const runs = some.map((query, index) => ({ ...run(`${index}`), query: { ...query, resourceId: `${index}` } }));
      await file.change(() => runs.map((each) => ({ ...each, id: each.label })));
      const entries = await new HistoryFile(folder, () => 1).entries();
      assert.deepEqual(
        entries.map(({ query }) => query),
        runs.map(({ query }) => query),
      );
      assert.ok(entries.every((entry, index) => isRunOf(entry, runs[index]!)));
    }
  });

  it('can be read by its owner alone', async () => {
    await add(new HistoryFile(folder), run('lessons', Date.now()));
    assert.equal(fs.statSync(path.join(folder, 'history.json')).mode & 0o77, 0);
    assert.equal(fs.statSync(folder).mode & 0o77, 0);
  });

  it('has what two windows add at the same time, and each sees the other’s', async () => {
    const windows = [new HistoryFile(folder, () => 1), new HistoryFile(folder, () => 1)];
    const names = windows.flatMap((_, place) => Array.from({ length: 10 }, (__, number) => `${place}/${number}`));
    await Promise.all(names.map((name) => add(windows[Number(name[0])]!, run(name))));
    for (const window of windows) assert.deepEqual((await labels(window)).sort(), names);
    assert.deepEqual(fs.readdirSync(folder), ['history.json']);
  });

  it('has what two processes add at the same time', async () => {
    const folderUrl = pathToFileURL(path.join(projectRoot, 'src/kept/history/')).href;
    const code = `
      const [{ HistoryFile }, { withRun }] = await Promise.all(['historyFile', 'historyEntry'].map((name) =>
        import('${folderUrl}' + name + '.ts')));
      const [folder, process] = globalThis.process.argv.slice(-2);
      const file = new HistoryFile(folder, () => 1);
      const facts = { portalId: 'city', portal: 'City', at: 1, elapsedMs: 1 };
      for (let number = 0; number < 5; number += 1) {
        const label = process + '/' + number;
        await file.change((entries) => withRun(entries, { ...facts, label, query: { resourceId: label } }));
      }`;
    const add5 = (name: string) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, folder, name]);
    await Promise.all(['a', 'b'].map(add5));
    const names = ['a', 'b'].flatMap((name) => [0, 1, 2, 3, 4].map((number) => `${name}/${number}`));
    assert.deepEqual((await labels(new HistoryFile(folder, () => 1))).sort(), names);
  });

  it('keeps its edition until a window writes it', async () => {
    const [one, other] = [new HistoryFile(folder, () => 1), new HistoryFile(folder, () => 1)];
    await add(one, run('lessons'));
    const edition = await other.edition();
    assert.equal(await other.edition(), edition);
    await add(one, run('lessons', 2));
    assert.notEqual(await other.edition(), edition);
  });

  it('forgets what is 90 days old, as the clock of the reader says', async () => {
    let now = DAY;
    const file = new HistoryFile(folder, () => now);
    await add(file, run('lessons', now));
    now += 89 * DAY;
    assert.deepEqual(await labels(file), ['lessons']);
    now += DAY;
    assert.deepEqual(await labels(file), []);
    await add(file, run('stations', now));
    assert.doesNotMatch(text(), /lessons/);
  });

  const broken: readonly (readonly [what: string, text: string, labels: readonly string[]])[] = [
    ['is empty', '', []],
    ['isn’t JSON', '{"version":1,"entries":[', []],
    ['is nested deeply', '['.repeat(1_000_000), []],
    ['is of another version', '{"version":2,"entries":[]}', []],
    ['has other things in it', '{"version":1,"entries":[null,7,{"id":"x"},{"query":"{"}]}', []],
  ];
  for (const [what, content, expected] of broken)
    it(`begins anew where it ${what}`, async () => {
      fs.mkdirSync(folder);
      fs.writeFileSync(path.join(folder, 'history.json'), content);
      const file = new HistoryFile(folder, () => 1);
      assert.deepEqual(await labels(file), expected);
      await add(file, run('lessons'));
      assert.deepEqual(await labels(file), ['lessons']);
    });

  it('leaves out entries that don’t fit, and keeps the others', async () => {
    const file = new HistoryFile(folder, () => 1);
    await add(file, run('lessons'));
    await add(file, run('stations'));
    const stored = JSON.parse(text()) as { entries: { query: string }[] };
    stored.entries[0]!.query = '{"resourceId":7}';
    fs.writeFileSync(path.join(folder, 'history.json'), JSON.stringify(stored));
    assert.deepEqual(await labels(new HistoryFile(folder, () => 1)), ['lessons']);
  });

  it('isn’t read above its limit', async () => {
    fs.mkdirSync(folder);
    fs.closeSync(fs.openSync(path.join(folder, 'history.json'), 'w'));
    fs.truncateSync(path.join(folder, 'history.json'), 100_000_000);
    assert.deepEqual(await labels(new HistoryFile(folder)), []);
  });

  it('is empty on disk after it was cleared, also of what an ended window left', async () => {
    const file = new HistoryFile(folder, () => 1);
    await add(file, run('lessons'));
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const left = `history.json.${String(pid)}-1-00c0ffee.part`;
    fs.writeFileSync(path.join(folder, left), 'half of the lessons');
    fs.writeFileSync(path.join(folder, 'other.json'), 'lessons');
    await file.clear();
    assert.deepEqual(await file.entries(), []);
    assert.equal(text(), '{"version":1,"entries":[]}');
    assert.deepEqual(fs.readdirSync(folder).sort(), ['history.json', 'other.json']);
  });

  it('takes the next change after one that failed', async () => {
    const file = new HistoryFile(folder, () => 1);
    await assert.rejects(
      file.change(() => {
        throw new Error('no');
      }),
      /no/,
    );
    await add(file, run('lessons'));
    assert.deepEqual(await labels(file), ['lessons']);
    assert.deepEqual(fs.readdirSync(folder), ['history.json']);
  });
});
