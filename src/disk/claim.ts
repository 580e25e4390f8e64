/**
 * The right to do what only one at a time may do in a folder: a file whose name says whose it is. Whoever makes one looks for
 * others afterwards, so of two processes that come at once at least one sees the other. A process that dies loses its claims.
 */
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isLeftBehind, ownerOf, ownName } from './owner.ts';

const SHORTEST_WAIT_MS = 4;
const LONGEST_WAIT_MS = 250;

/** What this process has, or is about to have: their files come later, and a failing disk may keep one that is released. */
const OWN = new Set<string>();

export class Claim {
  readonly #key: string;
  readonly #file: string;

  private constructor(directory: string, name: string) {
    this.#key = join(directory, name);
    this.#file = `${this.#key}.${ownName()}.lock`;
  }

  /** Undefined while another has it, and perhaps when several processes try at the same time. Throws what the file system says. */
  static async take(directory: string, name: string): Promise<Claim | undefined> {
    const claim = new Claim(directory, name);
    // Before anything is waited for: of two in this process the first has it.
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
      const [holder] = await holders(join(directory, name));
      if (holder !== undefined) await onHeld(await readFile(join(directory, holder), 'utf8').catch(() => ''));
      // Two that gave way to each other must not come back at the same moment.
      await delay(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }

  /** By this process or another one. */
  static async isHeld(directory: string, name: string): Promise<boolean> {
    const key = join(directory, name);
    return OWN.has(key) || (await holders(key)).length > 0;
  }

  /** For processes that wait. All notes of a claim have one length, so that none is read half written. */
  async note(text: string): Promise<void> {
    await writeFile(this.#file, text, { flag: 'r+' });
  }

  async release(): Promise<void> {
    OWN.delete(this.#key);
    await rm(this.#file, { force: true });
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

/** Claims of processes that live. */
async function holders(key: string): Promise<readonly string[]> {
  const start = `${basename(key)}.`;
  const locks = (await readdir(dirname(key))).filter(
    (name) => name.startsWith(start) && name.endsWith('.lock'),
  );
  return locks.filter((name) => {
    const owner = ownerOf(name);
    return owner === process.pid ? OWN.has(key) : owner !== undefined && !isLeftBehind(name);
  });
}
