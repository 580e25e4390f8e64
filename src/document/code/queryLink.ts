/**
 * Links that open a query, a record or a document in VS Code:
 * `vscode://datastore-explorer.datastore-explorer/open?base_url=https://data.example.org/en&resource_id=…&query=~…`.
 *
 * VS Code passes a link on with its percent codes resolved, which would end a value at its first `&`. So a link has none:
 * a value is plain, or it is `~` and its UTF-8 in base64url.
 */
import { isObject } from '../../base/cells.ts';
import { readExact } from '../../base/exactJson.ts';
import { holdsSecret } from '../../base/secretText.ts';
import { decoded } from '../../base/urlParts.ts';
import { fillIn, type WordDetails } from '../../base/words.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { fillQuery } from '../kept/fillQuery.ts';
import type { KeptPlace, QueryToKeep } from '../kept/keptQuery.ts';
import { KEPT_WORDS, type KeptWords } from '../kept/keptWords.ts';
import { memberJson } from '../kept/queryObject.ts';
import { readQueryDocument } from '../kept/readQueryDocument.ts';
import { LINK_WORDS, type LinkWords } from './linkWords.ts';

/** Everything that a link can do. */
export type QueryLink =
  | ({ readonly kind: 'query' } & QueryToKeep)
  /** `id` is the record's `_id`. */
  | { readonly kind: 'record'; readonly place: KeptPlace; readonly id: string }
  /** `path` is relative to a folder of the window, and `name` that of a query. */
  | { readonly kind: 'document'; readonly path: string; readonly name?: string };

export interface LinkProblem {
  readonly problem: string;
}

/** The part of the address that names this extension, which VS Code passes only to it. */
const EXTENSION = 'datastore-explorer.datastore-explorer';
const ACTION = '/open';
/** Windows passes at most 32,767 characters to a program. */
const LONGEST_LINK = 30_000;
/** Longest link that is read. */
const LONGEST_READ = 100_000;
const DOCUMENT_ENDING = '.datastore.jsonc';

const PLACE_PARTS = ['base_url', 'resource_id', 'file'] as const;
/** The parts of each kind of link. Another part is refused, so that a link can do nothing else. */
const PARTS = {
  query: [...PLACE_PARTS, 'query'],
  record: [...PLACE_PARTS, 'record'],
  document: ['document', 'name'],
} as const satisfies Readonly<Record<QueryLink['kind'], readonly string[]>>;

type Parts = ReadonlyMap<string, string>;

/** `scheme` is that of the window, for example `vscode` or `vscodium`. */
export function linkText(link: QueryLink, scheme: string, words: LinkWords = LINK_WORDS): string | LinkProblem {
  const parts = partsOf(link);
  if ([...parts.values()].some(holdsSecret)) return { problem: words.hasSecret };
  const query = Array.from(parts, ([name, value]) => `${name}=${linkValue(value)}`).join('&');
  const text = `${scheme}://${EXTENSION}${ACTION}?${query}`;
  const { length } = text;
  if (length > LONGEST_LINK) return { problem: fillIn(words.tooLong, { length, most: LONGEST_LINK }) };
  // What the reader refuses, such as a file outside of the folder, gets no link.
  const read = readLink(text, words);
  return read === undefined || 'problem' in read ? (read ?? { problem: words.incomplete }) : text;
}

function partsOf(link: QueryLink): Parts {
  if (link.kind === 'document')
    return new Map([['document', link.path], ...(link.name === undefined ? [] : [['name', link.name] as const])]);
  const { place } = link;
  const keep = link.kind === 'query' ? link : { place, query: { resourceId: '' } };
  const members = memberJson(keep);
  const places = PLACE_PARTS.flatMap((name) => {
    const json = members.get(name);
    return json === undefined ? [] : [[name, JSON.parse(json) as string] as const];
  });
  if (link.kind === 'record') return new Map([...places, ['record', link.id]]);
  const rest = [...members].filter(([name]) => !PLACE_PARTS.some((each) => each === name));
  const json = `{${rest.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  return new Map([...places, ...(rest.length === 0 ? [] : [['query', json] as const])]);
}

function linkValue(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `~${Buffer.from(text, 'utf8').toString('base64url')}`;
}

/** Reads a pasted link of any scheme. Undefined if the text isn't a link of this extension. Throws nothing. */
export function readLink(
  text: string,
  words: LinkWords = LINK_WORDS,
  keptWords: KeptWords = KEPT_WORDS,
): QueryLink | LinkProblem | undefined {
  if (text.length > LONGEST_READ) return undefined;
  const bare = /^[<("'`]?([^\s<>()"'`]+)[>)"'`]?$/.exec(text.trim())?.[1] ?? '';
  const [address = ''] = bare.split('#', 1);
  const [place = '', ...query] = address.split('?');
  const [, authority = '', path = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/]*)(\/.*)?$/i.exec(place) ?? [];
  if (authority.toLowerCase() !== EXTENSION) return undefined;
  return readLinkParts(path, decoded(query.join('?')), words, keptWords);
}

/** Reads the path and the query of a link as VS Code passes them on, with their percent codes resolved. */
export function readLinkParts(
  path: string,
  query: string,
  words: LinkWords = LINK_WORDS,
  keptWords: KeptWords = KEPT_WORDS,
): QueryLink | LinkProblem {
  const problem = (word: keyof LinkWords, details: WordDetails = {}): LinkProblem => ({
    problem: fillIn(words[word], details),
  });
  if (path !== ACTION) return problem('unknownPart', { name: path });
  if (query.length > LONGEST_READ) return problem('incomplete');
  if (query.includes('%')) return problem('encoded');
  const parts = new Map<string, string>();
  for (const part of query.split('&')) {
    const [name = '', ...value] = part.split('=');
    const read = valueIn(value.join('='));
    if (read === undefined || parts.has(name)) return problem('incomplete');
    parts.set(name, read);
  }
  const kind = parts.has('document') ? 'document' : parts.has('record') ? 'record' : 'query';
  const unknownName = [...parts.keys()].find((name) => !PARTS[kind].some((each) => each === name));
  if (unknownName !== undefined) return problem('unknownPart', { name: unknownName });
  if ([...parts.values()].some(holdsSecret)) return problem('secret');
  const file = parts.get('file') ?? parts.get('document');
  if (file !== undefined && !isInside(file)) return problem('outside', { path: file });
  if (kind === 'document') return documentLink(parts) ?? problem('notDocument', { path: file });
  return recordsLink(kind, parts, problem, keptWords);
}

/** The query of a link to records, or of its one record. Undefined for a document. */
export function queryOfLink(link: QueryLink): DatastoreQuery | undefined {
  if (link.kind !== 'record') return link.kind === 'query' ? link.query : undefined;
  const resourceId = link.place.kind === 'portal' ? link.place.resourceId : '';
  const values = [{ type: 'number' as const, text: link.id }];
  return { resourceId, filters: [{ kind: 'values', field: '_id', values, list: false }] };
}

/** Undefined for a value that no link has. */
function valueIn(value: string): string | undefined {
  if (!value.startsWith('~')) return /^[\w.:/-]+$/.test(value) ? value : undefined;
  const text = Buffer.from(value.slice(1), 'base64url').toString('utf8');
  return text !== '' && linkValue(text) === value ? text : undefined;
}

/** Whether a path leads into the folder on any system. Windows drops blanks and dots at the end of a name. */
function isInside(path: string): boolean {
  const isAbsolute = /^(?:[\\/]|[a-z]:)/i.test(path);
  return !isAbsolute && !path.split(/[\\/]/).some((part) => /^[. ]*$/.test(part) || part.includes('\0'));
}

function documentLink(parts: Parts): QueryLink | undefined {
  const path = parts.get('document') ?? '';
  if (!path.toLowerCase().endsWith(DOCUMENT_ENDING)) return undefined;
  const name = parts.get('name');
  return { kind: 'document', path, ...(name !== undefined && { name }) };
}

/** The query is read as that of a document, whose rules hold here, too. */
function recordsLink(
  kind: 'query' | 'record',
  parts: Parts,
  problem: (word: keyof LinkWords, details?: WordDetails) => LinkProblem,
  words: KeptWords,
): QueryLink | LinkProblem {
  const json = parts.get('query') ?? '{}';
  const members = readExact(json);
  if (!isObject(members) || 'parameters' in members || 'expect' in members) return problem('incomplete');
  const places = PLACE_PARTS.flatMap((name) => {
    const value = parts.get(name);
    return value === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
  });
  const inner = json.trim().slice(1, -1).trim();
  const all = [...places, ...(inner === '' ? [] : [inner])].join(',');
  const { queries, problems } = readQueryDocument(`{"queries":{"link":{${all}}}}`, words);
  const [kept] = queries;
  const [first] = problems;
  if (first !== undefined || kept === undefined) return problem('invalid', { text: first?.text ?? '' });
  const filled = fillQuery(kept, new Map(), words);
  if ('problem' in filled) return problem('invalid', { text: filled.problem });
  const { place, chart } = kept;
  if (kind === 'query') return { kind, place, query: filled.query, ...(chart !== undefined && { chart }) };
  const id = parts.get('record') ?? '';
  return /^\d{1,19}$/.test(id) ? { kind, place, id } : problem('incomplete');
}
