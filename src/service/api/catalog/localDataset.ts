/** The only dataset of this datastore, with all imported files. */
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TableEntry } from '../../question/datastore.ts';

export const DATASET_NAME = 'local-files';
/** A random id that never changes. */
const DATASET_ID = '0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11';

interface ShownResource {
  readonly id: string;
  readonly name: string;
  readonly [key: string]: unknown;
}

interface ShownDataset {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly resources: readonly ShownResource[];
  readonly [key: string]: unknown;
}

export function shownResource(entry: TableEntry): ShownResource {
  const { id, name, file, size, modified, isView, description, estimatedRecords } = entry;
  return {
    id,
    name,
    package_id: DATASET_ID,
    description: description ?? '',
    format: isView === true ? 'VIEW' : extname(file.replace(/\.gz$/i, '')).slice(1).toUpperCase(),
    url: file === '' ? `/datastore/dump/${id}` : pathToFileURL(file).href,
    url_type: null,
    size,
    // CKAN's timestamps have no zone.
    last_modified: modified === undefined ? null : new Date(modified).toISOString().slice(0, -1),
    state: 'active',
    datastore_active: true,
    ...(estimatedRecords !== undefined && { x_estimated_records: estimatedRecords }),
  };
}

export function datasetOf(entries: readonly TableEntry[]): ShownDataset {
  return {
    id: DATASET_ID,
    name: DATASET_NAME,
    title: 'Local files',
    notes: '',
    type: 'dataset',
    state: 'active',
    private: false,
    organization: null,
    groups: [],
    tags: [],
    extras: [],
    num_resources: entries.length,
    num_tags: 0,
    resources: entries.map(shownResource),
  };
}
