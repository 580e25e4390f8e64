/** What is in each VSIX that scripts/package.mjs has made: `VSIX_TARGETS=darwin-arm64,universal` names others. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { filesOfVsix, THIS_TARGET, vsixOf } from '../support/drivers/vsix.ts';
import { platformsOfBinary } from './binaryPlatform.ts';

const UNIVERSAL = 'universal';
const MEGABYTE = 1e6;
const targets = process.env['VSIX_TARGETS']?.split(',') ?? [THIS_TARGET, 'win32-x64', UNIVERSAL];

/** At run time all of it is needed, on every platform. */
const NEEDED = [
  'package.json',
  'package.nls.json',
  'NOTICE.txt',
  'LICENSE.txt',
  'readme.md',
  'changelog.md',
  'dist/extension.js',
  'dist/service.js',
  'dist/cli.js',
  'dist/database.js',
  'dist/mcp.js',
  'dist/webview/form.js',
  'dist/webview/chart.js',
  'dist/webview/grid.js',
  'dist/webview/options.js',
  'dist/webview/codicon.css',
  'media/icon.png',
  'media/sample/lessons.csv',
];

const NEVER = /\.(ts|map|tsbuildinfo|vsix)$|^(src|test|scripts|build|tools|node_modules|\.)|\.stamp$/;

for (const target of targets)
  describe(`The VSIX for ${target}`, () => {
    let files: ReadonlyMap<string, Buffer>;
    const names = () => [...files.keys()];
    const text = (name: string) => files.get(name)?.toString('utf8') ?? '';

    before(async () => {
      files = await filesOfVsix(vsixOf(target));
    });

    it('holds what the extension is at run time', () => {
      assert.deepEqual(
        NEEDED.filter((name) => !files.has(name)),
        [],
      );
      assert.equal(files.has('dist/jschardet.js'), target !== UNIVERSAL);
      // The panel loads it while people wait.
      assert.ok((files.get('dist/webview/chart.js')?.length ?? 0) <= 130_000);
    });

    it('holds no sources, tests or source maps', () => {
      assert.deepEqual(
        names().filter((name) => NEVER.test(name)),
        [],
      );
      for (const name of names().filter((entry) => entry.endsWith('.js')))
        assert.doesNotMatch(text(name), /sourceMappingURL=/, name);
    });

    it('names the licence of everything that others wrote', () => {
      const notice = text('NOTICE.txt');
      for (const [name, licence] of [
        ['undici', /MIT/],
        ['lit-html', /BSD-3-Clause/],
        ['@vscode/codicons', /CC-BY-4\.0/],
        ['@duckdb/node-api', /MIT/],
        ...(target === UNIVERSAL ? [] : [['@duckdb/node-bindings', /MIT/] as const]),
      ] as const)
        assert.match(notice, new RegExp(`^${name} \\d\\S* \\(.*${licence.source}.*\\)$`, 'm'));
    });

    if (target === UNIVERSAL) {
      it('is for every platform, has no engine, and is smaller than 2 MB', () => {
        assert.doesNotMatch(text('extension.vsixmanifest'), /TargetPlatform=/);
        assert.deepEqual(
          names().filter((name) => name.startsWith('dist/native/')),
          [],
        );
        assert.ok(fs.statSync(vsixOf(target)).size < 2 * MEGABYTE);
      });
      return;
    }

    it('says for which platform it is', () => {
      assert.match(text('extension.vsixmanifest'), new RegExp(` TargetPlatform="${target}"`));
    });

    it('holds the engine of that platform, where it is looked for, and no other', () => {
      // Node calls Alpine "linux" too.
      const folder = target.replace('alpine', 'linux');
      const native = names().filter((name) => name.startsWith('dist/native/'));
      assert.ok(native.includes(`dist/native/${folder}/duckdb.node`));
      assert.equal(native.length, 2);
      for (const name of native) {
        assert.ok(name.startsWith(`dist/native/${folder}/`), name);
        const binary = files.get(name);
        assert.ok(binary);
        assert.ok(platformsOfBinary(binary).includes(target), `${name}: ${platformsOfBinary(binary).join()}`);
      }
    });

    it('is smaller than 45 MB', () => {
      assert.ok(fs.statSync(vsixOf(target)).size < 45 * MEGABYTE);
    });
  });
