import { BracketWalk, endOfString } from '../../../base/jsonScan.ts';
import { reason } from '../../resource/reasons.ts';
import type { RecordFault } from '../../reading/skippedRecords.ts';

export interface JsonMember {
  /** The key is unique: a feature's own members differ from its properties. */
  readonly key: string;
  readonly name: string;
  /** The value's text in the file. */
  readonly token: string;
  readonly text: string | undefined;
  /** A feature's own members come after its properties. */
  readonly isLast: boolean;
}

type Members = readonly JsonMember[];

/** The member of a feature that holds its fields: of GeoJSON, or of ArcGIS. */
export type FieldsMember = 'properties' | 'attributes';

/** Returns members in the order of the text. Those of a list have their places for keys, and no names. */
export function membersOf(text: string, within?: FieldsMember, isFlat = false): Members | RecordFault {
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    return { reason: reason('invalidJson', faultOf(error)) };
  }
  if (Array.isArray(value)) return membersOfList(text, value);
  if (within !== undefined) return membersOfFeature(text, value, within, isFlat);
  return membersOfObject(text, value, { isLast: false, isFlat });
}

export function isFault(members: Members | RecordFault): members is RecordFault {
  return 'reason' in members;
}

/** The member of a GeoJSON (RFC 7946, section 3.2) or ArcGIS feature that has its fields. Undefined for others. */
export function fieldsMember(text: string): FieldsMember | undefined {
  if (!text.startsWith('{')) return undefined;
  const members = new Map(jsonEntries(text));
  if (members.get('type') === '"Feature"' && members.has('properties') && members.has('geometry')) return 'properties';
  const isArcGis = members.get('attributes')?.startsWith('{') === true;
  return isArcGis && [...members.keys()].every((key) => key === 'attributes' || key === 'geometry')
    ? 'attributes'
    : undefined;
}

function membersOfList(text: string, values: readonly unknown[]): Members | RecordFault {
  const members: JsonMember[] = [];
  for (const token of jsonElements(text)) {
    const own = values[members.length];
    const content = typeof own === 'string' ? own : undefined;
    const key = String(members.length);
    if (content?.isWellFormed() === false)
      return { field: `field ${String(members.length + 1)}`, reason: reason('surrogate') };
    members.push({ key, name: '', token, text: content, isLast: false });
  }
  return members;
}

/** With `isFlat`, members of a nested object stand for it, named by the way to them. */
function membersOfObject(
  text: string,
  value: Readonly<Record<string, unknown>>,
  { isLast, isFlat }: { readonly isLast: boolean; readonly isFlat: boolean },
): Members | RecordFault {
  const members: JsonMember[] = [];
  const seen = new Set<string>();
  for (const [name, token, own] of isFlat ? flatEntries(text, value) : ownEntries(text, value)) {
    if (seen.has(name)) return { field: name, reason: reason('keyTwice') };
    seen.add(name);
    const content = typeof own === 'string' ? own : undefined;
    if (content?.isWellFormed() === false) return { field: name, reason: reason('surrogate') };
    members.push({ key: isLast ? `member ${name}` : name, name, token, text: content, isLast });
  }
  return members;
}

type Entries = Generator<readonly [name: string, token: string, value: unknown]>;

function* ownEntries(text: string, value: Readonly<Record<string, unknown>>): Entries {
  for (const [name, token] of jsonEntries(text)) yield [name, token, token.startsWith('"') ? value[name] : undefined];
}

function* flatEntries(text: string, value: Readonly<Record<string, unknown>>, way = ''): Entries {
  for (const [name, token] of jsonEntries(text)) {
    const own = value[name];
    const isObject = typeof own === 'object' && own !== null && /^\{\s*"/.test(token);
    if (isObject) yield* flatEntries(token, own as Readonly<Record<string, unknown>>, `${way}${name}.`);
    else yield [`${way}${name}`, token, own];
  }
}

function membersOfFeature(
  text: string,
  value: Readonly<Record<string, unknown>>,
  within: FieldsMember,
  isFlat: boolean,
): Members | RecordFault {
  const isFeature = within === 'properties' ? value['type'] === 'Feature' : value[within] !== undefined;
  if (!isFeature) return { reason: reason('notFeature') };
  const members = membersOfObject(text, value, { isLast: true, isFlat: false });
  if (isFault(members)) return members;
  const properties = members.find(({ name }) => name === within);
  const values = value[within] ?? {};
  if (typeof values !== 'object' || Array.isArray(values))
    return { field: within, reason: reason('featureProperties') };
  const own =
    properties === undefined || properties.token === 'null'
      ? []
      : membersOfObject(properties.token, values as Readonly<Record<string, unknown>>, { isLast: false, isFlat });
  if (isFault(own)) return own;
  return [
    ...own.map((member) => ({ ...member, key: propertyKey(member.name) })),
    ...members.filter(({ name }) => name !== within && (name !== 'type' || within === 'attributes')),
  ];
}

export function propertyKey(name: string): string {
  return `property ${name}`;
}

/** V8 quotes the text around the fault, which may be long, so it's removed. */
function faultOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message.replace(/,? ?(\.\.\.)?".*/su, '').replace(/ in JSON at position .*/su, '');
}

const space = /[ \t\r\n]*/y;
const literal = /[^,}\]\s]+/y;

/** Yields all keys and the texts of values: `JSON.parse` loses digits and repeated keys. `text` must be valid JSON. */
export function* jsonEntries(text: string): Generator<readonly [key: string, token: string]> {
  let at = skip(space, text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const quoted = text.slice(at, keyEnd);
    const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
    const start = skip(space, text, skip(space, text, keyEnd) + 1);
    const end = endOfToken(text, start);
    yield [key, text.slice(start, end)];
    at = skip(space, text, skip(space, text, end) + 1);
  }
}

/** Yields the texts of a list's values. */
export function* jsonElements(text: string): Generator<string> {
  let at = skip(space, text, text.indexOf('[') + 1);
  while (at < text.length && text[at] !== ']') {
    const end = endOfToken(text, at);
    yield text.slice(at, end);
    at = skip(space, text, skip(space, text, end) + 1);
  }
}

export function endOfToken(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') return skip(literal, text, start);
  const walk = new BracketWalk(text, start);
  return walk.goOn() ? walk.at : text.length;
}

function skip(what: RegExp, text: string, from: number): number {
  what.lastIndex = from;
  what.test(text);
  return Math.max(what.lastIndex, from);
}
