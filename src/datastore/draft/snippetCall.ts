import { defined } from '../../base/defined.ts';
import { readExact } from '../../base/exactJson.ts';
import { isObject, member } from '../../base/cells.ts';
import { LiteralReader } from './literal.ts';
import type { RawCall } from './rawCall.ts';
import { shellWords } from './shellWords.ts';

/** An object with one of these members contains the parameters of a call. */
const NAMES = ['resource_id', 'sql', 'id'];
/** Further parameters that identify the object if the address already names the resource. */
const MORE_NAMES = ['q', 'filters', 'fields', 'sort', 'limit', 'offset', 'distinct', 'plain', 'language'];
/** Matches such a parameter as a key or an argument. */
const MENTIONED = new RegExp(
  `(?:["'](${MORE_NAMES.join('|')})["']|[({,]\\s*(${MORE_NAMES.join('|')}))\\s*(?:[:,]|=(?!=))`,
  'g',
);

/**
 * Reads a few lines of Python, JavaScript or PowerShell: the quoted address, and the object with the parameters,
 * wherever they are. Also reads `RemoteCKAN('https://…').action.datastore_search(resource_id='…')` of ckanapi.
 */
export function snippetCall(text: string): RawCall | undefined {
  const { strings, objects } = partsOf(text);
  const addresses = strings.filter((string) => /^https?:\/\/[^/]/i.test(string));
  const address = addresses.find((each) => each.includes('/api/')) ?? addresses[0];
  if (address === undefined) return undefined;
  const hasResource = /[?&](?:resource_id|sql|id)=/.test(address);
  const body = objects.find((json) => hasAny(json, NAMES) || (hasResource && hasAny(json, MORE_NAMES)));
  const action = /\.action\.(\w+)\s*\(/.exec(text)?.[1] ?? CALLED.exec(text)?.[1];
  const url =
    address.includes('/api/') || action === undefined
      ? address
      : `${address.replace(/(?<!\/)\/+$/, '')}/api/action/${action}`;
  // An address alone isn't a snippet.
  const isAlone = text.replace(/^["'`<([]|["'`>)\].,;]$/g, '') === address;
  if (isAlone || (body === undefined && !hasResource)) return undefined;
  const unread = [...text.matchAll(MENTIONED)]
    .map(([, quoted, bare = '']) => quoted ?? bare)
    .filter((name) => body === undefined || !hasAny(body, [name]));
  return defined({ url, body, unread });
}

/** The action in `call_action('datastore_search', …)` of ckanapi. */
const CALLED = /\bcall_action\(\s*["'](\w+)["']/;

function partsOf(text: string): { readonly strings: readonly string[]; readonly objects: readonly string[] } {
  const strings: string[] = [];
  const objects: string[] = [];
  const add = (json: string | undefined): void => {
    if (json?.trim().startsWith('{') === true) objects.push(json);
  };
  const isPowerShell = /^\s*(?:Invoke-|i(?:rm|wr)\b)/i.test(text);
  for (const word of isPowerShell ? shellWords(text, 'powershell') : []) {
    strings.push(word);
    add(word);
  }
  const reader = new LiteralReader(text);
  for (let at = 0; at < text.length;) {
    const string = /["'`]/.test(text[at] ?? '') ? reader.stringAt(at) : undefined;
    if (string !== undefined) {
      strings.push(string.value);
      add(string.value);
      at = string.end;
    } else {
      if (/[{(]/.test(text[at] ?? '')) add(reader.objectAt(at)?.json);
      at += 1;
    }
  }
  return { strings, objects };
}

function hasAny(json: string, names: readonly string[]): boolean {
  const value = readExact(json);
  return isObject(value) && names.some((name) => member(value, name) !== undefined);
}
