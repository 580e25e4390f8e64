/** Actions on datasets and resources, for clients that look for what is there. There is one dataset, of all resources. */
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Action, ActionContext } from '../action.ts';
import { notFound, validationError } from '../../ckan/actionError.ts';
import type { TableEntry } from '../../engine/datastore.ts';
import { ParameterReader, requiredText, type ActionInput } from '../parameterReader.ts';

const DATASET_NAME = 'local-files';
/** Random, once and for all. */
const DATASET_ID = '0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11';

export const datasetActions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['package_list', { help: 'The names of the datasets: there is one.', run: listDatasets }],
  ['package_show', { help: 'The dataset of all that is served here. id: its name or id.', run: showDataset }],
  ['resource_show', { help: 'One resource. id: its id.', run: showResource }],
]);

function listDatasets(): Promise<string> {
  return Promise.resolve(JSON.stringify([DATASET_NAME]));
}

async function showDataset(input: ActionInput, { datastore }: ActionContext): Promise<string> {
  const reader = new ParameterReader(input);
  const id = reader.given('id') ?? reader.given('name_or_id');
  if (id === undefined) throw validationError({ name_or_id: ['Missing value'] });
  if (id !== DATASET_NAME && id !== DATASET_ID) throw notFound();
  const entries = await datastore.list();
  return JSON.stringify({
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
  });
}

async function showResource(input: ActionInput, { datastore }: ActionContext): Promise<string> {
  const entry = await datastore.entry(requiredText(input, 'id'));
  if (entry === undefined) throw notFound();
  return JSON.stringify(shownResource(entry));
}

function shownResource({ id, name, file, size, modified, isView }: TableEntry): object {
  return {
    id,
    name,
    package_id: DATASET_ID,
    description: '',
    format: isView === true ? 'VIEW' : extname(file.replace(/\.gz$/i, '')).slice(1).toUpperCase(),
    url: file === '' ? `/datastore/dump/${id}` : pathToFileURL(file).href,
    url_type: null,
    size,
    // CKAN's timestamps have no zone.
    last_modified: modified === undefined ? null : new Date(modified).toISOString().slice(0, -1),
    state: 'active',
    datastore_active: true,
  };
}
