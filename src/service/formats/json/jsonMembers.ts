/** What one record of a JSON file says. */
import { jsonEntries } from './jsonTokens.ts';
import type { JsonFault } from './jsonRecords.ts';

export interface JsonMember {
  /** Tells it apart from all others; members of a feature are not its properties. */
  readonly key: string;
  readonly name: string;
  /** As it stands in the file. */
  readonly token: string;
  /** Of a text. */
  readonly text: string | undefined;
  /** Shown behind the others: what a feature has beside its properties. */
  readonly isLast: boolean;
}

type Members = readonly JsonMember[];

/** In the order of the text. */
export function membersOf(text: string, isFeature: boolean): Members | JsonFault {
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    return { reason: `not valid JSON: ${reasonOf(error)}.` };
  }
  return isFeature ? membersOfFeature(text, value) : membersOfObject(text, value, false);
}

export function isFault(members: Members | JsonFault): members is JsonFault {
  return 'reason' in members;
}

/** Is this record a feature of GeoJSON (RFC 7946, section 3.2)? */
export function isFeature(text: string): boolean {
  const members = new Map(jsonEntries(text));
  return members.get('type') === '"Feature"' && members.has('properties') && members.has('geometry');
}

function membersOfObject(
  text: string,
  value: Readonly<Record<string, unknown>>,
  isLast: boolean,
): Members | JsonFault {
  const members: JsonMember[] = [];
  const seen = new Set<string>();
  for (const [name, token] of jsonEntries(text)) {
    if (seen.has(name)) return { field: name, reason: 'a record has this key twice.' };
    seen.add(name);
    const own = token.startsWith('"') ? value[name] : undefined;
    const known = typeof own === 'string' ? own : undefined;
    if (known?.isWellFormed() === false)
      return { field: name, reason: 'a text with half of a surrogate pair, which UTF-8 can not hold.' };
    members.push({ key: isLast ? `member ${name}` : name, name, token, text: known, isLast });
  }
  return members;
}

function membersOfFeature(text: string, value: Readonly<Record<string, unknown>>): Members | JsonFault {
  if (value['type'] !== 'Feature') return { reason: 'a record that is not a feature.' };
  const members = membersOfObject(text, value, true);
  if (isFault(members)) return members;
  const properties = members.find(({ name }) => name === 'properties');
  const given = value['properties'] ?? {};
  if (typeof given !== 'object' || Array.isArray(given))
    return { field: 'properties', reason: 'the properties of a feature are no object.' };
  const own =
    properties === undefined || properties.token === 'null'
      ? []
      : membersOfObject(properties.token, given as Readonly<Record<string, unknown>>, false);
  if (isFault(own)) return own;
  return [
    ...own.map((member) => ({ ...member, key: `property ${member.name}` })),
    ...members.filter(({ name }) => name !== 'type' && name !== 'properties'),
  ];
}

/** V8 quotes the text around the fault; a record can hold 128 MiB and anything else. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message.replace(/,? ?(\.\.\.)?".*/su, '').replace(/ in JSON at position .*/su, '');
}
