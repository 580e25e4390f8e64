/**
 * The right to do what only one process at a time may do in a folder: a file whose name says whose it is. Whoever makes one
 * looks for others afterwards, so of two that come at once at least one sees the other. A process that dies loses its claims.
 */
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isLeftBehind, ownerOf, ownName } from '../../disk/owner.ts';

const SHORTEST_WAIT_MS = 4;
const LONGEST_WAIT_MS = 250;

export class Claim {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Undefined while another process has it, and perhaps when several try at the same time. */
  static async take(directory: string, name: string): Promise<Claim | undefined> {
    if ((await holders(directory, name)).length > 0) return undefined;
    const own = `${name}.${ownName()}.lock`;
    const claim = new Claim(join(directory, own));
    await (await open(claim.#file, 'wx', 0o600)).close();
    const others = (await holders(directory, name)).filter((other) => other !== own);
    if (others.length === 0) return claim;
    await claim.release();
    return undefined;
  }

  /** `onHeld` gets the last note of the one who has it. Rejects with the reason of the abort. */
  static async wait(
    directory: string,
    name: string,
    signal: AbortSignal,
    onHeld: (note: string) => void | Promise<void> = () => undefined,
  ): Promise<Claim> {
    for (let pause = SHORTEST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
      signal.throwIfAborted();
      const claim = await Claim.take(directory, name);
      if (claim !== undefined) return claim;
      const [holder] = await holders(directory, name);
      if (holder !== undefined) await onHeld(await readFile(join(directory, holder), 'utf8').catch(() => ''));
      // Two that gave way to each other must not come back at the same moment.
      await delay(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }

  /** The number of the process that has it. */
  static async holder(directory: string, name: string): Promise<number | undefined> {
    const [holder] = await holders(directory, name);
    return holder === undefined ? undefined : ownerOf(holder);
  }

  /** For processes that wait. All notes of a claim have one length, so that none is read half written. */
  async note(text: string): Promise<void> {
    await writeFile(this.#file, text, { flag: 'r+' });
  }

  async release(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}

/** Claims of processes that live. */
async function holders(directory: string, name: string): Promise<readonly string[]> {
  const claims = (await readdir(directory)).filter(
    (each) => each.startsWith(`${name}.`) && each.endsWith('.lock'),
  );
  return claims.filter((each) => !isLeftBehind(each));
}
