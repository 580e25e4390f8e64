// `npm run package [-- --target win32-x64] [-- --out FILE]`: the VSIX of one platform, with the native DuckDB of that platform only.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { build } from './steps/build.mjs';
import { root } from './steps/progress.mjs';

const here = `${process.platform}-${process.arch}`;
const readJson = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
const manifest = readJson('package.json');
const {
  values: { target, out = path.join(root, 'build', `${manifest.name}-${manifest.version}-${target}.vsix`) },
} = parseArgs({ options: { target: { type: 'string', default: here }, out: { type: 'string' } } });

/** Another platform's binary is not installed here: npm fetches it, at the version that ours has. */
function useNativeFilesOf(platform) {
  const ours = readJson('node_modules/@duckdb/node-bindings/package.json');
  const name = `@duckdb/node-bindings-${platform}`;
  const version = ours.optionalDependencies[name];
  if (!version) throw new Error(`DuckDB has no build for ${platform}`);
  const cache = path.join(root, '.cache', 'native', platform);
  const [os, cpu] = platform.split('-');
  fs.mkdirSync(cache, { recursive: true });
  execFileSync(
    'npm',
    [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      `--prefix=${cache}`,
      `--os=${os}`,
      `--cpu=${cpu}`,
      `${name}@${version}`,
    ],
    { stdio: 'inherit' },
  );
  const native = path.join(root, 'dist', 'native');
  fs.rmSync(native, { recursive: true, force: true });
  const files = path.join(cache, 'node_modules', name);
  for (const file of fs.readdirSync(files).filter((entry) => /\.(node|so|dylib|dll)$/.test(entry)))
    fs.cpSync(path.join(files, file), path.join(native, platform, file), { dereference: true });
}

build('--release');
if (target !== here) useNativeFilesOf(target);
fs.mkdirSync(path.dirname(out), { recursive: true });
await createVSIX({
  cwd: root,
  target,
  packagePath: out,
  dependencies: false,
  allowMissingRepository: true,
  // Until the project is published somewhere there is no address that README's picture could be given.
  rewriteRelativeLinks: false,
});
console.log(`${path.relative(root, out)}: ${(fs.statSync(out).size / 1e6).toFixed(1)} MB`);
