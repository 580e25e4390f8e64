import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

/** Files for users, at least one of each kind. */
const wanted = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'dist/cli.js',
  'dist/database.js',
  'dist/extension.js',
  'dist/native/linux-x64/duckdb.node',
  'dist/native/linux-x64/libduckdb.so',
  'dist/service.js',
  'dist/webview/codicon.css',
  'dist/webview/form.js',
  'dist/webview/options.js',
  'media/datastore.svg',
  'media/icon.png',
  'media/l10n/bundle.l10n.de.json',
  'media/portals.json',
  'media/queries.schema.json',
  'media/sample/projects.csv',
  'media/skills/datastore/SKILL.md',
  'media/sql/language-configuration.json',
  'media/walkthrough/search.svg',
  'package.json',
  'package.nls.de.json',
  'package.nls.json',
];

/** Files that a working copy has, or might have one day. */
const unwanted = [
  '.ci/run',
  '.env',
  '.gitignore',
  '.vscode/launch.json',
  'CONTRIBUTING.md',
  'build/types/src.tsbuildinfo',
  'dist/.stamp',
  'dist/extension.js.map',
  'dist/webview/form.js.map',
  'esbuild.js',
  'media/source/icon.xcf',
  'notes.txt',
  'package-lock.json',
  'scripts/start.mjs',
  'src/extension.ts',
  'test/unit/package.test.ts',
  'tools/vscode/package.json',
  'tsconfig.json',
];

describe('the packaged extension', () => {
  let folder: string;

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-package-'));
    for (const file of [...wanted, ...unwanted]) {
      fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), 'x');
    }
    for (const file of ['.vscodeignore', 'package.json'])
      fs.copyFileSync(path.join(projectRoot, file), path.join(folder, file));
  });

  after(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('holds what it is at run time, and nothing else', async () => {
    const files = await listFiles({ cwd: folder, packageManager: PackageManager.None });
    assert.deepEqual([...files].sort(), wanted);
  });
});

describe('the manifest', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
    readonly contributes: {
      readonly configurationDefaults?: {
        readonly 'remote.portsAttributes'?: Readonly<Record<string, { readonly onAutoForward: string }>>;
      };
    };
  };
  /** VS Code searches for the pattern in the command line of the listening process. */
  const isIgnored = (commandLine: string): boolean =>
    Object.entries(manifest.contributes.configurationDefaults?.['remote.portsAttributes'] ?? {}).some(
      ([pattern, { onAutoForward }]) => onAutoForward === 'ignore' && new RegExp(pattern).test(commandLine),
    );

  const ours: readonly [system: string, commandLine: string][] = [
    [
      'Linux',
      '/opt/node\0/home/me/.vscode-server/extensions/datastore-explorer.datastore-explorer-0.1.0-linux-x64/dist/service.js',
    ],
    [
      'macOS',
      'Code Helper /Users/My Name/.vscode/extensions/datastore-explorer.datastore-explorer-0.1.0/dist/service.js',
    ],
    [
      'Windows',
      String.raw`Code.exe C:\Users\me\.vscode\extensions\datastore-explorer.datastore-explorer-0.1.0\dist\service.js`,
    ],
  ];
  for (const [system, commandLine] of ours)
    it(`keeps VS Code from forwarding the ports of our services, on ${system}`, () => {
      assert.ok(isIgnored(commandLine));
      assert.ok(isIgnored(commandLine.replace('service.js', 'database.js')));
    });

  for (const commandLine of ['node /home/me/app/dist/service.js', 'node /home/me/datastore-explorer/dist/cli.js serve'])
    it(`leaves other ports to VS Code: ${commandLine}`, () => {
      assert.ok(!isIgnored(commandLine));
    });
});
