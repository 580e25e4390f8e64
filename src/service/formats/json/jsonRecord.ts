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

/** Returns members in the order of the text. */
export function membersOf(text: string, isFeature: boolean): Members | RecordFault {
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    return { reason: reason('invalidJson', faultOf(error)) };
  }
  return isFeature ? membersOfFeature(text, value) : membersOfObject(text, value, false);
}

export function isFault(members: Members | RecordFault): members is RecordFault {
  return 'reason' in members;
}

/** Whether this record is a GeoJSON feature (RFC 7946, section 3.2). */
export function isFeature(text: string): boolean {
  const members = new Map(jsonEntries(text));
  return members.get('type') === '"Feature"' && members.has('properties') && members.has('geometry');
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

function membersOfFeature(text: string, value: Readonly<Record<string, unknown>>): Members | RecordFault {
  if (value['type'] !== 'Feature') return { reason: reason('notFeature') };
  const members = membersOfObject(text, value, true);
  if (isFault(members)) return members;
  const properties = members.find(({ name }) => name === 'properties');
  const values = value['properties'] ?? {};
  if (typeof values !== 'object' || Array.isArray(values))
    return { field: 'properties', reason: reason('featureProperties') };
  const own =
    properties === undefined || properties.token === 'null'
      ? []
      : membersOfObject(properties.token, values as Readonly<Record<string, unknown>>, false);
  if (isFault(own)) return own;
  return [
    ...own.map((member) => ({ ...member, key: `property ${member.name}` })),
    ...members.filter(({ name }) => name !== 'type' && name !== 'properties'),
  ];
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

function endOfToken(text: string, start: number): number {
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
