import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseExact } from '../../../src/base/exactJson.ts';
import { readExportOptions } from '../../../src/cli/export.ts';
import { runCli as run, startCli as start } from '../../support/drivers/commandLine.ts';
import { FakeCkan, type FakeAnswer } from '../../support/fakes/fakeCkan.ts';
import { itemsResource } from '../../support/fakes/fakeResult.ts';

describe('datastore-explorer export', function () {
  this.timeout(60_000);

  let isBusy = true;
  let hold: (() => void) | undefined;
  let release: () => void = () => undefined;
  const ckan = new FakeCkan({
    resources: {
      ...Object.fromEntries(['many', 'broken', 'busy', 'slow'].map((name) => [name, itemsResource(500)])),
      formulas: { fields: [{ id: 't', type: 'text' }], rows: [['=1+1'], ['a,b']] },
      exact: { fields: [{ id: 'n', type: 'int8' }], rows: [[1], [parseExact('9007199254740993')]] },
    },
    rowsMax: 100,
    fault: async ({ body }, honest): Promise<FakeAnswer> => {
      const isLate = /"offset":(?:[2-9]\d\d|199)/.test(body);
      if (body.includes('"broken"') && isLate) return { status: 409, text: '{"success":false,"error":{"q":["no"]}}' };
      if (body.includes('"busy"') && isLate && isBusy)
        return { status: 429, text: 'busy', headers: { 'retry-after': '3600' } };
      if (body.includes('"slow"') && isLate && hold !== undefined) {
        hold();
        await new Promise<void>((resolve) => (release = resolve));
      }
      return honest;
    },
  });
  let baseUrl: string;
  let folder: string;
  let out: string;
  before(async () => (baseUrl = await ckan.listen()));
  after(() => ckan.close());
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'export-'));
    out = path.join(folder, 'records.jsonl');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const args = (resource: string, ...more: string[]) => [
    ...['export', '--base-url', baseUrl, '--resource', resource, '--out', out],
    ...more,
  ];
  const lastLine = (stderr: string) => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;

  it('writes the file that it names, and says all about it in one line of JSON', async () => {
    const { code, stdout, stderr } = await run(args('many'));
    assert.deepEqual([code, stdout], [0, '']);
    const content = fs.readFileSync(out);
    const { seconds, ...outcome } = lastLine(stderr);
    assert.deepEqual(outcome, {
      records: 500,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      complete: true,
      requests: ckan.calls.length,
    });
    assert.ok(typeof seconds === 'number');
    assert.match(stderr, /^Paging by offset, sorted by _id\.\n/);
    assert.equal(content.toString().trimEnd().split('\n').length, 500);
  });

  it('says what the format can’t hold exactly', async () => {
    const { code, stderr } = await run(args('exact', '--format', 'xlsx'));
    assert.equal(code, 0);
    assert.match(stderr, /^Values that Excel \(XLSX\) can't hold exactly were written as text: "n" \(1\)\.$/m);
    assert.equal(lastLine(stderr)['complete'], true);
  });

  it('keeps what it has when the portal fails, and goes on with it', async () => {
    const failed = await run(args('broken'));
    assert.equal(failed.code, 3);
    assert.match(failed.stderr, /records are kept\. Use --resume to continue/);
    const { complete, sha256, records } = lastLine(failed.stderr);
    assert.deepEqual([complete, sha256], [false, null]);
    assert.ok(Number(records) >= 100);
    assert.deepEqual(fs.readdirSync(folder).toSorted(), ['records.jsonl.part', 'records.jsonl.part.json']);
    assert.equal((await run(args('broken', '--resume'))).code, 3);
  });

  it('ends where the portal asks to wait longer than --max-wait, and goes on later', async () => {
    const ended = await run(args('busy', '--max-wait', '60'));
    assert.equal(ended.code, 5);
    assert.match(ended.stderr, /is busy and asks to wait until .+ Run again after that\.\n\d+ records are kept\./);
    const { records, complete } = lastLine(ended.stderr);
    assert.ok(Number(records) >= 100 && complete === false);
    isBusy = false;
    const { code, stderr } = await run(args('busy', '--max-wait', '60', '--resume'));
    assert.deepEqual([code, lastLine(stderr)['records']], [0, 500]);
  });

  it('keeps what it has when it is stopped, and goes on with it', async () => {
    const held = new Promise<void>((resolve) => (hold = resolve));
    const { child, done } = start(args('slow'));
    await held;
    hold = undefined;
    child.kill('SIGINT');
    const { code, stderr } = await done;
    release();
    assert.equal(code, 130);
    assert.match(stderr, /records are kept\. Use --resume to continue/);
    const before = ckan.calls.length;
    const { code: ended, stderr: said } = await run(args('slow', '--resume'));
    assert.equal(ended, 0);
    assert.deepEqual([lastLine(said)['records'], lastLine(said)['requests']], [500, ckan.calls.length - before]);
    const ids = fs
      .readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { _id: number })._id);
    assert.deepEqual(
      ids,
      Array.from({ length: 500 }, (_, at) => at + 1),
    );
  });

  it('overwrites a file only with --force', async () => {
    fs.writeFileSync(out, 'mine');
    const refused = await run(args('many'));
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /exists\. Use --force to overwrite it/);
    assert.equal(fs.readFileSync(out, 'utf8'), 'mine');
    assert.equal((await run(args('many', '--force'))).code, 0);
    assert.notEqual(fs.readFileSync(out, 'utf8'), 'mine');
  });

  const place = ['--base-url', 'https://data.example.org', '--resource', 'r'];
  const formats: readonly (readonly [string, readonly string[], string])[] = [
    ['the ending', ['--out', 'a.csv'], 'csv'],
    ['the ending, however it is written', ['--out', 'A.JSONL'], 'ndjson'],
    ['--format, whatever the ending', ['--out', 'a.csv', '--format', 'json'], 'json'],
  ];
  for (const [what, options, format] of formats)
    it(`takes the format from ${what}`, () => {
      assert.equal(readExportOptions([...place, ...options], {}).question.format, format);
    });

  it('writes CSV as it is told to, and says what it changed', async () => {
    out = path.join(folder, 'records.csv');
    const { code, stderr } = await run([...args('formulas', '--delimiter', 'semicolon', '--bom', '--lf', '--safe')]);
    assert.equal(code, 0, stderr);
    assert.equal(fs.readFileSync(out, 'utf8'), "\ufeff_id;t\n1;'=1+1\n2;a,b\n");
    assert.match(stderr, /apostrophe/i);
  });

  it('takes two sets of CSV options with a file: of the one that is read and of the one that is written', () => {
    const args = ['in.csv', '--out', 'a.csv', '--delimiter', ';', '--out-delimiter', 'tab', '--out-bom'];
    const { file, question } = readExportOptions(args, {});
    assert.deepEqual([file?.choices.delimiter, question.options?.csv], [';', { delimiter: '\t', bom: true }]);
    assert.equal(readExportOptions(['in.csv', '--out', 'a.json', '--delimiter', ';'], {}).question.options, undefined);
    assert.throws(() => readExportOptions([...args, '--lf'], {}), /^UsageError: --lf: with a file, use --out-lf\.$/);
    const portal = [...place, '--out', 'a.csv', '--delimiter', 'comma', '--out-delimiter', 'pipe', '--out-safe'];
    assert.deepEqual(readExportOptions(portal, {}).question.options?.csv, { delimiter: '|', safe: true });
  });

  it('takes the number of pages to request at a time', () => {
    const { pagesAtOnce, mostWaitMs } = readExportOptions(
      [...place, '--out', 'a.csv', '--pages-at-once', '3', '--max-wait', '60'],
      {},
    );
    assert.deepEqual([pagesAtOnce, mostWaitMs], [3, 60_000]);
  });

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /--out is missing/],
    [['--out', 'a'], /--format: the file's extension doesn't say\. Use one of csv, /],
    [['--out', 'a.csv', '--format', 'table'], /--format: unknown format "table"/],
    [['--out', 'a.csv', '--resume', '--force'], /used together: --force starts over/],
    [['--out', 'a.csv', '--delimiter', 'x'], /--out-delimiter: use one of comma, semicolon, tab, pipe\./],
    [['--out', 'a.json', '--safe'], /are for CSV/],
    [['--out', 'a.csv', '--max-wait', '1.5'], /--max-wait: "1\.5" isn't a whole number/],
    [['--out', 'a.csv', '--pages-at-once', '0'], /--pages-at-once: use a number from 1 to 3\./],
    [['--out', 'a.csv', '--pages-at-once', '4'], /--pages-at-once: use a number from 1 to 3\./],
  ];
  for (const [options, message] of wrong)
    it(`says what is wrong with ${options.join(' ') || 'nothing'}`, () => {
      assert.throws(() => readExportOptions([...place, ...options], {}), { name: 'UsageError', message });
    });
});
