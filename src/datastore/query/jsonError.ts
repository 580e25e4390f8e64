/** Where a text stops being JSON: `JSON.parse` refuses well but does not always say where. */

export interface TextPosition {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** A string may hold every character but quote, backslash and C0 controls. */
const TOKEN =
  /[ \t\r\n]*(?:([[\]{}:,])|("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

/** Undefined for valid JSON. */
export function findJsonError(text: string): TextPosition | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const token = match?.[1] ?? (match?.[2] === undefined ? 'scalar' : 'string');
    const next: Expected | undefined = match ? step(expected, token, open) : undefined;
    if (!next) return positionOf(text, at);
    expected = next;
    at = TOKEN.lastIndex;
  }
  return expected === 'nothing' ? undefined : positionOf(text, text.length);
}

/** What may follow `token`; undefined where it may not stand. Keeps the stack of open brackets. */
function step(expected: Expected, token: string, open: string[]): Expected | undefined {
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'commaOrEnd');
  if (token === '[' || token === '{') {
    if (expected !== 'value' && expected !== 'valueOrEnd') return undefined;
    open.push(token);
    return token === '[' ? 'valueOrEnd' : 'keyOrEnd';
  }
  if (token === ']' || token === '}') {
    const mayEnd = expected === 'commaOrEnd' || expected === (token === ']' ? 'valueOrEnd' : 'keyOrEnd');
    return mayEnd && open.pop() === (token === ']' ? '[' : '{') ? afterValue() : undefined;
  }
  if (token === ',') {
    if (expected !== 'commaOrEnd') return undefined;
    return open.at(-1) === '[' ? 'value' : 'key';
  }
  if (token === ':') return expected === 'colon' ? 'value' : undefined;
  if (expected === 'key' || expected === 'keyOrEnd') return token === 'string' ? 'colon' : undefined;
  return expected === 'value' || expected === 'valueOrEnd' ? afterValue() : undefined;
}

/** Of the first character behind white space. */
function positionOf(text: string, at: number): TextPosition {
  const offset = at + (/^[ \t\r\n]*/.exec(text.slice(at))?.[0].length ?? 0);
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
