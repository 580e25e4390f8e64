/** A disk whose n-th operation fails, under Node's own `fs/promises`. */
import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface DiskFailure {
  /** The number of the operation that fails, from 1. */
  readonly at: number;
  /** All behind it fail as well: the disk stays full, the folder stays gone. */
  readonly isLasting: boolean;
}

type Operation = (...args: never[]) => Promise<unknown>;

const OF_FOLDERS = [
  'open',
  'rename',
  'rm',
  'stat',
  'link',
  'unlink',
  'writeFile',
  'readFile',
  'mkdir',
  'access',
  'readdir',
] as const;
const OF_FILES = ['writeFile', 'write', 'appendFile', 'sync', 'datasync', 'close', 'stat', 'truncate', 'read'] as const;

/** How many operations there were, and whether one failed. */
export async function onFailingDisk(failure: DiskFailure, work: () => Promise<void>): Promise<boolean> {
  const handles = await prototypeOfHandles();
  let [count, inside, failed] = [0, false, false];
  const restore: (() => void)[] = [];
  const patch = (owner: object, name: string): void => {
    const real = Reflect.get(owner, name) as Operation;
    Reflect.set(owner, name, async function (this: unknown, ...args: never[]) {
      // What an operation does itself, such as the reads of readFile, is a part of it.
      if (inside) return real.apply(this, args);
      count += 1;
      const fails = failure.isLasting ? count >= failure.at : count === failure.at;
      if (fails) failed = true;
      // A close that fails has closed all the same.
      if (!fails || name === 'close') {
        inside = name !== 'close';
        const work = real.apply(this, args);
        inside = false;
        const result = await work;
        if (!fails) return result;
      }
      if (name === 'write' || name === 'writeFile' || name === 'appendFile') await half(real, this, args);
      throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: 'ENOSPC' });
    });
    restore.push(() => Reflect.set(owner, name, real));
  };
  for (const name of OF_FOLDERS) patch(fs, name);
  for (const name of OF_FILES) patch(handles, name);
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const back of restore) back();
    syncBuiltinESMExports();
  }
  return failed;
}

/** A full disk takes the beginning. */
async function half(real: Operation, owner: unknown, args: readonly never[]): Promise<void> {
  const place = args.findIndex((arg) => typeof arg === 'string' || (arg as unknown) instanceof Uint8Array);
  const data = args[place] as string | Uint8Array | undefined;
  if (data === undefined || owner === fs) return;
  const [, offset, length, position] = args as readonly unknown[];
  if (typeof position === 'number' && typeof length === 'number') {
    await real.call(owner, ...([data, offset, length >> 1, position] as never[]));
    return;
  }
  await real.call(owner, data.slice(0, data.length >> 1) as never);
}

async function prototypeOfHandles(): Promise<object> {
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'handle-'));
  const handle: FileHandle = await fs.open(path.join(folder, 'file'), 'w');
  await handle.close();
  await fs.rm(folder, { recursive: true });
  return Object.getPrototypeOf(handle) as object;
}
