/** Looking into a JSON object without reading its values: what `JSON.parse` gives has lost digits and repeated keys. */

const space = /[ \t\r\n]*/y;
const literal = /[^,}\]\s]+/y;

/**
 * Keys in the order of the text, repeated ones repeated, each with the text of its value. `text` must be valid JSON as far
 * as one looks.
 */
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
