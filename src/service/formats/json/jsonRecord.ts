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
export function membersOf(text: string, within?: FieldsMember): Members | RecordFault {
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    return { reason: reason('invalidJson', faultOf(error)) };
  }
  if (Array.isArray(value)) return membersOfList(text, value);
  return within === undefined ? membersOfObject(text, value, false) : membersOfFeature(text, value, within);
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

function membersOfObject(
  text: string,
  value: Readonly<Record<string, unknown>>,
  isLast: boolean,
): Members | RecordFault {
  const members: JsonMember[] = [];
  const seen = new Set<string>();
  for (const [name, token] of jsonEntries(text)) {
    if (seen.has(name)) return { field: name, reason: reason('keyTwice') };
    seen.add(name);
    const own = token.startsWith('"') ? value[name] : undefined;
    const content = typeof own === 'string' ? own : undefined;
    if (content?.isWellFormed() === false) return { field: name, reason: reason('surrogate') };
    members.push({ key: isLast ? `member ${name}` : name, name, token, text: content, isLast });
  }
  return members;
}

function membersOfFeature(
  text: string,
  value: Readonly<Record<string, unknown>>,
  within: FieldsMember,
): Members | RecordFault {
  const isFeature = within === 'properties' ? value['type'] === 'Feature' : value[within] !== undefined;
  if (!isFeature) return { reason: reason('notFeature') };
  const members = membersOfObject(text, value, true);
  if (isFault(members)) return members;
  const properties = members.find(({ name }) => name === within);
  const values = value[within] ?? {};
  if (typeof values !== 'object' || Array.isArray(values))
    return { field: within, reason: reason('featureProperties') };
  const own =
    properties === undefined || properties.token === 'null'
      ? []
      : membersOfObject(properties.token, values as Readonly<Record<string, unknown>>, false);
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
  let depth = 0;
  for (let at = start; at < text.length;) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skip(what: RegExp, text: string, from: number): number {
  what.lastIndex = from;
  what.test(text);
  return Math.max(what.lastIndex, from);
}
