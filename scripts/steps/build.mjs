// Builds dist/ only if its sources have changed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root, runNode } from './progress.mjs';

/** Everything that is part of the packaged extension, or decides how it is built. */
const inputs = [
  'src',
  'media',
  'l10n',
  'esbuild.js',
  'scripts/steps/iconStyle.mjs',
  'scripts/steps/nativeFiles.mjs',
  'scripts/steps/platforms.mjs',
  'package.json',
  'package.nls.json',
  'package-lock.json',
  '.vscodeignore',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** A hash over the names and contents of all inputs, and of `others`. */
export function sourceHash(...others) {
  const hash = createHash('sha256');
  for (const file of [...inputs, ...others].flatMap(filesUnder).sort())
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** The paths of a file, or of all files in a folder without those of packages, from the project's own folder. */
export function filesUnder(name) {
  const stat = fs.statSync(path.join(root, name), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [name];
  return fs
    .readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules', root.length))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

export function build(...options) {
  runNode('esbuild.js', ...options);
}

/** The stamp is inside dist/, so that it disappears when another build empties that folder. */
const stamp = path.join(root, 'dist', '.stamp');

export const readStamp = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined);

/** Builds if necessary, and returns the hash of the sources. */
export function buildIfStale() {
  const hash = sourceHash();
  if (readStamp(stamp) !== hash) {
    build();
    fs.writeFileSync(stamp, hash);
  }
  return hash;
}
