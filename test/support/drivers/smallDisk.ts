/** A disk of a few MiB in the place of a folder, for processes that are running already. Linux only; needs root. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** The shell keeps the disk until its input ends, so that none is left when this process dies. */
const KEEP = 'mount -t tmpfs -o "size=$1m,mode=0700" none "$0" || exit; echo mounted; read -r _; umount -l "$0"';

export class SmallDisk {
  readonly folder: string;
  readonly #keeper: ChildProcess;

  private constructor(folder: string, keeper: ChildProcess) {
    this.folder = folder;
    this.#keeper = keeper;
  }

  /** Hides what the folder has until `end`. Writing more than that fails with ENOSPC. */
  static async mount(folder: string, mebibytes: number): Promise<SmallDisk> {
    const keeper = spawn('sh', ['-c', KEEP, folder, String(mebibytes)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const mounted = await Promise.race([once(keeper.stdout, 'data'), once(keeper, 'close')]);
    if (!String(mounted[0]).startsWith('mounted')) throw new Error(`No disk could be mounted at ${folder}.`);
    return new SmallDisk(folder, keeper);
  }

  /** From then on, writing fails with EROFS, for root as well. False while a file is open for writing. */
  forbidWriting(): boolean {
    return spawnSync('mount', ['-o', 'remount,ro', this.folder]).status === 0;
  }

  async end(): Promise<void> {
    const ended = once(this.#keeper, 'close');
    this.#keeper.stdin?.end();
    await ended;
  }
}
