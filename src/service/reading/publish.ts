import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalResource } from '../resource/localResource.ts';
import { Catalogue } from '../store/catalogue.ts';
import type { Description } from '../store/description.ts';
import { EDITION } from '../engine/duckdb/blockIndex.ts';
import { hasBlockIndex } from '../engine/duckdb/layout.ts';
import { moveWhole } from '../../disk/wholeFile.ts';

/**
 * Publishes an import, which counts from here on. `part` is the finished data file on the disk of `directory`; `beside`
 * has files that belong to it, by the `…` of `<data>.….jsonl`. Throws if first records would replace a complete import.
 */
export async function publish(
  directory: string,
  part: string,
  resource: Omit<LocalResource, 'stored'>,
  structure: Pick<Description, 'fields' | 'ids'>,
  beside: Readonly<Record<string, string>> = {},
): Promise<LocalResource> {
  const catalogue = new Catalogue(directory);
  const data = `${resource.id}.${randomUUID().slice(0, 8)}.duckdb`;
  const moves = [
    ...Object.entries(beside).map(([what, file]) => [file, catalogue.beside({ data }, what)] as const),
    [part, join(directory, data)] as const,
  ];
  const { size: stored } = await stat(part);
  const published: LocalResource = { ...resource, stored };
  const index = hasBlockIndex(resource.records) && { blockIndex: EDITION };
  try {
    await catalogue.replace({ ...structure, ...index, resource: published, data }, async () => {
      const current = resource.isPartial === true ? await catalogue.findWhole(resource.id) : undefined;
      if (current !== undefined && current.resource.isPartial !== true) throw new Error('another window was quicker.');
      for (const [from, to] of moves) await moveWhole(from, to);
    });
  } catch (error) {
    for (const [, to] of moves) await rm(to, { force: true });
    throw error;
  }
  return published;
}
