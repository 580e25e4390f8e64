/** Actions on datasets and resources. There is a single dataset, with everything that is served. */
import type { Action, ActionContext } from '../action.ts';
import { ActionError, notFound, validationError } from '../../ckan/actionError.ts';
import { datasetOf, DATASET_NAME, shownResource } from './localDataset.ts';
import { ParameterReader, requiredText, type ActionInput } from '../parameterReader.ts';
import { unicodeSafe } from '../../ckan/pythonText.ts';

const MAX_ROWS = 1000;

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
  [
    'resource_search',
    {
      help: 'The resources of which every field contains its value. query: field:value, or a list of them.',
      run: searchResources,
    },
  ],
  ['organization_list', { help: 'The organizations: there are none.', run: () => Promise.resolve('[]') }],
  ['organization_show', { help: 'There are no organizations.', run: () => Promise.reject(notFound()) }],
]);

async function dataset({ datastore }: ActionContext): Promise<ReturnType<typeof datasetOf>> {
  return datasetOf(await datastore.list());
}

function listDatasets(input: ActionInput): Promise<string> {
  const { start, rows } = windowOf(input, 'offset', 'limit');
  return Promise.resolve(JSON.stringify([DATASET_NAME].slice(start, start + (rows ?? 1))));
}

async function showDataset(input: ActionInput, context: ActionContext): Promise<string> {
  const reader = new ParameterReader(input);
  const id = reader.given('id') ?? reader.given('name_or_id');
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
  if (unknown !== undefined) throw searchQueryError(`Invalid search parameters: ['${unknown}']`);
  const { start, rows = 10 } = windowOf(input, 'start', 'rows');
  const shown = await dataset(context);
  const { resources } = shown;
  const names = (values: readonly unknown[]): string[] => values.map((value) => shownText(value).toLowerCase());
  const searched = new Map([
    ...(['id', 'name', 'title', 'notes', 'type', 'state'] as const).map(
      (field) => [field, names([shown[field]])] as const,
    ),
    ['dataset_type', ['dataset']] as const,
    ...(['name', 'format', 'url', 'description'] as const).map(
      (field) => [`res_${field}`, names(resources.map((resource) => resource[field]))] as const,
    ),
  ]);
  const queries = [reader.given('q'), reader.given('fq'), reader.given('fq_list')].flat();
  const matches = queries.every((query) => matchesQuery(unicodeSafe(query ?? ''), searched));
  return JSON.stringify({
    count: matches ? 1 : 0,
    facets: {},
    results: matches && start === 0 && Math.min(rows, MAX_ROWS) > 0 ? [shown] : [],
    sort: unicodeSafe(reader.given('sort') ?? 'score desc, metadata_modified desc'),
    search_facets: {},
  });
}

async function showResource(input: ActionInput, { datastore }: ActionContext): Promise<string> {
  const entry = await datastore.entry(requiredText(input, 'id'));
  if (entry === undefined) throw notFound();
  return JSON.stringify(shownResource(entry));
}

async function searchResources(input: ActionInput, context: ActionContext): Promise<string> {
  const { start, rows } = windowOf(input, 'offset', 'limit');
  const query = new ParameterReader(input).given('query');
  if (query === undefined) throw new ActionError(409, { query: 'Missing value', __type: 'Validation Error' });
  const wanted = [query].flat().map((pair) => {
    const [, field, term] = /^([^:]*):(.*)$/s.exec(unicodeSafe(pair)) ?? [];
    if (field === undefined || term === undefined) throw resourceQueryError('Must be <field>:<value> pair(s)');
    return [field, term.toLowerCase()] as const;
  });
  const { resources } = await dataset(context);
  const known = resources[0] === undefined ? undefined : Object.keys(resources[0]);
  const unknown = wanted.find(([field]) => known?.includes(field) === false)?.[0];
  if (unknown !== undefined) throw resourceQueryError(`Field "${unknown}" not recognised in resource_search.`);
  const found = resources.filter((resource) =>
    wanted.every(([field, term]) => shownText(resource[field]).toLowerCase().includes(term)),
  );
  return JSON.stringify({
    count: found.length,
    results: found.slice(start, rows === undefined ? undefined : start + rows),
  });
}

function shownText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function windowOf(input: ActionInput, first: string, number: string): { start: number; rows?: number } {
  const reader = new ParameterReader(input);
  const start = reader.integer(first) ?? 0;
  const rows = reader.integer(number);
  if (start < 0) reader.refuse(first, 'Must be a natural number');
  if (rows !== undefined && rows < 0) reader.refuse(number, 'Must be a natural number');
  reader.check();
  return { start, ...(rows !== undefined && { rows }) };
}

function resourceQueryError(message: string): ActionError {
  return new ActionError(409, { query: message, __type: 'Validation Error' });
}

/** Python shows the arguments of an exception so. */
function searchQueryError(message: string): ActionError {
  const quoted = message.includes("'") ? `"${message}"` : `'${message}'`;
  return new ActionError(400, {
    message: `Search Query is invalid: (${quoted},)`,
    __type: 'Search Query Error',
  });
}

/** Texts in lower case, by field. */
type DatasetTexts = ReadonlyMap<string, readonly string[]>;

const clause = /([+!-]?)(?:(?<![\w.])([\w.]+):)?("[^"]*"|\([^()]*\)|[^\s]+)/g;

/**
 * Answers Solr's usual questions (`q` and `fq`) for the single dataset. Every clause must match, a word in any text.
 */
function matchesQuery(query: string, searched: DatasetTexts): boolean {
  for (const [, sign, field, term = ''] of query.toLowerCase().matchAll(clause)) {
    if (field === undefined && ['and', 'or', 'not', '*:*'].includes(term)) continue;
    if ((sign === '-' || sign === '!') === holds(field, term, searched)) return false;
  }
  return true;
}

function holds(field: string | undefined, term: string, searched: DatasetTexts): boolean {
  if (term === '*' || term === '*:*' || term === '[* to *]') return field === undefined || searched.has(field);
  const terms = term.startsWith('(')
    ? term
        .slice(1, -1)
        .split(/\s+/)
        .filter((each) => each !== 'or')
    : [term.replace(/^"|"$/g, '').replace(/^\*|\*$/g, '')];
  const texts = field === undefined ? [...searched.values()].flat() : (searched.get(field) ?? []);
  return terms.some((each) => texts.some((text) => text.includes(each.replace(/^"|"$/g, ''))));
}
