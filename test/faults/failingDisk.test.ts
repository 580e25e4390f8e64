/** R6: whichever file operation fails, no file looks complete and isn't. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownerOf } from '../../src/disk/owner.ts';
import { PartFile, writeWhole } from '../../src/disk/wholeFile.ts';
import type { FileTarget } from '../../src/export/exportFile.ts';
import { ExportRefusal } from '../../src/export/exportRefusal.ts';
import { ExportRun } from '../../src/export/exportRun.ts';
import { count } from '../support/results/figures.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { clientOf } from '../support/fakes/fakeExchange.ts';
import { itemsResource } from '../support/fakes/fakeResult.ts';
import { noSignal } from './client.ts';
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
          for (let at = 1; ; at += 1) {
            if (before !== undefined) fs.writeFileSync(target, before);
            let outcome: Error | undefined;
            const failed = await onFailingDisk({ at, isLasting }, async () => {
              outcome = await failureOf(work(target));
            });
            if (outcome !== undefined) assert.match(outcome.message, /ENOSPC/);
            const now = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : undefined;
            const isKept = now === before && outcome !== undefined;
            all += 1;
            if (isKept || now === TEXT) right += 1;
            for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
            if (!failed) break;
          }
        });
      }
    }
  }

  describe('under an export', () => {
    const now = performance.now.bind(performance);
    // The journal is written after each page, as if it had taken two seconds.
    beforeEach(() => {
      let ms = 0;
      performance.now = () => (ms += 2000);
    });
    afterEach(() => (performance.now = now));

    const question = { baseUrl: 'https://ckan.test', query: { resourceId: 'r' }, format: 'ndjson' } as const;
    const exported = async (file: string, target: Partial<FileTarget> = {}, signal = noSignal) => {
      const ckan = new FakeCkan({ resources: { r: itemsResource(100) }, rowsMax: 40 });
      const onProgress = ({ records }: { readonly records: number }): void => {
        if (records > 60) progressed?.();
      };
      await new ExportRun(question, { file, ...target }).run(clientOf(ckan), signal, { onProgress });
    };
    let progressed: (() => void) | undefined;
    /** Breaks an export off after its second page. */
    const brokenOff = async (file: string) => {
      const stop = new AbortController();
      progressed = () => stop.abort(new Error('stopped'));
      await assert.rejects(exported(file, { overwrites: true }, stop.signal), /stopped/);
      progressed = undefined;
    };

    for (const isResumed of [false, true])
      for (const isLasting of [false, true])
        for (const before of [undefined, OLD])
          it(`${isResumed ? 'that goes on' : 'from its beginning'}, ${isLasting ? 'from then on' : 'once'}, ${before ? 'over a file' : 'anew'}`, async () => {
            const target = path.join(folder, 'records.jsonl');
            await exported(target);
            const whole = fs.readFileSync(target, 'utf8');
            for (let at = 1; ; at += 1) {
              for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
              if (before !== undefined) fs.writeFileSync(target, before);
              if (isResumed) await brokenOff(target);
              const overwrites = before !== undefined;
              let outcome: Error | undefined;
              const failed = await onFailingDisk({ at, isLasting }, async () => {
                outcome = await failureOf(exported(target, { overwrites, resumes: isResumed }));
              });
              const read = () => (fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : undefined);
              const after = read();
              const isRight = after === whole || (after === before && outcome !== undefined);
              // The disk now works: the export continues from what was kept, unless it was complete.
              const again = await failureOf(exported(target, { overwrites, resumes: true }));
              const wasDone = again instanceof ExportRefusal && again.kind === 'fileExists' && after === whole;
              // A journal that wasn't finished is cleared away when its process, which is this one, has ended.
              const isClean = fs
                .readdirSync(folder)
                .every((name) => !/\.part(?:\.json)?$/.test(name) || ownerOf(name) === process.pid);
              all += 1;
              if (isRight && (again === undefined || wasDone) && read() === whole && isClean) right += 1;
              if (!failed) break;
            }
          });

    it('leaves every file as it was, or whole', () => {
      count({
        name: 'R6',
        what: 'failing file operations leave no file that only looks complete',
        score: right,
        total: all,
      });
    });
  });
});
