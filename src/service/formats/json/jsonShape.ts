/** Finds where a JSON text has its records, by its beginning. */
import { unpackedName } from '../../resource/fileKinds.ts';
import { endOfToken, jsonElements, jsonEntries } from './jsonRecord.ts';

export interface JsonShape {
  /** The keys, joined by points, that lead to the list of records. Undefined if the text is the records itself. */
  readonly path?: string;
  /** Each list of the text is a record: JSON Lines of lists. */
  readonly isRecordList: boolean;
  /** The text is a FeatureCollection of GeoJSON. */
  readonly isCollection?: true;
  /** All lists that can be the records, best first. */
  readonly lists: readonly string[];
  /** Another list might have been meant. */
  readonly isUnsure: boolean;
  /** The fields of lists are named elsewhere in the text. */
  readonly isNamed: boolean;
}

interface FoundList {
  readonly path: string;
  readonly key: string;
  /** The object that holds it. */
  readonly parent: string;
  readonly kind: 'objects' | 'lists' | 'empty' | 'values';
  readonly length: number;
}

/** Keys on so many levels are looked at. Deeper lists can be chosen. */
const LEVELS = 4;
const MAX_LISTS = 1000;
const OFFERED = 20;

/** Keys under which files name their fields, from the object with the records: CKAN, ArcGIS; pandas; pandas; Socrata. */
export const NAME_PLACES = ['fields', 'columns', 'schema.fields', 'meta.view.columns'] as const;
/** Lists of lists and empty lists have records only under such keys. */
const USUAL_KEYS = new Set('data features items records result results rows value values'.split(' '));
const LINES = /\.(jsonl|ndjson|geojsonl)$/i;

/** `head` is the beginning of the text, `name` that of its file, and `records` the chosen path. */
export function jsonShape(head: string, name: string, records?: string): JsonShape {
  const text = head.replace(/^[\s\p{Cc}]*/u, '');
  const plain: JsonShape = { isRecordList: false, lists: [], isUnsure: false, isNamed: false };
  const isObject = text.startsWith('{');
  if (isObject && records === undefined && isFeatureCollection(text))
    return { ...plain, path: 'features', isCollection: true };
  const lists = isObject ? listsOf(text) : listsBehindAbout(text);
  const { best, isUnsure } = bestOf(lists);
  const offered = best.slice(0, OFFERED).map(({ path }) => path);
  if (records !== undefined && records !== '')
    return { ...plain, path: records, lists: offered, isNamed: isNamed(records, lists) };
  const next = text.slice(endOfToken(text, 0)).replace(/^[\s\p{Cc}]*/u, '');
  const isLines = LINES.test(unpackedName(name));
  if (!isObject && lists.length === 0)
    return {
      ...plain,
      isRecordList: next.startsWith('[') && (isLines ? /^\[\s*[^{\s]/ : /^\[\s*[^[{\]\s]/).test(text),
    };
  const [first] = best;
  if (first === undefined || records === '' || isLines || next !== '') return { ...plain, lists: offered };
  return { ...plain, path: first.path, lists: offered, isUnsure, isNamed: isNamed(first.path, lists) };
}

/** Best first. The choice is sure if the file names the fields of these records, or if it has no other records. */
function bestOf(lists: readonly FoundList[]): { readonly best: readonly FoundList[]; readonly isUnsure: boolean } {
  const isRecords = ({ kind, key }: FoundList): boolean =>
    kind === 'objects' || (kind !== 'values' && USUAL_KEYS.has(key));
  const candidates = lists.filter(isRecords);
  const paths = new Set(lists.filter(({ kind }) => kind !== 'empty').map(({ path }) => path));
  const names = new Set(candidates.flatMap((list) => namesOf(list, paths).filter((path) => path !== list.path)));
  const ranked = candidates
    .filter(({ path }) => !names.has(path))
    .map((list) => ({ list, isNamed: namesOf(list, paths).length > 0 }))
    .sort((one, other) => Number(other.isNamed) - Number(one.isNamed) || rank(other.list) - rank(one.list));
  const isUnsure = ranked.length > 1 && ranked[0]?.isNamed === false && ranked[1]?.list.kind === 'objects';
  return { best: ranked.map(({ list }) => list), isUnsure };
}

function rank({ kind, length }: FoundList): number {
  return kind === 'objects' ? 2 ** 40 + length : kind === 'lists' ? 2 ** 30 + length : length;
}

function namesOf({ parent }: FoundList, paths: ReadonlySet<string>): readonly string[] {
  return NAME_PLACES.map((place) => joined(parent, place)).filter((path) => paths.has(path));
}

/** CKAN's answers have their fields behind the records. */
function isNamed(path: string, lists: readonly FoundList[]): boolean {
  const own = lists.find((list) => list.path === path);
  const names = own && namesOf(own, new Set(lists.map((list) => list.path))).filter((place) => place !== path);
  return path === 'records' || path.endsWith('.records') || (names !== undefined && names.length > 0);
}

function joined(parent: string, key: string): string {
  return parent === '' ? key : `${parent}.${key}`;
}

/** Answers of the World Bank: a list of an object about the answer, and of the list of records. */
function listsBehindAbout(text: string): readonly FoundList[] {
  if (!/^\[\s*\{/.test(text)) return [];
  const [, token = ''] = jsonElements(text);
  return token.startsWith('[') && kindOf(token) === 'objects'
    ? [{ path: '1', key: '1', parent: '', kind: 'objects', length: token.length }]
    : [];
}

function listsOf(text: string): readonly FoundList[] {
  const lists: FoundList[] = [];
  const look = (object: string, parent: string, level: number): void => {
    for (const [key, token] of jsonEntries(object)) {
      if (lists.length === MAX_LISTS) return;
      const path = level === 1 ? key : `${parent}.${key}`;
      if (token.startsWith('[')) lists.push({ path, key, parent, kind: kindOf(token), length: token.length });
      else if (token.startsWith('{') && level < LEVELS) look(token, path, level + 1);
    }
  };
  try {
    look(text, '', 1);
  } catch {
    // The beginning may end within a key.
  }
  return lists;
}

function kindOf(list: string): FoundList['kind'] {
  const [first] = jsonElements(list);
  if (first === undefined) return list.endsWith(']') ? 'empty' : 'values';
  if (first.startsWith('{')) return 'objects';
  return /^\[\s*[^[{\s]/.test(first) ? 'lists' : 'values';
}

/** Whether the text begins like a GeoJSON FeatureCollection (RFC 7946, section 3.3). */
function isFeatureCollection(text: string): boolean {
  let isNamed = false;
  try {
    for (const [key, token] of jsonEntries(text)) {
      if (key === 'type') isNamed = token === '"FeatureCollection"';
      if (key === 'features' && token.startsWith('['))
        return isNamed || /^\[\s*(\]|\{\s*"type"\s*:\s*"Feature")/.test(token);
    }
  } catch {
    // The beginning may end within a key.
  }
  return isNamed;
}
