/** Actions on datasets and resources. There is a single dataset, with everything that is served. */
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Action, ActionContext } from './action.ts';
import { ActionError, notFound, validationError } from '../ckan/actionError.ts';
import { unicodeSafe } from '../ckan/pythonText.ts';
import type { TableEntry } from '../question/datastore.ts';
import { ParameterReader, requiredText, type ActionInput } from './parameterReader.ts';

const DATASET_NAME = 'local-files';
const DATASET_ID = '0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11';

export const datasetActions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['package_list', { help: 'The names of the datasets.', run: listDatasets }],
  ['package_show', { help: 'The dataset of all that is served here. id: its name or id.', run: showDataset }],
  [
    'package_search',
    {
      help:
        'The datasets: there is one. q, fq: words, or field:value, all of which must hold (name, title, res_name, ' +
        'res_format, res_url, …). rows: 10 unless given, at most 1000.',
      run: searchDatasets,
    },
  ],
  ['resource_show', { help: 'One resource. id: its id.', run: showResource }],
  ['organization_list', { help: 'The organizations: there are none.', run: () => Promise.resolve('[]') }],
  ['organization_show', { help: 'There are no organizations.', run: () => Promise.reject(notFound()) }],
]);

interface ShownResource {
  readonly id: string;
  readonly name: string;
  readonly [key: string]: unknown;
}

interface ShownDataset extends ShownResource {
  readonly title: string;
  readonly resources: readonly ShownResource[];
}

export function shownResource(entry: TableEntry): ShownResource {
  const { id, name, file, size, modified, isView, description = '', estimatedRecords, schema } = entry;
  return {
    id,
    name,
    package_id: DATASET_ID,
    description,
    format: isView === true ? 'VIEW' : extname(file.replace(/\.gz$/i, '')).slice(1).toUpperCase(),
    url: file === '' ? `/datastore/dump/${id}` : pathToFileURL(file).href,
    url_type: null,
    size,
    // CKAN's timestamps have no zone.
    last_modified: modified === undefined ? null : new Date(modified).toISOString().slice(0, -1),
    state: 'active',
    datastore_active: true,
    x_estimated_records: estimatedRecords,
    x_schema: schema,
  };
}

async function dataset({ datastore }: ActionContext): Promise<ShownDataset> {
  const resources = (await datastore.list()).map(shownResource);
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
    num_resources: resources.length,
    num_tags: 0,
    resources,
  };
}

function listDatasets(input: ActionInput): Promise<string> {
  const { start, rows } = windowOf(input, 'offset', 'limit');
  return Promise.resolve(JSON.stringify([DATASET_NAME].slice(start, start + rows)));
}

async function showDataset(input: ActionInput, context: ActionContext): Promise<string> {
  const reader = new ParameterReader(input);
  const id = reader.value('id') ?? reader.value('name_or_id');
  if (id === undefined) throw validationError({ name_or_id: ['Missing value'] });
  const shown = await dataset(context);
  if (id !== DATASET_NAME && id !== shown.id) throw notFound();
  return JSON.stringify(shown);
}

const SEARCH_PARAMETERS = new Set(
  (
    'q fl fq fq_list rows sort start wt qf bf boost facet facet.mincount facet.limit facet.field extras tie defType mm ' +
    'df include_private include_drafts include_deleted use_default_schema'
  ).split(' '),
);

async function searchDatasets(input: ActionInput, context: ActionContext): Promise<string> {
  const reader = new ParameterReader(input);
  const unknown = reader.unknown(SEARCH_PARAMETERS);
  if (unknown !== undefined) {
    const message = `Search Query is invalid: ("Invalid search parameters: ['${unknown}']",)`;
    throw new ActionError(400, { message, __type: 'Search Query Error' });
  }
  const { start, rows } = windowOf(input, 'start', 'rows');
  const shown = await dataset(context);
  const texts = (values: readonly unknown[]) => values.map((value) => String(value).toLowerCase());
  const searched = new Map([
    ...['id', 'name', 'title', 'notes', 'type', 'state'].map((field) => [field, texts([shown[field]])] as const),
    ['dataset_type', ['dataset']] as const,
    ...['name', 'format', 'url', 'description'].map(
      (field) => [`res_${field}`, texts(shown.resources.map((resource) => resource[field]))] as const,
    ),
  ]);
  const queries = [reader.value('q'), reader.value('fq'), reader.value('fq_list')].flat();
  const matches = queries.every((query) => matchesQuery(unicodeSafe(query ?? ''), searched));
  return JSON.stringify({
    count: matches ? 1 : 0,
    facets: {},
    results: matches && start === 0 && rows > 0 ? [shown] : [],
    sort: unicodeSafe(reader.value('sort') ?? 'score desc, metadata_modified desc'),
    search_facets: {},
  });
}

async function showResource(input: ActionInput, { datastore }: ActionContext): Promise<string> {
  const entry = await datastore.entry(requiredText(input, 'id'));
  if (entry === undefined) throw notFound();
  return JSON.stringify(shownResource(entry));
}

function windowOf(input: ActionInput, first: string, number: string): { start: number; rows: number } {
  const reader = new ParameterReader(input);
  const [start = 0, rows = 10] = [reader.integer(first), reader.integer(number)];
  if (start < 0) reader.refuse(first, 'Must be a natural number');
  if (rows < 0) reader.refuse(number, 'Must be a natural number');
  reader.check();
  return { start, rows };
}

type DatasetTexts = ReadonlyMap<string, readonly string[]>;

const clause = /([+!-]?)(?:(?<![\w.])([\w.]+):)?("[^"]*"|\([^()]*\)|[^\s]+)/g;

/** Answers Solr's usual questions (`q` and `fq`). Every clause must match the single dataset, a word in any text. */
function matchesQuery(query: string, searched: DatasetTexts): boolean {
  const texts = [...searched.values()].flat();
  for (const [, sign, field, term = ''] of query.toLowerCase().matchAll(clause)) {
    if (field === undefined && ['and', 'or', 'not', '*:*'].includes(term)) continue;
    const candidates = field === undefined ? texts : searched.get(field);
    if ((sign === '-' || sign === '!') === holds(term, candidates)) return false;
  }
  return true;
}

/** Whether one of the texts has the term. They are undefined where there is no such field. */
function holds(term: string, texts: readonly string[] | undefined): boolean {
  if (texts === undefined) return false;
  if (term === '*' || term === '*:*' || term === '[* to *]') return true;
  const terms = term.startsWith('(')
    ? term
        .slice(1, -1)
        .split(/\s+/)
        .filter((each) => each !== 'or')
    : [term.replace(/^"|"$/g, '').replace(/^\*|\*$/g, '')];
  return terms.some((each) => texts.some((text) => text.includes(each.replace(/^"|"$/g, ''))));
}
