/** A disk of a few MiB, for one process: what is written beyond gets ENOSPC. Linux only; needs `unshare`, and no root. */
import { spawnSync } from 'node:child_process';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

/**
 * Runs a module's text with the disk at `folder`, in a mount namespace of its own: nothing of it is left afterwards.
 * @returns what it wrote to standard output. Throws with what it wrote to standard error when it fails.
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
  if (child.status !== 0)
    throw new Error(`A disk of ${String(mebibytes)} MiB could not be used: ${child.stderr}`);
  return child.stdout.trim();
}
