/** The tarball of the command line (scripts/packageCli.mjs), installed by npm into an empty prefix. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

const run = promisify(execFile);

describe('The package of the command line', function () {
  this.timeout(120_000);

  const prefix = fs.mkdtempSync(path.join(os.tmpdir(), 'cli-package-'));
  // The command starts with the Node of these tests, because the one of the system may be too old.
  const env = { ...process.env, PATH: [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter) };
  const command = path.join(prefix, 'bin', 'datastore-explorer');
  const installed = path.join(prefix, 'lib', 'node_modules', 'datastore-explorer');
  after(() => fs.rmSync(prefix, { recursive: true }));

  it('has at most 5 MB and is installed by npm', async () => {
    const packed = await run(process.execPath, ['scripts/packageCli.mjs'], { cwd: projectRoot });
    const [tarball = '', size = ''] = packed.stdout.split('\n');
    console.log(`      ${size}`);
    assert.match(size, /^cli-package-mb \d\.\d\d 5 ok$/);
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', ['install', '--global', '--prefix', prefix, ...quiet, path.join(projectRoot, tarball)], { env });
    assert.deepEqual(fs.readdirSync(installed).toSorted(), [
      ...['LICENSE', 'NOTICE.txt', 'README.md', 'dist', 'docs', 'media', 'node_modules', 'package.json'],
    ]);
    const loaded = fs.readdirSync(path.join(installed, 'dist'));
    assert.ok(
      ['service.js', 'mcp.js'].every((name) => loaded.includes(name)) && loaded.every((name) => name.endsWith('.js')),
      loaded.join(),
    );
  });

  it('reads a file', async () => {
    const file = path.join(projectRoot, 'media', 'sample', 'lessons.csv');
    const args = [
      'search',
      file,
      '--filters',
      '{"subject": "art"}',
      '--fields',
      'code',
      '--limit',
      '1',
      '--format',
      'csv',
    ];
    const { stdout } = await run(command, args, { env, cwd: prefix });
    assert.equal(stdout, 'code\r\n00151\r\n');
  });

  it('names its version and every licence, and its links lead to files', async () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    assert.equal((await run(command, ['--version'], { env })).stdout, `${version ?? ''}\n`);
    const notice = fs.readFileSync(path.join(installed, 'NOTICE.txt'), 'utf8');
    for (const name of ['undici', 'yauzl', 'pg']) assert.match(notice, new RegExp(`^${name} \\d\\S* \\(MIT\\)$`, 'm'));
    const readme = fs.readFileSync(path.join(installed, 'README.md'), 'utf8');
    for (const [, link = ''] of readme.matchAll(/\]\(([^)#]+)/g))
      assert.ok(fs.existsSync(path.join(installed, link)), link);
  });
});
