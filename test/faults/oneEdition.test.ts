/** R16: a table that a portal replaces while it is exported or copied: no file with records of two editions is called complete. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatastoreError } from '../../src/datastore/wire/errors.ts';
import { ExportRefusal } from '../../src/export/exportRefusal.ts';
import { ExportRun } from '../../src/export/exportRun.ts';
import type { ExportQuestion } from '../../src/export/journal.ts';
import { STRATEGIES, type PagingStrategy } from '../../src/export/strategy.ts';
import { downloadCopy } from '../../src/document/copyDownload.ts';
import { count } from '../support/results/figures.ts';
import { noSignal } from './client.ts';
import { EditionServer, Refusal, WAY_SETUPS, type Edition, type EditionRecord } from './editionServer.ts';
import { isFull } from '../support/results/full.ts';
import { seeded } from './random.ts';

const WAYS = Object.keys(WAY_SETUPS) as readonly PagingStrategy[];
/** When the table is replaced: early, between two later pages, or when only the end is requested. */
const MOMENTS = ['before', 'between', 'behind'] as const;
/** Resume: in another process, after a failure. Pause: by the same client. Copy: in one run. */
const ACTIVITIES = ['resume', 'pause', 'copy'] as const;
const TABLES = [
  'sameLength',
  'longer',
  'shorter',
  'idsShifted',
  'lastRecordEqual',
  'oneCorrected',
  'fieldsRenamed',
] as const;
const ROUNDS = isFull ? 20 : 1;

/** An export asks for lists of `_id` only behind so many records. */
const FAR = 200_000;

interface Scene {
  readonly way: PagingStrategy;
  readonly moment: (typeof MOMENTS)[number];
  readonly activity: (typeof ACTIVITIES)[number];
  /** `unchanged`: the same interruption, but the table stays. */
  readonly table: (typeof TABLES)[number] | 'unchanged';
  readonly seed: number;
}

type Outcome =
  | { readonly kind: 'stopped'; readonly error: DatastoreError | ExportRefusal; readonly keepsPart: boolean }
  | { readonly kind: 'incomplete' | 'complete'; readonly rows: readonly string[] };

interface Result {
  readonly outcome: Outcome;
  readonly first: readonly string[];
  readonly second: readonly string[];
}

const QUESTION: ExportQuestion = { baseUrl: '', query: { resourceId: 'r' }, format: 'ndjson' };
const options = { pause: () => Promise.resolve() };

const lineOf = (record: EditionRecord): string => JSON.stringify(record);

interface EditionOptions {
  readonly hasIds: boolean;
  /** Values of two editions differ. */
  readonly salt: number;
}

function editionOf(length: number, { hasIds, salt }: EditionOptions): Edition {
  const records = Array.from({ length }, (_, at): EditionRecord => {
    const values = [`name ${String(at)}`, `value ${String(salt)}-${String(at)}`];
    return hasIds ? [at + 1, ...values] : values;
  });
  return { fields: [...(hasIds ? ['_id'] : []), 'name', 'value'], records };
}

/** The table that takes the first one's place. `last`: the newest record that was taken from the first one. */
function nextEdition(
  table: Scene['table'],
  { fields, records }: Edition,
  last: EditionRecord | undefined,
  { cap, random }: Pick<Run, 'cap' | 'random'>,
): Edition {
  const hasIds = fields.includes('_id');
  const few = 1 + Math.floor(random() * 2 * cap);
  const fresh = (length: number) => editionOf(length, { hasIds, salt: random() });
  const { length } = records;
  switch (table) {
    case 'unchanged':
      return { fields, records };
    case 'sameLength':
      return fresh(length);
    case 'longer':
      return fresh(length + few);
    case 'shorter':
      return fresh(length - few);
    case 'idsShifted': {
      // Without `_id`, the records stand in other places.
      const shifted = hasIds
        ? records.map(([, ...values], at) => [at + 1 + few, ...values])
        : [...records.slice(few), ...records.slice(0, few)];
      return { fields, records: shifted };
    }
    case 'lastRecordEqual':
      return {
        fields,
        records: fresh(length).records.map((record, at) => (records[at] === last ? (last ?? record) : record)),
      };
    case 'oneCorrected': {
      const corrected = records.map((record) =>
        record === last ? [...record.slice(0, -1), `corrected ${String(record.at(-1))}`] : record,
      );
      return { fields, records: corrected };
    }
    case 'fieldsRenamed':
      return { fields: [...fields.slice(0, -1), 'worth'], records };
  }
}

/** One export or copy that is interrupted once. */
class Run {
  readonly scene: Scene;
  readonly server: EditionServer;
  readonly random: () => number;
  readonly cap: number;
  readonly #file: string;

  constructor(scene: Scene, folder: string) {
    const { way, table, seed } = scene;
    this.scene = scene;
    this.random = seeded(seed);
    this.cap = 20 + Math.floor(this.random() * 60);
    const { hasIds } = WAY_SETUPS[way];
    // The table has four to nine pages.
    const length = Math.floor(this.cap * (4 + 5 * this.random()));
    // An equal record where one page ends and the next begins shows nothing: then the portal has to.
    const tellsEdition = table === 'lastRecordEqual' || this.random() < 0.5;
    this.server = new EditionServer(editionOf(length, { hasIds, salt: this.random() }), {
      way,
      cap: this.cap,
      tellsEdition,
    });
    this.#file = path.join(fs.mkdtempSync(path.join(folder, 'run-')), 'records.jsonl');
  }

  async play(): Promise<Result> {
    const { activity, way } = this.scene;
    const { server } = this;
    const first = server.edition.records.map(lineOf);
    const at = this.#requestAt(await this.#undisturbed());
    const outcome = await (activity === 'copy' ? this.#copy(at) : this.#export(at));
    assert.deepEqual(server.unexpected, []);
    assert.ok(server.hasGoneItsWay, way);
    return { outcome, first, second: server.edition.records.map(lineOf) };
  }

  /** The number of requests for records. */
  async #undisturbed(): Promise<number> {
    const file = `${this.#file}.undisturbed`;
    const { server } = this;
    if (this.scene.activity === 'copy')
      await downloadCopy(server.client(), { resourceId: 'r' }, file, noSignal, () => undefined);
    else await new ExportRun(QUESTION, { file }).run(server.client(), noSignal, options);
    const { requests } = server;
    server.requests = 0;
    return requests;
  }

  /** The request before which the table is replaced, or the export is ended. */
  #requestAt(requests: number): number {
    const { moment, activity } = this.scene;
    if (moment === 'behind') return requests - 1;
    // An export has something to go on with when its first page is kept.
    if (moment === 'before') return activity === 'copy' ? 1 : 2;
    return 3 + Math.floor(this.random() * (requests - 5));
  }

  #replace(last: EditionRecord | undefined): void {
    const { server, scene } = this;
    if (scene.table !== 'unchanged') server.replace(nextEdition(scene.table, server.edition, last, this));
  }

  #copy(at: number): Promise<Outcome> {
    const { server } = this;
    server.onRequest = (index) => {
      if (index === at) this.#replace(server.lastSent);
    };
    const copied = downloadCopy(server.client(), { resourceId: 'r' }, this.#file, noSignal, () => undefined);
    return this.#outcomeOf(copied.then(() => true));
  }

  async #export(at: number): Promise<Outcome> {
    const { server } = this;
    const isPause = this.scene.activity === 'pause';
    const stop = new AbortController();
    server.onRequest = (index) => {
      if (index < at) return;
      if (!isPause) throw new Refusal(403, 'Authorization Error', 'Access denied');
      stop.abort(new Error('paused'));
    };
    const client = server.client();
    const begun = new ExportRun(QUESTION, { file: this.#file });
    await assert.rejects(begun.run(client, stop.signal, options));
    assert.ok(begun.kept.records > 0, 'some records are kept');
    server.onRequest = () => undefined;
    this.#replace(server.edition.records[begun.kept.records - 1]);
    const resumed = new ExportRun(QUESTION, { file: this.#file, resumes: true });
    const done = resumed.run(isPause ? client : server.client(), noSignal, options);
    return this.#outcomeOf(done.then(({ isComplete }) => isComplete));
  }

  async #outcomeOf(work: Promise<boolean>): Promise<Outcome> {
    try {
      const isComplete = await work;
      return { kind: isComplete ? 'complete' : 'incomplete', rows: this.#rows() };
    } catch (error) {
      if (!(error instanceof DatastoreError || error instanceof ExportRefusal)) throw error;
      return { kind: 'stopped', error, keepsPart: fs.existsSync(`${this.#file}.part`) };
    }
  }

  #rows(): readonly string[] {
    const lines = fs.readFileSync(this.#file, 'utf8').split('\n').slice(0, -1);
    return this.scene.activity === 'copy'
      ? lines.slice(1).map((line) => `[${line.replaceAll('\t', ',')}]`)
      : lines.map((line) => JSON.stringify(Object.values(JSON.parse(line) as object)));
  }
}

/** What is wrong with a run; undefined for a right one. */
function faultOf({ outcome, first, second }: Result, { activity, table }: Scene): string | undefined {
  if (outcome.kind === 'stopped') return activity === 'copy' || outcome.keepsPart ? undefined : 'its part is gone';
  if (outcome.kind === 'incomplete') return undefined;
  const isOf = (edition: readonly string[]) => outcome.rows.join('\n') === edition.join('\n');
  // The corrected record is one that is compared: the first table was read to its end, but is no longer there.
  if (isOf(second) || (isOf(first) && table !== 'oneCorrected')) return undefined;
  const old = new Set(first);
  const olds = outcome.rows.filter((row) => old.has(row)).length;
  return `complete, though ${String(olds)} of ${String(outcome.rows.length)} records are of the first table`;
}

describe('R16: a table that is replaced while it is exported or copied', function () {
  this.timeout(isFull ? 0 : 120_000);
  let folder: string;
  let runs = 0;
  const faults: string[] = [];
  const lists = STRATEGIES.find(({ way }) => way === 'idLists') as { fits: (typeof STRATEGIES)[number]['fits'] };
  const { fits } = lists;
  before(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'edition-'))));
  after(() => {
    lists.fits = fits;
    fs.rmSync(folder, { recursive: true });
  });

  for (const [wayAt, way] of WAYS.entries())
    for (const [activityAt, activity] of ACTIVITIES.entries())
      it(`${activity}, by ${way}`, async () => {
        // A small table counts as one that is far behind, so that lists are asked for.
        lists.fits = (facts) => fits({ ...facts, records: facts.records + (way === 'idLists' ? FAR : 0) });
        const scenes = MOMENTS.flatMap((moment, momentAt) =>
          [...TABLES, 'unchanged' as const].flatMap((table, tableAt) =>
            Array.from({ length: ROUNDS }, (_, round): Scene => {
              const seed = (((wayAt * 10 + activityAt) * 10 + momentAt) * 10 + tableAt) * 100 + round;
              return { way, activity, moment, table, seed };
            }),
          ),
        );
        const play = async (scene: Scene): Promise<void> => {
          const result = await new Run(scene, folder).play();
          if (scene.table === 'unchanged') {
            assert.deepEqual(result.outcome, { kind: 'complete', rows: result.first }, String(scene.seed));
            return;
          }
          runs += 1;
          const fault = faultOf(result, scene);
          if (fault !== undefined) faults.push(`${Object.values(scene).join(' ')}: ${fault}`);
        };
        await Promise.all(scenes.map(play));
      });

  it('ends in words, or is complete with all records of one table', () => {
    const combinations = WAYS.length * MOMENTS.length * ACTIVITIES.length;
    const what = `replaced tables (${String(combinations)} combinations of way, moment and activity, ${String(TABLES.length)} kinds of tables): no mixture is called complete`;
    for (const fault of faults) console.error(`R16: ${fault}`);
    count({ name: 'R16', what, score: runs - faults.length, total: runs });
  });
});
