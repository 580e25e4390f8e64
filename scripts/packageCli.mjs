// `npm run package:cli`: makes the tarball of the command line, which `npm install -g FILE.tgz` installs. It has our own
// code only: npm gets DuckDB for the platform that it is installed on.
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import esbuild from 'esbuild';
import { bundles, options } from '../esbuild.js';
import { noticesOf, packagesOf } from './steps/notices.mjs';
import { root } from './steps/progress.mjs';

const ENGINE = '@duckdb/node-api';
const MOST_MB = 5;

const folder = path.join(root, 'build', 'package', 'cli');
const inFolder = (...names) => path.join(folder, ...names);
fs.rmSync(folder, { recursive: true, force: true });

/** The command and what it loads. */
const LOADED = ['dist/cli.js', 'dist/service.js', 'dist/jschardet.js', 'dist/mcp.js'].filter((file) => file in bundles);

const built = await Promise.all(
  LOADED.map((file) => {
    const { plugins, ...bundle } = options(file, bundles[file]);
    return esbuild.build({
      ...bundle,
      absWorkingDir: root,
      outfile: inFolder(file),
      minify: true,
      sourcemap: false,
      plugins: plugins.filter((plugin) => plugin.name !== 'native-binding'),
      external: [ENGINE, `${ENGINE}/*`],
    });
  }),
);
fs.chmodSync(inFolder('dist', 'cli.js'), 0o755);

const { name, version, license, bin, dependencies } = JSON.parse(
  fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const manifest = {
  ...{ name, version, license, bin },
  description: 'Search, export and serve the records of files and of CKAN portals.',
  engines: { node: '>=22' },
  dependencies: { [ENGINE]: dependencies[ENGINE] },
};
fs.writeFileSync(inFolder('package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
fs.writeFileSync(
  inFolder('NOTICE.txt'),
  noticesOf(new Set(built.flatMap(({ metafile }) => [...packagesOf(metafile)]))),
);
fs.copyFileSync(path.join(root, 'LICENSE'), inFolder('LICENSE'));
const SCHEMA = path.join('media', 'queries.schema.json');
fs.mkdirSync(inFolder('media'));
fs.copyFileSync(path.join(root, SCHEMA), inFolder(SCHEMA));
const docs = path.join(root, 'docs');
fs.mkdirSync(inFolder('docs'));
for (const file of fs.readdirSync(docs).filter((each) => each.endsWith('.md')))
  fs.copyFileSync(path.join(docs, file), inFolder('docs', file));
const readme = fs.readFileSync(path.join(docs, 'cli.md'), 'utf8');
fs.writeFileSync(inFolder('README.md'), readme.replaceAll(/\]\((?=[\w-]+\.md)/g, '](docs/'));

const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', path.join(root, 'build')], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
});
if (status !== 0) process.exit(1);
const tarball = path.join('build', `${name}-${version}.tgz`);
const megabytes = fs.statSync(path.join(root, tarball)).size / 1e6;
// Without the dot, npm takes the path for a repository.
console.log(`./${tarball.replaceAll(path.sep, '/')}`);
console.log(`cli-package-mb ${megabytes.toFixed(2)} ${MOST_MB} ${megabytes <= MOST_MB ? 'ok' : 'missed'}`);
process.exitCode = megabytes <= MOST_MB ? 0 : 1;
