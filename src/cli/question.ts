/** The options that `search` and `export` share: portal and resource, and which of its records. */
import { pathToFileURL } from 'node:url';
import { defined, filled } from '../base/defined.ts';
import { type Condition, isSearch } from '../datastore/query/condition.ts';
import { parseResource } from '../datastore/wire/address.ts';
import type { PortalAccess } from '../datastore/wire/model.ts';
import { readPastedCall } from '../datastore/draft/pastedCall.ts';
import { parseFilters } from '../datastore/query/conditions.ts';
import { DRAFT_WORDS } from '../datastore/draft/draftWords.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { beginningsOf } from '../datastore/query/searchText.ts';
import { parseSort } from '../datastore/query/sortText.ts';
import type { FileToServe } from '../service/index.ts';
import { UsageError, type CliIo } from './io.ts';
import {
  addressError,
  type OptionValues,
  readBaseUrl,
  readToken,
  readWhole,
  STRING,
  type TOKEN_OPTION,
} from './options.ts';

export const QUESTION_OPTIONS = {
  ...({ 'base-url': STRING, resource: STRING, q: STRING, 'q-mode': STRING, 'q-field': STRING } as const),
  ...({ filters: STRING, fields: STRING, sort: STRING, limit: STRING } as const),
};

export interface CommandLineQuestion {
  readonly access: PortalAccess;
  readonly query: DatastoreQuery;
  /** Remarks on `--resource` for people, shown before the records. */
  readonly remarks: readonly string[];
  readonly file?: FileToServe;
}

type Options = OptionValues<typeof QUESTION_OPTIONS & typeof TOKEN_OPTION>;

/**
 * Reads the query. Options take precedence over the query in a pasted address. The id of the resource is empty for a
 * file, which isn't read yet. Throws UsageError.
 */
export function readQuestion(values: Options, env: CliIo['env'], file?: FileToServe): CommandLineQuestion {
  // The address of a file stays the same in the journal of an export.
  const ofFile = file && { baseUrl: pathToFileURL(file.file).href, pasted: { resourceId: '' }, remarks: [] };
  const { baseUrl, pasted, remarks }: PlaceAndQuery = ofFile ?? readPlace(values);
  const { token, remarks: ofToken } = file === undefined ? readToken(baseUrl, values, env) : { remarks: [] };
  const { q, filters, fields, sort, limit } = values;
  const { resourceId, filters: pastedFilters = [], ...rest } = pasted;
  const conditions = [
    ...(filters === undefined ? [] : readFilters(filters)),
    // Contains conditions came from the address's `q`, so `--q` replaces them.
    ...pastedFilters.filter((each) => (isSearch(each) ? q : filters) === undefined),
  ];
  const { q: _, qMode: __, qField: ___, ...others } = rest;
  const query: DatastoreQuery = {
    resourceId,
    ...others,
    ...readSearch(values, rest),
    ...defined({
      filters: filled(conditions),
      fields: fields?.split(',').map((name) => name.trim()),
      sort: sort === undefined ? undefined : readSort(sort),
      limit: limit === undefined ? undefined : readWhole('limit', limit),
    }),
  };
  return { access: defined({ baseUrl, token }), query, remarks: [...remarks, ...ofToken], ...(file && { file }) };
}

/** Parameters that affect neither the records nor their order. */
const OF_FORM: ReadonlySet<string> = new Set([
  ...['include_total', 'total_estimation_threshold', 'records_format', 'callback', '_'],
]);

interface PlaceAndQuery extends Pick<CommandLineQuestion, 'remarks'> {
  readonly baseUrl: string;
  readonly pasted: DatastoreQuery;
}

function readPlace(values: Options): PlaceAndQuery {
  const { 'base-url': base = '', resource = '' } = values;
  if (resource.trim() === '') throw new UsageError('--resource is missing.');
  const call = readPastedCall(resource) ?? parseResource(resource);
  if ('problem' in call) throw addressError('--resource', call, resource);
  const { resourceId, candidates, query, leftOut = [] } = call;
  // An option replaces a parameter that can't be read.
  const lost = leftOut.filter((name) => !OF_FORM.has(name) && !(isOption(name) && values[name] !== undefined));
  if (lost.length > 0) {
    const instead = lost.find(isOption);
    const use = instead === undefined ? '' : `, or use --${instead}`;
    throw new UsageError(
      `--resource: ${lost.join(', ')} can't be used here, so other records would be returned. Remove it from the URL${use}.`,
    );
  }
  const ignored = leftOut.filter((name) => OF_FORM.has(name));
  const hadSecret = 'hadSecret' in call && call.hadSecret;
  return {
    baseUrl: readBaseUrl(base === '' ? (candidates[0] ?? '') : base),
    pasted: query ?? { resourceId },
    remarks: [
      ...(ignored.length > 0 ? [`Ignored in --resource: ${ignored.join(', ')}.`] : []),
      ...(hadSecret ? ["--resource: the API token isn't used. Set DATASTORE_TOKEN and --token-for instead."] : []),
    ],
  };
}

function isOption(name: string): name is 'q' | 'filters' | 'fields' | 'sort' | 'limit' {
  return ['q', 'filters', 'fields', 'sort', 'limit'].includes(name);
}

type Search = Pick<DatastoreQuery, 'q' | 'qMode' | 'qField'>;

const MODES: ReadonlyMap<string, Search['qMode']> = new Map([
  ['words', undefined],
  ['starts-with', 'startsWith'],
  ['expression', 'expression'],
]);

function readSearch(values: Options, pasted: Search): Search {
  const from = values.q === undefined ? pasted : {};
  const { q = from.q ?? '', 'q-mode': mode, 'q-field': qField = from.qField } = values;
  if (mode !== undefined && !MODES.has(mode))
    throw new UsageError(`--q-mode: "${mode}" isn't one of ${[...MODES.keys()].join(', ')}.`);
  const qMode = mode === undefined ? from.qMode : MODES.get(mode);
  if (q === '') return {};
  if (qMode === 'startsWith' && beginningsOf(q) === undefined) throw new UsageError(`--q: ${DRAFT_WORDS.noWord}`);
  return defined({ q, qMode, qField: qField === '' ? undefined : qField });
}

function readFilters(text: string): readonly Condition[] {
  const filters = parseFilters(text);
  if (!('problem' in filters)) return filters;
  if (filters.problem === 'notObject') throw new UsageError(`--filters: ${DRAFT_WORDS.notObject}`);
  throw new UsageError(`--filters: invalid JSON at line ${filters.line}, column ${filters.column}.`);
}

function readSort(text: string): NonNullable<DatastoreQuery['sort']> {
  const sort = parseSort(text);
  if (sort === undefined) throw new UsageError(`--sort: invalid sort "${text}". Use a form like "year desc, name".`);
  return sort;
}
