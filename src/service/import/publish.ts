/** The end of every import: from here on it counts. */
import { randomUUID } from 'node:crypto';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalResource } from '../protocol.ts';
import { Catalogue, type Description } from '../store/catalogue.ts';

/**
 * First records do not replace a whole resource: then it throws. `part` is the finished data file, on the disk of `directory`; `beside` are files that go with it, each with what
 * `<data>.<…>.jsonl` says of it.
 */
export async function publish(
  directory: string,
  part: string,
  resource: Omit<LocalResource, 'stored'>,
  structure: Omit<Description, 'resource' | 'data'>,
  beside: Readonly<Record<string, string>> = {},
): Promise<LocalResource> {
  const catalogue = new Catalogue(directory);
  const known = resource.isPartial === true ? await catalogue.find(resource.id) : undefined;
  if (known !== undefined && known.resource.isPartial !== true)
    throw new Error('another window was quicker.');
  const data = `${resource.id}.${randomUUID().slice(0, 8)}.duckdb`;
  const { size: stored } = await stat(part);
  for (const [what, file] of Object.entries(beside)) await rename(file, catalogue.beside({ data }, what));
  await rename(part, join(directory, data));
  const published: LocalResource = { ...resource, stored };
  await catalogue.replace({ ...structure, resource: published, data });
  return published;
}
