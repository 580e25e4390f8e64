import { parseExact } from '../../base/exactJson.ts';
import { isObject, member } from '../../base/cells.ts';
import { objectAt, stringAt } from './literal.ts';
import type { RawCall } from './pastedCall.ts';
import { shellWords } from './shellWords.ts';

/** What makes an object the parameters of a call. */
const NAMES = ['resource_id', 'sql', 'id'];

/**
 * A few lines of Python, JavaScript or PowerShell: the address in quotes, and the object of its parameters, wherever they
 * stand. `RemoteCKAN('https://…').action.datastore_search(resource_id='…')` of Python's ckanapi, too.
 */
export function snippetCall(text: string): RawCall | undefined {
  const { strings, objects } = partsOf(text);
  const addresses = strings.filter((string) => /^https?:\/\/[^/]/i.test(string));
  const address = addresses.find((each) => each.includes('/api/')) ?? addresses[0];
  if (address === undefined) return undefined;
  const [body] = objects;
  const action = /\.action\.(\w+)\s*\(/.exec(text)?.[1] ?? calledAction(text);
  const url =
    address.includes('/api/') || action === undefined
      ? address
      : `${address.replace(/(?<!\/)\/+$/, '')}/api/action/${action}`;
  if (body !== undefined) return { url, body };
  // An address alone is read as one.
  const isAlone = text.replace(/^["'`<([]|["'`>)\].,;]$/g, '') === address;
  return !isAlone && /[?&](?:resource_id|sql|id)=/.test(address) ? { url } : undefined;
}

/** `call_action('datastore_search', …)` */
function calledAction(text: string): string | undefined {
  return /\bcall_action\(\s*["'](\w+)["']/.exec(text)?.[1];
}

interface Parts {
  readonly strings: readonly string[];
  /** JSON texts of objects that may be the parameters. */
  readonly objects: readonly string[];
}

function partsOf(text: string): Parts {
  const strings: string[] = [];
  const objects: string[] = [];
  const add = (json: string | undefined): void => {
    if (json?.trim().startsWith('{') === true && isQuestion(json)) objects.push(json);
  };
  const isPowerShell = /^\s*(?:Invoke-|i(?:rm|wr)\b)/i.test(text);
  for (const word of isPowerShell ? shellWords(text, 'powershell') : []) {
    strings.push(word);
    add(word);
  }
  for (let at = 0; at < text.length;) {
    const string = /["'`]/.test(text[at] ?? '') ? stringAt(text, at) : undefined;
    if (string !== undefined) {
      strings.push(string.value);
      add(string.value);
      at = string.end;
    } else {
      if (/[{(]/.test(text[at] ?? '')) add(objectAt(text, at)?.json);
      at += 1;
    }
  }
  return { strings, objects };
}

function isQuestion(json: string): boolean {
  try {
    const value = parseExact(json);
    return isObject(value) && NAMES.some((name) => typeof member(value, name) === 'string');
  } catch {
    return false;
  }
}
