/**
 * An exclusive right inside a folder, held as a file whose name identifies the holder. A process makes its file first
 * and looks for others' afterwards, so at least one of two processes that come at once sees the other. A process that
 * dies loses its claims.
 */
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isLeftBehind, ownerOf, ownName } from './owner.ts';

const SHORTEST_WAIT_MS = 4;
const LONGEST_WAIT_MS = 250;

/** Claims of this process, including those whose files aren't made yet, or couldn't be deleted on a failing disk. */
const OWN = new Set<string>();

export class Claim {
  readonly #key: string;
  readonly #file: string;

  private constructor(directory: string, name: string) {
    this.#key = join(directory, name);
    this.#file = `${this.#key}.${ownName()}.lock`;
  }

  /** Undefined while another holder exists, and perhaps if several processes try at once. Throws file system errors. */
  static async take(directory: string, name: string): Promise<Claim | undefined> {
    const claim = new Claim(directory, name);
    // The check comes before the first await, so the first of two callers in this process wins.
    if (OWN.has(claim.#key)) return undefined;
    OWN.add(claim.#key);
    try {
      if (await claim.#isFirst()) return claim;
    } catch (error) {
      await claim.release().catch(() => undefined);
      throw error;
    }
    await claim.release();
    return undefined;
  }

  /** Waits until the claim is free. `onHeld` gets the holder's last note. Rejects with the signal's reason. */
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
      const [holder] = await holders(join(directory, name));
      if (holder !== undefined) await onHeld(await readFile(join(directory, holder), 'utf8').catch(() => ''));
      // The pause is random, so that two processes that gave way to each other don't come back at the same moment.
      await delay(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }

  static async isHeld(directory: string, name: string): Promise<boolean> {
    const key = join(directory, name);
    return OWN.has(key) || (await holders(key)).length > 0;
  }

  /** Writes a note for waiting processes. All notes of a claim have one length, so that none is read half written. */
  async note(text: string): Promise<void> {
    await writeFile(this.#file, text, { flag: 'r+' });
  }

  async release(): Promise<void> {
    OWN.delete(this.#key);
    await rm(this.#file, { force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  async #isFirst(): Promise<boolean> {
    if (await this.#isElsewhere()) return false;
    await (await open(this.#file, 'wx', 0o600)).close();
    return !(await this.#isElsewhere());
  }

  async #isElsewhere(): Promise<boolean> {
    return (await holders(this.#key)).some((name) => ownerOf(name) !== process.pid);
  }
}

async function holders(key: string): Promise<readonly string[]> {
  const start = `${basename(key)}.`;
  const locks = (await readdir(dirname(key))).filter((name) => name.startsWith(start) && name.endsWith('.lock'));
  return locks.filter((name) => {
    const owner = ownerOf(name);
    return owner === process.pid ? OWN.has(key) : owner !== undefined && !isLeftBehind(name);
  });
}
