/** The end of every import: from here on it counts. */
import { randomUUID } from 'node:crypto';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalResource } from '../protocol.ts';
import { Catalogue, type Description } from '../store/catalogue.ts';

/** `part` is the finished data file, on the disk of `directory`. */
export async function publish(
  directory: string,
  part: string,
  resource: Omit<LocalResource, 'stored'>,
  structure: Omit<Description, 'resource' | 'data'>,
): Promise<LocalResource> {
  const data = `${resource.id}.${randomUUID().slice(0, 8)}.duckdb`;
  const { size: stored } = await stat(part);
  await rename(part, join(directory, data));
  const published: LocalResource = { ...resource, stored };
  await new Catalogue(directory).replace({ ...structure, resource: published, data });
  return published;
}
