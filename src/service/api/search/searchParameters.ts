/** The parameters of `datastore_search` in CKAN 2.12. */
import { parseExact } from '../../../base/exactJson.ts';
import { type ExactValue, isObject } from '../../../base/cells.ts';
import { invalidQuery, invalidValue } from '../../ckan/actionError.ts';
import { ParameterReader, withoutQuotes, type ActionInput } from '../parameterReader.ts';
import { pythonText, unicodeSafe } from '../../ckan/pythonText.ts';
import { isJsonFormat, RECORDS_FORMATS, type RecordsFormat } from '../../question/tableQuestion.ts';

export interface SearchTexts {
  readonly anywhere: readonly string[];
  /** Texts for one field; their types aren't checked yet. */
  readonly byField: readonly (readonly [field: string, text: ExactValue])[];
  /** Whether texts are searched literally, or are expressions over whole words. */
  readonly isPlain: boolean;
}

export interface SearchParameters {
  readonly resourceId: string;
  readonly filters: ExactValue;
  readonly texts: SearchTexts;
  readonly hasFullText: boolean;
  /** Ids of the fields to return; undefined for all. */
  readonly fields: readonly string[] | undefined;
  readonly sort: readonly string[];
  readonly distinct: boolean;
  readonly limit: number;
  readonly offset: number;
  /** An offset was sent, be it 0, so that the page must fit to others. */
  readonly isPaged: boolean;
  readonly includeTotal: boolean;
  readonly estimateFrom: number | undefined;
  readonly recordsFormat: RecordsFormat;
  readonly fileTexts?: 'beside' | 'alone' | undefined;
  /** Throws ActionError for an unknown parameter. CKAN checks this after it has read the resource and the filters. */
  readonly checkNames: () => void;
  readonly checkRest: () => void;
  readonly includeNextPage: boolean;
  readonly echo: Readonly<Record<string, ExactValue>>;
}

const DEFAULT_LIMIT = 100;
/** Higher limits are lowered silently, as the `limit` of the response shows. */
const MAX_LIMIT = 32_000;

const KNOWN = new Set(
  (
    'resource_id id filters q full_text plain language distinct limit offset fields sort include_total ' +
    'total_estimation_threshold records_format include_next_page x_file_texts'
  ).split(' '),
);

/** Throws ActionError for invalid parameters, in CKAN's words. A higher limit than `mostRecords` is lowered. */
export function searchParameters(input: ActionInput, mostRecords = MAX_LIMIT): SearchParameters {
  const reader = new ParameterReader(input);
  const resourceId = reader.identifier('resource_id', 'id');
  const filters = reader.json('filters');
  const limit = Math.min(readLimit(reader), mostRecords);
  const offset = reader.integer('offset');
  const fields = reader.texts('fields')?.map(withoutQuotes);
  const sort = reader.texts('sort');
  const recordsFormat = readFormat(reader);
  const distinct = reader.flag('distinct', false);
  const includeTotal = reader.flag('include_total', true);
  // CKAN refuses no value of this parameter.
  const estimateFrom = new ParameterReader(input).integer('total_estimation_threshold');
  const includeNextPage = reader.flag('include_next_page', false);
  // The prefix marks a parameter that CKAN doesn't have.
  const hasFileTexts = reader.flag('x_file_texts', false);
  const plain = reader.value('plain') !== '' && reader.flag('plain', true);
  const q = readQ(reader.value('q'));
  const fullText = safeText(reader.value('full_text'));
  const language = safeText(reader.value('language'));
  reader.check();
  const echoed = {
    resource_id: resourceId,
    limit,
    include_total: includeTotal,
    include_next_page: includeNextPage,
    records_format: recordsFormat,
    offset,
    filters: filters ?? undefined,
    q: reader.value('q') === undefined ? undefined : q,
    full_text: fullText,
    sort: sort && reader.value('sort'),
    distinct: reader.value('distinct') === undefined ? undefined : distinct,
    plain: reader.value('plain') === undefined ? undefined : plain,
    language,
    x_file_texts: hasFileTexts || undefined,
  };
  const anywhere = [typeof q === 'string' ? q : '', fullText ?? ''].filter((text) => text !== '');
  const byField = typeof q === 'string' ? [] : Object.entries(q);
  const isSearch = anywhere.length > 0 || byField.length > 0;
  return {
    resourceId,
    filters,
    texts: { anywhere, byField, isPlain: plain },
    hasFullText: (fullText ?? '') !== '',
    fields,
    sort: sort ?? [],
    distinct,
    limit,
    offset: Math.min(offset ?? 0, Number.MAX_SAFE_INTEGER),
    isPaged: reader.value('offset') !== undefined,
    includeTotal,
    estimateFrom,
    includeNextPage,
    recordsFormat,
    ...(hasFileTexts && { fileTexts: isJsonFormat(recordsFormat) ? 'beside' : 'alone' }),
    echo: Object.fromEntries(Object.entries(echoed).filter(hasValue)),
    checkNames: () => reader.checkNames(KNOWN),
    checkRest: () => {
      if (isSearch) checkLanguage(language ?? '');
      if (offset !== undefined && offset < 0) throw invalidValue('offset', String(offset));
      if (offset === undefined && reader.value('offset') !== undefined)
        throw invalidQuery('column "none" does not exist');
    },
  };
}

function readLimit(reader: ParameterReader): number {
  const value = reader.value('limit');
  const limit = reader.integer('limit');
  if (limit !== undefined && limit < 0) reader.refuse('limit', 'Must be a natural number');
  // CKAN's two validators of this parameter both refuse it.
  if (limit === undefined && typeof value === 'string' && value.trim() !== '')
    reader.refuse('limit', 'Invalid integer', 'Please enter an integer value');
  return limit ?? DEFAULT_LIMIT;
}

function readFormat(reader: ParameterReader): RecordsFormat {
  if (reader.value('records_format') === '') return 'objects';
  return reader.oneOf('records_format', RECORDS_FORMATS) ?? 'objects';
}

/** An object, also as JSON text, searches by field. Everything else is text. */
function readQ(value: ExactValue | undefined): string | Readonly<Record<string, ExactValue>> {
  if (value === undefined) return '';
  if (isObject(value)) return value;
  const text = pythonText(value);
  if (!text.trimStart().startsWith('{')) return text;
  try {
    const parsed = parseExact(text);
    return isObject(parsed) ? parsed : text;
  } catch {
    return text;
  }
}

function safeText(value: ExactValue | undefined): string | undefined {
  return value === undefined ? undefined : unicodeSafe(value);
}

function hasValue<T>(entry: [string, T | undefined]): entry is [string, T] {
  return entry[1] !== undefined;
}

/** PostgreSQL 15's text search configurations. This service doesn't stem, but refuses other names. */
const LANGUAGES = new Set(
  (
    'simple arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian ' +
    'irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish'
  ).split(' '),
);

function checkLanguage(language: string): void {
  if (language !== '' && !LANGUAGES.has(language.replace(/^pg_catalog\./, '').toLowerCase()))
    throw invalidQuery(`text search configuration "${language}" does not exist`);
}
