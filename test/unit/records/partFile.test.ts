import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PartFile } from '../../../src/records/partFile.ts';

describe('a file that is written beside', () => {
  let folder: string;
  let target: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'part-'));
    target = path.join(folder, 'records.json');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('has its name only when it is whole', async () => {
    const file = await PartFile.create(target);
    await file.write('[');
    await file.write(']\n');
    assert.deepEqual(fs.readdirSync(folder), ['records.json.part']);
    await file.finish();
    assert.deepEqual(fs.readdirSync(folder), ['records.json']);
    assert.equal(fs.readFileSync(target, 'utf8'), '[]\n');
  });

  it('leaves an older file as it was when it is abandoned', async () => {
    fs.writeFileSync(target, 'old');
    const file = await PartFile.create(target);
    await file.write('new');
    await file.abandon();
    assert.deepEqual(fs.readdirSync(folder), ['records.json']);
    assert.equal(fs.readFileSync(target, 'utf8'), 'old');
  });

  it('is not written through a link that somebody left in its place', async () => {
    const elsewhere = path.join(folder, 'elsewhere');
    fs.writeFileSync(elsewhere, 'precious');
    fs.symlinkSync(elsewhere, `${target}.part`);
    const file = await PartFile.create(target);
    await file.write('new');
    await file.finish();
    assert.equal(fs.readFileSync(elsewhere, 'utf8'), 'precious');
  });
});
