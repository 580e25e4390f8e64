/** The question of `search` and `export`: which portal and resource, and which of its records. */
import { parseResource } from '../datastore/client/address.ts';
import type { PortalAccess } from '../datastore/client/model.ts';
import { parseFilters } from '../datastore/query/conditions.ts';
import { DRAFT_WORDS } from '../datastore/query/draftWords.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { beginningsOf } from '../datastore/query/searchText.ts';
import { parseSort } from '../datastore/query/sortText.ts';
import { UsageError, type CliIo } from './io.ts';
import { addressError, readBaseUrl, readToken, readWhole } from './options.ts';

export const QUESTION_OPTIONS = [
  ...(['base-url', 'resource', 'q', 'q-mode', 'q-field'] as const),
  ...(['filters', 'fields', 'sort', 'limit'] as const),
];
type QuestionOption = (typeof QUESTION_OPTIONS)[number];

export interface Question {
  readonly access: PortalAccess;
  readonly query: DatastoreQuery;
}

/** Throws UsageError. */
export function readQuestion(
  values: Readonly<Partial<Record<QuestionOption, string>>>,
  env: CliIo['env'],
): Question {
  const place = readPlace(values['base-url'], values.resource);
  const token = readToken(env);
  const { filters, fields, sort, limit } = values;
  const query: DatastoreQuery = {
    resourceId: place.resourceId,
    ...readSearch(values),
    ...readFilters(filters),
    ...(fields !== undefined && { fields: fields.split(',').map((name) => name.trim()) }),
    ...(sort !== undefined && { sort: readSort(sort) }),
    ...(limit !== undefined && { limit: readWhole('limit', limit) }),
  };
  return { access: { baseUrl: place.baseUrl, ...(token !== undefined && { token }) }, query };
}

function readPlace(base = '', resource = ''): { baseUrl: string; resourceId: string } {
  if (resource.trim() === '') throw new UsageError('--resource is missing.');
  const pasted = parseResource(resource);
  if ('problem' in pasted) throw addressError('--resource', pasted.problem, resource);
  const { resourceId, candidates } = pasted;
  const [named = ''] = candidates;
  return { baseUrl: readBaseUrl(base === '' ? named : base), resourceId };
}

type Search = Pick<DatastoreQuery, 'q' | 'qMode' | 'qField'>;

const MODES: ReadonlyMap<string, Search['qMode']> = new Map([
  ['words', undefined],
  ['starts-with', 'startsWith'],
  ['expression', 'expression'],
]);

function readSearch(values: Readonly<Partial<Record<QuestionOption, string>>>): Search {
  const { q = '', 'q-mode': mode = 'words', 'q-field': qField } = values;
  if (!MODES.has(mode))
    throw new UsageError(`--q-mode: "${mode}" isn't one of ${[...MODES.keys()].join(', ')}.`);
  const qMode = MODES.get(mode);
  if (q === '') return {};
  if (qMode === 'startsWith' && beginningsOf(q) === undefined)
    throw new UsageError(`--q: ${DRAFT_WORDS.noWord}`);
  return { q, ...(qMode && { qMode }), ...(qField !== undefined && qField !== '' && { qField }) };
}

function readFilters(text = '{}'): Pick<DatastoreQuery, 'filters'> {
  const filters = parseFilters(text);
  if (!('problem' in filters)) return filters.length === 0 ? {} : { filters };
  if (filters.problem === 'notObject') throw new UsageError(`--filters: ${DRAFT_WORDS.notObject}`);
  throw new UsageError(`--filters: invalid JSON at line ${filters.line}, column ${filters.column}.`);
}

function readSort(text: string): NonNullable<DatastoreQuery['sort']> {
  const sort = parseSort(text);
  if (sort === undefined)
    throw new UsageError(`--sort: invalid sort "${text}". Use a form like "year desc, name".`);
  return sort;
}
