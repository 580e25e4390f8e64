import * as v from 'valibot';
import { natural } from '../../base/schema.ts';
import { type Storage, StoredList } from '../../platform/state/stored.ts';

const SavedExport = v.object({
  file: v.string(),
  records: natural,
  bytes: natural,
  /** SHA-256 of the file in hexadecimal. */
  sha256: v.string(),
  isComplete: v.boolean(),
  /** End of the export in milliseconds since 1970. */
  ended: v.number(),
});
export type SavedExport = Readonly<v.InferOutput<typeof SavedExport>>;

export const MOST_EXPORTS = 100;

/** Sizes and hashes of exported files, newest first, one for each file, so that they can be verified later. */
export class SavedExports extends StoredList<typeof SavedExport> {
  constructor(state: Storage) {
    super(state, { key: 'exports', item: SavedExport, most: MOST_EXPORTS });
  }

  async add(saved: SavedExport): Promise<void> {
    await this.put(saved, ({ file }) => file === saved.file);
  }
}
