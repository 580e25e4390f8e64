/** CKAN's envelope around every answer, and everything else that comes in its place (docs/ckan.md 27 to 30). */
import { type ExactObject, type ExactValue, isObject, member } from '../../base/cells.ts';
import type { DraftPart } from '../query/draft.ts';
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
  /** See AnswerJson. */
  readonly repeatsKeys: boolean;
}

export interface Expected {
  /** What was asked of the datastore: helps to name the part of the form to blame. */
  readonly query?: DatastoreQuery | undefined;
  /** Exact where absent. */
  readonly numbers?: 'exact' | 'rounded' | undefined;
}

/**
 * `result` of a successful answer. Throws HttpError `truncated` for one that breaks off, which HTTP without a length doesn't
 * show, and DatastoreError for everything else. Only status, `__type` and keys decide:
 * messages are translated and reworded between versions. Long answers are read in slices, and end with the reason of an abort.
 */
export async function readResult(
  answer: Answer,
  hasToken: boolean,
  { query, numbers = 'exact' }: Expected,
  signal: AbortSignal,
): Promise<AnswerResult> {
  let isCkan = false;
  const refuse = (
    kind: DatastoreErrorKind,
    facts: { words?: string; part?: DraftPart; title?: string } = {},
  ) => {
    const wait = retryAfterMs(answer.headers);
    const part = facts.part ?? partOfKind[kind];
    return new DatastoreError(kind, answer.url.host, {
      status: answer.status,
      isCkan,
      ...(part !== undefined && { part }),
      ...(facts.words !== undefined && { serverMessage: wordsIn(facts.words) }),
      details: {
        tokenWithheld: hasToken && !answer.tokenSent,
        tokenSent: hasToken && answer.tokenSent,
        ...(facts.title !== undefined && { title: wordsIn(facts.title) }),
        ...(wait !== undefined && { retryAfterMs: wait }),
      },
    });
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
  // CKAN's answer to an unknown action is a bare text with status 400; what we send is never malformed otherwise.
  isCkan =
    typeof body === 'string' ? answer.status === 400 : isObject(body) && Object.hasOwn(body, 'success');
  if (isCkan && typeof body === 'string') throw refuse('actionUnknown', { words: body });
  if (!isCkan || !isObject(body)) throw refuse(kindOfStatus(answer.status) ?? 'notCkan');
  const result = member(body, 'result');
  // DKAN calls it no success when nothing was found.
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
  // CKAN says it for a # in a name or in what is searched for, in every language, and for nothing else that we can ask.
  if (words.startsWith('query: Query is not a single statement'))
    throw query?.q?.includes('#') === true
      ? refuse('hashInSearch', { words, part: 'q' })
      : refuse('hashInName', { words });
  const kind = kindOfType(error['__type']) ?? kindOfStatus(answer.status) ?? 'server';
  const part = kind === 'validation' ? partOf(error, words, query) : undefined;
  throw refuse(kind, { words, ...(part !== undefined && { part }) });
}

/** Like `trim` of the whole text. */
function trimmed(pieces: readonly string[]): readonly string[] {
  const first = pieces.findIndex((piece) => piece.trim() !== '');
  if (first < 0) return [];
  const last = pieces.findLastIndex((piece) => piece.trim() !== '');
  return pieces
    .slice(first, last + 1)
    .map((piece, at) => (at === 0 ? piece.trimStart() : piece))
    .map((piece, at) => (at === last - first ? piece.trimEnd() : piece));
}

/** A parameter that it doesn't know is named in quotes, whatever the language. */
function refusesPlain(error: ExactObject): boolean {
  return Object.hasOwn(error, 'plain') || /\bplain\b/.test(textsOf(error['__extras'] ?? null).join(' '));
}

/** As many as a local CSV file may have. CKAN's tables have at most 1,600 (PostgreSQL); a million would take a gigabyte. */
export const MOST_FIELDS = 100_000;

/** Of the fields that an answer describes, and of the values in one record; a cell's own JSON may have more. */
function mostMembers([first, second, third, deeper]: readonly string[]): number {
  if (first !== 'result' || deeper !== undefined) return Infinity;
  const isFields = second === 'fields' && third === undefined;
  return isFields || (second === 'records' && third === '') ? MOST_FIELDS : Infinity;
}

/** Undefined for what is no JSON. Throws JsonWidthError, or the reason of an abort. */
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

function kindOfType(type: ExactValue | undefined): DatastoreErrorKind | undefined {
  return kinds.get(type);
}

/** The connection's trouble, not the question's: a server that is too slow or too early, a gateway that was left. */
const BUSY = new Set([408, 425, 499]);

/** What a status alone says; undefined for one that says nothing. */
function kindOfStatus(status: number): DatastoreErrorKind | undefined {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404 || status === 405 || status === 410) return 'notCkan';
  if (status === 409 || status === 422) return 'validation';
  if (status === 413 || status === 414 || status === 431) return 'tooLong';
  if (status === 429) return 'rateLimited';
  return status >= 500 || BUSY.has(status) ? 'server' : undefined;
}

/** A web page: a login or a firewall that speaks with 200, 202 or 403, or a site that knows no such path. */
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
  ['limit', 'limit'],
]);

/** `query` is PostgreSQL's refusal of the whole question: of an expression, or nearly always because of a filter's value. */
function partOf(error: ExactObject, words: string, query: DatastoreQuery | undefined): DraftPart | undefined {
  const keys = Object.keys(error);
  const part = keys.map((key) => partOfKey.get(key)).find((found) => found !== undefined);
  if (part !== undefined || !keys.includes('query')) return part;
  // It names its own type in every language.
  if (query?.qMode === 'expression' && (query.filters === undefined || words.includes('tsquery'))) return 'q';
  return query?.filters === undefined ? undefined : 'filters';
}

/** `message`, or `field: what is wrong with it` for each field, and what the database said about it. */
function wordsOf(error: ExactObject): string {
  const message = member(error, 'message');
  if (typeof message === 'string') return message;
  const words = Object.entries(error)
    .filter(([key]) => key !== '__type' && key !== 'info')
    .map(([key, value]) => `${key}: ${textsOf(value).join(', ')}`)
    .join('; ');
  // The rest of `info`, and of its lines, is SQL, which helps nobody.
  const [reason = ''] = textsOf(member(member(error, 'info'), 'orig') ?? null);
  return [words, reason.split('\n', 1).join('')].filter((text) => text !== '').join(': ');
}

/** Deeper texts say nothing to people. */
const MOST_LEVELS = 16;

function textsOf(value: ExactValue, levels = MOST_LEVELS): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.values(value as ExactObject).flatMap((inner) => textsOf(inner, levels - 1));
}

function titleOf(html: string): string {
  const title = /<title[^>]{0,100}>([^<]{0,300})/i.exec(html.slice(0, 100_000))?.[1] ?? '';
  return title.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');
}

const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Server's texts and titles are often indented, and have gaps where a name is missing. */
function wordsIn(text: string): string {
  return oneLine(text).replace(/ {2,}/g, ' ').trim();
}
