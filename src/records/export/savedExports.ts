/** Remembers the sizes and hashes of exported files, so that they can be verified later. */
import * as v from 'valibot';
import type { Memento } from 'vscode';
import { readStored, storedList } from '../../base/stored.ts';

const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const savedExport = v.object({
  file: v.string(),
  records: natural,
  bytes: natural,
  /** SHA-256 of the file in hexadecimal. */
  sha256: v.string(),
  isComplete: v.boolean(),
  /** End of the export in milliseconds since 1970. */
  ended: v.number(),
});

export type SavedExport = Readonly<v.InferOutput<typeof savedExport>>;

export const MOST_EXPORTS = 100;

const KEY = 'exports';

export class SavedExports {
  readonly #state: Pick<Memento, 'get' | 'update'>;

  constructor(state: Pick<Memento, 'get' | 'update'>) {
    this.#state = state;
  }

  /** The exports, one for each file, newest first. */
  get list(): readonly SavedExport[] {
    return readStored(storedList(savedExport), this.#state.get(KEY)) ?? [];
  }

  find(file: string): SavedExport | undefined {
    return this.list.find((each) => each.file === file);
  }

  async add(added: SavedExport): Promise<void> {
    const others = this.list.filter(({ file }) => file !== added.file);
    await this.#state.update(KEY, [added, ...others].slice(0, MOST_EXPORTS));
  }
}
