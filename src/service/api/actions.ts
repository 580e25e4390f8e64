/** The actions of the API. Each gives its `result` as JSON text. */
import { notFound, validationError } from './actionError.ts';
import { datasetOf, DATASET_NAME, resourceOf } from './localDataset.ts';
import { ParameterReader, textOf, type ActionInput } from './parameterReader.ts';
import { search } from './search.ts';
import type { ServedFolder } from '../store/servedFolder.ts';

export interface ActionContext {
  readonly folder: ServedFolder;
  readonly baseUrl: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

interface Action {
  readonly help: string;
  readonly run: (input: ActionInput, context: ActionContext) => Promise<string>;
}

/** We answer as this version does, and say that we are not it. */
const CKAN_VERSION = '2.12.0+datastore.explorer';

export const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  [
    'datastore_search',
    {
      help:
        'Search the records of a resource. q: text contained in any field, whatever its case. filters: values by ' +
        'field; a list means any of its values. limit: 100 unless given, at most 32000.',
      run: (input, { folder, signal }) => search(folder, input, signal),
    },
  ],
  ['datastore_info', { help: 'The fields of a resource and the number of its records.', run: info }],
  ['resource_show', { help: 'One resource.', run: showResource }],
  ['package_show', { help: 'The dataset of all local files.', run: showDataset }],
  ['package_search', { help: 'The datasets: there is one, of all local files.', run: searchDatasets }],
  ['status_show', { help: 'What answers here.', run: status }],
  ['help_show', { help: 'What an action does.', run: help }],
]);

async function info(input: ActionInput, { folder }: ActionContext): Promise<string> {
  const reader = new ParameterReader(input);
  const id = reader.identifier('resource_id', 'id');
  reader.check();
  const description = await folder.catalogue.find(id);
  if (description === undefined) throw notFound(`Resource/Alias "${id}" was not found.`);
  const { fields, resource } = description;
  const meta = {
    id,
    count: resource.records,
    size: resource.size,
    db_size: resource.size,
    idx_size: 0,
    table_type: 'BASE TABLE',
    aliases: [],
  };
  const schema = { notnull: false, index_name: null, is_index: false, uniquekey: false };
  return JSON.stringify({
    ...(reader.flag('include_meta', true) && { meta }),
    fields: fields.map(({ id: field, type }) => ({
      id: field,
      type,
      ...(reader.flag('include_fields_schema', true) && { schema: { native_type: type, ...schema } }),
    })),
  });
}

async function showResource(input: ActionInput, { folder }: ActionContext): Promise<string> {
  const description = await folder.catalogue.find(requiredId(input, 'id'));
  if (description === undefined) throw notFound();
  return JSON.stringify(resourceOf(description));
}

async function showDataset(input: ActionInput, { folder }: ActionContext): Promise<string> {
  const reader = new ParameterReader(input);
  const id = reader.given('id') ?? reader.given('name_or_id');
  if (id === undefined) throw validationError({ name_or_id: ['Missing value'] });
  const dataset = datasetOf(await folder.catalogue.list());
  if (id !== DATASET_NAME && id !== dataset.id) throw notFound();
  return JSON.stringify(dataset);
}

/** `q` is contained in the dataset's title or in the name of a resource. */
async function searchDatasets(input: ActionInput, { folder }: ActionContext): Promise<string> {
  const reader = new ParameterReader(input);
  const start = reader.integer('start') ?? 0;
  const rows = reader.integer('rows') ?? 10;
  reader.check();
  const dataset = datasetOf(await folder.catalogue.list());
  const q = textOf(reader.given('q') ?? '').toLowerCase();
  const names = [dataset.name, dataset.title, ...dataset.resources.map(({ name }) => name)];
  const matches = q === '' || q === '*:*' || names.some((name) => name.toLowerCase().includes(q));
  return JSON.stringify({
    count: matches ? 1 : 0,
    facets: {},
    results: matches && start === 0 && rows > 0 ? [dataset] : [],
    sort: 'score desc, metadata_modified desc',
    search_facets: {},
  });
}

function status(_input: ActionInput, { baseUrl }: ActionContext): Promise<string> {
  return Promise.resolve(
    JSON.stringify({
      site_title: 'Local files',
      site_description: '',
      site_url: baseUrl,
      error_emails_to: '',
      locale_default: 'en',
      extensions: ['datastore'],
      ckan_version: CKAN_VERSION,
    }),
  );
}

function help(input: ActionInput): Promise<string> {
  const action = actions.get(requiredId(input, 'name'));
  if (action === undefined) throw notFound('Action function not found');
  return Promise.resolve(JSON.stringify(action.help));
}

function requiredId(input: ActionInput, name: string): string {
  const reader = new ParameterReader(input);
  const id = reader.identifier(name);
  reader.check();
  return id;
}
