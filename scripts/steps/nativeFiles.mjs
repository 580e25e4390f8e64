// DuckDB's binaries for one platform. npm downloads those of other platforms once, because they aren't installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { platforms } from './platforms.mjs';
import { root } from './progress.mjs';

const { cleanEnvironment, findNpm } = createRequire(import.meta.url)('../setup/npm.cjs');
const cache = path.join(root, 'build', 'native');

/** Copies the binaries below `dist`, where nativeBinding.cjs looks for them. */
export function addNativeFiles(platform, dist) {
  const { bindings, folder } = platforms[platform];
  const name = `@duckdb/node-bindings-${bindings}`;
  const installed = path.join(root, 'node_modules', name);
  const from = fs.existsSync(installed) ? installed : fetched(name);
  for (const file of fs.readdirSync(from).filter((entry) => /\.(node|so|dylib|dll)$/.test(entry)))
    fs.cpSync(path.join(from, file), path.join(dist, 'native', folder, file), { dereference: true });
}

/** The folder of a package downloaded by npm, in the version and with the contents that package-lock.json names. */
function fetched(name) {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`package-lock.json has no ${name}`);
  const { version, integrity } = locked;
  const archive = path.join(cache, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  if (!fs.existsSync(archive) || integrityOf(archive) !== integrity) {
    console.log(`fetching ${name} ${version}`);
    fs.mkdirSync(cache, { recursive: true });
    const pack = ['pack', `${name}@${version}`, '--pack-destination', cache, '--loglevel=error'];
    const env = { ...cleanEnvironment(), npm_config_ignore_scripts: 'true' };
    execFileSync(process.execPath, [findNpm(), ...pack], { cwd: root, env, stdio: 'pipe' });
  }
  if (integrityOf(archive) !== integrity)
    throw new Error(`${archive} is not what package-lock.json names; delete it and try again`);
  const folder = archive.replace(/\.tgz$/, '');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components', '1']);
  return folder;
}

function integrityOf(file) {
  return `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}`;
}
