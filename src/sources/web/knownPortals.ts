/** Public portals that are said to run CKAN with a datastore (media/portals.json). None is asked before it is chosen. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { readStored, storedList } from '../../base/stored.ts';

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));

const knownPortal = v.object({
  name: text,
  /** As a portal has it: may carry a path, never ends in a slash. */
  baseUrl: v.pipe(v.string(), v.url(), v.regex(/^https:\/\/.*[^/]$/)),
  country: text,
  topic: text,
  /** Who says so, and when that was looked up (YYYY-MM-DD). */
  source: text,
  date: v.pipe(v.string(), v.isoDate()),
});

export type KnownPortal = Readonly<v.InferOutput<typeof knownPortal>>;

const list = v.object({ portals: storedList(knownPortal) });

/** None where the file can't be read: people can still type an address. */
export async function readKnownPortals(file: string): Promise<readonly KnownPortal[]> {
  try {
    return readStored(list, JSON.parse(await readFile(file, 'utf8')))?.portals ?? [];
  } catch {
    return [];
  }
}
