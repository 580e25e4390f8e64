/** Runs `datastore-explorer search FILE` and `export FILE` as their own processes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../../tools/vscode/until.ts';
import { serveOptions } from '../../../src/service/process/serveOptions.ts';
import { runCli, startCli } from '../../support/drivers/commandLine.ts';
import { sampleFiles } from '../datastore.ts';

describe('datastore-explorer with a FILE', function () {
  this.timeout(120_000);
  let folder: string;
  let temporary: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'file-command-'));
    temporary = await mkdtemp(path.join(tmpdir(), 'file-command-tmp-'));
  });
  after(async () => {
    for (const each of [folder, temporary]) await rm(each, { recursive: true });
  });
  afterEach(async () => assert.deepEqual(await readdir(temporary), []));

  /** A token and a proxy in the environment are for portals. */
  const env = () => ({ TMPDIR: temporary, DATASTORE_TOKEN: 'not\nfor files', HTTP_PROXY: 'http://127.0.0.1:1' });
  const run = (...args: readonly string[]) => runCli(args, env());
  const written = async (name: string, content: string | Uint8Array) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  };

  it('search: gives the records that are asked for, and says on stderr how the file was read', async () => {
    const file = await written('trees.csv', 'kind;height\noak;1.50\nash;2.00\noak;30.25\n');
    const before = await stat(file);
    const args = ['--filters', '{"kind": "oak"}', '--fields', 'height', '--sort', 'height desc', '--limit', '1'];
    const { code, stdout, stderr } = await run('search', file, ...args, '--format', 'csv');
    assert.deepEqual([code, stdout], [0, 'height\r\n30.25\r\n']);
    assert.equal(stderr, 'trees.csv: 3 records, csv, utf-8, delimiter ";", quote "\n');
    const { mtimeMs, size } = await stat(file);
    assert.deepEqual([mtimeMs, size], [before.mtimeMs, before.size]);
    assert.deepEqual(await readdir(folder), ['trees.csv']);
  });

  it('search: searches words and operators, and takes a relative path', async () => {
    const relative = path.relative(process.cwd(), sampleFiles.lessons);
    const all = await run('search', relative, '--format', 'ndjson', '--fields', '_id');
    assert.equal(all.stdout.split('\n').length, 121);
    const { code, stdout } = await run('search', relative, '--q', 'art', '--limit', '2', '--format', 'ndjson');
    assert.deepEqual([code, stdout.split('\n').length], [0, 3]);
  });

  it('search: takes the import options of serve, and --format says what is written', async () => {
    const file = await written('no ending', 'Größe|1\nStraße|2\n');
    const latin = await written('latin', Buffer.from('name|n\nStra\xdfe|2\n', 'latin1'));
    const args = ['--file-format', 'csv', '--delimiter', 'pipe', '--format', 'json'];
    assert.deepEqual(JSON.parse((await run('search', file, ...args, '--no-header')).stdout), [
      { _id: 1, 'field 1': 'Größe', 'field 2': 1 },
      { _id: 2, 'field 1': 'Straße', 'field 2': 2 },
    ]);
    assert.deepEqual(JSON.parse((await run('search', latin, ...args, '--encoding', 'windows-1252')).stdout), [
      { _id: 1, name: 'Straße', n: 2 },
    ]);
  });

  it('search: names the tables of a file with several, and reads the chosen one', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const file = path.join(folder, 'two.sqlite');
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE "b c" (x INTEGER); CREATE TABLE a (y TEXT); INSERT INTO a VALUES (\'ü\')');
    database.close();
    const several = await run('search', file);
    assert.deepEqual([several.code, several.stdout], [2, '']);
    assert.match(several.stderr, /^two\.sqlite has several tables: "b c", "a"\. Choose one with --table NAME\.\n$/);
    const chosen = await run('search', file, '--table', 'a', '--format', 'csv');
    assert.deepEqual([chosen.code, chosen.stdout], [0, '_id,y\r\n1,ü\r\n']);
    const missing = await run('search', file, '--table', 'd');
    assert.deepEqual([missing.code, missing.stdout], [2, '']);
    assert.match(missing.stderr, /The file has no such table\./);
  });

  for (const [what, args, message] of [
    ["a file that doesn't exist", ['missing.csv'], /^missing\.csv: The file doesn't exist\.\n$/],
    ['a folder', ['.'], /: This isn't a file\.\n$/],
    ['a schema that is missing', [sampleFiles.lessons, '--schema', 'none.json'], /none\.json: file not found/],
  ] as const)
    it(`search: ends with 2 and one line for ${what}`, async () => {
      const { code, stdout, stderr } = await run('search', ...args);
      assert.deepEqual([code, stdout, stderr.split('\n').length], [2, '', 2]);
      assert.match(stderr, message);
    });

  it('search: says what to do with a file of another kind', async () => {
    const { code, stderr } = await run('search', await written('paper.csv', '%PDF-1.7\n%\xe2\xe3\n1 0 obj\n'));
    assert.equal(code, 2);
    assert.match(stderr, /^paper\.csv: PDF documents can't be read\./);
  });

  it('search: Ctrl+C ends the import with 130', async () => {
    const lines = Array.from({ length: 300_000 }, (_, n) => `${String(n)},some text,2020-01-01\n`);
    const file = await written('large.csv', `a,b,c\n${lines.join('')}`);
    const { child, done } = startCli(['search', file, '--format', 'csv'], env());
    await until(async () => (await readdir(temporary)).length > 0, 'it has begun');
    child.kill('SIGINT');
    const { code, stdout } = await done;
    assert.deepEqual([code, stdout], [130, '']);
  });

  it('export: writes the file, with options of the file that is read and of the one that is written', async () => {
    const file = await written('in.csv', 'kind;height\noak;1.50\n=ash;2.00\n');
    const out = path.join(folder, 'out.csv');
    const csv = ['--out-delimiter', 'tab', '--out-bom', '--out-lf', '--out-safe'];
    const { code, stdout, stderr } = await run('export', file, '--delimiter', 'semicolon', '--out', out, ...csv);
    assert.deepEqual([code, stdout], [0, '']);
    assert.equal(await readFile(out, 'utf8'), "\uFEFF_id\tkind\theight\n1\toak\t1.50\n2\t'=ash\t2.00\n");
    const outcome = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as { records: number; complete: boolean };
    assert.deepEqual([outcome.records, outcome.complete], [2, true]);
    const again = await run('export', file, '--out', out);
    assert.deepEqual([again.code, again.stderr.includes('already exists. Use --force')], [2, true]);
  });

  it('export: the mode of the file is that of any new file', async () => {
    const out = path.join(folder, 'mode.parquet');
    assert.equal((await run('export', sampleFiles.lessons, '--out', out)).code, 0);
    const other = await written('other', '');
    assert.equal((await stat(out)).mode, (await stat(other)).mode);
  });

  it('export: never writes over the files that it reads', async () => {
    const file = await written('kept.csv', 'a\n1\n');
    const link = path.join(folder, 'link.csv');
    await symlink(file, link);
    const { code, stderr } = await run('export', link, '--out', file, '--force');
    assert.deepEqual([code, await readFile(file, 'utf8')], [2, 'a\n1\n']);
    assert.match(stderr, /^--out: this is a file that is read\./);
    const part = await written('input.csv.part', 'a\n1\n');
    const ended = await run('export', part, '--file-format', 'csv', '--out', path.join(folder, 'input.csv'), '--force');
    assert.deepEqual([ended.code, await readFile(part, 'utf8')], [2, 'a\n1\n']);
    const schema = await written('kept.json', '{"fields":[{"name":"a"}]}');
    const { code: refused } = await run('export', file, '--schema', schema, '--out', schema, '--force');
    assert.deepEqual([refused, await readFile(schema, 'utf8')], [2, '{"fields":[{"name":"a"}]}']);
  });

  it('serve: says which parts of a reading are unsure, in its line and on stderr', async () => {
    // Romanian in ISO 8859-16, as the same bytes are in Latin-1.
    const file = await written('unsure.csv', Buffer.from('ºcoalã;judeþ;preþ;învãþãmânt\n1;2;3;4\n', 'latin1'));
    const { child, done } = startCli(['serve', file], env());
    const [line] = (await once(child.stdout, 'data')) as [string];
    child.kill();
    const { resources } = JSON.parse(line) as { resources: { reading: Record<string, unknown> }[] };
    assert.deepEqual(resources[0]?.reading['unsure'], ['encoding']);
    const { stderr } = await done;
    assert.match(stderr, /^unsure: unsure\.csv: encoding windows-1250 \(choose another with --encoding\)$/m);
  });

  it('serve: --format is another name of --file-format', () => {
    const format = (...args: readonly string[]) => serveOptions([...args, 'a']).choices.format;
    assert.deepEqual([format('--format', 'csv'), format('--file-format', 'csv'), format()], ['csv', 'csv', undefined]);
    assert.throws(() => format('--format', 'csv', '--file-format', 'json'), /--format is another name/);
  });
});
