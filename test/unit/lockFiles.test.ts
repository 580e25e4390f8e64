import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Dependencies of packages that the lock file lacks. `npm ci` refuses such a lock file. */
function missingFrom(lock: Record<string, LockedPackage>): string[] {
  return Object.entries(lock).flatMap(([place, locked]) =>
    Object.keys({
      ...locked.dependencies,
      ...locked.optionalDependencies,
      ...locked.devDependencies,
      ...requiredPeers(locked),
    })
      .filter((name) => !foldersAbove(place).some((folder) => `${folder}node_modules/${name}` in lock))
      .map((name) => `${place} wants ${name}`),
  );
}

function requiredPeers({ peerDependencies = {}, peerDependenciesMeta = {} }: LockedPackage) {
  return Object.fromEntries(
    Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name]?.optional !== true),
  );
}

/**
 * Folders in which Node looks for what is installed at `place`: `a/node_modules/b` -> its own folder, `a/`, the root.
 */
function foldersAbove(place: string): string[] {
  const parts = place === '' ? [''] : `${place}/`.split(/(?=node_modules\/)/);
  const folders = parts.map((_, end) => parts.slice(0, end + 1).join(''));
  return ['', ...folders];
}

describe('a lock file', () => {
  for (const folder of ['.', 'tools/vscode', 'test/bench/grid'])
    it(`names every package that is asked for, of other platforms too: ${folder}`, () => {
      const file = path.join(projectRoot, folder, 'package-lock.json');
      const { packages } = JSON.parse(fs.readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
      assert.ok(Object.keys(packages).length > 1);
      assert.deepEqual(missingFrom(packages), []);
    });
});
