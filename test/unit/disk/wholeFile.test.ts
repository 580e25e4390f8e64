import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PartFile, writeWhole } from '../../../src/disk/wholeFile.ts';

describe('a file that is written beside', () => {
  let folder: string;
  let target: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'part-'));
    target = path.join(folder, 'records.json');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));
  const text = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');

  it('has its name only when it is whole', async () => {
    const file = await PartFile.create(target);
    await file.write('[');
    await file.write(']\n');
    const [name, ...others] = fs.readdirSync(folder);
    assert.match(name ?? '', /^records\.json\.\d+-\d+-[0-9a-f]{8}\.part$/);
    assert.deepEqual(others, []);
    assert.equal(file.path, path.join(folder, name ?? ''));
    await file.finish();
    assert.deepEqual(fs.readdirSync(folder), ['records.json']);
    assert.equal(text('records.json'), '[]\n');
  });

  it('leaves an older file as it was when it is abandoned', async () => {
    fs.writeFileSync(target, 'old');
    const file = await PartFile.create(target);
    await file.write('new');
    await file.abandon();
    assert.deepEqual(fs.readdirSync(folder), ['records.json']);
    assert.equal(text('records.json'), 'old');
  });

  it('is not mixed with another one for the same target, whichever is whole first', async () => {
    const first = await PartFile.create(target);
    await first.write('A1');
    const second = await PartFile.create(target);
    await second.write('[B1');
    await first.write('A2');
    await first.finish();
    assert.equal(text('records.json'), 'A1A2');
    await second.write(']');
    await second.finish();
    assert.deepEqual(fs.readdirSync(folder), ['records.json']);
    assert.equal(text('records.json'), '[B1]');
  });

  it('takes no other file for its own when it is renamed', async () => {
    const file = await PartFile.create(target);
    await file.write('mine');
    fs.rmSync(file.path);
    fs.writeFileSync(file.path, 'another program’s');
    await assert.rejects(file.finish(), /Another program has replaced/);
    assert.ok(!fs.existsSync(target));
  });

  it('as one text: for its owner alone, and nothing is left of what could not get its name', async () => {
    await writeWhole(target, 'old');
    await writeWhole(target, 'new');
    assert.equal(text('records.json'), 'new');
    if (process.platform !== 'win32') assert.equal(fs.statSync(target).mode & 0o777, 0o600);
    const taken = path.join(folder, 'folder');
    fs.mkdirSync(path.join(taken, 'full'), { recursive: true });
    await assert.rejects(writeWhole(taken, 'text'));
    assert.deepEqual(fs.readdirSync(folder).sort(), ['folder', 'records.json']);
  });
});
