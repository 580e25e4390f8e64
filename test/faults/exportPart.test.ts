import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ExportPart } from '../../src/export/exportPart.ts';
import { onFailingDisk } from './failingDisk.ts';

const MIB = 1024 * 1024;
/** Several of what is written at a time, one text that is more than that, and characters of one to four bytes. */
const PAGE = ['é東😀'.repeat(50_000), '', 'a'.repeat(MIB - 5), 'b'.repeat(2 * MIB), 'č'.repeat(7), 'c'.repeat(MIB)];
const NEXT = ['the next page\n', 'd'.repeat(MIB)];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the part of an export', () => {
  let file: string;
  beforeEach(() => (file = path.join(fs.mkdtempSync(path.join(tmpdir(), 'part-')), 'records.part')));
  afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }));

  it('has its texts one behind the other, their size and their hash', async () => {
    const part = await ExportPart.begin(file);
    await part.write(PAGE);
    await part.write([]);
    await part.write(NEXT);
    await part.close();
    const text = [...PAGE, ...NEXT].join('');
    assert.ok(fs.readFileSync(file, 'utf8') === text);
    assert.deepEqual([part.bytes, part.sha256], [Buffer.byteLength(text), sha256(text)]);
  });

  it('counts nothing of a page that was not written to its end, and goes on where that began', async () => {
    for (let at = 1; ; at += 1) {
      const part = await ExportPart.begin(file);
      await part.write(NEXT);
      const before = NEXT.join('');
      let outcome: unknown;
      const failed = await onFailingDisk({ at, isLasting: false }, async () => {
        outcome = await part.write(PAGE).catch((error: unknown) => error);
      });
      if (!failed) {
        await part.close();
        assert.ok(at > 3, `${String(at)} operations`);
        return;
      }
      assert.match(String(outcome), /ENOSPC/);
      assert.deepEqual([part.bytes, part.sha256], [Buffer.byteLength(before), sha256(before)]);
      await part.write(PAGE);
      await part.close();
      const text = before + PAGE.join('');
      assert.ok(fs.readFileSync(file, 'utf8') === text);
      assert.equal(part.sha256, sha256(text));
    }
  });
});
