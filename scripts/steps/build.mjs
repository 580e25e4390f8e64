// Builds dist/ only when what it is made of has changed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root, runNode } from './progress.mjs';

/** Everything that ends up in the packaged extension, or decides how. */
const inputs = [
  'src',
  'media',
  'l10n',
  'esbuild.js',
  'package.json',
  'package.nls.json',
  'package-lock.json',
  '.vscodeignore',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** One hash over the names and contents of all inputs, and of the `others`. */
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

function filesUnder(name) {
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

/** The stamp lies in dist/ itself: whoever else builds empties that folder first, and the stamp is gone. */
const stamp = path.join(root, 'dist', '.stamp');

export const readStamp = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined);

/** Returns the hash of what was built. */
export function buildIfStale() {
  const hash = sourceHash();
  if (readStamp(stamp) !== hash) {
    build();
    fs.writeFileSync(stamp, hash);
  }
  return hash;
}
