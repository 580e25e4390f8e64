// The licences of other people's work in the VSIX: of everything that the bundles contain, and of the files beside
// them.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './progress.mjs';

const SHIPPED_AS_FILES = ['@vscode/codicons'];
const SHIPPED_WITH_ENGINE = ['@duckdb/node-bindings'];

/** Licence texts from the repositories of packages that don't include theirs. */
const collected = path.join(root, 'scripts', 'licenses');

/**
 * All licences as one text. `hasEngine` means that the VSIX contains DuckDB. Reads what esbuild.js noted about its
 * bundles (build/*.meta.json).
 */
export function notices(hasEngine) {
  const names = new Set([...SHIPPED_AS_FILES, ...(hasEngine ? SHIPPED_WITH_ENGINE : [])]);
  for (const bundle of fs.readdirSync(path.join(root, 'dist'), { recursive: true })) {
    const file = path.join(root, 'build', `${path.basename(bundle)}.meta.json`);
    if (!bundle.endsWith('.js')) continue;
    for (const name of packagesOf(JSON.parse(fs.readFileSync(file, 'utf8')))) names.add(name);
  }
  return noticesOf(names);
}

/** The packages of which esbuild has put something into its bundles. */
export function packagesOf({ inputs }) {
  const names = Object.keys(inputs).map((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

/** The licences of the named packages as one text. */
export function noticesOf(names) {
  const head = 'Datastore Explorer contains software of others, under these licences.\n';
  return [head, ...[...names].sort().map(noticeOf)].join(`\n${'='.repeat(80)}\n\n`);
}

function noticeOf(name) {
  const folder = path.join(root, 'node_modules', name);
  const { version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const brought = fs
    .readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => path.join(folder, file));
  const files = brought.length > 0 ? brought : [path.join(collected, `${name.replace('/', '-')}.txt`)];
  const texts = files.map((file) => fs.readFileSync(file, 'utf8').trim());
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}
