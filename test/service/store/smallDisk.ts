import { spawnSync } from 'node:child_process';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

/**
 * Runs a module's text with a disk of a few MiB at `folder`, where writing more fails with ENOSPC. It uses a mount
 * namespace, so nothing is left afterwards. Linux only; needs `unshare`, but not root. Throws with its standard error
 * if it fails.
 * @returns its standard output
 */
export function withSmallDisk(folder: string, mebibytes: number, script: string): string {
  const isRoot = process.getuid?.() === 0;
  const mount = `mount -t tmpfs -o size=${String(mebibytes)}m,mode=0700 none "$0" && exec "$1" --input-type=module -e "$2"`;
  const namespace = isRoot ? ['--mount'] : ['--mount', '--map-root-user'];
  const child = spawnSync('unshare', [...namespace, 'sh', '-c', mount, folder, process.execPath, script], {
    encoding: 'utf8',
    cwd: projectRoot,
  });
  if (child.error) throw child.error;
  if (child.status !== 0) throw new Error(`A disk of ${String(mebibytes)} MiB could not be used: ${child.stderr}`);
  return child.stdout.trim();
}
