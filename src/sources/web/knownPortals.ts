/** Public portals with a datastore (media/portals.json). None is contacted before people choose it. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { readStored, storedList } from '../../base/stored.ts';

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));

const knownPortal = v.object({
  name: text,
  /** The base URL may have a path, and never ends in a slash. */
  baseUrl: v.pipe(v.string(), v.url(), v.regex(/^https:\/\/.*[^/]$/)),
  country: text,
  topic: text,
  /** The source of the entry, and the day of the lookup (YYYY-MM-DD). */
  source: text,
  date: v.pipe(v.string(), v.isoDate()),
});

export type KnownPortal = Readonly<v.InferOutput<typeof knownPortal>>;

const list = v.pipe(v.string(), v.parseJson(), v.object({ portals: storedList(knownPortal) }));

/** Returns an empty list if the file can't be read, because people can still type an address. */
export async function readKnownPortals(file: string): Promise<readonly KnownPortal[]> {
  return readStored(list, await readFile(file, 'utf8').catch(() => ''))?.portals ?? [];
}
