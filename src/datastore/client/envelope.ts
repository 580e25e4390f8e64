/** CKAN's envelope around every answer, and everything else that comes in its place (docs/ckan.md 27 to 30). */
import { type ExactObject, type ExactValue, isObject, member } from '../../base/cells.ts';
import type { DraftPart } from '../../messages/draft.ts';
import { oneLine } from '../../base/oneLine.ts';
import type { Answer } from '../../http/exchange.ts';
import { HttpError } from '../../http/errors.ts';
import { retryAfterMs } from '../../http/retry.ts';
import { DatastoreError, type DatastoreErrorKind } from './errors.ts';
import { type AnswerJson, breaksOff, parseAnswer } from '../../base/exactJson.ts';
import type { DatastoreQuery } from '../query/query.ts';

export interface AnswerResult {
  readonly result: ExactValue;
  /** See AnswerJson. */
  readonly repeatsKeys: boolean;
}

/**
 * `result` of a successful answer. Throws HttpError `truncated` for one that breaks off, which HTTP without a length doesn't
 * show, and DatastoreError for everything else. Only status, `__type` and keys decide:
 * messages are translated and reworded between versions. `query` helps to name the part of the form to blame.
 */
export function readResult(answer: Answer, hasToken: boolean, query?: DatastoreQuery): AnswerResult {
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
        ...(facts.title !== undefined && { title: wordsIn(facts.title) }),
        ...(wait !== undefined && { retryAfterMs: wait }),
      },
    });
  };
  const text = answer.text.trim();
  if (text === '') throw refuse(kindOfStatus(answer.status) ?? 'emptyAnswer');
  if (text.startsWith('<')) {
    throw refuse(kindOfPage(answer.status), { title: titleOf(text) });
  }
  const json = parse(text);
  if (json === undefined && answer.status < 400 && breaksOff(text))
    throw new HttpError('truncated', answer.url.host, { message: 'JSON without an end' });
  if (json === undefined) throw refuse(kindOfStatus(answer.status) ?? 'notJson');
  const { value: body, repeatsKeys } = json;
  // CKAN's answer to an unknown action is a bare text with status 400; what we send is never malformed otherwise.
  isCkan =
    typeof body === 'string' ? answer.status === 400 : isObject(body) && Object.hasOwn(body, 'success');
  if (isCkan && typeof body === 'string') throw refuse('actionUnknown', { words: body });
  if (!isCkan || !isObject(body)) throw refuse(kindOfStatus(answer.status) ?? 'notCkan');
  const result = member(body, 'result');
  if (body['success'] === true && answer.status < 400) {
    if (result === undefined) throw refuse('notCkan');
    return { result, repeatsKeys };
  }
  const error = member(body, 'error');
  if (!isObject(error)) {
    throw refuse(kindOfStatus(answer.status) ?? 'server', typeof error === 'string' ? { words: error } : {});
  }
  const words = wordsOf(error);
  // CKAN says it for a # in a name, in every language, and for nothing else that we can ask.
  if (words.startsWith('query: Query is not a single statement')) throw refuse('hashInName', { words });
  const kind = kindOfType(error['__type']) ?? kindOfStatus(answer.status) ?? 'server';
  const part = kind === 'validation' ? partOfKeys(Object.keys(error), query) : undefined;
  throw refuse(kind, { words, ...(part !== undefined && { part }) });
}

function parse(text: string): AnswerJson | undefined {
  try {
    return parseAnswer(text);
  } catch {
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

/** What a status alone says; undefined for one that says nothing. */
function kindOfStatus(status: number): DatastoreErrorKind | undefined {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404 || status === 405 || status === 410) return 'notCkan';
  if (status === 409 || status === 422) return 'validation';
  if (status === 413 || status === 414 || status === 431) return 'tooLong';
  if (status === 429) return 'rateLimited';
  return status >= 500 ? 'server' : undefined;
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
};

const partOfKey: ReadonlyMap<string, DraftPart> = new Map([
  ['resource_id', 'resource'],
  ['id', 'resource'],
  ['q', 'q'],
  ['filters', 'filters'],
  ['limit', 'limit'],
]);

/** `query` is PostgreSQL's refusal of the whole question, nearly always because of a filter's value. */
function partOfKeys(keys: readonly string[], query: DatastoreQuery | undefined): DraftPart | undefined {
  const part = keys.map((key) => partOfKey.get(key)).find((found) => found !== undefined);
  return part ?? (keys.includes('query') && query?.filters !== undefined ? 'filters' : undefined);
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

function textsOf(value: ExactValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as ExactObject).flatMap(textsOf);
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
