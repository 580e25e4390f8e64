import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import type { FileTarget } from '../../../src/export/exportFile.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import { FORMATS, formatsFor, type FormatId } from '../../../src/export/formats.ts';
import type { ExportQuestion } from '../../../src/export/journal.ts';
import type { ExportProgress } from '../../../src/export/runLog.ts';
import { FakeCkan, type FakeCkanOptions } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { itemsResource, tamper } from '../../support/fakes/fakeResult.ts';
import { ownName } from '../../../src/disk/owner.ts';

const never = new AbortController().signal;
const textFormats = formatsFor('export').filter((id) => 'Writer' in FORMATS[id]);

function wideResource(fields: number) {
  const ids = Array.from({ length: fields }, (_, index) => `f${String(index)}`);
  return { fields: ids.map((id) => ({ id, type: 'text' })), rows: [ids] };
}

describe('an export into a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'export-'));
    file = path.join(folder, 'records.out');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const question = (query: Partial<DatastoreQuery> = {}, format: FormatId = 'ndjson'): ExportQuestion => ({
    baseUrl: 'https://ckan.test',
    query: { resourceId: 'r', ...query },
    format,
  });
  const ckanOf = (options: Partial<FakeCkanOptions> = {}) =>
    new FakeCkan({ resources: { r: itemsResource(300) }, rowsMax: 40, ...options });
  const run = (
    asked = question(),
    target: Partial<FileTarget> = {},
    { ckan = ckanOf(), signal = never, onProgress = (_: ExportProgress): void => undefined } = {},
  ) => new ExportRun(asked, { file, ...target }).run(clientOf(ckan), signal, { onProgress });

  /** Ends a run after its n-th page. */
  const cutAfter = async (pages: number, asked = question(), target: Partial<FileTarget> = {}, ckan = ckanOf()) => {
    const stop = new AbortController();
    let left = pages;
    const onProgress = (): void => {
      if (--left < 0) stop.abort(new Error('enough'));
    };
    await assert.rejects(run(asked, target, { ckan, signal: stop.signal, onProgress }), /enough/);
  };
  const names = () => fs.readdirSync(folder).toSorted();

  it('is there under its name when it is whole, with nothing beside it', async () => {
    const { records, bytes, sha256, isComplete } = await run();
    const content = fs.readFileSync(file);
    assert.deepEqual(names(), ['records.out']);
    assert.deepEqual([records, bytes, isComplete], [300, content.length, true]);
    assert.equal(sha256, createHash('sha256').update(content).digest('hex'));
  });

  for (const format of textFormats)
    it(`goes on after each page as if nothing had been: ${FORMATS[format].name}`, async () => {
      const asked = question({}, format);
      const { sha256 } = await run(asked, { overwrites: true });
      const whole = fs.readFileSync(file, 'utf8');
      for (const pages of [0, 1, 4, 7]) {
        fs.rmSync(file);
        await cutAfter(pages, asked);
        assert.deepEqual(names(), ['records.out.part', 'records.out.part.json']);
        const again = await run(asked, { resumes: true });
        assert.equal(fs.readFileSync(file, 'utf8'), whole);
        assert.deepEqual([again.records, again.sha256], [300, sha256]);
        assert.deepEqual(names(), ['records.out']);
      }
    });

  for (const format of formatsFor('export').filter((id) => 'build' in FORMATS[id]))
    it(`is built when all records are there, also after it broke off: ${FORMATS[format].name}`, async () => {
      const asked = question({}, format);
      const whole = await run(asked);
      assert.deepEqual(names(), ['records.out']);
      const content = fs.readFileSync(file);
      assert.equal(whole.bytes, content.length);
      assert.equal(whole.sha256, createHash('sha256').update(content).digest('hex'));
      fs.rmSync(file);
      await cutAfter(4, asked);
      const again = await run(asked, { resumes: true });
      assert.deepEqual([again.records, again.bytes], [300, whole.bytes]);
      assert.ok(content.toString('latin1').startsWith(format === 'parquet' ? 'PAR1' : 'PK'));
      assert.deepEqual(names(), ['records.out']);
    });

  it('goes on where only the end was missing', async () => {
    const asked = question({ limit: 79 }, 'json');
    const { sha256 } = await run(asked);
    fs.rmSync(file);
    await cutAfter(1, asked);
    const again = await run(asked, { resumes: true });
    assert.deepEqual([again.records, again.sha256], [79, sha256]);
  });

  it('may be cut again and again', async () => {
    await run();
    const whole = fs.readFileSync(file, 'utf8');
    fs.rmSync(file);
    await cutAfter(1);
    for (let time = 0; time < 2; time += 1) await cutAfter(1, question(), { resumes: true });
    await run(question(), { resumes: true });
    assert.equal(fs.readFileSync(file, 'utf8'), whole);
  });

  it('doesn’t ask again for what is there', async () => {
    await cutAfter(4);
    const ckan = ckanOf();
    await run(question(), { resumes: true }, { ckan });
    assert.match(ckan.searches[0] ?? '', /"limit":0/, 'the fields, to know the server');
    const [, seams = '', ...pages] = ckan.searches;
    assert.match(seams, /"filters":{"_id":\[\d+,\d+\]}/, 'the records that tie the parts together');
    const offsets = pages.map((body) => (JSON.parse(body) as { offset: number }).offset);
    assert.ok(Math.min(...offsets) > 100, String(offsets));
  });

  it('cuts what was not kept, such as half a record', async () => {
    await run();
    const whole = fs.readFileSync(file, 'utf8');
    fs.rmSync(file);
    await cutAfter(3);
    fs.appendFileSync(`${file}.part`, '{"_id":12');
    await run(question(), { resumes: true });
    assert.equal(fs.readFileSync(file, 'utf8'), whole);
  });

  it('begins anew where there is nothing to go on with', async () => {
    const summary = await run(question({ limit: 5 }), { resumes: true });
    assert.equal(summary.records, 5);
  });

  it('has its name at last where only that was missing', async () => {
    await run();
    const whole = fs.readFileSync(file, 'utf8');
    fs.rmSync(file);
    // The last operation gives the file its name.
    const stop = { done: false };
    const onProgress = ({ records }: ExportProgress): void => {
      if (records === 300 && !stop.done) fs.writeFileSync(file, 'another');
    };
    await assert.rejects(run(question(), {}, { onProgress }), { kind: 'fileExists' });
    assert.equal(fs.readFileSync(file, 'utf8'), 'another', 'what came there meanwhile stays');
    fs.rmSync(file);
    const ckan = ckanOf();
    assert.equal((await run(question(), { resumes: true }, { ckan })).records, 300);
    assert.equal(ckan.calls.length, 0);
    assert.equal(fs.readFileSync(file, 'utf8'), whole);
  });

  const refusals: readonly (readonly [string, string, Partial<FileTarget>, () => Promise<void>])[] = [
    ['a file of that name', 'fileExists', {}, async () => fs.promises.writeFile(file, 'mine')],
    ['a file of that name, to go on', 'fileExists', { resumes: true }, async () => fs.promises.writeFile(file, 'mine')],
    ['a part that could be continued', 'partExists', {}, () => cutAfter(3)],
    ['a part that no journal knows', 'partExists', {}, async () => fs.promises.writeFile(`${file}.part`, 'mine')],
    ['a part of another query', 'otherQuestion', { resumes: true }, () => cutAfter(3, question({ q: 'item' }))],
    ['a part of another format', 'otherQuestion', { resumes: true }, () => cutAfter(3, question({}, 'csv'))],
    [
      'a part of other records on this machine',
      'otherQuestion',
      { resumes: true },
      () => cutAfter(3, { ...question(), edition: 'yesterday' }),
    ],
    [
      'a part that another program has changed',
      'partChanged',
      { resumes: true },
      async () => {
        await cutAfter(3);
        const handle = await fs.promises.open(`${file}.part`, 'r+');
        await handle.write('x', 5);
        await handle.close();
      },
    ],
    [
      'a part that has become shorter',
      'partChanged',
      { resumes: true },
      async () => {
        await cutAfter(3);
        await fs.promises.truncate(`${file}.part`, 10);
      },
    ],
  ];
  for (const [what, kind, target, before] of refusals)
    it(`is refused by ${what}, and changes nothing`, async () => {
      await before();
      const there = names().map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
      const ckan = ckanOf();
      await assert.rejects(run(question(), target, { ckan }), { name: 'ExportRefusal', kind, file });
      assert.equal(ckan.calls.length, 0, 'nothing is asked');
      assert.deepEqual(
        names().map((name) => fs.readFileSync(path.join(folder, name), 'utf8')),
        there,
      );
      await run(question(), { overwrites: true });
      assert.deepEqual(names(), ['records.out']);
    });

  for (const [what, asked] of [
    ['the same', question()],
    ['another', question({ q: 'item' })],
  ] as const)
    it(`is refused while an export of ${what} question writes that part`, async () => {
      let second: Promise<unknown> | undefined;
      const onProgress = (): void => {
        second ??= run(asked, { overwrites: true });
        second.catch(() => undefined);
      };
      await run(question(), {}, { onProgress });
      await assert.rejects(second!, { kind: 'running' });
    });

  it('is refused where another one to that file has begun in the same moment', async () => {
    const first = run();
    await assert.rejects(run(question({ q: 'item' })), { kind: 'running' });
    await first;
    assert.equal(fs.readFileSync(file, 'utf8').split('\n').length - 1, 300);
    assert.deepEqual(names(), ['records.out']);
  });

  it('goes on behind a run whose process was killed, or whose disk kept its claim', async () => {
    await cutAfter(3);
    // No process can have this id.
    const claims = [`${file}.part.4194305-1-0123abcd.lock`, `${file}.part.${ownName()}.lock`];
    for (const claim of claims) fs.writeFileSync(claim, '');
    assert.equal((await run(question(), { resumes: true })).records, 300);
    assert.ok(!fs.existsSync(claims[0]!), 'what a killed process left is cleared away');
  });

  for (const [format, text, options, note] of [
    ['csv', '=1+1', { csv: { safe: true } }, { kind: 'prefixed', field: 'name', count: 300 }],
    ['geojson', 'nowhere', {}, { kind: 'noGeometry', count: 300 }],
    ['xlsx', 'x'.repeat(40_000), {}, { kind: 'cut', field: 'name', count: 300 }],
  ] as const)
    it(`says what ${format} could not hold, also of what came before it broke off`, async () => {
      const rows = Array.from({ length: 300 }, () => [text]);
      const resources = { r: { fields: [{ id: 'name', type: 'text' }], rows } };
      const asked = { ...question({}, format), options };
      await cutAfter(4, asked, {}, ckanOf({ resources }));
      const { notes } = await run(asked, { resumes: true }, { ckan: ckanOf({ resources }) });
      assert.deepEqual(notes, [note]);
    });

  it('finds the same geometries when it goes on: GeoJSON', async () => {
    const shape = '{"type":"Point","coordinates":[7.1,50.7]}';
    const ids = ['note', 'shape', 'lat', 'lon'];
    const places = [
      ['', shape, '50', '7'],
      [shape, '', '50', '7'],
      ['', '', '50', '7'],
      ['', '', '50', ''],
    ];
    const rows = Array.from({ length: 300 }, (_, index) => places[Math.floor(index / 75)] ?? []);
    const resources = { r: { fields: ids.map((id) => ({ id, type: 'text' })), rows } };
    const asked = question({}, 'geojson');
    const { notes } = await run(asked, {}, { ckan: ckanOf({ resources }) });
    assert.deepEqual(notes, [{ kind: 'noGeometry', count: 75 }]);
    const whole = fs.readFileSync(file, 'utf8');
    fs.rmSync(file);
    for (const pages of [4, 2]) await cutAfter(pages, asked, { resumes: true }, ckanOf({ resources }));
    const again = await run(asked, { resumes: true }, { ckan: ckanOf({ resources }) });
    assert.equal(fs.readFileSync(file, 'utf8'), whole);
    assert.deepEqual(again.notes, notes);
  });

  it('says how much of a file is built', async () => {
    const shares: number[] = [];
    const onBuild = (share: number): void => void shares.push(share);
    await new ExportRun(question({}, 'parquet'), { file }).run(clientOf(ckanOf()), never, { onBuild });
    assert.deepEqual([shares.length > 1, shares.at(-1)], [true, 1]);
    assert.deepEqual(shares, shares.toSorted());
  });

  for (const [what, kind, count, options] of [
    ['records', 'tooManyRecords', 1_048_576, { fault: tamper((result) => ({ ...result, total: 1_048_576 })) }],
    ['fields', 'tooManyFields', 16_386, { resources: { r: wideResource(16_385) } }],
  ] as const)
    it(`is refused after the first page where the format has no room for so many ${what}`, async () => {
      const ckan = ckanOf(options);
      const refused = run(question({}, 'xlsx'), {}, { ckan });
      await assert.rejects(refused, { name: 'ExportRefusal', kind, count });
      assert.equal(ckan.searches.length, 1);
    });

  it('keeps its journal free of tokens', async () => {
    const stop = new AbortController();
    const asked = new ExportRun(question(), { file });
    const onProgress = ({ records }: ExportProgress): void => {
      if (records > 100) stop.abort(new Error('enough'));
    };
    const client = clientOf(ckanOf({ token: 's3cret' }), 's3cret');
    await assert.rejects(asked.run(client, stop.signal, { onProgress }), /enough/);
    assert.doesNotMatch(fs.readFileSync(`${file}.part.json`, 'utf8'), /s3cret/);
    assert.ok(asked.kept.records > 0);
  });
});
