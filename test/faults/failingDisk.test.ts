/** R6: whichever file operation fails, no file looks complete and isn't. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PartFile, writeWhole } from '../../src/disk/wholeFile.ts';
import { count } from '../support/figures.ts';
import { onFailingDisk } from './failingDisk.ts';

const TEXT = 'record\n'.repeat(1000);
const OLD = 'what was there before\n';

const works: Readonly<Record<string, (target: string) => Promise<void>>> = {
  'a text at once': (target) => writeWhole(target, TEXT),
  'piece by piece': async (target) => {
    const part = await PartFile.create(target);
    try {
      for (let at = 0; at < TEXT.length; at += 1000) await part.write(TEXT.slice(at, at + 1000));
      await part.finish();
    } catch (error) {
      await part.abandon();
      throw error;
    }
  },
  'what broke off, beside it': async (target) => {
    const part = await PartFile.create(target);
    try {
      await part.write(TEXT.slice(0, 1000));
      await part.keepBeside();
    } catch (error) {
      await part.abandon();
      throw error;
    }
  },
};

async function failureOf(work: Promise<void>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

describe('R6: a disk that fails', () => {
  let folder: string;
  let [right, all] = [0, 0];
  beforeEach(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'disk-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  for (const [what, work] of Object.entries(works)) {
    for (const isLasting of [false, true]) {
      for (const before of [undefined, OLD]) {
        it(`${what}, ${isLasting ? 'from then on' : 'once'}, ${before ? 'over a file' : 'anew'}`, async () => {
          const target = path.join(folder, 'records.jsonl');
          const isPart = what === 'what broke off, beside it';
          for (let at = 1; ; at += 1) {
            if (before !== undefined) fs.writeFileSync(target, before);
            let outcome: Error | undefined;
            const failed = await onFailingDisk({ at, isLasting }, async () => {
              outcome = await failureOf(work(target));
            });
            if (outcome !== undefined) assert.match(outcome.message, /ENOSPC/);
            const now = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : undefined;
            const isKept = now === before && (outcome !== undefined || isPart);
            all += 1;
            if (isKept || (now === TEXT && !isPart)) right += 1;
            for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
            if (!failed) break;
          }
        });
      }
    }
  }

  it('leaves every file as it was, or whole', () => {
    count({
      name: 'R6',
      what: 'failing file operations leave no file that only looks complete',
      score: right,
      total: all,
    });
  });
});
