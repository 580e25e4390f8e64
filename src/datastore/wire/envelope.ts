/** CKAN's envelope of answers, and everything that may come instead (docs/ckan.md 27 to 30). */
import { type ExactObject, type ExactValue, isObject, member } from '../../base/cells.ts';
import type { DraftPart } from '../query/draft.ts';
import { defined } from '../../base/defined.ts';
import { oneLine } from '../../base/oneLine.ts';
import type { Answer } from '../../http/exchange.ts';
import { HttpError } from '../../http/errors.ts';
import { retryAfterMs } from '../../http/retry.ts';
import { DatastoreError, type DatastoreErrorKind } from './errors.ts';
import type { AnswerJson } from '../../base/exactJson.ts';
import { breaksOff, JsonWidthError, parseInSlices } from '../../base/slicedJson.ts';
import type { DatastoreQuery } from '../query/query.ts';

export interface AnswerResult {
  readonly result: ExactValue;
  readonly repeatsKeys: boolean;
}

export interface Expected {
  /** The query, which helps to find the control of the form at fault. */
  readonly query?: DatastoreQuery | undefined;
  readonly numbers?: 'exact' | 'rounded' | undefined;
}

/**
 * Returns the `result` of a successful answer. Throws HttpError `truncated` if the text ends too early, which HTTP
 * without a length doesn't reveal, and DatastoreError for everything else. Only status, `__type` and keys decide,
 * because messages are translated and change between versions. Long answers are read in slices. Throws the reason of an
 * abort.
 */
export async function readResult(
  answer: Answer,
  hasToken: boolean,
  { query, numbers = 'exact' }: Expected,
  signal: AbortSignal,
): Promise<AnswerResult> {
  let isCkan = false;
  const refuse = (kind: DatastoreErrorKind, facts: { words?: string; part?: DraftPart; title?: string } = {}) => {
    const details = defined({
      tokenWithheld: hasToken && !answer.tokenSent,
      tokenSent: hasToken && answer.tokenSent,
      title: facts.title === undefined ? undefined : wordsIn(facts.title),
      retryAfterMs: retryAfterMs(answer.headers),
    });
    const part = facts.part ?? partOfKind[kind];
    const serverMessage = facts.words === undefined ? undefined : wordsIn(facts.words);
    const told = defined({ status: answer.status, isCkan, part, serverMessage, details });
    return new DatastoreError(kind, answer.url.host, told);
  };
  const pieces = trimmed(answer.pieces ?? [answer.text]);
  const [start] = pieces;
  if (start === undefined) throw refuse(kindOfStatus(answer.status) ?? 'emptyAnswer');
  if (start.startsWith('<')) {
    throw refuse(kindOfPage(answer.status), { title: titleOf(start) });
  }
  const json = await parse(pieces, numbers, signal).catch((error: unknown) => {
    throw error instanceof JsonWidthError ? refuse('tooManyFields') : error;
  });
  if (json === undefined && answer.status < 400 && (await breaksOff(pieces, signal)))
    throw new HttpError('truncated', answer.url.host, { message: 'JSON without an end' });
  if (json === undefined) throw refuse(kindOfStatus(answer.status) ?? 'notJson');
  const { value: body, repeatsKeys } = json;
  // CKAN answers an unknown action with a bare text and status 400. Our requests cause no other such answer.
  isCkan = typeof body === 'string' ? answer.status === 400 : isObject(body) && Object.hasOwn(body, 'success');
  if (isCkan && typeof body === 'string') throw refuse('actionUnknown', { words: body });
  if (!isCkan || !isObject(body)) throw refuse(kindOfStatus(answer.status) ?? 'notCkan');
  const result = member(body, 'result');
  // DKAN reports no success if it found nothing.
  const hasFound = body['success'] === true || (!Object.hasOwn(body, 'error') && isObject(result));
  if (hasFound && answer.status < 400) {
    if (result === undefined) throw refuse('notCkan');
    return { result, repeatsKeys };
  }
  const error = member(body, 'error');
  if (!isObject(error)) {
    throw refuse(kindOfStatus(answer.status) ?? 'server', typeof error === 'string' ? { words: error } : {});
  }
  const words = wordsOf(error);
  if (query?.qMode !== undefined && refusesPlain(error)) throw refuse('noExpressions', { words });
  // CKAN's message in every language for a # in a name or a search text. Our requests cause it in no other way.
  if (words.startsWith('query: Query is not a single statement'))
    throw query?.q?.includes('#') === true
      ? refuse('hashInSearch', { words, part: 'q' })
      : refuse('hashInName', { words });
  const kind = kinds.get(error['__type']) ?? kindOfStatus(answer.status) ?? 'server';
  const part = kind === 'validation' ? partOf(error, words, query) : undefined;
  throw refuse(kind, defined({ words, part }));
}

/** Trims pieces of a text as if they were joined. */
function trimmed(pieces: readonly string[]): readonly string[] {
  const first = pieces.findIndex((piece) => piece.trim() !== '');
  if (first < 0) return [];
  const last = pieces.findLastIndex((piece) => piece.trim() !== '');
  return pieces
    .slice(first, last + 1)
    .map((piece, at) => (at === 0 ? piece.trimStart() : piece))
    .map((piece, at) => (at === last - first ? piece.trimEnd() : piece));
}

/** CKAN quotes the name of an unknown parameter in every language. */
function refusesPlain(error: ExactObject): boolean {
  return Object.hasOwn(error, 'plain') || /\bplain\b/.test(textsOf(error['__extras'] ?? null).join(' '));
}

/** Limit for fields. A local CSV file may have as many; a million would take a gigabyte. */
export const MOST_FIELDS = 100_000;

/** Limits the described fields and the values of a record. The JSON of a cell isn't limited. */
function mostMembers([first, second, third, deeper]: readonly string[]): number {
  if (first !== 'result' || deeper !== undefined) return Infinity;
  const isFields = second === 'fields' && third === undefined;
  return isFields || (second === 'records' && third === '') ? MOST_FIELDS : Infinity;
}

/** Undefined if the text isn't JSON. Throws JsonWidthError, or the reason of an abort. */
async function parse(
  pieces: readonly string[],
  numbers: 'exact' | 'rounded',
  signal: AbortSignal,
): Promise<AnswerJson | undefined> {
  try {
    return await parseInSlices(pieces, { numbers, most: mostMembers }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof JsonWidthError) throw error;
    return undefined;
  }
}

const kinds: ReadonlyMap<ExactValue | undefined, DatastoreErrorKind> = new Map([
  ['Authorization Error', 'forbidden'],
  ['Not Found Error', 'notFound'],
  ['Validation Error', 'validation'],
  ['Search Query Error', 'validation'],
  ['Integrity Error', 'validation'],
  ['Search Error', 'server'],
  ['Search Index Error', 'server'],
  ['Search Connection Error', 'server'],
  ['Internal Server Error', 'server'],
]);

/** Statuses of a server that is slow or not ready, and of a closed connection. The query isn't at fault. */
const BUSY = new Set([408, 425, 499]);

function kindOfStatus(status: number): DatastoreErrorKind | undefined {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404 || status === 405 || status === 410) return 'notCkan';
  if (status === 409 || status === 422) return 'validation';
  if (status === 413 || status === 414 || status === 431) return 'tooLong';
  if (status === 429) return 'rateLimited';
  return status >= 500 || BUSY.has(status) ? 'server' : undefined;
}

/** The meaning of a web page: a login or a firewall (200, 202, 403), or a site without this path. */
function kindOfPage(status: number): DatastoreErrorKind {
  const kind = kindOfStatus(status);
  return kind === undefined || status === 403 ? 'loginPage' : kind;
}

const partOfKind: Partial<Record<DatastoreErrorKind, DraftPart>> = {
  notFound: 'resource',
  notCkan: 'portal',
  loginPage: 'portal',
  actionUnknown: 'portal',
  noExpressions: 'q',
};

const partOfKey: ReadonlyMap<string, DraftPart> = new Map([
  ['resource_id', 'resource'],
  ['id', 'resource'],
  ['q', 'q'],
  ['filters', 'filters'],
  ['summary', 'summary'],
  ['limit', 'limit'],
]);

/** The control at fault. `query` is PostgreSQL's refusal of an expression, or nearly always of a filter's value. */
function partOf(error: ExactObject, words: string, query: DatastoreQuery | undefined): DraftPart | undefined {
  const keys = Object.keys(error);
  const part = keys.map((key) => partOfKey.get(key)).find((found) => found !== undefined);
  if (part !== undefined || !keys.includes('query')) return part;
  // PostgreSQL names the type `tsquery` in every language.
  if (query?.qMode === 'expression' && (query.filters === undefined || words.includes('tsquery'))) return 'q';
  return query?.filters === undefined ? undefined : 'filters';
}

/** `message`, or `field: problem` for each field, with the database's reason. */
function wordsOf(error: ExactObject): string {
  const message = member(error, 'message');
  if (typeof message === 'string') return message;
  const words = Object.entries(error)
    .filter(([key]) => key !== '__type' && key !== 'info')
    .map(([key, value]) => `${key}: ${textsOf(value).join(', ')}`)
    .join('; ');
  // The rest of `info`, and of its lines, is SQL, which doesn't help people.
  const [reason = ''] = textsOf(member(member(error, 'info'), 'orig') ?? null);
  return [words, reason.split('\n', 1).join('')].filter((text) => text !== '').join(': ');
}

/** Limit for nesting. Deeper texts don't help people. */
const MOST_LEVELS = 16;

function textsOf(value: ExactValue, levels = MOST_LEVELS): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.values(value as ExactObject).flatMap((inner) => textsOf(inner, levels - 1));
}

function titleOf(html: string): string {
  const title = /<title[^<>]{0,100}>([^<]{0,300})/i.exec(html.slice(0, 100_000))?.[1] ?? '';
  return title.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');
}

const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Servers' texts and titles are often indented, or have gaps where a name is missing. */
function wordsIn(text: string): string {
  return oneLine(text).replace(/ {2,}/g, ' ').trim();
}
