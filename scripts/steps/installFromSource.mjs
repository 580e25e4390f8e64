// Installs the packaged files into an extensions folder, like VS Code does with a VSIX.
import fs from 'node:fs';
import path from 'node:path';
import { buildIfStale, readStamp } from './build.mjs';
import { root } from './progress.mjs';

/** Builds and installs into `extensionsDir`, unless the same files are there already. */
export async function installFromSource(extensionsDir) {
  const hash = buildIfStale();
  const stamp = path.join(extensionsDir, '.stamp');
  if (readStamp(stamp) === hash) return;

  // vsce is loaded here, because that takes longer than the rest of a second start.
  const { listFiles, PackageManager } = await import('@vscode/vsce');
  const { publisher, name, version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const target = path.join(extensionsDir, `${publisher}.${name}-${version}`);
  fs.rmSync(extensionsDir, { recursive: true, force: true });
  for (const file of await listFiles({ cwd: root, packageManager: PackageManager.None }))
    fs.cpSync(path.join(root, file), path.join(target, file));
  fs.writeFileSync(stamp, hash);
}
