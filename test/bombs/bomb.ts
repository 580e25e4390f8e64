/** A small input that makes a careless program take gigabytes, or for ever. */
import type { BombSite } from './bombSite.ts';

export interface Bomb {
  /** Lower case with hyphens, unique over all kinds: `sqlite-virtual-blobs`. */
  readonly name: string;
  /** The bound of the largest of its processes, in MiB. The peak may be 512 MiB higher. */
  readonly boundMb: number;
  /**
   * Sets the bomb off in processes of the product. Returns what the product said, in one line. Throws if the outcome is
   * wrong: a crash, a reason that isn't in words, or records that are missing.
   */
  readonly run: (site: BombSite) => Promise<string>;
}
